//===- Batched.h - Many matrices at once ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_BATCHED_H
#define HEDDLE_MATHAPI_BLAS_BATCHED_H

#include "Call.h"
#include "Level3.h"
#include "Routines.h"
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace heddle::math::calls {

/// Whether the matrix \p Which of a call that runs is memory of the device.
template <typename T>
bool isMatrix(const char *Name, const char *Which, const T *A, int64_t Rows,
              int64_t Cols, int64_t LD) {
  return areAccessible(Name, {{Which, A, bytesOf(Cols, LD, Rows, sizeof(T))}});
}

/// Adds the memory of \p Batch matrices of \p Cols columns.
template <typename T>
void addStrided(Call &C, const char *Which, const T *A, int64_t Rows,
                int64_t Cols, int64_t LD, long long Stride, int64_t Batch) {
  C.leading(Rows, LD);
  if (!C.isValid())
    return;
  const int64_t Each = Rows && Cols ? (Cols - 1) * LD + Rows : 0;
  const T *First = Stride < 0 ? A + (Batch - 1) * Stride : A;
  C.memory(Which, First, bytesOf(Batch, Stride, Each, sizeof(T)));
}

template <typename T>
cublasStatus_t
gemmStridedBatched(Call &C, cublasOperation_t TransA, cublasOperation_t TransB,
                   int64_t M, int64_t N, int64_t K, const T *Alpha, const T *A,
                   int64_t LDA, long long StrideA, const T *B, int64_t LDB,
                   long long StrideB, const T *Beta, T *D, int64_t LDD,
                   long long StrideD, int64_t Batch) {
  C.mode(TransA);
  C.mode(TransB);
  C.counts({M, N, K, Batch});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  const bool PlainA = TransA == CUBLAS_OP_N, PlainB = TransB == CUBLAS_OP_N;
  addStrided(C, "A", A, PlainA ? M : K, PlainA ? K : M, LDA, StrideA, Batch);
  addStrided(C, "B", B, PlainB ? K : N, PlainB ? N : K, LDB, StrideB, Batch);
  addStrided(C, "C", D, M, N, LDD, StrideD, Batch);
  return C.run([=] {
    for (int64_t I = 0; I < Batch; ++I)
      host::call(host::gemm<T>, letter(TransA), letter(TransB), M, N, K, Al,
                 A + I * StrideA, LDA, B + I * StrideB, LDB, Be,
                 D + I * StrideD, LDD);
  });
}

template <typename T>
cublasStatus_t
gemmBatched(Call &C, cublasOperation_t TransA, cublasOperation_t TransB,
            int64_t M, int64_t N, int64_t K, const T *Alpha, const T *const A[],
            int64_t LDA, const T *const B[], int64_t LDB, const T *Beta,
            T *const D[], int64_t LDD, int64_t Batch) {
  C.mode(TransA);
  C.mode(TransB);
  C.counts({M, N, K, Batch});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  const int64_t RowsA = TransA == CUBLAS_OP_N ? M : K, ColsA = M + K - RowsA;
  const int64_t RowsB = TransB == CUBLAS_OP_N ? K : N, ColsB = N + K - RowsB;
  C.leading(RowsA, LDA);
  C.leading(RowsB, LDB);
  C.leading(M, LDD);
  C.pointers("Aarray", A, Batch);
  C.pointers("Barray", B, Batch);
  C.pointers("Carray", D, Batch);
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!isMatrix(Name, "a matrix of Aarray", A[I], RowsA, ColsA, LDA) ||
          !isMatrix(Name, "a matrix of Barray", B[I], RowsB, ColsB, LDB) ||
          !isMatrix(Name, "a matrix of Carray", D[I], M, N, LDD))
        return false;
      host::call(host::gemm<T>, letter(TransA), letter(TransB), M, N, K, Al,
                 A[I], LDA, B[I], LDB, Be, D[I], LDD);
    }
    return true;
  });
}

template <typename T>
cublasStatus_t
gemvStridedBatched(Call &C, cublasOperation_t Trans, int64_t M, int64_t N,
                   const T *Alpha, const T *A, int64_t LDA, long long StrideA,
                   const T *X, int64_t IncX, long long StrideX, const T *Beta,
                   T *Y, int64_t IncY, long long StrideY, int64_t Batch) {
  C.mode(Trans);
  C.counts({M, N, Batch});
  C.stride(IncX);
  C.stride(IncY);
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  const int64_t SizeX = Trans == CUBLAS_OP_N ? N : M, SizeY = M + N - SizeX;
  addStrided(C, "A", A, M, N, LDA, StrideA, Batch);
  addStrided(C, "x", X, 1, SizeX, std::abs(IncX), StrideX, Batch);
  addStrided(C, "y", Y, 1, SizeY, std::abs(IncY), StrideY, Batch);
  return C.run([=] {
    for (int64_t I = 0; I < Batch; ++I)
      host::call(host::gemv<T>, letter(Trans), M, N, Al, A + I * StrideA, LDA,
                 X + I * StrideX, IncX, Be, Y + I * StrideY, IncY);
  });
}

