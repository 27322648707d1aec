//===- ScalarDouble.h - f64 in integers -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chip's f64 arithmetic, one lane at a time and without host floating
/// point: what hosts without the rounding modes use, and what all hosts use for
/// NaN. Rules: tesla-isa.md 5.4.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARDOUBLE_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARDOUBLE_H

#include "ScalarFloat.h"

namespace heddle::sm::HEDDLE_SM_ISA {

using U128 = unsigned __int128;

constexpr uint64_t SignBit64 = uint64_t(1) << 63;
constexpr uint64_t Infinity64 = uint64_t(0x7ff) << 52;
constexpr uint64_t QuietBit64 = uint64_t(1) << 51;
constexpr uint64_t InvalidNaN64 = uint64_t(0xfff8) << 48;

HEDDLE_INLINE bool isNaN64(uint64_t V) { return (V << 1) > Infinity64 << 1; }
HEDDLE_INLINE bool isInf64(uint64_t V) { return (V << 1) == Infinity64 << 1; }
HEDDLE_INLINE bool isZero64(uint64_t V) { return (V << 1) == 0; }
HEDDLE_INLINE uint64_t quieted(uint64_t V) { return V | QuietBit64; }

/// A finite value other than zero: Sig * 2^Exponent. Sig stays below 2^126.
struct Wide {
  bool Negative;
  int Exponent;
  U128 Sig;
};

HEDDLE_INLINE unsigned leadingZeros(U128 V) {
  uint64_t High = uint64_t(V >> 64);
  return High ? unsigned(__builtin_clzll(High))
              : 64 + unsigned(__builtin_clzll(uint64_t(V)));
}

HEDDLE_INLINE Wide wideOf(uint64_t V) {
  unsigned E = unsigned(V >> 52 & 0x7ff);
  uint64_t M = V & ((uint64_t(1) << 52) - 1);
  return {(V & SignBit64) != 0, (E ? int(E) : 1) - 1075,
          E ? M | uint64_t(1) << 52 : M};
}

/// A binary format by its digits and exponents.
struct FloatFormat {
  int Digits, MinExponent, MaxExponent;
};
constexpr FloatFormat FormatF32 = {24, -126, 127};
constexpr FloatFormat FormatF64 = {53, -1022, 1023};

/// The magnitude bits of \p V in format \p F, denormals included. The lowest
/// bit of Sig may stand for anything that was cut off.
HEDDLE_INLINE uint64_t roundMagnitude(FloatFormat F, Wide V,
                                      RoundingMode Mode) {
  int Lead = 127 - int(leadingZeros(V.Sig));
  int E = Lead + V.Exponent;
  bool Denormal = E < F.MinExponent;
  int Unit = (Denormal ? F.MinExponent : E) - (F.Digits - 1);
  int Drop = Unit - V.Exponent;
  uint64_t M;
  // The part that is cut off: 0 for nothing, 1 for less than half a unit, 2 for
  // half, 3 for more.
  unsigned Rest = 0;
  if (Drop <= 0)
    M = uint64_t(V.Sig << -Drop);
  else if (Drop >= 127) {
    M = 0;
    Rest = 1;
  } else {
    M = uint64_t(V.Sig >> Drop);
    U128 Half = U128(1) << (Drop - 1);
    U128 Cut = V.Sig & (Half + (Half - 1));
    Rest = Cut == 0 ? 0 : Cut < Half ? 1 : Cut == Half ? 2 : 3;
  }
  M += roundsUp(Mode, V.Negative, M & 1, Rest, 4);
  // The leading bit of M, where there is one, counts as one exponent.
  uint64_t Biased = Denormal ? 0 : uint64_t(E - F.MinExponent);
  uint64_t R = (Biased << (F.Digits - 1)) + M;
  uint64_t Inf = uint64_t(F.MaxExponent - F.MinExponent + 2) << (F.Digits - 1);
  if (R < Inf)
    return R;
  bool ToInfinity = Mode == RoundingMode::Nearest ||
                    (Mode == RoundingMode::Up && !V.Negative) ||
                    (Mode == RoundingMode::Down && V.Negative);
  return ToInfinity ? Inf : Inf - 1;
}

HEDDLE_INLINE uint64_t roundDouble(Wide V, RoundingMode Mode) {
  return (V.Negative ? SignBit64 : 0) | roundMagnitude(FormatF64, V, Mode);
}

/// Moves the leading bit to bit 124, where a sum has room above and what is
/// cut off below does not matter.
HEDDLE_INLINE Wide normalized(Wide V) {
  int Shift = int(leadingZeros(V.Sig)) - 3;
  return {V.Negative, V.Exponent - Shift, V.Sig << Shift};
}

/// A sum that is exactly zero.
HEDDLE_INLINE uint64_t zeroSum(RoundingMode Mode) {
  return Mode == RoundingMode::Down ? SignBit64 : 0;
}

HEDDLE_INLINE uint64_t sumDouble(Wide A, Wide B, RoundingMode Mode) {
  A = normalized(A);
  B = normalized(B);
  if (A.Exponent < B.Exponent || (A.Exponent == B.Exponent && A.Sig < B.Sig)) {
    Wide T = A;
    A = B;
    B = T;
  }
  unsigned Distance = unsigned(A.Exponent - B.Exponent);
  if (Distance > 126)
    B.Sig = 1;
  else
    B.Sig =
        B.Sig >> Distance | U128((B.Sig & ((U128(1) << Distance) - 1)) != 0);
  A.Sig = A.Negative == B.Negative ? A.Sig + B.Sig : A.Sig - B.Sig;
  return A.Sig ? roundDouble(A, Mode) : zeroSum(Mode);
}

HEDDLE_INLINE uint64_t addDouble(uint64_t A, uint64_t B, RoundingMode Mode) {
  if (isNaN64(B))
    return quieted(B);
  if (isNaN64(A))
    return quieted(A);
  if (isInf64(A))
    return isInf64(B) && A != B ? InvalidNaN64 : A;
  if (isInf64(B))
    return B;
  if (isZero64(A) && isZero64(B))
    return A == B ? A : zeroSum(Mode);
  if (isZero64(A))
    return B;
  if (isZero64(B))
    return A;
  return sumDouble(wideOf(A), wideOf(B), Mode);
}

HEDDLE_INLINE Wide product(uint64_t A, uint64_t B) {
  Wide X = wideOf(A), Y = wideOf(B);
  return {X.Negative != Y.Negative, X.Exponent + Y.Exponent, X.Sig * Y.Sig};
}

HEDDLE_INLINE uint64_t mulDouble(uint64_t A, uint64_t B, RoundingMode Mode) {
  if (isNaN64(B))
    return quieted(B);
  if (isNaN64(A))
    return quieted(A);
  uint64_t Sign = (A ^ B) & SignBit64;
  if (isInf64(A) || isInf64(B))
    return isZero64(A) || isZero64(B) ? InvalidNaN64 : Sign | Infinity64;
  if (isZero64(A) || isZero64(B))
    return Sign;
  return roundDouble(product(A, B), Mode);
}

/// A * B + C, rounded once.
HEDDLE_INLINE uint64_t fmaDouble(uint64_t A, uint64_t B, uint64_t C,
                                 RoundingMode Mode) {
  if (isNaN64(B))
    return quieted(B);
  if (isNaN64(C))
    return quieted(C);
  if (isNaN64(A))
    return quieted(A);
  uint64_t Sign = (A ^ B) & SignBit64;
  if (isInf64(A) || isInf64(B)) {
    bool Invalid =
        isZero64(A) || isZero64(B) || (isInf64(C) && (C & SignBit64) != Sign);
    return Invalid ? InvalidNaN64 : Sign | Infinity64;
  }
  if (isInf64(C))
    return C;
  if (isZero64(A) || isZero64(B)) {
    if (isZero64(C))
      return C == Sign ? C : zeroSum(Mode);
    return C;
  }
  if (isZero64(C))
    return roundDouble(product(A, B), Mode);
  return sumDouble(product(A, B), wideOf(C), Mode);
}

/// The integer nearest in \p Mode to a finite \p V other than zero, its
/// magnitude at most 2^64.
HEDDLE_INLINE U128 roundToWhole(Wide V, RoundingMode Mode) {
  V = normalized(V);
  int Drop = -V.Exponent;
  if (124 - Drop >= 64)
    return U128(1) << 64;
  unsigned Rest = 1;
  U128 M = 0;
  if (Drop < 126) {
    M = V.Sig >> Drop;
    U128 Half = U128(1) << (Drop - 1);
    U128 Cut = V.Sig & (Half + (Half - 1));
    Rest = Cut == 0 ? 0 : Cut < Half ? 1 : Cut == Half ? 2 : 3;
  }
  return M + roundsUp(Mode, V.Negative, M & 1, Rest, 4);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARDOUBLE_H
