//===- MixedCalls.cpp - Calls with types as arguments ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Common/Elements.h"
#include "Call.h"
#include "MixedGemm.h"
#include <algorithm>
#include <array>
#include <cstring>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// A factor of any type.
struct AnyScalar {
  std::array<char, 16> Value = {};
  const void *Place = nullptr;
  const void *get() const { return Place ? Place : Value.data(); }
};

AnyScalar scalarOf(Call &C, const char *Which, const void *Place,
                   unsigned Bytes) {
  AnyScalar S;
  C.require(Place != nullptr);
  if (C.hasDevicePointers()) {
    C.memory(Which, Place, Bytes);
    S.Place = Place;
  } else if (Place) {
    std::memcpy(S.Value.data(), Place, Bytes);
  }
  return S;
}

uint64_t matrixBytes(cudaDataType_t Type, int64_t Rows, int64_t Cols,
                     int64_t LD) {
  return bytesOf(Cols, LD, Rows, elementBytes(Type));
}

/// Checks what all products have in common. Returns the bytes of a factor.
unsigned checkGemm(Call &C, const MixedGemm &G, int64_t Batch) {
  cudaDataType_t Scale = CUDA_R_32F;
  C.mode(G.TransA);
  C.mode(G.TransB);
  C.counts({G.M, G.N, G.K, Batch});
  C.leading(C.isValid() ? G.rowsA() : 0, G.LDA);
  C.leading(C.isValid() ? G.rowsB() : 0, G.LDB);
  C.leading(G.M, G.LDD);
  C.support(G.scalarType(Scale));
  return elementBytes(Scale);
}

const char *advance(const void *Base, cudaDataType_t Type, int64_t Elements) {
  return static_cast<const char *>(Base) +
         Elements * int64_t(elementBytes(Type));
}

cublasStatus_t gemmStrided(Call &C, const MixedGemm &G, const void *Alpha,
                           const void *A, long long StrideA, const void *B,
                           long long StrideB, const void *Beta, void *D,
                           long long StrideD, int64_t Batch) {
  const unsigned Bytes = checkGemm(C, G, Batch);
  const AnyScalar Al = scalarOf(C, "alpha", Alpha, Bytes);
  const AnyScalar Be = scalarOf(C, "beta", Beta, Bytes);
  auto Add = [&](const char *Which, const void *First, cudaDataType_t Type,
                 int64_t Rows, int64_t Cols, int64_t LD, long long Stride) {
    const int64_t Each = Rows && Cols ? (Cols - 1) * LD + Rows : 0;
    const void *Lowest =
        Stride < 0 ? advance(First, Type, (Batch - 1) * Stride) : First;
    C.memory(Which, Lowest, bytesOf(Batch, Stride, Each, elementBytes(Type)));
  };
  if (C.isValid()) {
    Add("A", A, G.TypeA, G.rowsA(), G.colsA(), G.LDA, StrideA);
    Add("B", B, G.TypeB, G.rowsB(), G.colsB(), G.LDB, StrideB);
    Add("C", D, G.TypeD, G.M, G.N, G.LDD, StrideD);
  }
  return C.run([=] {
    for (int64_t I = 0; I < Batch; ++I)
      G.run(Al.get(), advance(A, G.TypeA, I * StrideA),
            advance(B, G.TypeB, I * StrideB), Be.get(),
            const_cast<char *>(advance(D, G.TypeD, I * StrideD)));
  });
}

cublasStatus_t gemmOfPointers(Call &C, const MixedGemm &G, const void *Alpha,
                              const void *const A[], const void *const B[],
                              const void *Beta, void *const D[],
                              int64_t Batch) {
  const unsigned Bytes = checkGemm(C, G, Batch);
  const AnyScalar Al = scalarOf(C, "alpha", Alpha, Bytes);
  const AnyScalar Be = scalarOf(C, "beta", Beta, Bytes);
  C.pointers("Aarray", A, Batch);
  C.pointers("Barray", B, Batch);
  C.pointers("Carray", D, Batch);
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!areAccessible(Name,
                         {{"a matrix of Aarray", A[I],
                           matrixBytes(G.TypeA, G.rowsA(), G.colsA(), G.LDA)},
                          {"a matrix of Barray", B[I],
                           matrixBytes(G.TypeB, G.rowsB(), G.colsB(), G.LDB)},
                          {"a matrix of Carray", D[I],
                           matrixBytes(G.TypeD, G.M, G.N, G.LDD)}}))
        return false;
      G.run(Al.get(), A[I], B[I], Be.get(), D[I]);
    }
    return true;
  });
}

} // namespace