template <typename T>
cublasStatus_t gemvBatched(Call &C, cublasOperation_t Trans, int64_t M,
                           int64_t N, const T *Alpha, const T *const A[],
                           int64_t LDA, const T *const X[], int64_t IncX,
                           const T *Beta, T *const Y[], int64_t IncY,
                           int64_t Batch) {
  C.mode(Trans);
  C.counts({M, N, Batch});
  C.leading(M, LDA);
  C.stride(IncX);
  C.stride(IncY);
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  const int64_t SizeX = Trans == CUBLAS_OP_N ? N : M, SizeY = M + N - SizeX;
  C.pointers("Aarray", A, Batch);
  C.pointers("xarray", X, Batch);
  C.pointers("yarray", Y, Batch);
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!isMatrix(Name, "a matrix of Aarray", A[I], M, N, LDA) ||
          !isMatrix(Name, "a vector of xarray", X[I], 1, SizeX,
                    std::abs(IncX)) ||
          !isMatrix(Name, "a vector of yarray", Y[I], 1, SizeY, std::abs(IncY)))
        return false;
      host::call(host::gemv<T>, letter(Trans), M, N, Al, A[I], LDA, X[I], IncX,
                 Be, Y[I], IncY);
    }
    return true;
  });
}

template <typename T>
cublasStatus_t trsmBatched(Call &C, cublasSideMode_t Side,
                           cublasFillMode_t Uplo, cublasOperation_t Trans,
                           cublasDiagType_t Diag, int64_t M, int64_t N,
                           const T *Alpha, const T *const A[], int64_t LDA,
                           T *const B[], int64_t LDB, int64_t Batch) {
  const T *NoA = nullptr, *NoB = nullptr;
  addTriangle(C, Side, Uplo, Trans, Diag, 0, 0, NoA, LDA, NoB, LDB);
  C.counts({M, N, Batch});
  const int64_t Order = Side == CUBLAS_SIDE_LEFT ? M : N;
  C.leading(Order, LDA);
  C.leading(M, LDB);
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.pointers("A", A, Batch);
  C.pointers("B", B, Batch);
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!isMatrix(Name, "a matrix of A", A[I], Order, Order, LDA) ||
          !isMatrix(Name, "a matrix of B", B[I], M, N, LDB))
        return false;
      host::call(host::trsm<T>, letter(Side), letter(Uplo), letter(Trans),
                 letter(Diag), M, N, Al, A[I], LDA, B[I], LDB);
    }
    return true;
  });
}

/// Factors without exchanges, as LAPACK has no routine for. Returns 0, or the
/// first column, from 1, whose pivot is zero.
template <typename T> int factorInPlace(int64_t N, T *A, int64_t LDA) {
  int Zero = 0;
  for (int64_t K = 0; K < N; ++K) {
    const T Pivot = A[K + K * LDA];
    if (Pivot == T()) {
      Zero = Zero ? Zero : int(K + 1);
      continue;
    }
    for (int64_t I = K + 1; I < N; ++I)
      A[I + K * LDA] /= Pivot;
    for (int64_t J = K + 1; J < N; ++J)
      for (int64_t I = K + 1; I < N; ++I)
        A[I + J * LDA] -= A[I + K * LDA] * A[K + J * LDA];
  }
  return Zero;
}

template <typename T>
cublasStatus_t getrfBatched(Call &C, int64_t N, T *const A[], int64_t LDA,
                            int *Pivots, int *Info, int64_t Batch) {
  C.counts({N, Batch});
  C.leading(N, LDA);
  C.pointers("Aarray", A, Batch);
  if (Pivots)
    C.memory("PivotArray", Pivots, bytesOf(N * Batch, 1, 1, sizeof(int)));
  C.memory("infoArray", Info, bytesOf(Batch, 1, 1, sizeof(int)));
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!isMatrix(Name, "a matrix of Aarray", A[I], N, N, LDA))
        return false;
      if (Pivots)
        host::call(host::getrf<T>, N, N, A[I], LDA, Pivots + I * N, Info + I);
      else
        Info[I] = factorInPlace(N, A[I], LDA);
    }
    return true;
  });
}

/// Returns the exchanges of a matrix of a batch: none without \p Pivots.
inline std::vector<int> pivotsOf(const int *Pivots, int64_t N, int64_t Which) {
  std::vector<int> Result(static_cast<size_t>(N));
  if (Pivots)
    std::copy_n(Pivots + Which * N, N, Result.begin());
  else
    std::iota(Result.begin(), Result.end(), 1);
  return Result;
}

