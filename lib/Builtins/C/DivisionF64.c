//===- DivisionF64.c - f64 division and square root -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reciprocal from the SFU, refined by Newton's steps with fma, gives a result
// that is off by less than one unit in the last place. The remainder of such a
// result is exact in f64. Its sign tells whether to go one unit down, its size
// on which side of the middle between two numbers the exact result lies.
//
//===----------------------------------------------------------------------===//

#include "DoubleBits.h"

/// The value of one unit in the last place of \p A.
static inline double unitOf(double A) {
  return doubleOf((doubleBitsOf(A) & DOUBLE_INFINITY) - (52ull << 52));
}

/// \p Bits of the significand in [1/2, 2), what lies beyond the middle to the
/// next number and whether it is exact, for packDouble.
static inline u64 significandOf(u64 Bits, u32 Half, u32 Rest) {
  return ((Bits & DOUBLE_FRACTION) | 1ull << 52) << 2 | Half << 1 | Rest;
}

static inline double divideSplit(u64 Sign, s32 Exponent, double A, double B,
                                 Rounding Mode) {
  double Y = chipRcp(chipToFloat(B));
  for (int Step = 0; Step < 3; ++Step)
    Y = chipFma(Y, chipFma(-B, Y, 1.0), Y);
  double Q = chipMulDouble(A, Y);
  Q = chipFma(chipFma(-B, Q, A), Y, Q);
  double R = chipFma(-B, Q, A);
  u32 TooLarge = R < 0.0;
  u64 Bits = doubleBitsOf(Q) - TooLarge;
  double HalfUnit = chipMulDouble(unitOf(doubleOf(Bits)), 0.5);
  double Middle = chipMulDouble(B, HalfUnit);
  u32 Half = TooLarge ? R > -Middle : R > Middle;
  return packDouble(Sign, Exponent + doubleExponent(Bits),
                    significandOf(Bits, Half, R != 0.0), Mode);
}

/// A / B to nearest, where A, B and the result are normal: B's exponent is \p
/// Difference below that of A. An exponent and a sign are not needed to divide
/// the significands, whose quotient is in (1/2, 2).
static inline double divideNormal(u64 A, u64 B, s32 Difference) {
  double SA = doubleOf((A & DOUBLE_FRACTION) | DOUBLE_ONE);
  double SB = doubleOf((B & DOUBLE_FRACTION) | DOUBLE_ONE);
  double Y = chipRcp(chipToFloat(SB));
  for (int Step = 0; Step < 2; ++Step)
    Y = chipFma(Y, chipFma(-SB, Y, 1.0), Y);
  double Q = chipMulDouble(SA, Y);
  Q = chipFma(chipFma(-SB, Q, SA), Y, Q);
  u64 R = doubleBitsOf(chipFma(-SB, Q, SA));
  // Half a unit of Q, times B. A quotient of two numbers never lies in the
  // middle, and 1 is only reached from above.
  u64 Bits = doubleBitsOf(Q);
  u64 Middle =
      doubleBitsOf(SB) + (Bits & DOUBLE_INFINITY) - ((1023ull + 53) << 52);
  u64 Unit = (u64)((s64)R >> 63) | 1;
  if (doubleOf(R & ~DOUBLE_SIGN) > doubleOf(Middle))
    Bits += Unit;
  u32 Upper = ((u32)Difference << 20) + ((u32)((A ^ B) >> 32) & 0x80000000u);
  return doubleOf(Bits + ((u64)Upper << 32));
}

static inline u32 isSpecialDouble(u64 Magnitude) {
  return Magnitude == 0 || Magnitude >= DOUBLE_INFINITY;
}

static inline __attribute__((always_inline)) double
divideDouble(double X, double Y, Rounding Mode) {
  u64 A = doubleBitsOf(X), B = doubleBitsOf(Y);
  if (Mode == Nearest) {
    // 1022 or 1023 of the significands' quotient is added.
    s32 EA = doubleExponent(A), EB = doubleExponent(B);
    u32 AreNormal = ((u32)(EA - 1) < 2046) & ((u32)(EB - 1) < 2046);
    if (__builtin_expect(AreNormal & ((u32)(EA - EB + 1021) <= 2044), 1))
      return divideNormal(A, B, EA - EB);
  }
  u64 MagnitudeA = A & ~DOUBLE_SIGN, MagnitudeB = B & ~DOUBLE_SIGN;
  if (isSpecialDouble(MagnitudeA) || isSpecialDouble(MagnitudeB)) {
    u64 Inverse = DOUBLE_ONE;
    if (MagnitudeB == 0)
      Inverse = DOUBLE_INFINITY;
    else if (MagnitudeB == DOUBLE_INFINITY)
      Inverse = 0;
    else if (MagnitudeB > DOUBLE_INFINITY)
      Inverse = MagnitudeB;
    double Dividend = isSpecialDouble(MagnitudeA)
                          ? X
                          : doubleOf(DOUBLE_ONE | (A & DOUBLE_SIGN));
    // A product of two NaNs returns its second operand; the quotient must
    // return the dividend.
    return chipMulDouble(doubleOf(Inverse | (B & DOUBLE_SIGN)), Dividend);
  }
  s32 EA, EB;
  double SA = splitDouble(A, &EA), SB = splitDouble(B, &EB);
  return divideSplit((A ^ B) & DOUBLE_SIGN, EA - EB, SA, SB, Mode);
}

