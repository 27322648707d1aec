//===- PairVectors.h - Pairs of registers as vectors ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A 64-bit value lies in two rows, its words W lanes apart. Here the values of
/// W lanes are two vectors, whose lanes are in the order that takes one
/// instruction each way: of every four lanes the first two are in Part[0], the
/// others in Part[1]. All that goes on lane by lane may keep it.
///
/// \code
///   low:  l0 l1 l2 l3 | l4 ...      Part[0]: l0 h0 l1 h1 | l4 h4 l5 h5
///   high: h0 h1 h2 h3 | h4 ...      Part[1]: l2 h2 l3 h3 | l6 h6 l7 h7
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_PAIRVECTORS_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_PAIRVECTORS_H

#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// Half as many lanes as in U32.
using HalfU64 __attribute__((vector_size(4 * W))) = uint64_t;
using HalfS64 __attribute__((vector_size(4 * W))) = int64_t;
using HalfF64 __attribute__((vector_size(4 * W))) = double;
using HalfS32 __attribute__((vector_size(2 * W))) = int32_t;
using HalfF32 __attribute__((vector_size(2 * W))) = float;

HEDDLE_INLINE HalfU64 splat64(uint64_t V) { return HalfU64{} + V; }
HEDDLE_INLINE HalfU64 select64(HalfS64 Mask, HalfU64 A, HalfU64 B) {
  return ((HalfU64)Mask & A) | (~(HalfU64)Mask & B);
}

#if defined(HEDDLE_SM_HAS_FMA)
/// Rounded once, as the host's mode says.
HEDDLE_INLINE HalfF64 fusedMultiplyAdd(HalfF64 A, HalfF64 B, HalfF64 C) {
#if defined(__aarch64__)
  return (HalfF64)vfmaq_f64((float64x2_t)C, (float64x2_t)A, (float64x2_t)B);
#elif HEDDLE_SM_LANES == 16
  return (HalfF64)_mm512_fmadd_pd((__m512d)A, (__m512d)B, (__m512d)C);
#else
  return (HalfF64)_mm256_fmadd_pd((__m256d)A, (__m256d)B, (__m256d)C);
#endif
}
#endif

template <class V> struct Pairs {
  V Part[2];
};
using PairWords = Pairs<HalfU64>;
using Doubles = Pairs<HalfF64>;

/// Words of \p A and \p B in turn, of the first or the second half of every
/// four lanes.
template <bool Second> HEDDLE_INLINE U32 interleaved(U32 A, U32 B) {
  constexpr int S = Second ? 2 : 0;
#if HEDDLE_SM_LANES == 4
  return __builtin_shufflevector(A, B, S, 4 + S, 1 + S, 5 + S);
#elif HEDDLE_SM_LANES == 8
  return __builtin_shufflevector(A, B, S, 8 + S, 1 + S, 9 + S, 4 + S, 12 + S,
                                 5 + S, 13 + S);
#else
  return __builtin_shufflevector(A, B, S, 16 + S, 1 + S, 17 + S, 4 + S, 20 + S,
                                 5 + S, 21 + S, 8 + S, 24 + S, 9 + S, 25 + S,
                                 12 + S, 28 + S, 13 + S, 29 + S);
#endif
}
/// The other way: the first or second word of each value, in order of lanes.
template <bool Second> HEDDLE_INLINE U32 gathered(U32 A, U32 B) {
  constexpr int S = Second;
#if HEDDLE_SM_LANES == 4
  return __builtin_shufflevector(A, B, S, 2 + S, 4 + S, 6 + S);
#elif HEDDLE_SM_LANES == 8
  return __builtin_shufflevector(A, B, S, 2 + S, 8 + S, 10 + S, 4 + S, 6 + S,
                                 12 + S, 14 + S);
#else
  return __builtin_shufflevector(A, B, S, 2 + S, 16 + S, 18 + S, 4 + S, 6 + S,
                                 20 + S, 22 + S, 8 + S, 10 + S, 24 + S, 26 + S,
                                 12 + S, 14 + S, 28 + S, 30 + S);
#endif
}

/// The pairs of W lanes from \p Lane on of two rows.
HEDDLE_INLINE PairWords loadPairs(const uint32_t *Row, unsigned Lane) {
  U32 Low = load(Row + Lane), High = load(Row + Lanes + Lane);
  return {{(HalfU64)interleaved<false>(Low, High),
           (HalfU64)interleaved<true>(Low, High)}};
}
template <class V> HEDDLE_INLINE U32 lowWords(const Pairs<V> &P) {
  return gathered<false>((U32)P.Part[0], (U32)P.Part[1]);
}
template <class V> HEDDLE_INLINE U32 highWords(const Pairs<V> &P) {
  return gathered<true>((U32)P.Part[0], (U32)P.Part[1]);
}
/// A mask of all bits of each value as one of words.
HEDDLE_INLINE S32 maskOf(HalfS64 First, HalfS64 Second) {
  return (S32)gathered<false>((U32)First, (U32)Second);
}

template <bool Full, class V>
HEDDLE_INLINE void putPairs(uint32_t *Row, unsigned Lane, uint32_t Mask,
                            const Pairs<V> &P) {
  put<Full>(Row, Lane, Mask, lowWords(P));
  put<Full>(Row + Lanes, Lane, Mask, highWords(P));
}

/// The words of a vector that belong to the lanes of Part[0] and Part[1].
template <class HalfT, class FullT>
HEDDLE_INLINE void split(FullT V, HalfT &First, HalfT &Second) {
#if HEDDLE_SM_LANES == 4
  First = __builtin_shufflevector(V, V, 0, 1);
  Second = __builtin_shufflevector(V, V, 2, 3);
#elif HEDDLE_SM_LANES == 8
  First = __builtin_shufflevector(V, V, 0, 1, 4, 5);
  Second = __builtin_shufflevector(V, V, 2, 3, 6, 7);
#else
  First = __builtin_shufflevector(V, V, 0, 1, 4, 5, 8, 9, 12, 13);
  Second = __builtin_shufflevector(V, V, 2, 3, 6, 7, 10, 11, 14, 15);
#endif
}
/// And back.
template <class FullT, class HalfT>
HEDDLE_INLINE FullT joined(HalfT First, HalfT Second) {
#if HEDDLE_SM_LANES == 4
  return __builtin_shufflevector(First, Second, 0, 1, 2, 3);
#elif HEDDLE_SM_LANES == 8
  return __builtin_shufflevector(First, Second, 0, 1, 4, 5, 2, 3, 6, 7);
#else
  return __builtin_shufflevector(First, Second, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5,
                                 12, 13, 6, 7, 14, 15);
#endif
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_PAIRVECTORS_H
