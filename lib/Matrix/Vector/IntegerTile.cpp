//===- IntegerTile.cpp - Tiles of integers, of one instruction set --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements become integers of 16 bits, two in a word, and hosts multiply two
// such pairs and add both products at once. The order of terms does not matter.
//
//===----------------------------------------------------------------------===//

#include "DotKernels.h"
#include "TileRows.h"
#include <cassert>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

using Shorts __attribute__((vector_size(4 * W))) = int16_t;
using UnsignedShorts __attribute__((vector_size(4 * W))) = uint16_t;

/// Elements of a tile as pairs, at most.
constexpr unsigned MaxPairsOfA = TileRows * MaxTileTerms / 2,
                   MaxPairsOfB = TileColumns * MaxTileTerms / 2;

/// The elements of \p Words of both halves of a word, from bit \p First on,
/// extended to 16 bits.
template <bool IsSigned>
HEDDLE_INLINE U32 pairOf(U32 Words, unsigned First, unsigned Bits) {
  const UnsignedShorts High = (UnsignedShorts)Words
                              << uint16_t(16 - First - Bits);
  const auto Unused = uint16_t(16 - Bits);
  return IsSigned ? (U32)((Shorts)High >> int16_t(Unused))
                  : (U32)(High >> Unused);
}

/// Pairs of elements of all words: the lowest of both halves of word after
/// word, then the next ones.
template <bool IsSigned>
static void pairsOf(const uint32_t *Words, unsigned Count, unsigned Bits,
                    uint32_t *To) {
  for (unsigned First = 0; First != 16; First += Bits)
    for (unsigned I = 0; I != Count; I += W, To += W)
      store(To, pairOf<IsSigned>(load(Words + I), First, Bits));
}

static void pairsOf(ElementType T, const uint32_t *Words, unsigned Count,
                    unsigned Bits, uint32_t *To) {
  if (T == ElementType::S8 || T == ElementType::S4)
    pairsOf<true>(Words, Count, Bits, To);
  else
    pairsOf<false>(Words, Count, Bits, To);
}

/// The sum of the products of both halves.
HEDDLE_INLINE WordRow multiplyPairs(uint32_t A, WordRow B) {
#if defined(__AVX2__)
  return (WordRow)_mm256_madd_epi16(_mm256_set1_epi32(int(A)), (__m256i)B);
#elif defined(__SSE2__)
  const __m128i Both = _mm_set1_epi32(int(A));
  WordRow Sum;
  for (unsigned I = 0; I != TileColumns; I += 4) {
    __m128i Columns;
    __builtin_memcpy(&Columns, (const uint32_t *)&B + I, sizeof(Columns));
    Columns = _mm_madd_epi16(Both, Columns);
    __builtin_memcpy((uint32_t *)&Sum + I, &Columns, sizeof(Columns));
  }
  return Sum;
#else
  const IntRow Low = (IntRow)(B << 16) >> 16, High = (IntRow)B >> 16;
  return (WordRow)(int32_t(int16_t(A)) * Low + (int32_t(A) >> 16) * High);
#endif
}

/// C and the exact sum \p Sum, clamped if the form is.
HEDDLE_INLINE WordRow added(const DotForm &F, WordRow C, WordRow Sum) {
  const WordRow Total = C + Sum;
  if (!F.Saturates)
    return Total;
  const IntRow Overflows = (IntRow)((C ^ Total) & (Sum ^ Total)) < 0;
  const WordRow Bound = 0x7fffffff + (C >> 31);
  return Overflows ? Bound : Total;
}

void integerTile(const DotForm &F, const TileOperands &X, uint32_t *D) {
  const TileLayout &L = X.Layout;
  assert(L.A.Bits == L.B.Bits && "pairs of A meet those of B");
  alignas(64) uint32_t A[MaxPairsOfA], B[MaxPairsOfB], Columns[MaxWordsOfB];
  alignas(64) uint32_t Sums[SumWords];
  orderColumns(X.B, L.B.Registers, Columns);
  pairsOf(F.A, X.A, L.A.words(), L.A.Bits, A);
  pairsOf(F.B, Columns, L.B.words(), L.B.Bits, B);
  const unsigned Each = L.A.perWord(), WordsOfA = L.A.words(),
                 WordsOfB = L.B.words();
  for (unsigned First = 0; First != TileRows; First += GroupRows) {
    WordRow Sum[GroupRows] = {};
    for (unsigned K = 0; K != L.K; K += Each)
      for (unsigned Pair = 0; Pair != Each / 2; ++Pair) {
        const uint32_t *OfA = A + Pair * WordsOfA + L.TermOfA[K];
        const WordRow OfB =
            loadRow<WordRow>(B + Pair * WordsOfB + L.TermOfB[K]);
        for (unsigned M = 0; M != GroupRows; ++M)
          Sum[M] += multiplyPairs(OfA[L.RowOfA[First + M]], OfB);
      }
    for (unsigned M = 0; M != GroupRows; ++M)
      storeSums(Sums, First + M, added(F, loadSums(X.C, First + M), Sum[M]));
  }
  __builtin_memcpy(D, Sums, sizeof(Sums));
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA
