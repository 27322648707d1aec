//===- DivisionF32.c - f32 division and square root -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correctly rounded: the significand is found in fixed point, as a float with a
// small error first, then exactly by its remainder. Where PTX allows an error
// of 2 units in the last place (div.full), a reciprocal and a product.
//
//===----------------------------------------------------------------------===//

#include "FloatBits.h"

/// The significand of a quotient of significands \p X and \p Y in [2^23, 2^24),
/// \p X >= \p Y or 2 * \p X >= \p Y after the caller's doubling: in [2^31,
/// 2^32), the lowest bit sticky.
static inline u32 quotientOfSignificands(u32 X, u32 Y) {
  // X in [Y, 2 * Y), so the quotient by 2^24 has 25 bits. rcp, the products and
  // the conversions are each off by at most 2^-23: together the estimate is off
  // by less than 16.
  float Reciprocal = chipRcp(chipFromU32(Y, Nearest));
  float Estimate =
      chipMul(chipMul(chipFromU32(X, Nearest), 0x1p24f), Reciprocal);
  u32 Q = chipToU32(Estimate);
  // The remainder, modulo 2^32; it lies within 17 * Y < 2^29 of zero.
  s32 R = (s32)((X << 24) - Q * Y);
  // The correction of the quotient, rounded to nearest, is off by at most one.
  s32 More = chipToS32(chipMul(chipFromS32(R), Reciprocal));
  Q += (u32)More;
  R -= More * (s32)Y;
  for (int Step = 0; Step < 2; ++Step) {
    s32 TooLarge = R < 0;
    Q -= (u32)TooLarge;
    R += TooLarge ? (s32)Y : 0;
  }
  s32 TooSmall = R >= (s32)Y;
  Q += (u32)TooSmall;
  R -= TooSmall ? (s32)Y : 0;
  return Q << 7 | (R != 0);
}

static inline float divideFinite(u32 A, u32 B, Rounding Mode) {
  u32 X = significand(A), Y = significand(B);
  s32 Exponent = (s32)biasedExponent(A) - (s32)biasedExponent(B) + 127;
  u32 IsLess = X < Y;
  X <<= IsLess;
  Exponent -= (s32)IsLess;
  return packFloat((A ^ B) & FLOAT_SIGN, Exponent, quotientOfSignificands(X, Y),
                   Mode);
}

static inline __attribute__((always_inline)) float divideFloat(float X, float Y,
                                                               Rounding Mode) {
  u32 A = bitsOf(X), B = bitsOf(Y);
  u32 EA = biasedExponent(A), EB = biasedExponent(B);
  // Zero, infinity or NaN: the chip's rules for a product with a reciprocal, of
  // which neither is rounded if the other operand is taken for +-1.
  if (EA == 0 || EA == 255 || EB == 0 || EB == 255) {
    float One = floatOf(0x3f800000 | (B & FLOAT_SIGN));
    float Inverse = EB == 0 || EB == 255 ? chipRcp(Y) : One;
    float Dividend =
        EA == 0 || EA == 255 ? X : floatOf(0x3f800000 | (A & FLOAT_SIGN));
    return chipMul(Dividend, Inverse);
  }
  return divideFinite(A, B, Mode);
}

BUILTIN float __heddle_div_f32_rn(float X, float Y) {
  return divideFloat(X, Y, Nearest);
}
BUILTIN float __heddle_div_f32_rz(float X, float Y) {
  return divideFloat(X, Y, TowardZero);
}
BUILTIN float __heddle_div_f32_rm(float X, float Y) {
  return divideFloat(X, Y, Down);
}
BUILTIN float __heddle_div_f32_rp(float X, float Y) {
  return divideFloat(X, Y, Up);
}

BUILTIN float __heddle_rcp_f32_rn(float Y) {
  return divideFloat(1.0f, Y, Nearest);
}
BUILTIN float __heddle_rcp_f32_rz(float Y) {
  return divideFloat(1.0f, Y, TowardZero);
}
BUILTIN float __heddle_rcp_f32_rm(float Y) {
  return divideFloat(1.0f, Y, Down);
}
BUILTIN float __heddle_rcp_f32_rp(float Y) { return divideFloat(1.0f, Y, Up); }

/// The reciprocal of 2^126 and more may be flushed.
BUILTIN float __heddle_div_full_f32(float X, float Y) {
  float Magnitude = floatOf(bitsOf(Y) & ~FLOAT_SIGN);
  float Scale = Magnitude > 0x1p125f ? 0.25f : 1.0f;
  return chipMul(chipMul(X, Scale), chipRcp(chipMul(Y, Scale)));
}

/// The root of \p X, which is m * 2^23 with m in [1, 4): in [2^31, 2^32), the
/// lowest bit sticky.
static inline u32 rootOfSignificand(u32 X) {
  // S = floor(sqrt(X * 2^25)) has 25 bits. The estimate is off by less than 16.
  float F = chipFromU32(X, Nearest);
  float Inverse = chipRsqrt(F);
  u32 S = chipToU32(chipMul(chipMul(F, 0x1.6a09e6p12f), Inverse));
  // X * 2^25 - S * S modulo 2^32; it lies within 34 * 2^25 < 2^31 of zero.
  s32 R = (s32)((X << 25) - S * S);
  // Each step of S costs about 2 * S.
  s32 More =
      chipToS32(chipMul(chipMul(chipFromS32(R), Inverse), 0x1.6a09e6p-14f));
  R -= More * (s32)(2 * S + (u32)More);
  S += (u32)More;
  for (int Step = 0; Step < 2; ++Step) {
    s32 TooLarge = R < 0;
    S -= (u32)TooLarge;
    R += TooLarge ? (s32)(2 * S + 1) : 0;
  }
  s32 TooSmall = R > (s32)(2 * S);
  R -= TooSmall ? (s32)(2 * S + 1) : 0;
  S += (u32)TooSmall;
  return S << 7 | (R != 0);
}

static inline __attribute__((always_inline)) float rootFloat(float X,
                                                             Rounding Mode) {
  u32 A = bitsOf(X);
  u32 Exponent = biasedExponent(A);
  // Zero keeps its sign. Below zero there is no root.
  if (Exponent == 0)
    return floatOf(A & FLOAT_SIGN);
  if (A >= FLOAT_INFINITY)
    return floatOf(A == FLOAT_INFINITY ? FLOAT_INFINITY : FLOAT_NAN);
  // An even power of two is set apart.
  u32 IsEven = ~Exponent & 1;
  u32 Root = rootOfSignificand(significand(A) << IsEven);
  return packFloat(0, (s32)((Exponent - IsEven + 127) >> 1), Root, Mode);
}

BUILTIN float __heddle_sqrt_f32_rn(float X) { return rootFloat(X, Nearest); }
BUILTIN float __heddle_sqrt_f32_rz(float X) { return rootFloat(X, TowardZero); }
BUILTIN float __heddle_sqrt_f32_rm(float X) { return rootFloat(X, Down); }
BUILTIN float __heddle_sqrt_f32_rp(float X) { return rootFloat(X, Up); }
