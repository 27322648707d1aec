//===- Convert64.c - 64-bit integers to f32 and back ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chip converts 32-bit integers. Every step here but the one rounding is
// exact.
//
//===----------------------------------------------------------------------===//

#include "FloatBits.h"

/// Shifts the number into 32 bits, where the lowest says whether any bit was
/// lost: 32 bits are enough for 24 and a rounding.
static inline float floatOfU64(u64 X, Rounding Mode) {
  u32 High = X >> 32;
  if (High == 0)
    return chipFromU32((u32)X, Mode);
  u32 Shift = (bitsOf(chipFromU32(High, TowardZero)) >> 23) - 126;
  u32 Sticky = (X << (64 - Shift)) != 0;
  return chipMul(chipFromU32((u32)(X >> Shift) | Sticky, Mode),
                 powerOfTwo(Shift));
}

/// The mode for the magnitude of a negative number.
static inline Rounding mirrored(Rounding Mode) {
  return Mode == Down ? Up : Mode == Up ? Down : Mode;
}

static inline float floatOfS64(u64 X, Rounding Mode) {
  if ((s64)X >= 0)
    return floatOfU64(X, Mode);
  return floatOf(bitsOf(floatOfU64(0 - X, mirrored(Mode))) | 0x80000000);
}

/// Converts an integral \p X in [0, 2^64) exactly.
static inline u64 exactU64(float X) {
  u32 High = chipToU32(chipMul(X, 0x1p-32f));
  float Rest = chipAdd(X, chipMul(chipFromU32(High, Nearest), -0x1p32f));
  return (u64)High << 32 | chipToU32(Rest);
}

/// Clamps; NaN gives 0.
static inline u64 u64OfFloat(float X, Rounding Mode) {
  float Integral = chipIntegral(X, Mode);
  if (!(Integral > 0.0f))
    return 0;
  return Integral >= 0x1p64f ? ~(u64)0 : exactU64(Integral);
}

static inline u64 s64OfFloat(float X, Rounding Mode) {
  float Integral = chipIntegral(X, Mode);
  if (Integral != Integral)
    return 0;
  u32 Negative = bitsOf(Integral) >> 31;
  float Magnitude = floatOf(bitsOf(Integral) & 0x7fffffff);
  if (Magnitude >= 0x1p63f)
    return ((u64)1 << 63) - !Negative;
  u64 Result = exactU64(Magnitude);
  return Negative ? 0 - Result : Result;
}

BUILTIN float __heddle_u64_to_f32_rn(u64 X) { return floatOfU64(X, Nearest); }
BUILTIN float __heddle_s64_to_f32_rn(u64 X) { return floatOfS64(X, Nearest); }
BUILTIN u64 __heddle_f32_to_u64_rn(float X) { return u64OfFloat(X, Nearest); }
BUILTIN u64 __heddle_f32_to_s64_rn(float X) { return s64OfFloat(X, Nearest); }

BUILTIN float __heddle_u64_to_f32_rz(u64 X) {
  return floatOfU64(X, TowardZero);
}
BUILTIN float __heddle_s64_to_f32_rz(u64 X) {
  return floatOfS64(X, TowardZero);
}
BUILTIN u64 __heddle_f32_to_u64_rz(float X) {
  return u64OfFloat(X, TowardZero);
}
BUILTIN u64 __heddle_f32_to_s64_rz(float X) {
  return s64OfFloat(X, TowardZero);
}

BUILTIN float __heddle_u64_to_f32_rm(u64 X) { return floatOfU64(X, Down); }
BUILTIN float __heddle_s64_to_f32_rm(u64 X) { return floatOfS64(X, Down); }
BUILTIN u64 __heddle_f32_to_u64_rm(float X) { return u64OfFloat(X, Down); }
BUILTIN u64 __heddle_f32_to_s64_rm(float X) { return s64OfFloat(X, Down); }

BUILTIN float __heddle_u64_to_f32_rp(u64 X) { return floatOfU64(X, Up); }
BUILTIN float __heddle_s64_to_f32_rp(u64 X) { return floatOfS64(X, Up); }
BUILTIN u64 __heddle_f32_to_u64_rp(float X) { return u64OfFloat(X, Up); }
BUILTIN u64 __heddle_f32_to_s64_rp(float X) { return s64OfFloat(X, Up); }
