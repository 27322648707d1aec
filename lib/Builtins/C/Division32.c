//===- Division32.c - 32-bit division and remainder -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chip has no integer division. A reciprocal from the SFU, made a little
// too small, gives a quotient that is never too large:
//
//   R = rcp(float(Y)), less 6 of its last place
//   Q0 = trunc(float(X) * R),  R0 = X - Q0 * Y
//   Q1 = trunc(float(R0) * R), R1 = R0 - Q1 * Y
//
// float(Y) is off by 2^-24, rcp by 2^-23 (1 ulp; the chip's table is within
// that for all significands), relative, and the subtraction takes at least 6 *
// 2^-24 and at most 6 * 2^-23. So R < 1/Y * (1 - 2^-23), which the rounded
// product with float(X), itself cut off, does not make up for: Q0 <= X/Y. What
// is lost is e < 9 * 2^-23 in all, so that Q0 > X/Y * (1 - e) - 1, and
//
//   R0 < X * e + Y,   R1 < R0 * e + Y < X * e^2 + Y * e + Y < 2Y
//
// as X * e^2 < 0.005. One correction is left.
//
// Y = 0 gives all ones, as on the real chips, and the remainder is X.
//
//===----------------------------------------------------------------------===//

#include "Chip.h"
#include "FloatBits.h"

typedef struct {
  u32 Quotient;
  u32 Remainder;
} DivRem32;

static inline u32 estimate32(u32 X, float R) {
  return chipToU32(chipMul(chipFromU32(X, TowardZero), R));
}

static inline __attribute__((always_inline)) DivRem32 divRem32(u32 X, u32 Y) {
  const float R = floatOf(bitsOf(chipRcp(chipFromU32(Y, Nearest))) - 6);
  const u32 First = estimate32(X, R);
  const u32 Rest = X - First * Y;
  const u32 Second = estimate32(Rest, R);
  DivRem32 Result;
  Result.Remainder = Rest - Second * Y;
  const u32 TooSmall = Result.Remainder >= Y;
  Result.Quotient = First + Second + TooSmall;
  Result.Remainder -= TooSmall ? Y : 0;
  return Result;
}

/// NVIDIA's chips give all ones for a quotient and for a remainder by zero,
/// whatever the signs.
static inline u32 unlessByZero32(u32 Result, u32 Y) {
  return Y == 0 ? ~0u : Result;
}

static inline u32 magnitude32(u32 A) { return (s32)A < 0 ? 0u - A : A; }

BUILTIN u32 __heddle_udiv32(u32 X, u32 Y) {
  return unlessByZero32(divRem32(X, Y).Quotient, Y);
}

BUILTIN u32 __heddle_urem32(u32 X, u32 Y) {
  return unlessByZero32(divRem32(X, Y).Remainder, Y);
}

BUILTIN u32 __heddle_sdiv32(u32 X, u32 Y) {
  u32 Q = divRem32(magnitude32(X), magnitude32(Y)).Quotient;
  return unlessByZero32((s32)(X ^ Y) < 0 ? 0u - Q : Q, Y);
}

BUILTIN u32 __heddle_srem32(u32 X, u32 Y) {
  u32 R = divRem32(magnitude32(X), magnitude32(Y)).Remainder;
  return unlessByZero32((s32)X < 0 ? 0u - R : R, Y);
}
