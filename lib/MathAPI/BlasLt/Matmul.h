//===- Matmul.h - A product of cuBLASLt -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLASLT_MATMUL_H
#define HEDDLE_MATHAPI_BLASLT_MATMUL_H

#include "../Common/DeviceWork.h"
#include "Descriptors.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>

namespace heddle::math {

/// Whether a call can be done, and why not.
struct Verdict {
  cublasStatus_t Status = CUBLAS_STATUS_SUCCESS;
  const char *Why = "";

  bool isGood() const { return Status == CUBLAS_STATUS_SUCCESS; }
  /// An argument is not allowed unless \p Holds.
  void require(bool Holds, const char *Else) {
    fail(Holds, CUBLAS_STATUS_INVALID_VALUE, Else);
  }
  /// The call asks for what is not here unless \p Holds.
  void support(bool Holds, const char *Else) {
    fail(Holds, CUBLAS_STATUS_NOT_SUPPORTED, Else);
  }

private:
  void fail(bool Holds, cublasStatus_t With, const char *Else) {
    if (!Holds && isGood()) {
      Status = With;
      Why = Else;
    }
  }
};

/// Elements in memory, whatever their order.
struct MatrixView {
  cudaDataType_t Type = CUDA_R_32F;
  int64_t Rows = 0, Cols = 0;
  int64_t RowStep = 0, ColStep = 0, BatchStep = 0;
  /// From the first element to the end of the last, of one matrix.
  int64_t Reach = 0;

  int64_t index(int64_t Row, int64_t Col, int64_t Batch) const {
    return Row * RowStep + Col * ColStep + Batch * BatchStep;
  }
  MatrixView transposed() const {
    return {Type, Cols, Rows, ColStep, RowStep, BatchStep, Reach};
  }
};

/// A factor: one number or one for each row, on the host or the device.
struct LtFactor {
  std::array<char, 16> Value = {};
  const void *Place = nullptr;
  int64_t RowStep = 0, BatchStep = 0;
  const void *get() const { return Place ? Place : Value.data(); }
};

/// D = epilogue(alpha * op(A) * op(B) + beta * C): what descriptors say,
/// checked.
struct Matmul {
  LtMatmulDesc Desc;
  /// A and B are as they are multiplied, M x K and K x N.
  MatrixView A, B, C, D;
  int64_t M = 0, N = 0, K = 0, Batch = 0;
  cudaDataType_t BiasType = CUDA_R_32F, AuxType = CUDA_R_32F;

  const void *DataA = nullptr, *DataB = nullptr, *DataC = nullptr;
  void *DataD = nullptr;
  LtFactor Alpha, Beta;

  /// Takes what the descriptors say, if that makes sense and is supported.
  Verdict plan(cublasLtMatmulDesc_t Desc, cublasLtMatrixLayout_t A,
               cublasLtMatrixLayout_t B, cublasLtMatrixLayout_t C,
               cublasLtMatrixLayout_t D);
  /// Takes the factors of a planned product.
  Verdict takeFactors(const void *Alpha, const void *Beta);
  /// Returns the memory that a planned product with data accesses.
  llvm::SmallVector<Operand, 16> operands() const;
  void run() const;

  bool hasEpilogue(unsigned Bits) const {
    return (Desc.Epilogue & Bits) == Bits;
  }
  bool writesRelu() const;
  bool isBiasWritten() const;
  /// C counts unless beta is zero.
  bool readsC() const;

private:
  void checkTypes(Verdict &V);
  void checkShapes(Verdict &V) const;
  void checkEpilogue(Verdict &V);
  void checkScales(Verdict &V) const;
  template <typename W> void runAs() const;
};

inline bool isEightBitFloat(cudaDataType_t Type) {
  return Type == CUDA_R_8F_E4M3 || Type == CUDA_R_8F_E5M2;
}

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLASLT_MATMUL_H
