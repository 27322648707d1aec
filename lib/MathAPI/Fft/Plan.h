//===- Plan.h - Plans of transforms -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_FFT_PLAN_H
#define HEDDLE_MATHAPI_FFT_PLAN_H

#include "heddle-cuda/fft_types.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace heddle::math {

/// How the elements of one side of a transform lie in memory.
struct FftLayout {
  /// Empty: one behind the other, as the sizes have them.
  llvm::SmallVector<int, 3> Embed;
  int Stride = 1, Distance = 0;
};

/// The plan behind a handle of cuFFT.
struct FftPlan {
  CUstream Stream = nullptr;
  /// Empty until the plan is made.
  llvm::SmallVector<int, 3> Sizes;
  cufftType Type = CUFFT_C2C;
  int Batch = 0;
  FftLayout In, Out;

  bool isMade() const { return !Sizes.empty(); }

  /// Transforms \p From to \p To, which may be the same; \p Name is the call.
  /// Nothing is normalized.
  cufftResult execute(const char *Name, const void *From, void *To,
                      int Direction) const;
};

/// Whether both numbers of \p Type are complex, or the first or second is real.
inline bool isReal(cufftType Type, bool IsInput) {
  return Type == (IsInput ? CUFFT_R2C : CUFFT_C2R) ||
         Type == (IsInput ? CUFFT_D2Z : CUFFT_Z2D);
}
inline bool isDouble(cufftType Type) { return Type & 0x40; }

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_FFT_PLAN_H
