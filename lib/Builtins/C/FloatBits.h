//===- FloatBits.h - The parts of an f32 ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Taking an f32 apart and putting one together, as the chip sees them:
// denormals are zeros, there is one NaN, a result is rounded first and flushed
// to zero if it is too small then.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BUILTINS_FLOATBITS_H
#define HEDDLE_BUILTINS_FLOATBITS_H

#include "Chip.h"

#define FLOAT_NAN 0x7fffffffu
#define FLOAT_INFINITY 0x7f800000u
#define FLOAT_SIGN 0x80000000u

typedef union {
  float Value;
  u32 Bits;
} FloatBits;

static inline u32 bitsOf(float A) {
  FloatBits Both = {.Value = A};
  return Both.Bits;
}

static inline float floatOf(u32 A) {
  FloatBits Both = {.Bits = A};
  return Both.Value;
}

/// 2^\p Exponent.
static inline float powerOfTwo(u32 Exponent) {
  return floatOf((Exponent + 127) << 23);
}

static inline u32 biasedExponent(u32 A) { return (A >> 23) & 0xff; }

/// The significand of a normal number, its highest bit included.
static inline u32 significand(u32 A) { return (A & 0x7fffff) | 0x800000; }

/// Zeros above the highest bit of \p A, which is not 0.
static inline u32 leadingZeros(u32 A) {
  return 158 - (bitsOf(chipFromU32(A, TowardZero)) >> 23);
}

/// Whether a magnitude whose last kept bit is \p Last grows by rounding: \p
/// Half is the first bit that is cut off, \p Rest whether any follows.
static inline u32 roundsUp(Rounding Mode, u32 Sign, u32 Last, u32 Half,
                           u32 Rest) {
  switch (Mode) {
  case Nearest:
    return Half & (Rest | Last);
  case TowardZero:
    return 0;
  case Down:
    return (Half | Rest) & (Sign != 0);
  case Up:
    return (Half | Rest) & (Sign == 0);
  }
}

/// Returns the result under \p Mode of a magnitude that is too large.
static inline u32 overflowed(Rounding Mode, u32 Sign) {
  u32 ToInfinity = roundsUp(Mode, Sign, 1, 1, 1);
  return Sign | (FLOAT_INFINITY - !ToInfinity);
}

/// The number with the sign bit \p Sign, the biased exponent \p Exponent and
/// the significand \p M / 2^31, whose highest bit is set; the lowest tells
/// whether anything was cut off below.
static inline float packFloat(u32 Sign, s32 Exponent, u32 M, Rounding Mode) {
  u32 Kept = M >> 8;
  Kept += roundsUp(Mode, Sign, Kept & 1, (M >> 7) & 1, (M & 0x7f) != 0);
  // A carry out of 24 bits leaves zeros below it.
  Exponent += Kept >> 24;
  u32 Bits = Sign | ((u32)Exponent << 23) | (Kept & 0x7fffff);
  if (Exponent <= 0)
    Bits = Sign;
  if (Exponent >= 255)
    Bits = overflowed(Mode, Sign);
  return floatOf(Bits);
}

#endif // HEDDLE_BUILTINS_FLOATBITS_H