/// The products, for indices of type I under names that end with WIDTH.
#define HEDDLE_PRODUCTS(I, WIDTH)                                              \
  HEDDLE_EXPORT cublasStatus_t cublasGemmEx##WIDTH(                            \
      cublasHandle_t Handle, cublasOperation_t TransA,                         \
      cublasOperation_t TransB, I M, I N, I K, const void *Alpha,              \
      const void *A, cudaDataType_t TypeA, I LDA, const void *B,               \
      cudaDataType_t TypeB, I LDB, const void *Beta, void *D,                  \
      cudaDataType_t TypeD, I LDD, cublasComputeType_t Compute,                \
      cublasGemmAlgo_t) {                                                      \
    Call C("cublasGemmEx" #WIDTH, Handle);                                     \
    return gemmStrided(C,                                                      \
                       {TransA, TransB, M, N, K, TypeA, TypeB, TypeD, LDA,     \
                        LDB, LDD, Compute},                                    \
                       Alpha, A, 0, B, 0, Beta, D, 0, 1);                      \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasGemmStridedBatchedEx##WIDTH(              \
      cublasHandle_t Handle, cublasOperation_t TransA,                         \
      cublasOperation_t TransB, I M, I N, I K, const void *Alpha,              \
      const void *A, cudaDataType_t TypeA, I LDA, long long StrideA,           \
      const void *B, cudaDataType_t TypeB, I LDB, long long StrideB,           \
      const void *Beta, void *D, cudaDataType_t TypeD, I LDD,                  \
      long long StrideD, I Batch, cublasComputeType_t Compute,                 \
      cublasGemmAlgo_t) {                                                      \
    Call C("cublasGemmStridedBatchedEx" #WIDTH, Handle);                       \
    return gemmStrided(C,                                                      \
                       {TransA, TransB, M, N, K, TypeA, TypeB, TypeD, LDA,     \
                        LDB, LDD, Compute},                                    \
                       Alpha, A, StrideA, B, StrideB, Beta, D, StrideD,        \
                       Batch);                                                 \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasGemmBatchedEx##WIDTH(                     \
      cublasHandle_t Handle, cublasOperation_t TransA,                         \
      cublasOperation_t TransB, I M, I N, I K, const void *Alpha,              \
      const void *const A[], cudaDataType_t TypeA, I LDA,                      \
      const void *const B[], cudaDataType_t TypeB, I LDB, const void *Beta,    \
      void *const D[], cudaDataType_t TypeD, I LDD, I Batch,                   \
      cublasComputeType_t Compute, cublasGemmAlgo_t) {                         \
    Call C("cublasGemmBatchedEx" #WIDTH, Handle);                              \
    return gemmOfPointers(C,                                                   \
                          {TransA, TransB, M, N, K, TypeA, TypeB, TypeD, LDA,  \
                           LDB, LDD, Compute},                                 \
                          Alpha, A, B, Beta, D, Batch);                        \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasSgemmEx##WIDTH(                           \
      cublasHandle_t Handle, cublasOperation_t TransA,                         \
      cublasOperation_t TransB, I M, I N, I K, const float *Alpha,             \
      const void *A, cudaDataType_t TypeA, I LDA, const void *B,               \
      cudaDataType_t TypeB, I LDB, const float *Beta, void *D,                 \
      cudaDataType_t TypeD, I LDD) {                                           \
    Call C("cublasSgemmEx" #WIDTH, Handle);                                    \
    C.support(!isComplexType(TypeA));                                          \
    return gemmStrided(C,                                                      \
                       {TransA, TransB, M, N, K, TypeA, TypeB, TypeD, LDA,     \
                        LDB, LDD, CUBLAS_COMPUTE_32F},                         \
                       Alpha, A, 0, B, 0, Beta, D, 0, 1);                      \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasHgemm##WIDTH(                             \
      cublasHandle_t Handle, cublasOperation_t TransA,                         \
      cublasOperation_t TransB, I M, I N, I K, const void *Alpha,              \
      const void *A, I LDA, const void *B, I LDB, const void *Beta, void *D,   \
      I LDD) {                                                                 \
    Call C("cublasHgemm" #WIDTH, Handle);                                      \
    return gemmStrided(C,                                                      \
                       {TransA, TransB, M, N, K, CUDA_R_16F, CUDA_R_16F,       \
                        CUDA_R_16F, LDA, LDB, LDD, CUBLAS_COMPUTE_16F},        \
                       Alpha, A, 0, B, 0, Beta, D, 0, 1);                      \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasHgemmStridedBatched##WIDTH(               \
      cublasHandle_t Handle, cublasOperation_t TransA,                         \
      cublasOperation_t TransB, I M, I N, I K, const void *Alpha,              \
      const void *A, I LDA, long long StrideA, const void *B, I LDB,           \
      long long StrideB, const void *Beta, void *D, I LDD, long long StrideD,  \
      I Batch) {                                                               \
    Call C("cublasHgemmStridedBatched" #WIDTH, Handle);                        \
    return gemmStrided(C,                                                      \
                       {TransA, TransB, M, N, K, CUDA_R_16F, CUDA_R_16F,       \
                        CUDA_R_16F, LDA, LDB, LDD, CUBLAS_COMPUTE_16F},        \
                       Alpha, A, StrideA, B, StrideB, Beta, D, StrideD,        \
                       Batch);                                                 \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasHgemmBatched##WIDTH(                      \
      cublasHandle_t Handle, cublasOperation_t TransA,                         \
      cublasOperation_t TransB, I M, I N, I K, const void *Alpha,              \
      const void *const A[], I LDA, const void *const B[], I LDB,              \
      const void *Beta, void *const D[], I LDD, I Batch) {                     \
    Call C("cublasHgemmBatched" #WIDTH, Handle);                               \
    return gemmOfPointers(C,                                                   \
                          {TransA, TransB, M, N, K, CUDA_R_16F, CUDA_R_16F,    \
                           CUDA_R_16F, LDA, LDB, LDD, CUBLAS_COMPUTE_16F},     \
                          Alpha, A, B, Beta, D, Batch);                        \
  }

HEDDLE_PRODUCTS(int, )
HEDDLE_PRODUCTS(int64_t, _64)
