//===- DoubleBits.h - The parts of an f64 -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Taking an f64 apart and putting one together: IEEE 754, with denormals.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BUILTINS_DOUBLEBITS_H
#define HEDDLE_BUILTINS_DOUBLEBITS_H

#include "FloatBits.h"

#define DOUBLE_SIGN (1ull << 63)
#define DOUBLE_INFINITY 0x7ff0000000000000ull
#define DOUBLE_FRACTION 0xfffffffffffffull
#define DOUBLE_NAN 0xfff8000000000000ull
#define DOUBLE_ONE 0x3ff0000000000000ull

typedef union {
  double Value;
  u64 Bits;
} DoubleBits;

static inline u64 doubleBitsOf(double A) {
  DoubleBits Both = {.Value = A};
  return Both.Bits;
}

static inline double doubleOf(u64 A) {
  DoubleBits Both = {.Bits = A};
  return Both.Value;
}

/// The biased exponent of a magnitude.
static inline s32 doubleExponent(u64 A) { return (s32)(A >> 52) & 0x7ff; }

/// \p A, not 0, as a number in [1, 2), and in \p Exponent the biased exponent
/// that it had, which is not positive for a denormal.
static inline double splitDouble(u64 A, s32 *Exponent) {
  *Exponent = doubleExponent(A);
  if (*Exponent == 0) {
    A = doubleBitsOf(chipMulDouble(doubleOf(A & ~DOUBLE_SIGN), 0x1p54));
    *Exponent = doubleExponent(A) - 54;
  }
  return doubleOf((A & DOUBLE_FRACTION) | DOUBLE_ONE);
}

/// \p M is the significand of 53 bits, the next bit of the exact result and
/// whether anything follows that. Too small a result is denormal.
static inline double packDouble(u64 Sign, s32 Exponent, u64 M, Rounding Mode) {
  if (Exponent <= 0) {
    u32 Count = 1 - (u32)Exponent;
    M = Count > 60 ? 1 : M >> Count | ((M & ((1ull << Count) - 1)) != 0);
    Exponent = 0;
  } else {
    // The highest bit of the significand counts as one in the exponent.
    --Exponent;
  }
  u64 Kept = M >> 2;
  u32 Grows = roundsUp(Mode, Sign != 0, Kept & 1, (M >> 1) & 1, M & 1);
  u64 Bits = ((u64)(u32)Exponent << 52) + Kept + Grows;
  if (Bits >= DOUBLE_INFINITY)
    Bits = DOUBLE_INFINITY - !roundsUp(Mode, Sign != 0, 1, 1, 1);
  return doubleOf(Sign | Bits);
}

#endif // HEDDLE_BUILTINS_DOUBLEBITS_H
