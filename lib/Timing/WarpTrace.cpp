//===- WarpTrace.cpp - What a warp executed -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpTrace.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cassert>

namespace heddle::timing {
namespace {

/// Bits of the first byte of a detail.
enum DetailBits : uint8_t {
  HasShared = 1,
  HasConst = 2,
  HasTransactions = 4,
  HasArrival = 8,
  WaitsThere = 16,
  /// And above: a Request.
  KindShift = 5,
};

/// Transactions are of 32, 64 or 128 bytes, at multiples of 32.
constexpr unsigned Granule = 32;

uint64_t zigZag(uint64_t Difference) {
  return Difference << 1 ^ (int64_t(Difference) < 0 ? ~uint64_t(0) : 0);
}
uint64_t unZigZag(uint64_t Code) {
  return Code >> 1 ^ (Code & 1 ? ~uint64_t(0) : 0);
}

} // namespace

void DetailWriter::number(uint64_t N) {
  for (; N >= 128; N >>= 7)
    Bytes.push_back(uint8_t(N | 128));
  Bytes.push_back(uint8_t(N));
}

size_t DetailWriter::write(const Detail &D) {
  const size_t Place = Bytes.size();
  unsigned Bits = unsigned(D.Kind) << KindShift;
  Bits |= D.SharedPasses ? HasShared : 0;
  Bits |= D.ConstPasses ? HasConst : 0;
  Bits |= D.Transactions.empty() ? 0 : HasTransactions;
  Bits |= D.IsArrival ? HasArrival : 0;
  Bits |= D.Waits ? WaitsThere : 0;
  Bytes.push_back(uint8_t(Bits));
  if (D.SharedPasses)
    Bytes.push_back(uint8_t(D.SharedPasses));
  if (D.ConstPasses) {
    Bytes.push_back(uint8_t(D.ConstPasses));
    number(D.ConstLines.size());
    for (uint32_t Line : D.ConstLines)
      number(Line);
  }
  if (!D.Transactions.empty()) {
    number(D.Transactions.size());
    for (const Transaction &T : D.Transactions) {
      const uint64_t At = T.Address / Granule;
      const unsigned Size = unsigned(llvm::countr_zero(T.Bytes / Granule));
      assert(T.Address % Granule == 0 && Size < 4 &&
             T.Bytes == Granule << Size && "a transaction that has no code");
      number(zigZag(At - LastAddress) << 2 | Size);
      LastAddress = At + T.Bytes / Granule;
    }
  }
  if (D.IsArrival)
    Bytes.push_back(D.Barrier);
  return Place;
}

void DetailWriter::setPassing(size_t Place) {
  assert(Place < Bytes.size() && (Bytes[Place] & HasArrival) &&
         "only who arrives can pass");
  Bytes[Place] = uint8_t(Bytes[Place] & ~WaitsThere);
}

uint64_t DetailReader::number() {
  uint64_t N = 0;
  for (unsigned Shift = 0;; Shift += 7) {
    const uint8_t B = byte();
    N |= uint64_t(B & 127) << Shift;
    if (B < 128)
      return N;
  }
}

void DetailReader::read(Detail &D) {
  const unsigned Bits = byte();
  D.Kind = Request(Bits >> KindShift);
  D.SharedPasses = Bits & HasShared ? byte() : 0;
  D.ConstPasses = Bits & HasConst ? byte() : 0;
  D.ConstLines.clear();
  if (D.ConstPasses)
    for (uint64_t Left = number(); Left; --Left)
      D.ConstLines.push_back(uint32_t(number()));
  D.Transactions.clear();
  if (Bits & HasTransactions)
    for (uint64_t Left = number(); Left; --Left) {
      const uint64_t Code = number();
      const uint64_t At = LastAddress + unZigZag(Code >> 2);
      const uint32_t Granules = 1u << (Code & 3);
      D.Transactions.push_back({At * Granule, Granules * Granule});
      LastAddress = At + Granules;
    }
  D.IsArrival = Bits & HasArrival;
  D.Waits = Bits & WaitsThere;
  D.Barrier = D.IsArrival ? byte() : 0;
}

void WarpTrace::add(uint32_t First, uint32_t Count) {
  constexpr uint32_t Most = UINT16_MAX;
  for (; Count > Most; Count -= Most, First += Most)
    Runs.push_back({First, uint16_t(Most), 1});
  if (!Count)
    return;
  if (!Runs.empty() && Runs.back().First == First &&
      Runs.back().Count == Count && Runs.back().Times != Most)
    ++Runs.back().Times;
  else
    Runs.push_back({First, uint16_t(Count), 1});
}

size_t CtaTrace::bytes() const {
  size_t Sum = sizeof(*this);
  for (const WarpTrace &W : Warps)
    Sum += sizeof(W) + W.Runs.capacity() * sizeof(Run) +
           W.Details.Bytes.capacity();
  return Sum;
}

} // namespace heddle::timing
