//===- MixedGemm.cpp - Products of matrices of any types ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedGemm.h"
#include "../Common/Elements.h"
#include "Call.h"
#include "Routines.h"
#include <cassert>
#include <cmath>
#include <vector>

namespace heddle::math {
namespace {

/// The rows of the table in the documentation of cublasGemmEx.
bool goTogether(cublasComputeType_t Compute, cudaDataType_t In,
                cudaDataType_t Out, cudaDataType_t &Scale) {
  auto Is = [&](cudaDataType_t A, cudaDataType_t D) {
    return In == A && Out == D;
  };
  switch (Compute) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    Scale = CUDA_R_16F;
    return Is(CUDA_R_16F, CUDA_R_16F);
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    Scale = CUDA_R_32I;
    return Is(CUDA_R_8I, CUDA_R_32I);
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_32F_PEDANTIC:
    Scale = In == CUDA_C_32F ? CUDA_C_32F : CUDA_R_32F;
    return Is(CUDA_R_16BF, CUDA_R_16BF) || Is(CUDA_R_16F, CUDA_R_16F) ||
           Is(CUDA_R_16BF, CUDA_R_32F) || Is(CUDA_R_16F, CUDA_R_32F) ||
           Is(CUDA_R_8I, CUDA_R_32F) || Is(CUDA_R_32F, CUDA_R_32F) ||
           Is(CUDA_C_32F, CUDA_C_32F);
  case CUBLAS_COMPUTE_32F_FAST_16F:
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
    Scale = In == CUDA_C_32F ? CUDA_C_32F : CUDA_R_32F;
    return Is(CUDA_R_32F, CUDA_R_32F) || Is(CUDA_C_32F, CUDA_C_32F);
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC:
  case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
    Scale = In == CUDA_C_64F ? CUDA_C_64F : CUDA_R_64F;
    return Is(CUDA_R_64F, CUDA_R_64F) || Is(CUDA_C_64F, CUDA_C_64F);
  }
  return false;
}

/// Returns the matrix without gaps.
template <typename W>
std::vector<W> widen(cudaDataType_t Type, const void *A, int64_t Rows,
                     int64_t Cols, int64_t LD) {
  assert(Rows >= 0 && Cols >= 0 && LD >= Rows && !isComplexType(Type) &&
         "the call has looked at the sizes");
  std::vector<W> Result(size_t(Rows * Cols));
  for (int64_t J = 0; J < Cols; ++J)
    for (int64_t I = 0; I < Rows; ++I)
      Result[size_t(I + J * Rows)] =
          W(loadElement(Type, A, size_t(I + J * LD)));
  return Result;
}

template <typename W>
void multiplyWidened(const MixedGemm &G, double Alpha, const void *A,
                     const void *B, double Beta, void *D) {
  const std::vector<W> WideA =
      widen<W>(G.TypeA, A, G.rowsA(), G.colsA(), G.LDA);
  const std::vector<W> WideB =
      widen<W>(G.TypeB, B, G.rowsB(), G.colsB(), G.LDB);
  // A matrix that is multiplied by 0 is not read.
  std::vector<W> Sums = Beta == 0 ? std::vector<W>(size_t(G.M * G.N))
                                  : widen<W>(G.TypeD, D, G.M, G.N, G.LDD);
  host::call(host::gemm<W>, letter(G.TransA), letter(G.TransB), G.M, G.N, G.K,
             W(Alpha), WideA.data(), std::max<int64_t>(G.rowsA(), 1),
             WideB.data(), std::max<int64_t>(G.rowsB(), 1), W(Beta),
             Sums.data(), std::max<int64_t>(G.M, 1));
  for (int64_t J = 0; J < G.N; ++J)
    for (int64_t I = 0; I < G.M; ++I) {
      double Sum = double(Sums[size_t(I + J * G.M)]);
      // Integers wrap around.
      if (G.TypeD == CUDA_R_32I)
        Sum = double(int32_t(uint32_t(int64_t(Sum))));
      storeElement(G.TypeD, D, size_t(I + J * G.LDD), Sum);
    }
}

/// Without another type in between.
template <typename T>
void multiply(const MixedGemm &G, const void *Alpha, const void *A,
              const void *B, const void *Beta, void *D) {
  host::call(host::gemm<T>, letter(G.TransA), letter(G.TransB), G.M, G.N, G.K,
             static_cast<const T *>(Alpha), static_cast<const T *>(A), G.LDA,
             static_cast<const T *>(B), G.LDB, static_cast<const T *>(Beta),
             static_cast<T *>(D), G.LDD);
}

} // namespace

bool MixedGemm::scalarType(cudaDataType_t &Type) const {
  return TypeA == TypeB && goTogether(Compute, TypeA, TypeD, Type);
}

void MixedGemm::run(const void *Alpha, const void *A, const void *B,
                    const void *Beta, void *D) const {
  cudaDataType_t Scale = CUDA_R_32F;
  [[maybe_unused]] const bool IsKnown = scalarType(Scale);
  assert(IsKnown && "the call has looked at the types");
  if (TypeA == CUDA_C_32F)
    return multiply<Complex32>(*this, Alpha, A, B, Beta, D);
  if (TypeA == CUDA_C_64F)
    return multiply<Complex64>(*this, Alpha, A, B, Beta, D);
  if (TypeA == CUDA_R_64F)
    return multiply<double>(*this, Alpha, A, B, Beta, D);
  if (TypeA == CUDA_R_32F)
    return multiply<float>(*this, Alpha, A, B, Beta, D);
  const double First = loadElement(Scale, Alpha, 0);
  const double Second = loadElement(Scale, Beta, 0);
  if (TypeA == CUDA_R_8I)
    return multiplyWidened<double>(*this, First, A, B, Second, D);
  multiplyWidened<float>(*this, First, A, B, Second, D);
}

} // namespace heddle::math