/// Returns whether \p At, pivots of matrix \p Which of a call that runs, are
/// rows of the matrix, and says which is not: LAPACK would swap what lies
/// beyond it.
inline bool arePivots(const char *Name, const std::vector<int> &At,
                      int64_t Which) {
  const auto N = static_cast<int>(At.size());
  const auto Bad = std::find_if(At.begin(), At.end(),
                                [&](int Row) { return Row < 1 || Row > N; });
  if (Bad == At.end())
    return true;
  logFailure(Name,
             ("pivot " + std::to_string(*Bad) + " of matrix " +
              std::to_string(Which) + " is no row of 1 to " + std::to_string(N))
                 .c_str());
  return false;
}

/// Inverts the factored matrix \p A in place. Returns what LAPACK says.
template <typename T>
int invertFactored(int64_t N, T *A, int64_t LDA, const std::vector<int> &At) {
  std::vector<T> Work(static_cast<size_t>(std::max<int64_t>(N, 1)));
  int Result = 0;
  host::call(host::getri<T>, N, A, LDA, At.data(), Work.data(), N, &Result);
  return Result;
}

template <typename T>
cublasStatus_t getriBatched(Call &C, int64_t N, const T *const A[], int64_t LDA,
                            const int *Pivots, T *const D[], int64_t LDD,
                            int *Info, int64_t Batch) {
  C.counts({N, Batch});
  C.leading(N, LDA);
  C.leading(N, LDD);
  C.pointers("Aarray", A, Batch);
  C.pointers("Carray", D, Batch);
  if (Pivots)
    C.memory("PivotArray", Pivots, bytesOf(N * Batch, 1, 1, sizeof(int)));
  C.memory("infoArray", Info, bytesOf(Batch, 1, 1, sizeof(int)));
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!isMatrix(Name, "a matrix of Aarray", A[I], N, N, LDA) ||
          !isMatrix(Name, "a matrix of Carray", D[I], N, N, LDD))
        return false;
      const std::vector<int> At = pivotsOf(Pivots, N, I);
      if (!arePivots(Name, At, I))
        return false;
      for (int64_t J = 0; J < N; ++J)
        std::copy_n(A[I] + J * LDA, N, D[I] + J * LDD);
      Info[I] = invertFactored(N, D[I], LDD, At);
    }
    return true;
  });
}

/// \p Info is the host's: it says which argument is wrong.
template <typename T>
cublasStatus_t getrsBatched(Call &C, cublasOperation_t Trans, int64_t N,
                            int64_t NRHS, const T *const A[], int64_t LDA,
                            const int *Pivots, T *const B[], int64_t LDB,
                            int *Info, int64_t Batch) {
  C.mode(Trans);
  C.counts({N, NRHS, Batch});
  C.leading(N, LDA);
  C.leading(N, LDB);
  C.require(Info != nullptr);
  C.pointers("Aarray", A, Batch);
  C.pointers("Barray", B, Batch);
  if (Pivots)
    C.memory("devIpiv", Pivots, bytesOf(N * Batch, 1, 1, sizeof(int)));
  if (Info)
    *Info = 0;
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!isMatrix(Name, "a matrix of Aarray", A[I], N, N, LDA) ||
          !isMatrix(Name, "a matrix of Barray", B[I], N, NRHS, LDB))
        return false;
      const std::vector<int> At = pivotsOf(Pivots, N, I);
      if (!arePivots(Name, At, I))
        return false;
      int Result = 0;
      host::call(host::getrs<T>, letter(Trans), N, NRHS, A[I], LDA, At.data(),
                 B[I], LDB, &Result);
    }
    return true;
  });
}

template <typename T>
cublasStatus_t matinvBatched(Call &C, int64_t N, const T *const A[],
                             int64_t LDA, T *const D[], int64_t LDD, int *Info,
                             int64_t Batch) {
  C.counts({N, Batch});
  C.require(N <= 32);
  C.leading(N, LDA);
  C.leading(N, LDD);
  C.pointers("A", A, Batch);
  C.pointers("Ainv", D, Batch);
  C.memory("info", Info, bytesOf(Batch, 1, 1, sizeof(int)));
  return C.runChecked([=, Name = C.name()] {
    for (int64_t I = 0; I < Batch; ++I) {
      if (!isMatrix(Name, "a matrix of A", A[I], N, N, LDA) ||
          !isMatrix(Name, "a matrix of Ainv", D[I], N, N, LDD))
        return false;
      for (int64_t J = 0; J < N; ++J)
        std::copy_n(A[I] + J * LDA, N, D[I] + J * LDD);
      std::vector<int> At(static_cast<size_t>(N));
      host::call(host::getrf<T>, N, N, D[I], LDD, At.data(), Info + I);
      if (!Info[I])
        Info[I] = invertFactored(N, D[I], LDD, At);
    }
    return true;
  });
}

} // namespace heddle::math::calls

#endif // HEDDLE_MATHAPI_BLAS_BATCHED_H