BUILTIN double __heddle_div_f64_rn(double X, double Y) {
  return divideDouble(X, Y, Nearest);
}
BUILTIN double __heddle_div_f64_rz(double X, double Y) {
  return divideDouble(X, Y, TowardZero);
}
BUILTIN double __heddle_div_f64_rm(double X, double Y) {
  return divideDouble(X, Y, Down);
}
BUILTIN double __heddle_div_f64_rp(double X, double Y) {
  return divideDouble(X, Y, Up);
}

BUILTIN double __heddle_rcp_f64_rn(double Y) {
  return divideDouble(1.0, Y, Nearest);
}
BUILTIN double __heddle_rcp_f64_rz(double Y) {
  return divideDouble(1.0, Y, TowardZero);
}
BUILTIN double __heddle_rcp_f64_rm(double Y) {
  return divideDouble(1.0, Y, Down);
}
BUILTIN double __heddle_rcp_f64_rp(double Y) {
  return divideDouble(1.0, Y, Up);
}

/// The root of \p X in [1, 4), off by less than one unit in the last place.
/// Signs of factors take instructions, so that NX is -X, and NH half of the
/// inverse, negated.
static inline double nearlyRoot(double X, double NX) {
  double Y = chipRsqrt(chipToFloat(X));
  double S = chipMulDouble(X, Y), NH = chipMulDouble(Y, -0.5);
  for (int Step = 0; Step < 2; ++Step) {
    double E = chipFma(S, NH, 0.5);
    S = chipFma(S, E, S);
    NH = chipFma(NH, E, NH);
  }
  return chipFma(chipFma(S, S, NX), NH, S);
}

/// The root of \p X in [1, 4).
static inline double rootSplit(s32 Exponent, double X, Rounding Mode) {
  double S = nearlyRoot(X, -X);
  double R = chipFma(-S, S, X);
  u32 TooLarge = R < 0.0;
  // X - (S +- 1/2 unit)^2 is R -+ S * unit and a quarter of unit^2, which is
  // less than the last bit of either.
  double Middle = chipMulDouble(S, 0x1p-52);
  u32 Half = TooLarge ? R > -Middle : R > Middle;
  u64 M = significandOf(doubleBitsOf(S) - TooLarge, Half, R != 0.0);
  return packDouble(0, Exponent, M, Mode);
}

/// The root of \p A * 2^-2E, where A has the bits of a normal number above 0,
/// to nearest. An even power of two is set apart, which leaves a number in [1,
/// 4), whose root is never in the middle between two numbers. See rootSplit.
static inline double rootNormal(u64 A, s32 E) {
  s32 Apart = ((doubleExponent(A) + 1) >> 1) - 512;
  double X = doubleOf(A - ((u64)((u32)Apart << 21) << 32));
  double S = nearlyRoot(X, -X);
  double NR = chipFma(S, S, -X);
  u64 Bits = doubleBitsOf(S);
  Bits += NR < chipMulDouble(S, -0x1p-52);
  Bits -= NR >= chipMulDouble(S, 0x1p-52);
  return doubleOf(Bits + ((u64)((u32)(Apart - E) << 20) << 32));
}

static inline __attribute__((always_inline)) double rootDouble(double X,
                                                               Rounding Mode) {
  u64 A = doubleBitsOf(X);
  u32 IsNormal = (u32)(A >> 32) - 0x100000u < 0x7fe00000u;
  if (!__builtin_expect(IsNormal, 1)) {
    if ((A & ~DOUBLE_SIGN) == 0 || A == DOUBLE_INFINITY)
      return X;
    if (A > DOUBLE_INFINITY)
      return doubleOf((A & ~DOUBLE_SIGN) > DOUBLE_INFINITY ? A | 1ull << 51
                                                           : DOUBLE_NAN);
    if (Mode == Nearest)
      A = doubleBitsOf(chipMulDouble(X, 0x1p108));
  }
  if (Mode == Nearest)
    return rootNormal(A, IsNormal ? 0 : 54);
  s32 Exponent;
  double S = splitDouble(A, &Exponent);
  // An even power of two is set apart.
  u32 IsEven = ~(u32)Exponent & 1;
  S = doubleOf(doubleBitsOf(S) + ((u64)IsEven << 52));
  return rootSplit((Exponent - (s32)IsEven + 1023) >> 1, S, Mode);
}

BUILTIN double __heddle_sqrt_f64_rn(double X) { return rootDouble(X, Nearest); }
BUILTIN double __heddle_sqrt_f64_rz(double X) {
  return rootDouble(X, TowardZero);
}
BUILTIN double __heddle_sqrt_f64_rm(double X) { return rootDouble(X, Down); }
BUILTIN double __heddle_sqrt_f64_rp(double X) { return rootDouble(X, Up); }

/// Rounded twice: off by less than two units in the last place.
BUILTIN double __heddle_rsqrt_f64_rn(double X) {
  return divideDouble(1.0, rootDouble(X, Nearest), Nearest);
}
