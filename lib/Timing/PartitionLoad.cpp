//===- PartitionLoad.cpp - Which partitions have work at one time ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartitionLoad.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <numeric>

namespace heddle::timing {

/// Long enough for some dozens of transfers, so that chance evens out, and
/// short beside the time in which a row of CTAs goes through memory.
static constexpr Ticks StretchLength = ticksOf(Clock(4096));

/// Buffers that are told apart.
static constexpr size_t MaxBuffers = 64;

unsigned PartitionLoad::bufferOf(uint64_t Address) {
  auto Holds = [&](const Buffer &B) {
    return B.Is.First <= Address && Address <= B.Is.Last;
  };
  if (LastBuffer && Holds(Buffers[LastBuffer]))
    return LastBuffer;
  for (unsigned N = 1; N != Buffers.size(); ++N)
    if (Holds(Buffers[N]))
      return LastBuffer = N;
  if (Buffers.size() == MaxBuffers)
    return 0;
  const Range Is = FindRange(Address);
  if (Is.First > Is.Last)
    return 0;
  Buffers.push_back({Is});
  return LastBuffer = unsigned(Buffers.size() - 1);
}

void PartitionLoad::add(unsigned Partition, uint64_t Address, Ticks Length,
                        Ticks End) {
  const uint64_t Number = End / StretchLength;
  assert(Number >= FirstNotOver && "the stretch is over");
  if (Open.empty())
    FirstOpen = Number;
  // Other partitions may be behind the one that was first.
  for (; FirstOpen > Number; --FirstOpen)
    Open.emplace_front();
  if (Number - FirstOpen >= Open.size())
    Open.resize(Number - FirstOpen + 1);
  Stretch &S = Open[Number - FirstOpen];
  const size_t Place = size_t(bufferOf(Address)) * Partitions + Partition;
  if (Place >= S.size())
    S.resize(Buffers.size() * Partitions);
  S[Place] += Length;
}

void PartitionLoad::count(const Stretch &S) {
  if (S.empty())
    return;
  std::vector<Ticks> Of(Partitions);
  for (size_t N = 0; N != S.size(); ++N) {
    Of[N % Partitions] += S[N];
    Buffers[N / Partitions].Busy += S[N];
  }
  const auto Most = size_t(std::max_element(Of.begin(), Of.end()) - Of.begin());
  for (size_t N = Most; N < S.size(); N += Partitions)
    Buffers[N / Partitions].Busiest += S[N];
}

void PartitionLoad::close(Ticks Until) {
  FirstNotOver = Until / StretchLength;
  for (; !Open.empty() && FirstOpen < Until / StretchLength; ++FirstOpen) {
    count(Open.front());
    Open.pop_front();
  }
}

Ticks PartitionLoad::busiest() const {
  return std::accumulate(
      Buffers.begin(), Buffers.end(), Ticks(0),
      [](Ticks Sum, const Buffer &B) { return Sum + B.Busiest; });
}

PartitionLoad::Camper PartitionLoad::camper() const {
  auto Most = llvm::max_element(Buffers, [](const Buffer &A, const Buffer &B) {
    return A.Busiest < B.Busiest;
  });
  if (!Most->Busy)
    return {};
  return {Most != Buffers.begin(), Most->Is.First,
          double(Most->Busiest) * Partitions / double(Most->Busy)};
}

} // namespace heddle::timing
