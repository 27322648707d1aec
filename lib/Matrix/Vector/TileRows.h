//===- TileRows.h - Rows of a tile on the host's vectors --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of a tile is eight sums, whatever the width of the host's vectors.
/// TileOperands says which lanes have them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_VECTOR_TILEROWS_H
#define HEDDLE_LIB_MATRIX_VECTOR_TILEROWS_H

#include "Vector.h"
#include "heddle/Matrix/DotProducts.h"

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

using Row __attribute__((vector_size(4 * TileColumns))) = float;
using IntRow __attribute__((vector_size(4 * TileColumns))) = int32_t;
using WordRow __attribute__((vector_size(4 * TileColumns))) = uint32_t;
using HalfRow __attribute__((vector_size(2 * TileColumns))) = uint32_t;

/// Rows that are computed together, so that columns of B are read once for all.
constexpr unsigned GroupRows = 4;

/// The words that lanes have of a tile's sums.
constexpr unsigned SumWords = TileRows * TileColumns;

template <class RowT, class T> HEDDLE_INLINE RowT loadRow(const T *From) {
  RowT V;
  __builtin_memcpy(&V, From, sizeof(V));
  return V;
}

template <class RowT, class T> HEDDLE_INLINE void storeRow(T *To, RowT V) {
  __builtin_memcpy(To, &V, sizeof(V));
}

/// The words of even and of odd columns, side by side.
HEDDLE_INLINE WordRow interleaved(HalfRow Even, HalfRow Odd) {
  return __builtin_shufflevector(Even, Odd, 0, 4, 1, 5, 2, 6, 3, 7);
}

HEDDLE_INLINE HalfRow evenColumns(WordRow V) {
  return __builtin_shufflevector(V, V, 0, 2, 4, 6);
}

HEDDLE_INLINE HalfRow oddColumns(WordRow V) {
  return __builtin_shufflevector(V, V, 1, 3, 5, 7);
}

/// Sums of row \p M in \p Words, of 32 bits each.
HEDDLE_INLINE WordRow loadSums(const uint32_t *Words, unsigned M) {
  const uint32_t *Even = Words + M / 8 * 2 * DotLanes + M % 8 * 4;
  return interleaved(loadRow<HalfRow>(Even), loadRow<HalfRow>(Even + DotLanes));
}

HEDDLE_INLINE void storeSums(uint32_t *Words, unsigned M, WordRow V) {
  uint32_t *Even = Words + M / 8 * 2 * DotLanes + M % 8 * 4;
  storeRow(Even, evenColumns(V));
  storeRow(Even + DotLanes, oddColumns(V));
}

/// Sums of row \p M in \p Words, of 16 bits each.
HEDDLE_INLINE WordRow loadHalfSums(const uint32_t *Words, unsigned M) {
  const HalfRow Pairs = loadRow<HalfRow>(Words + M / 8 * DotLanes + M % 8 * 4);
  return interleaved(Pairs & 0xffff, Pairs >> 16);
}

HEDDLE_INLINE void storeHalfSums(uint32_t *Words, unsigned M, WordRow V) {
  storeRow(Words + M / 8 * DotLanes + M % 8 * 4, evenColumns(V) | oddColumns(V)
                                                                      << 16);
}

/// Puts the words of B in the order of TileLayout.
HEDDLE_INLINE void orderColumns(const uint32_t *B, unsigned Registers,
                                uint32_t *To) {
  for (unsigned R = 0; R != Registers; ++R)
    for (unsigned Q = 0; Q != 4; ++Q)
      for (unsigned N = 0; N != TileColumns; ++N)
        *To++ = B[R * DotLanes + N * 4 + Q];
}

/// Words of B at most.
constexpr unsigned MaxWordsOfB = 4 * DotLanes;

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA

#endif // HEDDLE_LIB_MATRIX_VECTOR_TILEROWS_H
