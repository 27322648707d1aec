//===- SfuSquare.h - The special-function unit's square ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The approximate square of the quadratic interpolation, of a vector and of a
/// row of lanes: tesla-isa.md section 5.3, bit for bit.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SFUSQUARE_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SFUSQUARE_H

#include "Vector.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// About x^2 / 2^19 of an x below 2^17. The chip cuts each partial product
/// before it adds them: with x_i the bits of x >> 2, it sums x_i x_k 2^(i+k-14)
/// over i + k >= 14. Of the halves h (8 bits) and l (7 bits) of x >> 2, that is
/// all of h * h, nothing of l * l, and twice a part of h * l.
HEDDLE_INLINE U32 square32(U32 X) {
  U32 H = X >> 9, L = (X >> 2) & 127;
  U32 Part = splat(0);
  for (unsigned I = 0; I != 7; ++I)
    Part += (L >> (6 - I)) & -((H >> (I + 1)) & 1);
  return (H * H + Part * 2) >> 1;
}

#if defined(__AVX512BW__)
/// Sum of a_i b_k 2^(i+k-2) over i + k >= 2, of three bits a and three bits b.
struct alignas(64) TriangleTable {
  uint16_t Sums[64];
  constexpr TriangleTable() : Sums() {
    for (unsigned N = 0; N != 64; ++N)
      for (unsigned I = 0; I != 3; ++I)
        for (unsigned K = 2 - I; K != 3; ++K)
          Sums[N] += uint16_t((N >> I & N >> (3 + K) & 1) << (I + K - 2));
  }
};
constexpr TriangleTable Triangle;

/// square32 of 32 lanes, of which \p V has x >> 2.
HEDDLE_INLINE __m512i squareWords(__m512i V) {
  // The triangle of partial products, i + k >= 7 with the bits l_i of l and h_k
  // of h, is two small ones, l_0 to l_2 by h_5 to h_7 and l_3 to l_5 by h_2 to
  // h_4; the product of l_3 to l_5 and h_5 to h_7; and what l_6 is by.
  __m512i Upper = _mm512_srli_epi16(V, 9);
  auto Small = [&](__m512i Index) {
    return _mm512_permutex2var_epi16(_mm512_load_si512(Triangle.Sums), Index,
                                     _mm512_load_si512(Triangle.Sums + 32));
  };
  // Bits of the one where a bit is set, else of the other.
  const __m512i Three = _mm512_set1_epi16(7);
  __m512i Part =
      _mm512_add_epi16(Small(_mm512_ternarylogic_epi32(Three, V, Upper, 0xca)),
                       Small(_mm512_ternarylogic_epi32(Three, Upper, V, 0xca)));
  __m512i Product = _mm512_mulhi_epu16(
      _mm512_and_si512(_mm512_slli_epi16(V, 2), _mm512_set1_epi16(0xe0)),
      _mm512_and_si512(V, _mm512_set1_epi16(0x7000)));
  Part = _mm512_add_epi16(Part, Product);
  Part = _mm512_mask_add_epi16(Part,
                               _mm512_test_epi16_mask(V, _mm512_set1_epi16(64)),
                               Part, _mm512_srli_epi16(V, 8));
  // (h * h + 2 * part) / 2 without a 17th bit.
  __m512i H = _mm512_srli_epi16(V, 7);
  return _mm512_add_epi16(_mm512_srli_epi16(_mm512_mullo_epi16(H, H), 1), Part);
}
#elif defined(__AVX2__)
/// square32 of 16 lanes, of which \p V has x >> 2.
HEDDLE_INLINE __m256i squareWords(__m256i V) {
  // The triangle of partial products, i + k >= 7 with the bits l_i of l and h_k
  // of h, is seven rectangles: bits of h times bits of l, two a step. In each
  // byte of a word there is h in one operand and l in the other.
  __m256i Twice = _mm256_add_epi16(V, V);
  __m256i Odd = _mm256_set1_epi16(0x0101);
  __m256i Even = _mm256_setr_epi64x(0x0606040402020000, 0x0e0e0c0c0a0a0808,
                                    0x0606040402020000, 0x0e0e0c0c0a0a0808);
  __m256i H = _mm256_shuffle_epi8(Twice, _mm256_or_si256(Even, Odd));
  __m256i L = _mm256_shuffle_epi8(V, Even);
  auto Two = [&](int OfH, int OfL) {
    return _mm256_maddubs_epi16(
        _mm256_and_si256(H, _mm256_set1_epi16(short(OfH))),
        _mm256_and_si256(L, _mm256_set1_epi16(short(OfL))));
  };
  __m256i Part = _mm256_add_epi16(
      _mm256_add_epi16(Two(0xf0c0, 0x7806), Two(0x8020, 0x0104)),
      _mm256_add_epi16(Two(0x0c08, 0x6010), Two(0x0200, 0x4000)));
  // (h * h + 2 * part) / 2 without a 17th bit.
  __m256i Single = _mm256_srli_epi16(Twice, 8);
  __m256i Full = _mm256_mullo_epi16(Single, Single);
  return _mm256_add_epi16(_mm256_srli_epi16(Full, 1),
                          _mm256_srli_epi16(Part, 7));
}
#endif

/// square32 of each lane.
HEDDLE_INLINE void squareRow(U32 X[Lanes / W]) {
#if defined(__AVX512BW__)
  // All that is summed has 16 bits. How the lanes are mixed does not matter,
  // since unpacking undoes it.
  __m512i R =
      squareWords(_mm512_packus_epi32(_mm512_srli_epi32((__m512i)X[0], 2),
                                      _mm512_srli_epi32((__m512i)X[1], 2)));
  X[0] = (U32)_mm512_unpacklo_epi16(R, _mm512_setzero_si512());
  X[1] = (U32)_mm512_unpackhi_epi16(R, _mm512_setzero_si512());
#elif defined(__AVX2__)
  for (unsigned N = 0; N != Lanes / W; N += 2) {
    __m256i R = squareWords(
        _mm256_packus_epi32(_mm256_srli_epi32((__m256i)X[N], 2),
                            _mm256_srli_epi32((__m256i)X[N + 1], 2)));
    X[N] = (U32)_mm256_unpacklo_epi16(R, _mm256_setzero_si256());
    X[N + 1] = (U32)_mm256_unpackhi_epi16(R, _mm256_setzero_si256());
  }
#else
  for (unsigned N = 0; N != Lanes / W; ++N)
    X[N] = square32(X[N]);
#endif
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SFUSQUARE_H
