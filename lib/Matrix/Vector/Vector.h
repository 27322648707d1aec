//===- Vector.h - Lanes on the host's vectors -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The compilers' own vector types. Everything here lives in a namespace named
/// after the host's instruction set, since the same inline function compiled
/// for two of them must never be merged by a linker.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_VECTOR_VECTOR_H
#define HEDDLE_LIB_MATRIX_VECTOR_VECTOR_H

#include <cstdint>

#ifndef HEDDLE_MATRIX_ISA
#error "HEDDLE_MATRIX_ISA names the namespace of this instruction set"
#endif

#define HEDDLE_INLINE [[gnu::always_inline]] static inline

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

/// Lanes of one host vector.
constexpr unsigned W = HEDDLE_MATRIX_LANES;

using U32 __attribute__((vector_size(4 * W))) = uint32_t;
using S32 __attribute__((vector_size(4 * W))) = int32_t;
using F32 __attribute__((vector_size(4 * W))) = float;

HEDDLE_INLINE S32 splat(int32_t V) { return S32{} + V; }

HEDDLE_INLINE U32 load(const uint32_t *P) {
  U32 V;
  __builtin_memcpy(&V, P, sizeof(V));
  return V;
}

HEDDLE_INLINE void store(uint32_t *P, U32 V) {
  __builtin_memcpy(P, &V, sizeof(V));
}

HEDDLE_INLINE S32 greater(S32 A, S32 B) { return A > B ? A : B; }
HEDDLE_INLINE S32 lesser(S32 A, S32 B) { return A < B ? A : B; }

/// Shifts \p V right by \p Count, which is not negative, by at most 31 bits.
HEDDLE_INLINE U32 shiftedRight(U32 V, S32 Count) {
  return V >> (U32)lesser(Count, splat(31));
}

/// Shifts each lane by the same \p Count, to the left if it is positive.
HEDDLE_INLINE U32 shifted(U32 V, int Count) {
  return Count >= 0 ? V << uint32_t(Count) : V >> uint32_t(-Count);
}

HEDDLE_INLINE bool any(S32 Mask) {
  int32_t All = 0;
  for (unsigned I = 0; I != W; ++I)
    All |= Mask[I];
  return All != 0;
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA

#endif // HEDDLE_LIB_MATRIX_VECTOR_VECTOR_H
