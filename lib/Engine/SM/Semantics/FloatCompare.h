//===- FloatCompare.h - Comparisons of f32 ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Comparisons of vectors of lanes. The host compares floats, except in host
/// code of AArch64: LLVM compiles a comparison with a floating-point
/// environment lane by lane there, so comparisons are written with integers.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_FLOATCOMPARE_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_FLOATCOMPARE_H

#include "ScalarFloat.h"

#if defined(__aarch64__) && defined(HEDDLE_SM_TRANSLATED)
#define HEDDLE_SM_COMPARES_INTEGERS
#endif

namespace heddle::sm::HEDDLE_SM_ISA {

/// Lanes that count for zero where denormals do not count. Not written as a
/// comparison with zero: the compiler, which does not know of the host's state,
/// may replace that by a test of all bits.
HEDDLE_INLINE S32 isFlushed(U32 V) { return (S32)((V & Infinity) == 0); }

/// Lanes that are no number.
HEDDLE_INLINE S32 isUnordered(F32 V) {
#if defined(HEDDLE_SM_COMPARES_INTEGERS)
  // Compares magnitudes, by an instruction that LLVM does not reason about.
  return ~(S32)vcageq_f32((float32x4_t)V, (float32x4_t)V);
#else
  return (S32)(V != V);
#endif
}

/// Lanes that are not zero, of \p V without denormals.
HEDDLE_INLINE S32 isNotZero(F32 V) {
#if defined(HEDDLE_SM_COMPARES_INTEGERS)
  return (S32)((asBits(V) & ~SignBit) != 0);
#else
  return (S32)(V != 0);
#endif
}

/// How lanes compare; in none of these ways where one is no number.
struct Order {
  S32 Less, Equal, Greater;
};

/// Compares operands without denormals.
HEDDLE_INLINE Order compare(U32 A, U32 B) {
#if defined(HEDDLE_SM_COMPARES_INTEGERS)
  S32 Known = ~(isUnordered(asFloat(A)) | isUnordered(asFloat(B)));
  // Two's complement, in which there is one zero.
  auto Key = [](U32 V) {
    U32 Sign = (U32)((S32)V >> 31);
    return (S32)(((V & ~SignBit) ^ Sign) - Sign);
  };
  S32 X = Key(A), Y = Key(B);
  return {(S32)(X < Y) & Known, (S32)(X == Y) & Known, (S32)(X > Y) & Known};
#else
  F32 X = asFloat(A), Y = asFloat(B);
  return {(S32)(X < Y), (S32)(X == Y), (S32)(X > Y)};
#endif
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_FLOATCOMPARE_H
