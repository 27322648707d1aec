//===- Division64.c - 64-bit division and remainder -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One bit of the quotient per step. The number of steps is fixed, so the lanes
// of a warp stay together. Quotient and remainder of a division by zero are all
// ones, as in 32 bits.
//
//===----------------------------------------------------------------------===//

#include "Chip.h"

typedef struct {
  u64 Quotient;
  u64 Remainder;
} DivRem64;

static inline __attribute__((always_inline)) DivRem64 divRem64(u64 X, u64 Y) {
  // The dividend leaves Quotient at the top while quotient bits enter below.
  DivRem64 Result = {X, 0};
#pragma clang loop unroll(disable) vectorize(disable)
  for (int Step = 0; Step < 64; ++Step) {
    // A remainder >= 2^63 doubles out of 64 bits; it is then surely >= Y.
    u64 Carry = Result.Remainder >> 63;
    u64 Next = Result.Remainder << 1 | Result.Quotient >> 63;
    u64 Fits = Carry | (Next >= Y);
    Result.Remainder = Next - (Fits ? Y : 0);
    Result.Quotient = Result.Quotient << 1 | Fits;
  }
  return Result;
}

/// All ones for a quotient and for a remainder by zero, whatever the signs.
static inline u64 unlessByZero64(u64 Result, u64 Y) {
  return Y == 0 ? ~0ull : Result;
}

static inline u64 magnitude64(u64 A) { return (s64)A < 0 ? 0u - A : A; }

BUILTIN u64 __heddle_udiv64(u64 X, u64 Y) { return divRem64(X, Y).Quotient; }

BUILTIN u64 __heddle_urem64(u64 X, u64 Y) {
  return unlessByZero64(divRem64(X, Y).Remainder, Y);
}

BUILTIN u64 __heddle_sdiv64(u64 X, u64 Y) {
  u64 Q = divRem64(magnitude64(X), magnitude64(Y)).Quotient;
  return unlessByZero64((s64)(X ^ Y) < 0 ? 0u - Q : Q, Y);
}

BUILTIN u64 __heddle_srem64(u64 X, u64 Y) {
  u64 R = divRem64(magnitude64(X), magnitude64(Y)).Remainder;
  return unlessByZero64((s64)X < 0 ? 0u - R : R, Y);
}
