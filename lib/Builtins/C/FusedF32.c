//===- FusedF32.c - Fused multiply-add of f32 -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chip's mad truncates the product. Here the product is exact, in 48 bits
// of 64; of the two terms the smaller is shifted to the right, the lowest bit
// telling of what was shifted out. A massive cancellation needs exponents that
// differ by at most one, where nothing is shifted out.
//
// Chips with f64 compute a product exactly, and a sum rounded to odd: cut off,
// its last bit set if it is inexact. 53 bits rounded like that are as good as
// the exact value for the rounding to 24 that follows.
//
//===----------------------------------------------------------------------===//

#include "DoubleBits.h"
#include "FloatBits.h"

/// \p X / 2^\p Count, the lowest bit set if bits were lost.
static inline u64 shiftRightSticky(u64 X, u32 Count) {
  if (Count > 63)
    return X != 0;
  u64 Shifted = X >> Count;
  return Shifted | (Shifted << Count != X);
}

/// \p X * 2^(\p Exponent - 127 - 63), where \p X is not 0.
static inline float packSum(u32 Sign, s32 Exponent, u64 X, Rounding Mode) {
  u32 High = X >> 32, Low = (u32)X;
  if (High == 0) {
    High = Low;
    Low = 0;
    Exponent -= 32;
  }
  u32 Zeros = leadingZeros(High);
  u64 Normal = ((u64)High << 32 | Low) << Zeros;
  return packFloat(Sign, Exponent - (s32)Zeros,
                   (u32)(Normal >> 32) | ((u32)Normal != 0), Mode);
}

/// Computes fma of operands that are neither NaN nor infinite and whose product
/// is not 0.
static inline float fmaFinite(u32 A, u32 B, u32 C, Rounding Mode) {
  u32 SignP = (A ^ B) & FLOAT_SIGN, SignC = C & FLOAT_SIGN;
  u32 MA = significand(A), MB = significand(B);
  u64 P = ((u64)chipMulHi(MA, MB) << 32 | MA * MB) << 14;
  s32 Exponent = (s32)(biasedExponent(A) + biasedExponent(B)) - 127 + 3;
  // A zero adds nothing; the shift that it causes loses bits only of what is
  // flushed anyway.
  u64 Q = biasedExponent(C) == 0 ? 0 : (u64)significand(C) << 37;
  s32 Distance = Exponent - (s32)(biasedExponent(C) + 3);
  if (Distance >= 0) {
    Q = shiftRightSticky(Q, (u32)Distance);
  } else {
    P = shiftRightSticky(P, (u32)-Distance);
    Exponent -= Distance;
  }
  u32 Differs = SignP != SignC;
  u32 IsLess = P < Q;
  u64 Difference = IsLess ? Q - P : P - Q;
  u64 Sum = Differs ? Difference : P + Q;
  if (Sum == 0)
    return Mode == Down ? -0.0f : 0.0f;
  return packSum(Differs & IsLess ? SignC : SignP, Exponent, Sum, Mode);
}

/// Adds a zero with the sign \p SignP to \p C.
static inline float addToZero(u32 SignP, u32 C, Rounding Mode) {
  if (biasedExponent(C) != 0)
    return floatOf(C);
  u32 SignC = C & FLOAT_SIGN;
  u32 Sign = Mode == Down ? SignP | SignC : SignP & SignC;
  return floatOf(Sign);
}

static inline __attribute__((always_inline)) float
fmaFloat(float X, float Y, float Z, Rounding Mode) {
  u32 A = bitsOf(X), B = bitsOf(Y), C = bitsOf(Z);
  u32 EA = biasedExponent(A), EB = biasedExponent(B), EC = biasedExponent(C);
  if (EA == 255 || EB == 255)
    return chipAdd(chipMul(X, Y), Z);
  // Infinity, whatever the product, or NaN.
  if (EC == 255)
    return chipAdd(Z, 0.0f);
  if (EA == 0 || EB == 0)
    return addToZero((A ^ B) & FLOAT_SIGN, C, Mode);
  return fmaFinite(A, B, C, Mode);
}

BUILTIN float __heddle_fma_f32_rn(float X, float Y, float Z) {
  return fmaFloat(X, Y, Z, Nearest);
}
BUILTIN float __heddle_fma_f32_rz(float X, float Y, float Z) {
  return fmaFloat(X, Y, Z, TowardZero);
}
BUILTIN float __heddle_fma_f32_rm(float X, float Y, float Z) {
  return fmaFloat(X, Y, Z, Down);
}
BUILTIN float __heddle_fma_f32_rp(float X, float Y, float Z) {
  return fmaFloat(X, Y, Z, Up);
}

/// Less than this is less than 2^-126 when it is rounded to 24 bits.
#define FLUSHED_BELOW (0x1p-126 - 0x1p-151)

BUILTIN float __heddle_fma_in_f64_f32_rn(float X, float Y, float Z) {
  // Adding -0 flushes denormals; the conversion to f64 would keep them.
  double A = chipAdd(X, -0.0f), B = chipAdd(Y, -0.0f), C = chipAdd(Z, -0.0f);
  double Cut = chipFmaTowardZero(A, B, C);
  u64 Inexact = chipFmaDown(A, B, C) != chipFmaUp(A, B, C);
  Cut = doubleOf(doubleBitsOf(Cut) | Inexact);
  float Rounded = chipToFloat(Cut);
  u64 Magnitude = doubleBitsOf(Cut) & ~DOUBLE_SIGN;
  if (Magnitude < doubleBitsOf(FLUSHED_BELOW))
    Rounded = floatOf(bitsOf(Rounded) & FLOAT_SIGN);
  // A NaN becomes the chip's.
  return chipAdd(Rounded, -0.0f);
}
