//===- Chip.h - What builtins may use of the chip ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the chip these are single instructions. The unit test compiles the same
// routines for the host and supplies models of them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BUILTINS_CHIP_H
#define HEDDLE_BUILTINS_CHIP_H

typedef unsigned int u32;
typedef int s32;
typedef unsigned long long u64;
typedef long long s64;

/// Rounding, of a conversion to float or to an integral value.
typedef enum { Nearest, TowardZero, Down, Up } Rounding;

#ifdef __NVPTX__
#define BUILTIN
// Clang would take liberties with its own __nvvm_ functions: it makes ui2f.rz,
// for instance, an instruction that rounds to nearest. So these stay unknown to
// it; they become llvm.nvvm.NAME when the bitcode is loaded.
#define INSTRUCTION(NAME) __attribute__((const, nothrow)) __asm__("chip." NAME)
float chipFromU32Nearest(u32 A) INSTRUCTION("ui2f.rn");
float chipFromU32TowardZero(u32 A) INSTRUCTION("ui2f.rz");
float chipFromU32Down(u32 A) INSTRUCTION("ui2f.rm");
float chipFromU32Up(u32 A) INSTRUCTION("ui2f.rp");
float chipRoundNearest(float A) INSTRUCTION("round.ftz.f");
float chipRoundTowardZero(float A) INSTRUCTION("trunc.ftz.f");
float chipRoundDown(float A) INSTRUCTION("floor.ftz.f");
float chipRoundUp(float A) INSTRUCTION("ceil.ftz.f");
u32 chipToU32(float A) INSTRUCTION("f2ui.rz.ftz");
float chipAdd(float A, float B) INSTRUCTION("add.rn.ftz.f");
float chipMul(float A, float B) INSTRUCTION("mul.rn.ftz.f");
float chipRcp(float A) INSTRUCTION("rcp.approx.ftz.f");
float chipRsqrt(float A) INSTRUCTION("rsqrt.approx.ftz.f");
float chipFromS32(s32 A) INSTRUCTION("i2f.rn");
/// Rounds to nearest.
s32 chipToS32(float A) INSTRUCTION("f2i.rn.ftz");
u32 chipMulHi(u32 A, u32 B) INSTRUCTION("mulhi.ui");
/// Only chips with 64-bit integers have this.
u64 chipMulHi64(u64 A, u64 B) INSTRUCTION("mulhi.ull");

// Only chips with f64 have these.
double chipMulDouble(double A, double B) INSTRUCTION("mul.rn.d");
double chipFma(double A, double B, double C) INSTRUCTION("fma.rn.d");
double chipFmaTowardZero(double A, double B, double C) INSTRUCTION("fma.rz.d");
double chipFmaDown(double A, double B, double C) INSTRUCTION("fma.rm.d");
double chipFmaUp(double A, double B, double C) INSTRUCTION("fma.rp.d");
/// Rounds to nearest and keeps denormals.
float chipToFloat(double A) INSTRUCTION("d2f.rn");

static inline float chipFromU32(u32 A, Rounding Mode) {
  switch (Mode) {
  case Nearest:
    return chipFromU32Nearest(A);
  case TowardZero:
    return chipFromU32TowardZero(A);
  case Down:
    return chipFromU32Down(A);
  case Up:
    return chipFromU32Up(A);
  }
}

static inline float chipIntegral(float A, Rounding Mode) {
  switch (Mode) {
  case Nearest:
    return chipRoundNearest(A);
  case TowardZero:
    return chipRoundTowardZero(A);
  case Down:
    return chipRoundDown(A);
  case Up:
    return chipRoundUp(A);
  }
}
#else
#define BUILTIN static
static float chipFromU32(u32 A, Rounding Mode);
static float chipIntegral(float A, Rounding Mode);
static u32 chipToU32(float A);
static float chipAdd(float A, float B);
static float chipMul(float A, float B);
static float chipRcp(float A);
static float chipRsqrt(float A);
static float chipFromS32(s32 A);
static s32 chipToS32(float A);
static u32 chipMulHi(u32 A, u32 B);
static u64 chipMulHi64(u64 A, u64 B);
static double chipMulDouble(double A, double B);
static double chipFma(double A, double B, double C);
static double chipFmaTowardZero(double A, double B, double C);
static double chipFmaDown(double A, double B, double C);
static double chipFmaUp(double A, double B, double C);
static float chipToFloat(double A);
#endif

#endif // HEDDLE_BUILTINS_CHIP_H
