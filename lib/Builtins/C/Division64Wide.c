//===- Division64Wide.c - 64-bit division by multiplications --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For chips that multiply 64 bits in one instruction. With D = Y * 2^s, whose
// top bit is set, X/Y is X*V / 2^64 / 2^(63-s) for V = 2^127/D, which is in
// (2^63, 2^64]. V is approached from below:
//
//   Z0 = trunc(rcp(float(D's high word)) * (2^63 - 2^42)) * 2^32
//
// float() is off by 2^-24, rcp by 2^-23, the product by 2^-24, and D's low word
// counts for 2^-31, all relative. The constant, 2^63 * (1 - 2^-21), outweighs
// all that could make Z0 too large, and e = 1 - D*Z0/2^127 < 2^-20. Newton's
// step is Z * (1 + e):
//
//   P = floor(D*Z / 2^64) < 2^63,   E = 2^64 - 2*P - 2,   Z + floor(Z*E / 2^64)
//
// E is e * 2^64 less at most 2, so that Z stays below V, and loses less than 3
// to it by rounding. Two steps leave V - Z < 4. So floor(X*Z / 2^64) is
// X*V/2^64 less at most 5, and the quotient of it less at most 5 (for Y = 1;
// mostly 1). The remainder is divided in the same way: it is less than 6*Y, its
// product less by at most 1, and one correction is left.
//
// Quotient and remainder of a division by zero are all ones, as on NVIDIA's
// chips.
//
//===----------------------------------------------------------------------===//

#include "Chip.h"

static inline __attribute__((always_inline)) DivRem64 divRem64Wide(u64 X,
                                                                   u64 Y) {
  u32 Shift = (u32)__builtin_clzll(Y | 1);
  u64 D = Y << Shift;
  float Estimate =
      chipMul(chipRcp(chipFromU32((u32)(D >> 32), Nearest)), 0x1.fffff0p62f);
  u64 Z = (u64)chipToU32(Estimate) << 32;
  for (int Step = 0; Step < 2; ++Step)
    Z += chipMulHi64(Z, ~(chipMulHi64(D, Z) << 1) - 1);
  DivRem64 Result = {0, X};
  for (int Step = 0; Step < 2; ++Step) {
    u64 Part = chipMulHi64(Result.Remainder, Z) >> (63 - Shift);
    Result.Quotient += Part;
    Result.Remainder -= Part * Y;
  }
  u64 TooSmall = Result.Remainder >= Y;
  Result.Quotient += TooSmall;
  Result.Remainder -= TooSmall ? Y : 0;
  return Result;
}

BUILTIN u64 __heddle_udiv64_wide(u64 X, u64 Y) {
  return unlessByZero64(divRem64Wide(X, Y).Quotient, Y);
}

BUILTIN u64 __heddle_urem64_wide(u64 X, u64 Y) {
  return unlessByZero64(divRem64Wide(X, Y).Remainder, Y);
}

BUILTIN u64 __heddle_sdiv64_wide(u64 X, u64 Y) {
  u64 Q = divRem64Wide(magnitude64(X), magnitude64(Y)).Quotient;
  return unlessByZero64((s64)(X ^ Y) < 0 ? 0u - Q : Q, Y);
}

BUILTIN u64 __heddle_srem64_wide(u64 X, u64 Y) {
  u64 R = divRem64Wide(magnitude64(X), magnitude64(Y)).Remainder;
  return unlessByZero64((s64)X < 0 ? 0u - R : R, Y);
}
