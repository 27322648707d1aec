//===- ScalarBits.h - Bits of one lane --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions that count, move and choose bits, for words. Counts of any
/// size are allowed. Source: PTX ISA, the sections of these instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARBITS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARBITS_H

#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

template <class T> constexpr unsigned WidthOf = sizeof(T) * 8;

HEDDLE_INLINE unsigned leadingZeros(uint32_t A) {
  return A ? unsigned(__builtin_clz(A)) : 32;
}
HEDDLE_INLINE unsigned leadingZeros(uint64_t A) {
  return A ? unsigned(__builtin_clzll(A)) : 64;
}

template <class T> HEDDLE_INLINE T reverseBits(T A) {
  T Mask = T(~T(0));
  for (unsigned Step = WidthOf<T> / 2; Step; Step /= 2) {
    Mask ^= T(Mask << Step);
    A = T((A >> Step & Mask) | (A << Step & ~Mask));
  }
  return A;
}

/// The place of the highest bit that is 1, or differs from the sign.
template <class T>
HEDDLE_INLINE uint32_t findHighest(T A, bool IsSigned, bool FromTop) {
  if (IsSigned && A >> (WidthOf<T> - 1))
    A = T(~A);
  if (!A)
    return ~0u;
  unsigned Zeros = leadingZeros(A);
  return FromTop ? Zeros : WidthOf<T> - 1 - Zeros;
}

template <class T> HEDDLE_INLINE T shiftLeft(T A, unsigned Count) {
  return Count < WidthOf<T> ? T(A << Count) : T(0);
}
template <class T>
HEDDLE_INLINE T shiftRight(T A, unsigned Count, bool IsSigned) {
  T Beyond = IsSigned && A >> (WidthOf<T> - 1) ? T(~T(0)) : T(0);
  if (Count >= WidthOf<T>)
    return Beyond;
  return Count ? T(A >> Count | Beyond << (WidthOf<T> - Count)) : A;
}
/// \p Count ones.
template <class T> HEDDLE_INLINE T lowOnes(unsigned Count) {
  return T(~shiftLeft(T(~T(0)), Count));
}

/// The lowest \p Count bits; without any it is 0.
template <class T>
HEDDLE_INLINE T extendLow(T A, unsigned Count, bool IsSigned) {
  if (Count >= WidthOf<T>)
    return A;
  T Ones = lowOnes<T>(Count);
  bool Negative = IsSigned && Count && A >> (Count - 1) & 1;
  return Negative ? T(A | ~Ones) : T(A & Ones);
}

template <class T>
HEDDLE_INLINE T extractField(T A, uint32_t Place, uint32_t Length,
                             bool IsSigned) {
  return extendLow(shiftRight(A, Place & 255, IsSigned), Length & 255,
                   IsSigned);
}

/// \p Field: the place, and eight bits above it the length.
template <class T> HEDDLE_INLINE T insertField(T A, T Whole, uint32_t Field) {
  unsigned Place = Field & 255, Length = Field >> 8 & 255;
  T Mask = shiftLeft(lowOnes<T>(Length), Place);
  return T((shiftLeft(A, Place) & Mask) | (Whole & ~Mask));
}

HEDDLE_INLINE uint32_t maskOf(uint32_t Place, uint32_t Length, bool Wrap) {
  if (Wrap) {
    Place &= 31;
    Length &= 31;
  }
  return shiftLeft(lowOnes<uint32_t>(Length), Place);
}

/// Bit k of \p Table is the result where k has the bits of A, B and C.
HEDDLE_INLINE uint32_t logic3(uint32_t A, uint32_t B, uint32_t C,
                              unsigned Table) {
  uint32_t Result = 0;
  for (unsigned Case = 0; Case != 8; ++Case)
    if (Table >> Case & 1)
      Result |= (Case & 4 ? A : ~A) & (Case & 2 ? B : ~B) & (Case & 1 ? C : ~C);
  return Result;
}

