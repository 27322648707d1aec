//===- ScalarFloat.h - f32 in integers --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chip's f32 arithmetic, one lane at a time and without host floating
/// point: the twin of the vector code on hosts other than x86-64 and AArch64,
/// and the place for roundings that are too rare for vectors. Rules:
/// tesla-isa.md 5.2.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARFLOAT_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARFLOAT_H

#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

constexpr uint32_t CanonicalNaN = 0x7fffffff;
constexpr uint32_t Infinity = 0x7f800000;
constexpr uint32_t MaxFinite = 0x7f7fffff;
constexpr uint32_t MinNormal = 0x00800000;
constexpr uint32_t SignBit = 0x80000000;

HEDDLE_INLINE uint32_t flushScalar(uint32_t V) {
  return V & Infinity ? V : V & SignBit;
}
HEDDLE_INLINE bool isNaNScalar(uint32_t V) { return (V << 1) > 0xff000000u; }
HEDDLE_INLINE bool isInfScalar(uint32_t V) { return (V << 1) == 0xff000000u; }
HEDDLE_INLINE bool isZeroScalar(uint32_t V) { return (V << 1) == 0; }
HEDDLE_INLINE uint64_t significand(uint32_t V) {
  return (V & 0x7fffff) | 0x800000;
}
HEDDLE_INLINE int exponentOf(uint32_t V) { return int(V >> 23 & 0xff) - 127; }

/// Whether \p Mode moves a magnitude up when \p Rest of \p Whole is cut off
/// behind a significand whose last bit is \p Odd.
HEDDLE_INLINE bool roundsUp(RoundingMode Mode, uint32_t Sign, bool Odd,
                            uint64_t Rest, uint64_t Whole) {
  switch (Mode) {
  case RoundingMode::Nearest:
    return Rest > Whole / 2 || (Rest == Whole / 2 && Odd);
  case RoundingMode::Down:
    return Sign && Rest;
  case RoundingMode::Up:
    return !Sign && Rest;
  case RoundingMode::Zero:
    return false;
  }
  __builtin_unreachable();
}

/// The f32 of \p Sig * 2^(\p Exponent - 62) with the given sign. Rounds with an
/// unbounded exponent, then flushes or overflows. The lowest bit of \p Sig may
/// stand for anything that was cut off.
HEDDLE_INLINE uint32_t roundPack(uint32_t Sign, int Exponent, uint64_t Sig,
                                 RoundingMode Mode) {
  if (!Sig)
    return Sign;
  unsigned Lead = unsigned(__builtin_clzll(Sig));
  if (Lead == 0) {
    Sig = Sig >> 1 | (Sig & 1);
    ++Exponent;
  } else {
    Sig <<= Lead - 1;
    Exponent -= int(Lead) - 1;
  }
  constexpr uint64_t Whole = uint64_t(1) << 39;
  uint64_t M = Sig >> 39;
  M += roundsUp(Mode, Sign, M & 1, Sig & (Whole - 1), Whole);
  if (M == 0x1000000) {
    M >>= 1;
    ++Exponent;
  }
  if (Exponent < -126)
    return Sign;
  if (Exponent > 127) {
    bool ToInfinity = Mode == RoundingMode::Nearest ||
                      (Mode == RoundingMode::Up && !Sign) ||
                      (Mode == RoundingMode::Down && Sign);
    return Sign | (ToInfinity ? Infinity : MaxFinite);
  }
  return Sign | uint32_t(Exponent + 127) << 23 | (uint32_t(M) & 0x7fffff);
}

/// A finite value other than zero: (-1)^Sign * Sig * 2^(Exponent - 62).
struct Magnitude {
  uint32_t Sign;
  int Exponent;
  uint64_t Sig;
};

