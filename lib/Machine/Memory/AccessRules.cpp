//===- AccessRules.cpp - What memory accesses cost ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/AccessRules.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <array>

namespace heddle::sm {

template <class FnT> static void forActive(const HalfAccess &A, FnT Fn) {
  for (uint32_t Rest = A.Mask; Rest; Rest &= Rest - 1)
    Fn(unsigned(llvm::countr_zero(Rest)));
}

static void count(Transactions &T, Segment S) {
  ++(S.Bytes == 32 ? T.Of32 : S.Bytes == 64 ? T.Of64 : T.Of128);
}

bool coalesce10(const HalfAccess &A, SegmentFn Fn) {
  if (!A.Mask)
    return false;
  unsigned First = unsigned(llvm::countr_zero(A.Mask));
  // The word where lane 0 would have to start; inactive lanes do not matter.
  uint64_t Start = A.Address[First] - First * A.Bytes;
  // Words of 16 bytes take two segments of 128.
  uint32_t Alignment = std::min(HalfWarp * A.Bytes, 128u);
  bool IsCoalesced = A.Bytes >= 4 && Start % Alignment == 0;
  forActive(A, [&](unsigned Lane) {
    IsCoalesced &= A.Address[Lane] == Start + Lane * A.Bytes;
  });
  if (!IsCoalesced)
    forActive(A, [&](unsigned Lane) { Fn({A.Address[Lane] / 32 * 32, 32}); });
  else
    for (uint32_t Offset = 0; Offset != HalfWarp * A.Bytes; Offset += Alignment)
      Fn({Start + Offset, Alignment});
  return IsCoalesced;
}

Transactions coalesce10(const HalfAccess &A) {
  Transactions T;
  T.Coalesced = coalesce10(A, [&](Segment S) { count(T, S); });
  return T;
}

void coalesce12(const HalfAccess &A, SegmentFn Fn) {
  uint32_t Rest = A.Mask;
  while (Rest) {
    uint32_t Size = A.Bytes == 1 ? 32 : A.Bytes == 2 ? 64 : 128;
    uint64_t Base = A.Address[unsigned(llvm::countr_zero(Rest))] / Size * Size;
    uint32_t Low = Size, High = 0;
    for (uint32_t Todo = Rest; Todo; Todo &= Todo - 1) {
      unsigned Lane = unsigned(llvm::countr_zero(Todo));
      if (A.Address[Lane] - Base >= Size)
        continue;
      uint32_t Offset = uint32_t(A.Address[Lane] - Base);
      Low = std::min(Low, Offset);
      High = std::max(High, Offset + A.Bytes);
      Rest &= ~(uint32_t(1) << Lane);
    }
    while (Size > 32 && (High <= Size / 2 || Low >= Size / 2)) {
      Size /= 2;
      if (Low >= Size) {
        Base += Size;
        Low -= Size;
        High -= Size;
      }
    }
    Fn({Base, Size});
  }
}

Transactions coalesce12(const HalfAccess &A) {
  Transactions T;
  T.Coalesced = true;
  coalesce12(A, [&](Segment S) { count(T, S); });
  return T;
}

/// Whether an active lane before \p Lane has the same address.
static bool seenBefore(const HalfAccess &A, unsigned Lane) {
  for (unsigned N = 0; N != Lane; ++N)
    if ((A.Mask >> N & 1) && A.Address[N] == A.Address[Lane])
      return true;
  return false;
}

unsigned sharedPasses(const HalfAccess &A, bool IsStore) {
  if (!A.Mask)
    return 0;
  // The address that is broadcast: the first that several lanes read.
  bool Broadcasts = false;
  uint64_t Broadcast = 0;
  for (unsigned Lane = HalfWarp; Lane-- != 0;)
    for (unsigned N = 0; N != Lane; ++N)
      if ((A.Mask >> Lane & 1) && (A.Mask >> N & 1) &&
          A.Address[N] == A.Address[Lane]) {
        Broadcasts = !IsStore;
        Broadcast = A.Address[Lane];
      }
  std::array<unsigned, 16> Bank = {};
  forActive(A, [&](unsigned Lane) {
    bool Served = IsStore || (Broadcasts && A.Address[Lane] == Broadcast);
    if (!Served || !seenBefore(A, Lane))
      ++Bank[A.Address[Lane] / 4 % 16];
  });
  return *std::max_element(Bank.begin(), Bank.end());
}

unsigned constPasses(const HalfAccess &A) {
  unsigned Passes = 0;
  forActive(A, [&](unsigned Lane) { Passes += !seenBefore(A, Lane); });
  return Passes;
}

} // namespace heddle::sm
