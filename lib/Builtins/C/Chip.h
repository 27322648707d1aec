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

#ifdef __NVPTX__
#define BUILTIN
static inline float chipFromU32(u32 A) { return __nvvm_ui2f_rn(A); }
static inline u32 chipToU32(float A) { return __nvvm_f2ui_rz_ftz(A); }
static inline float chipMul(float A, float B) {
  return __nvvm_mul_rn_ftz_f(A, B);
}
static inline float chipRcp(float A) { return __nvvm_rcp_approx_ftz_f(A); }
static inline u32 chipMulHi(u32 A, u32 B) { return __nvvm_mulhi_ui(A, B); }
#else
#define BUILTIN static
static float chipFromU32(u32 A);
static u32 chipToU32(float A);
static float chipMul(float A, float B);
static float chipRcp(float A);
static u32 chipMulHi(u32 A, u32 B);
#endif

#endif // HEDDLE_BUILTINS_CHIP_H