/// The sum, exact but for a lowest bit that stands for the rest.
HEDDLE_INLINE Magnitude addMagnitudes(Magnitude A, Magnitude B) {
  if (A.Exponent < B.Exponent || (A.Exponent == B.Exponent && A.Sig < B.Sig)) {
    Magnitude T = A;
    A = B;
    B = T;
  }
  unsigned Distance = unsigned(A.Exponent - B.Exponent);
  if (Distance > 62)
    B.Sig = 1;
  else
    B.Sig =
        B.Sig >> Distance | ((B.Sig & ((uint64_t(1) << Distance) - 1)) != 0);
  A.Sig = A.Sign == B.Sign ? A.Sig + B.Sig : A.Sig - B.Sig;
  return A;
}

HEDDLE_INLINE Magnitude magnitudeOf(uint32_t V) {
  return {V & SignBit, exponentOf(V), significand(V) << 39};
}

HEDDLE_INLINE uint32_t addScalar(uint32_t A, uint32_t B, RoundingMode Mode) {
  A = flushScalar(A);
  B = flushScalar(B);
  if (isNaNScalar(A) || isNaNScalar(B))
    return CanonicalNaN;
  if (isInfScalar(A))
    return isInfScalar(B) && A != B ? CanonicalNaN : A;
  if (isInfScalar(B))
    return B;
  if (isZeroScalar(A))
    return isZeroScalar(B) ? A & B : B;
  if (isZeroScalar(B))
    return A;
  Magnitude R = addMagnitudes(magnitudeOf(A), magnitudeOf(B));
  return R.Sig ? roundPack(R.Sign, R.Exponent, R.Sig, Mode) : 0;
}

HEDDLE_INLINE uint32_t mulScalar(uint32_t A, uint32_t B, RoundingMode Mode) {
  A = flushScalar(A);
  B = flushScalar(B);
  uint32_t Sign = (A ^ B) & SignBit;
  if (isNaNScalar(A) || isNaNScalar(B))
    return CanonicalNaN;
  if (isInfScalar(A) || isInfScalar(B))
    return isZeroScalar(A) || isZeroScalar(B) ? CanonicalNaN : Sign | Infinity;
  if (isZeroScalar(A) || isZeroScalar(B))
    return Sign;
  return roundPack(Sign, exponentOf(A) + exponentOf(B) + 1,
                   significand(A) * significand(B) << 15, Mode);
}

/// A * B cut to 24 bits, plus C, rounded once.
HEDDLE_INLINE uint32_t madScalar(uint32_t A, uint32_t B, uint32_t C) {
  A = flushScalar(A);
  B = flushScalar(B);
  C = flushScalar(C);
  if (isZeroScalar(A) || isZeroScalar(B) || isZeroScalar(C) ||
      (A & Infinity) == Infinity || (B & Infinity) == Infinity ||
      (C & Infinity) == Infinity) {
    // A product that overflows before a finite or zero C does so here as well;
    // one before an infinite C must not make a NaN of it.
    if (isInfScalar(C) && !isNaNScalar(A) && !isNaNScalar(B) &&
        !isInfScalar(A) && !isInfScalar(B))
      return C;
    return addScalar(mulScalar(A, B, RoundingMode::Nearest), C,
                     RoundingMode::Nearest);
  }
  uint64_t P = significand(A) * significand(B);
  unsigned Excess = P >> 47 ? 24 : 23;
  Magnitude Product = {(A ^ B) & SignBit,
                       exponentOf(A) + exponentOf(B) + int(Excess) - 23,
                       (P >> Excess) << 39};
  Magnitude R = addMagnitudes(Product, magnitudeOf(C));
  if (!R.Sig)
    return 0;
  // Near the smallest normal number rounding is to multiples of 2^-149, as if
  // the result were a denormal; roundPack's limit is half as far away.
  unsigned Lead = unsigned(__builtin_clzll(R.Sig));
  if (R.Exponent + 1 - int(Lead) == -127) {
    uint64_t Limit = 0xffffffull << 40;
    return R.Sign | (R.Sig << Lead >= Limit ? MinNormal : 0);
  }
  return roundPack(R.Sign, R.Exponent, R.Sig, RoundingMode::Nearest);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARFLOAT_H
