//===- ScalarHalf.h - One f16 or bf16 ---------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Arithmetic of f16 and bf16 by that of f32, which has more than twice as many
/// bits and two: rounding a sum or a product of two to nearest twice is
/// rounding it once. A fused product and sum is rounded to odd in between.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARHALF_H
#define HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARHALF_H

#include "ScalarFunction.h"
#include "ScalarNarrow.h"

namespace heddle::sm::HEDDLE_SM_ISA {

/// How an operation treats its sources and its result.
struct HalfMode {
  NarrowFormat Format;
  bool Flush;
  bool Saturate;
  /// Clamps to 0 from below.
  bool Relu;
};

HEDDLE_INLINE uint32_t flushHalf(uint32_t V, HalfMode M) {
  const NarrowLayout &L = layoutOf(M.Format);
  uint32_t Exponent = ((1u << L.ExponentBits) - 1) << L.FractionBits;
  return M.Flush && !(V & Exponent) ? V & 0x8000 : V;
}

/// A NaN keeps its sign.
HEDDLE_INLINE uint32_t sourceHalf(uint32_t V, HalfMode M) {
  return widen(flushHalf(V, M), M.Format) | (V & 0x8000) << 16;
}

/// \p V, an f32, rounded to the format. f16 is flushed by what it is with an
/// unbounded exponent, which in the binade below the least normal number keeps
/// one bit more: measured on an NVIDIA H200.
inline uint32_t roundedHalf(uint32_t V, HalfMode M) {
  constexpr uint32_t LeastF16 = 0x38800000, HalfUnit = 0x1000;
  const bool IsTiny =
      M.Format == NarrowFormat::F16 && (V & ~SignBit) < LeastF16 - HalfUnit;
  if (M.Flush && IsTiny)
    return V >> 16 & 0x8000;
  return flushHalf(narrow(V, M.Format, RoundingMode::Nearest, false), M);
}

/// \p V, an f32, as the result.
inline uint32_t resultHalf(uint32_t V, HalfMode M) {
  uint32_t R = roundedHalf(V, M);
  if (!M.Saturate && !M.Relu)
    return R;
  uint32_t One = M.Format == NarrowFormat::F16 ? 0x3c00 : 0x3f80;
  if ((R & 0x7fff) > layoutOf(M.Format).Inf)
    return M.Saturate ? 0 : R;
  if (R & 0x8000)
    return 0;
  return M.Saturate && R > One ? One : R;
}

inline uint32_t addHalf(uint32_t A, uint32_t B, uint32_t, HalfMode M) {
  return resultHalf(addIeee(sourceHalf(A, M), sourceHalf(B, M), 0,
                            RoundingMode::Nearest, false),
                    M);
}
inline uint32_t subHalf(uint32_t A, uint32_t B, uint32_t, HalfMode M) {
  return addHalf(A, B ^ 0x8000, 0, M);
}
inline uint32_t mulHalf(uint32_t A, uint32_t B, uint32_t, HalfMode M) {
  return resultHalf(mulIeee(sourceHalf(A, M), sourceHalf(B, M), 0,
                            RoundingMode::Nearest, false),
                    M);
}

inline uint32_t fmaHalf(uint32_t A, uint32_t B, uint32_t C, HalfMode M) {
  A = sourceHalf(A, M);
  B = sourceHalf(B, M);
  C = sourceHalf(C, M);
  uint32_t Down = fmaIeee(A, B, C, RoundingMode::Down, false);
  uint32_t Up = fmaIeee(A, B, C, RoundingMode::Up, false);
  // Rounds to odd: one of two neighbours is odd. Zeros of both signs are an
  // exact 0.
  uint32_t Odd = Down == Up                               ? Up
                 : isZeroScalar(Down) && isZeroScalar(Up) ? 0
                 : Down & 1                               ? Down
                                                          : Up;
  return resultHalf(Odd, M);
}

inline uint32_t ex2Half(uint32_t A, uint32_t, uint32_t, HalfMode M) {
  return resultHalf(ex2Scalar(sourceHalf(A, M), false), M);
}
inline uint32_t tanhHalf(uint32_t A, uint32_t, uint32_t, HalfMode M) {
  return resultHalf(tanhScalar(sourceHalf(A, M), false), M);
}

} // namespace heddle::sm::HEDDLE_SM_ISA

#endif // HEDDLE_LIB_ENGINE_SM_SEMANTICS_SCALARHALF_H