/// Which of the eight bytes comes to \p Place; \p Control has two bits.
HEDDLE_INLINE unsigned permutedByte(PermuteKind Kind, unsigned Place,
                                    unsigned Control) {
  switch (Kind) {
  case PermuteKind::Index:
    break;
  case PermuteKind::Forward4:
    return Place + Control;
  case PermuteKind::Backward4:
    return (Control - Place) & 7;
  case PermuteKind::Replicate8:
    return Control;
  case PermuteKind::ClampLeft:
    return Place > Control ? Place : Control;
  case PermuteKind::ClampRight:
    return Place < Control ? Place : Control;
  case PermuteKind::Replicate16:
    return Place % 2 + Control % 2 * 2;
  }
  __builtin_unreachable();
}

HEDDLE_INLINE uint32_t permute(PermuteKind Kind, uint32_t A, uint32_t B,
                               uint32_t C) {
  uint64_t Bytes = uint64_t(B) << 32 | A;
  uint32_t Result = 0;
  for (unsigned Place = 0; Place != 4; ++Place) {
    unsigned Index = Kind == PermuteKind::Index
                         ? C >> (4 * Place) & 15
                         : permutedByte(Kind, Place, C & 3);
    uint32_t Byte = uint32_t(Bytes >> (Index & 7) * 8) & 255;
    // The sign in place of the byte.
    if (Index & 8)
      Byte = Byte >> 7 ? 255 : 0;
    Result |= Byte << (8 * Place);
  }
  return Result;
}

/// The word of {High, Low} that \p Bits ask for.
HEDDLE_INLINE uint32_t funnelShift(uint32_t Low, uint32_t High, uint32_t Count,
                                   unsigned Bits) {
  unsigned N = Bits & FunnelWrap ? Count & 31 : Count < 32 ? Count : 32;
  uint64_t Both = uint64_t(High) << 32 | Low;
  return Bits & FunnelRight ? uint32_t(Both >> N) : uint32_t(Both << N >> 32);
}

/// \p Width bits from bit \p Place on.
HEDDLE_INLINE uint32_t partOf(uint32_t V, unsigned Place, unsigned Width,
                              bool IsSigned) {
  return extendLow(V >> Place, Width, IsSigned);
}

HEDDLE_INLINE uint32_t dotProduct(uint32_t A, uint32_t B, uint32_t C,
                                  unsigned Bits) {
  bool ByHalves = Bits & (DotLow | DotHigh);
  unsigned Width = ByHalves ? 16 : 8, FirstByte = Bits & DotHigh ? 16 : 0;
  for (unsigned N = 0; N != 32 / Width; ++N)
    C += partOf(A, N * Width, Width, Bits & DotSignedA) *
         partOf(B, FirstByte + N * 8, 8, Bits & DotSignedB);
  return C;
}

HEDDLE_INLINE uint32_t findNthSet(uint32_t Mask, uint32_t Base,
                                  int32_t Offset) {
  if (Offset == 0)
    return Base < 32 && Mask >> Base & 1 ? Base : ~0u;
  int32_t Step = Offset > 0 ? 1 : -1;
  int64_t Left = Offset > 0 ? int64_t(Offset) : -int64_t(Offset);
  for (int64_t Place = Base; Place >= 0 && Place < 32; Place += Step)
    if (Mask >> Place & 1 && --Left == 0)
      return uint32_t(Place);
  return ~0u;
}

/// Applies \p Kind to each half of a word.
HEDDLE_INLINE uint32_t halves(HalvesKind Kind, uint32_t A, uint32_t B,
                              bool IsSigned) {
  uint32_t Result = 0;
  for (unsigned Place = 0; Place != 32; Place += 16) {
    uint32_t X = partOf(A, Place, 16, IsSigned);
    uint32_t Y = partOf(B, Place, 16, IsSigned);
    bool Less = IsSigned ? int32_t(X) < int32_t(Y) : X < Y;
    uint32_t V = X + Y;
    if (Kind != HalvesKind::Add)
      V = Less == (Kind == HalvesKind::Min) ? X : Y;
    Result |= (V & 0xffff) << Place;
  }
  return Result;
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARBITS_H
