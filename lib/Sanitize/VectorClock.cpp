//===- VectorClock.cpp - What a thread knows of others --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorClock.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace heddle::sanitize {

uint32_t VectorClock::find(const List &In, uint64_t Who) {
  const auto *It = llvm::lower_bound(
      In, Who, [](const Entry &E, uint64_t W) { return E.Who < W; });
  return It == In.end() || It->Who != Who ? 0 : It->Clock;
}

void VectorClock::raise(List &In, uint64_t Who, uint32_t Clock) {
  auto *It = llvm::lower_bound(
      In, Who, [](const Entry &E, uint64_t W) { return E.Who < W; });
  if (It != In.end() && It->Who == Who)
    It->Clock = std::max(It->Clock, Clock);
  else
    In.insert(It, {Who, Clock});
}

void VectorClock::mergeList(List &To, const List &From) {
  if (From.empty())
    return;
  List Both;
  Both.reserve(To.size() + From.size());
  const Entry *A = To.begin(), *B = From.begin();
  while (A != To.end() || B != From.end()) {
    if (B == From.end() || (A != To.end() && A->Who < B->Who)) {
      Both.push_back(*A++);
    } else if (A == To.end() || B->Who < A->Who) {
      Both.push_back(*B++);
    } else {
      Both.push_back({A->Who, std::max(A->Clock, B->Clock)});
      ++A;
      ++B;
    }
  }
  assert(Both.size() >= To.size() && Both.size() >= From.size() &&
         "merged clocks know what both knew");
  To = std::move(Both);
}

bool VectorClock::coversList(const List &In, const List &Other) {
  const Entry *At = In.begin();
  for (const Entry &E : Other) {
    while (At != In.end() && At->Who < E.Who)
      ++At;
    if (At == In.end() || At->Who != E.Who || At->Clock < E.Clock)
      return false;
  }
  return true;
}

void VectorClock::merge(const VectorClock &Other) {
  mergeList(Ctas, Other.Ctas);
  mergeList(Threads, Other.Threads);
}

void VectorClock::dropThreads(uint64_t Cta, uint32_t Clock) {
  llvm::erase_if(Threads, [&](const Entry &E) {
    return E.Who / ThreadsPerCta == Cta && E.Clock <= Clock;
  });
}

void VectorClock::unite(uint64_t Cta, unsigned Count) {
  assert(Count <= ThreadsPerCta && "more threads than a CTA has");
  const auto *First = llvm::partition_point(
      Threads, [Cta](const Entry &E) { return E.Who / ThreadsPerCta < Cta; });
  const auto *End = First;
  uint32_t Least = UINT32_MAX;
  for (; End != Threads.end() && End->Who / ThreadsPerCta == Cta; ++End)
    Least = std::min(Least, End->Clock);
  if (End - First != Count || Count == 0)
    return;
  raiseCta(Cta, Least);
  dropThreads(Cta, Least);
}

void mergeInto(ClockRef &To, const ClockRef &From) {
  if (!From || To == From)
    return;
  if (!To) {
    To = From;
    return;
  }
  // Mostly the same is learned again.
  if (To->covers(*From))
    return;
  if (To.use_count() > 1)
    To = std::make_shared<VectorClock>(*To);
  To->merge(*From);
}

} // namespace heddle::sanitize
