//===- MixedGemm.h - Products of matrices of any types ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_MIXEDGEMM_H
#define HEDDLE_MATHAPI_BLAS_MIXEDGEMM_H

#include "heddle-cuda/blas_types.h"
#include <cstdint>

namespace heddle::math {

/// D = alpha * op(A) * op(B) + beta * D, where each matrix has a type of its
/// own.
struct MixedGemm {
  cublasOperation_t TransA, TransB;
  int64_t M, N, K;
  cudaDataType_t TypeA, TypeB, TypeD;
  int64_t LDA, LDB, LDD;
  cublasComputeType_t Compute;

  /// Returns the type of the factors; none if these types do not go together.
  bool scalarType(cudaDataType_t &Type) const;
  /// Sums are floats, or doubles for doubles and for integers of 8 bits, whose
  /// sums these hold exactly; the result is rounded once.
  void run(const void *Alpha, const void *A, const void *B, const void *Beta,
           void *D) const;

  int64_t rowsA() const { return TransA == CUBLAS_OP_N ? M : K; }
  int64_t colsA() const { return TransA == CUBLAS_OP_N ? K : M; }
  int64_t rowsB() const { return TransB == CUBLAS_OP_N ? K : N; }
  int64_t colsB() const { return TransB == CUBLAS_OP_N ? N : K; }
};

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLAS_MIXEDGEMM_H
