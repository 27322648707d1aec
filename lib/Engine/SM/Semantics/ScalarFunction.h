//===- ScalarFunction.h - Approximations of f32 -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of f32 by polynomials in f64: sums, products, quotients and roots
/// of normal numbers, which all hosts round alike, also where they flush
/// denormals. The polynomials are off by less than 2^-30 of the result, so that
/// nearly all results are the nearest f32. PTX allows 2^-23 and more.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARFUNCTION_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARFUNCTION_H

#include "ScalarIeee.h"

namespace heddle::sm::HEDDLE_SM_ISA {

HEDDLE_INLINE uint64_t bitsOfDouble(double V) {
  uint64_t Bits;
  __builtin_memcpy(&Bits, &V, sizeof(Bits));
  return Bits;
}
HEDDLE_INLINE double doubleOfBits(uint64_t Bits) {
  double V;
  __builtin_memcpy(&V, &Bits, sizeof(V));
  return V;
}

/// A finite f32, which may be a denormal.
HEDDLE_INLINE double widenFinite(uint32_t V) {
  if (isZeroScalar(V))
    return V & SignBit ? -0.0 : 0.0;
  Magnitude M = normalIeee(V);
  return doubleOfBits(uint64_t(M.Sign) << 32 |
                      uint64_t(M.Exponent + 1023) << 52 |
                      (M.Sig & 0x7fffff) << 29);
}

/// The nearest f32 of \p V * 2^\p Scale, where \p V is a normal number or zero.
inline uint32_t narrowDouble(double V, int Scale, bool Flush) {
  uint64_t Bits = bitsOfDouble(V);
  uint32_t Sign = uint32_t(Bits >> 32) & SignBit;
  int Exponent = int(Bits >> 52 & 0x7ff);
  if (!Exponent)
    return Sign;
  uint64_t Significand = (Bits & 0xfffffffffffff) | 0x10000000000000;
  return packIeee({Sign, Exponent - 1023 + Scale, Significand << 10},
                  RoundingMode::Nearest, Flush);
}

/// Coefficients of the powers of \p X from \p C[0] on.
template <unsigned N>
HEDDLE_INLINE double polynomial(double X, const double (&C)[N]) {
  double Sum = C[N - 1];
  for (unsigned I = N - 1; I != 0; --I)
    Sum = Sum * X + C[I - 1];
  return Sum;
}

/// Powers of ln 2 by factorials.
inline constexpr double Exp2Coefficients[] = {1,
                                              0x1.62e42fefa39efp-1,
                                              0x1.ebfbdff82c58fp-3,
                                              0x1.c6b08d704a0c0p-5,
                                              0x1.3b2ab6fba4e77p-7,
                                              0x1.5d87fe78a6731p-10,
                                              0x1.430912f86c787p-13,
                                              0x1.ffcbfc588b0c7p-17,
                                              0x1.62c0223a5c824p-20,
                                              0x1.b5253d395e7c4p-24};

/// 2^\p X for -0.5 <= \p X <= 0.5.
HEDDLE_INLINE double exp2Fraction(double X) {
  return polynomial(X, Exp2Coefficients);
}

/// The nearest integer to \p X, which lies within +-2^20.
HEDDLE_INLINE int nearestInteger(double X) {
  return int(X + 1048576.5) - 1048576;
}

inline uint32_t ex2Scalar(uint32_t V, bool Flush) {
  V = sourceIeee(V, Flush);
  if (isNaNScalar(V))
    return CanonicalNaN;
  constexpr uint32_t Least = 0xc3180000; // -152
  if (V & SignBit ? V >= Least : V >= 0x43000000)
    return V & SignBit ? 0 : Infinity;
  double X = widenFinite(V);
  int N = nearestInteger(X);
  return narrowDouble(exp2Fraction(X - N), N, Flush);
}

/// 2 / ln 2 by odd numbers.
inline constexpr double Lg2Coefficients[] = {
    0x1.71547652b82fep1,  0x1.ec709dc3a03fdp-1, 0x1.2776c50ef9bfep-1,
    0x1.a61762a7aded9p-2, 0x1.484b13d7c02a9p-2, 0x1.0c9a84994022dp-2,
    0x1.c68f568d31760p-3};

/// By atanh: ln m = 2 atanh((m - 1) / (m + 1)).
inline uint32_t lg2Scalar(uint32_t V, bool Flush) {
  V = sourceIeee(V, Flush);
  if (isZeroScalar(V))
    return SignBit | Infinity;
  if (isNaNScalar(V) || V & SignBit)
    return CanonicalNaN;
  if (isInfScalar(V))
    return V;
  Magnitude M = normalIeee(V);
  double Significand = double(int64_t(M.Sig)) * 0x1p-23;
  int Exponent = M.Exponent;
  if (Significand > 0x1.6a09e667f3bcdp0) {
    Significand *= 0.5;
    ++Exponent;
  }
  double S = (Significand - 1) / (Significand + 1);
  return narrowDouble(double(Exponent) + S * polynomial(S * S, Lg2Coefficients),
                      0, Flush);
}

inline constexpr double SineCoefficients[] = {1,
                                              -0x1.5555555555555p-3,
                                              0x1.1111111111111p-7,
                                              -0x1.a01a01a01a01ap-13,
                                              0x1.71de3a556c734p-19,
                                              -0x1.ae64567f544e4p-26,
                                              0x1.6124613a86d09p-33};
inline constexpr double CosineCoefficients[] = {1,
                                                -0.5,
                                                0x1.5555555555555p-5,
                                                -0x1.6c16c16c16c17p-10,
                                                0x1.a01a01a01a01ap-16,
                                                -0x1.27e4fb7789f5cp-22,
                                                0x1.1eed8eff8d898p-29,
                                                -0x1.93974a8c07c9dp-37};

/// \p R: less than an eighth of a turn, in radians.
HEDDLE_INLINE double sinEighth(double R) {
  return R * polynomial(R * R, SineCoefficients);
}
HEDDLE_INLINE double cosEighth(double R) {
  return polynomial(R * R, CosineCoefficients);
}

/// 2 / pi.
inline constexpr double QuartersOfRadian = 0x1.45f306dc9c883p-1;
/// Half of pi in 33 bits, and the rest of it: the product of the first and a
/// whole number is exact.
inline constexpr double HalfPiHigh = 0x1.921fb544p0,
                        HalfPiLow = 0x1.0b4611a626331p-34;

/// How many quarters of a turn \p V is, in the lowest two bits, and what is
/// left of it. \p V is finite.
inline int reduceAngle(uint32_t V, double &Rest) {
  Magnitude M =
      isZeroScalar(V) ? Magnitude{V & SignBit, -126, 0} : normalIeee(V);
  if (M.Exponent < 10) {
    double X = widenFinite(V);
    int N = nearestInteger(X * QuartersOfRadian);
    Rest = (X - N * HalfPiHigh) - N * HalfPiLow;
    return N;
  }
  // The bits of 1 / 2 pi that are below one turn after the multiplication by
  // the power of two; 24 more than are used for the product by the significand.
  static constexpr uint64_t Turn[] = {0x28be60db9391054a, 0x7f09d5f47d4d3770,
                                      0x36d8a5664f10e410, 0x7f9458eaf7aef158};
  int First = M.Exponent - 23;
  auto WordAt = [&](int Bit) -> uint64_t {
    if (Bit < 0)
      return Bit <= -64 ? 0 : Turn[0] >> -Bit;
    unsigned Index = unsigned(Bit) / 64, Shift = unsigned(Bit) % 64;
    return Turn[Index] << Shift | (Shift ? Turn[Index + 1] >> (64 - Shift) : 0);
  };
  // The product's upper 64 bits of 96 behind the point.
  uint64_t High = WordAt(First), Low = WordAt(First + 64) >> 32;
  uint64_t Part = M.Sig * High + (M.Sig * Low >> 32);
  uint64_t Quarters = (Part >> 62) + (Part >> 61 & 1);
  Rest = double(int64_t(Part - (Quarters << 62))) * 0x1.921fb54442d18p-62;
  int N = int(Quarters);
  if (M.Sign) {
    Rest = -Rest;
    N = -N;
  }
  return N;
}

/// \p Ahead: quarters of a turn.
HEDDLE_INLINE uint32_t sineOf(uint32_t V, int Ahead, bool Flush) {
  V = sourceIeee(V, Flush);
  if ((V & Infinity) == Infinity)
    return CanonicalNaN;
  if (isZeroScalar(V))
    return Ahead ? 0x3f800000 : V;
  double Rest;
  int N = reduceAngle(V, Rest) + Ahead;
  double R = N & 1 ? cosEighth(Rest) : sinEighth(Rest);
  return narrowDouble(N & 2 ? -R : R, 0, Flush);
}
inline uint32_t sinScalar(uint32_t V, bool Flush) {
  return sineOf(V, 0, Flush);
}
inline uint32_t cosScalar(uint32_t V, bool Flush) {
  return sineOf(V, 1, Flush);
}

inline uint32_t rsqrtScalar(uint32_t V, bool Flush) {
  V = sourceIeee(V, Flush);
  if (isZeroScalar(V))
    return V | Infinity;
  if (isNaNScalar(V) || V & SignBit)
    return CanonicalNaN;
  if (isInfScalar(V))
    return 0;
  return narrowDouble(1 / __builtin_sqrt(widenFinite(V)), 0, Flush);
}

inline constexpr double TanhCoefficients[] = {
    1, -0x1.5555555555555p-2, 0x1.1111111111111p-3, -0x1.ba1ba1ba1ba1cp-5};
/// 2 / ln 2.
inline constexpr double TwiceLog2E = 0x1.71547652b82fep1;

inline uint32_t tanhScalar(uint32_t V, bool Flush) {
  V = sourceIeee(V, Flush);
  if (isNaNScalar(V))
    return CanonicalNaN;
  uint32_t Sign = V & SignBit;
  // From 10 on the nearest is 1.
  if ((V & ~SignBit) >= 0x41200000)
    return Sign | 0x3f800000;
  double X = widenFinite(V & ~SignBit), R;
  if (X < 0.0625) {
    R = X * polynomial(X * X, TanhCoefficients);
  } else {
    // 1 - 2 / (e^2x + 1)
    double Y = X * TwiceLog2E;
    int N = nearestInteger(Y);
    double Power = exp2Fraction(Y - N) * doubleOfBits(uint64_t(N + 1023) << 52);
    R = (Power - 1) / (Power + 1);
  }
  return Sign | narrowDouble(R, 0, Flush);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARFUNCTION_H
