//===- Division32.c - 32-bit division and remainder -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chip has no integer division. A reciprocal from the SFU, refined once in
// 32-bit fixed point, gives a quotient that is at most 2 too small:
//
//   Z0 = trunc(rcp(float(Y)) * (2^32 - 2048))
//
// float() is off by 2^-24, rcp by 2^-23 (1 ulp; the chip's table is within
// that for all significands), the product by 2^-24, all relative, and the
// constant is 2^32 * (1 - 2^-21). So Z0 <= 2^32/Y, which the next step needs,
// and Z0 > 2^32/Y * (1 - e) - 1 with e = 2^-21 + 2^-22.
//
//   E = -Y*Z0 (mod 2^32) = 2^32 - Y*Z0,   Z = Z0 + floor(Z0*E / 2^32)
//
// Newton's step from below stays below: 2^32/Y - Z < 1.51 (1 from the floor,
// less than 0.5 + 2^-20 from the squared error when Y < 2^31; for larger Y, Z0
// is 0 or 1 and the distance below 1.01). Hence Q = floor(X*Z / 2^32) is X/Y
// less at most 2.51, that is, floor(X/Y) less 0, 1 or 2: two corrections.
//
// Y = 0 gives all ones, as on the real chips, and the remainder is X.
//
//===----------------------------------------------------------------------===//

#include "Chip.h"

typedef struct {
  u32 Quotient;
  u32 Remainder;
} DivRem32;

static inline __attribute__((always_inline)) DivRem32 divRem32(u32 X, u32 Y) {
  float Estimate = chipMul(chipRcp(chipFromU32(Y, Nearest)), 0x1.fffff0p31f);
  u32 Z = chipToU32(Estimate);
  Z += chipMulHi(Z, (0u - Y) * Z);
  DivRem32 Result;
  Result.Quotient = chipMulHi(X, Z);
  Result.Remainder = X - Result.Quotient * Y;
  for (int Correction = 0; Correction < 2; ++Correction) {
    u32 TooSmall = Result.Remainder >= Y;
    Result.Quotient += TooSmall;
    Result.Remainder -= TooSmall ? Y : 0;
  }
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
