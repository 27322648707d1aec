//===- Level3.h - Matrices --------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_LEVEL3_H
#define HEDDLE_MATHAPI_BLAS_LEVEL3_H

#include "Call.h"
#include "Level2Updates.h"
#include "Routines.h"
#include <vector>

namespace heddle::math::calls {

/// Adds a matrix that \p Trans makes one of \p Rows by \p Cols.
template <typename T>
void addOperand(Call &C, const char *Which, const T *A, cublasOperation_t Trans,
                int64_t Rows, int64_t Cols, int64_t LD) {
  if (Trans == CUBLAS_OP_N)
    C.matrix(Which, A, Rows, Cols, LD);
  else
    C.matrix(Which, A, Cols, Rows, LD);
}

template <typename T>
cublasStatus_t gemm(Call &C, cublasOperation_t TransA, cublasOperation_t TransB,
                    int64_t M, int64_t N, int64_t K, const T *Alpha, const T *A,
                    int64_t LDA, const T *B, int64_t LDB, const T *Beta, T *D,
                    int64_t LDD) {
  C.mode(TransA);
  C.mode(TransB);
  C.counts({M, N, K});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  addOperand(C, "A", A, TransA, M, K, LDA);
  addOperand(C, "B", B, TransB, K, N, LDB);
  C.matrix("C", D, M, N, LDD);
  return C.run([=] {
    host::call(host::gemm<T>, letter(TransA), letter(TransB), M, N, K, Al, A,
               LDA, B, LDB, Be, D, LDD);
  });
}

/// Fewer multiplications, less exact: a hint.
template <typename T>
cublasStatus_t gemm3m(Call &C, cublasOperation_t TransA,
                      cublasOperation_t TransB, int64_t M, int64_t N, int64_t K,
                      const T *Alpha, const T *A, int64_t LDA, const T *B,
                      int64_t LDB, const T *Beta, T *D, int64_t LDD) {
  return gemm(C, TransA, TransB, M, N, K, Alpha, A, LDA, B, LDB, Beta, D, LDD);
}

template <typename T>
cublasStatus_t symm(Call &C, cublasSideMode_t Side, cublasFillMode_t Uplo,
                    int64_t M, int64_t N, const T *Alpha, const T *A,
                    int64_t LDA, const T *B, int64_t LDB, const T *Beta, T *D,
                    int64_t LDD) {
  C.mode(Side);
  C.mode(Uplo);
  C.counts({M, N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  const int64_t Order = Side == CUBLAS_SIDE_LEFT ? M : N;
  C.matrix("A", A, Order, Order, LDA);
  C.matrix("B", B, M, N, LDB);
  C.matrix("C", D, M, N, LDD);
  return C.run([=] {
    host::call(host::symm<T>, letter(Side), letter(Uplo), M, N, Al, A, LDA, B,
               LDB, Be, D, LDD);
  });
}

template <typename T>
cublasStatus_t hemm(Call &C, cublasSideMode_t Side, cublasFillMode_t Uplo,
                    int64_t M, int64_t N, const T *Alpha, const T *A,
                    int64_t LDA, const T *B, int64_t LDB, const T *Beta, T *D,
                    int64_t LDD) {
  C.mode(Side);
  C.mode(Uplo);
  C.counts({M, N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  const int64_t Order = Side == CUBLAS_SIDE_LEFT ? M : N;
  C.matrix("A", A, Order, Order, LDA);
  C.matrix("B", B, M, N, LDB);
  C.matrix("C", D, M, N, LDD);
  return C.run([=] {
    host::call(host::hemm<T>, letter(Side), letter(Uplo), M, N, Al, A, LDA, B,
               LDB, Be, D, LDD);
  });
}

/// Real matrices have no conjugates, complex ones one kind of update each:
/// symmetric ones allow \p Other no more than N and T, Hermitian ones N and C.
template <typename T>
void updateMode(Call &C, cublasOperation_t Trans, bool IsHermitian) {
  C.mode(Trans);
  if (IsComplex<T>)
    C.require(Trans != (IsHermitian ? CUBLAS_OP_T : CUBLAS_OP_C));
}

template <typename T>
cublasStatus_t syrk(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    int64_t N, int64_t K, const T *Alpha, const T *A,
                    int64_t LDA, const T *Beta, T *D, int64_t LDD) {
  C.mode(Uplo);
  updateMode<T>(C, Trans, false);
  C.counts({N, K});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  addOperand(C, "A", A, Trans, N, K, LDA);
  C.matrix("C", D, N, N, LDD);
  return C.run([=] {
    host::call(host::syrk<T>, letter(Uplo), letter(Trans), N, K, Al, A, LDA, Be,
               D, LDD);
  });
}

template <typename T>
cublasStatus_t herk(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    int64_t N, int64_t K, const Real<T> *Alpha, const T *A,
                    int64_t LDA, const Real<T> *Beta, T *D, int64_t LDD) {
  C.mode(Uplo);
  updateMode<T>(C, Trans, true);
  C.counts({N, K});
  const Scalar<Real<T>> Al = C.scalar("alpha", Alpha),
                        Be = C.scalar("beta", Beta);
  addOperand(C, "A", A, Trans, N, K, LDA);
  C.matrix("C", D, N, N, LDD);
  return C.run([=] {
    host::call(host::herk<T>, letter(Uplo), letter(Trans), N, K, Al, A, LDA, Be,
               D, LDD);
  });
}

template <typename T>
cublasStatus_t syr2k(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                     int64_t N, int64_t K, const T *Alpha, const T *A,
                     int64_t LDA, const T *B, int64_t LDB, const T *Beta, T *D,
                     int64_t LDD) {
  C.mode(Uplo);
  updateMode<T>(C, Trans, false);
  C.counts({N, K});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  const Scalar<T> Be = C.scalar("beta", Beta);
  addOperand(C, "A", A, Trans, N, K, LDA);
  addOperand(C, "B", B, Trans, N, K, LDB);
  C.matrix("C", D, N, N, LDD);
  return C.run([=] {
    host::call(host::syr2k<T>, letter(Uplo), letter(Trans), N, K, Al, A, LDA, B,
               LDB, Be, D, LDD);
  });
}

template <typename T>
cublasStatus_t her2k(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                     int64_t N, int64_t K, const T *Alpha, const T *A,
                     int64_t LDA, const T *B, int64_t LDB, const Real<T> *Beta,
                     T *D, int64_t LDD) {
  C.mode(Uplo);
  updateMode<T>(C, Trans, true);
  C.counts({N, K});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  const Scalar<Real<T>> Be = C.scalar("beta", Beta);
  addOperand(C, "A", A, Trans, N, K, LDA);
  addOperand(C, "B", B, Trans, N, K, LDB);
  C.matrix("C", D, N, N, LDD);
  return C.run([=] {
    host::call(host::her2k<T>, letter(Uplo), letter(Trans), N, K, Al, A, LDA, B,
               LDB, Be, D, LDD);
  });
}

/// A product whose result is known to be symmetric or Hermitian, of which only
/// a triangle is stored.
template <typename T, typename S>
cublasStatus_t updateTriangle(Call &C, cublasFillMode_t Uplo,
                              cublasOperation_t Trans, bool IsHermitian,
                              int64_t N, int64_t K, const T *Alpha, const T *A,
                              int64_t LDA, const T *B, int64_t LDB,
                              const S *Beta, T *D, int64_t LDD) {
  C.mode(Uplo);
  updateMode<T>(C, Trans, IsHermitian);
  C.counts({N, K});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  const Scalar<S> Be = C.scalar("beta", Beta);
  addOperand(C, "A", A, Trans, N, K, LDA);
  addOperand(C, "B", B, Trans, N, K, LDB);
  C.matrix("C", D, N, N, LDD);
  return C.run([=] {
    const cublasOperation_t Other = IsHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
    const bool IsPlain = Trans == CUBLAS_OP_N;
    std::vector<T> Product(size_t(N) * size_t(N));
    host::call(host::gemm<T>, letter(IsPlain ? CUBLAS_OP_N : Other),
               letter(IsPlain ? Other : CUBLAS_OP_N), N, N, K, Al, A, LDA, B,
               LDB, T(), Product.data(), N);
    const S Old = Be;
    eachOfTriangle(Uplo, N, [&](int64_t I, int64_t J) {
      T &At = D[I + J * LDD];
      At = Product[size_t(I + J * N)] + (Old == S() ? T() : T(Old) * At);
      if constexpr (IsComplex<T>)
        if (IsHermitian && I == J)
          At = At.real();
    });
  });
}

template <typename T>
cublasStatus_t syrkx(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                     int64_t N, int64_t K, const T *Alpha, const T *A,
                     int64_t LDA, const T *B, int64_t LDB, const T *Beta, T *D,
                     int64_t LDD) {
  return updateTriangle(C, Uplo, Trans, false, N, K, Alpha, A, LDA, B, LDB,
                        Beta, D, LDD);
}

template <typename T>
cublasStatus_t herkx(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                     int64_t N, int64_t K, const T *Alpha, const T *A,
                     int64_t LDA, const T *B, int64_t LDB, const Real<T> *Beta,
                     T *D, int64_t LDD) {
  return updateTriangle(C, Uplo, Trans, true, N, K, Alpha, A, LDA, B, LDB, Beta,
                        D, LDD);
}

/// The modes and operands of a product or an equation with a triangle.
template <typename T>
void addTriangle(Call &C, cublasSideMode_t Side, cublasFillMode_t Uplo,
                 cublasOperation_t Trans, cublasDiagType_t Diag, int64_t M,
                 int64_t N, const T *A, int64_t LDA, const T *B, int64_t LDB) {
  C.mode(Side);
  C.mode(Uplo);
  C.mode(Trans);
  C.mode(Diag);
  C.counts({M, N});
  const int64_t Order = Side == CUBLAS_SIDE_LEFT ? M : N;
  C.matrix("A", A, Order, Order, LDA);
  C.matrix("B", B, M, N, LDB);
}

/// cuBLAS leaves B as it is, unless it is C.
template <typename T>
cublasStatus_t trmm(Call &C, cublasSideMode_t Side, cublasFillMode_t Uplo,
                    cublasOperation_t Trans, cublasDiagType_t Diag, int64_t M,
                    int64_t N, const T *Alpha, const T *A, int64_t LDA,
                    const T *B, int64_t LDB, T *D, int64_t LDD) {
  addTriangle(C, Side, Uplo, Trans, Diag, M, N, A, LDA, B, LDB);
  C.require(B != D || LDB == LDD);
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.matrix("C", D, M, N, LDD);
  return C.run([=] {
    if (B != D)
      for (int64_t J = 0; J < N; ++J)
        std::copy_n(B + J * LDB, M, D + J * LDD);
    host::call(host::trmm<T>, letter(Side), letter(Uplo), letter(Trans),
               letter(Diag), M, N, Al, A, LDA, D, LDD);
  });
}

template <typename T>
cublasStatus_t trsm(Call &C, cublasSideMode_t Side, cublasFillMode_t Uplo,
                    cublasOperation_t Trans, cublasDiagType_t Diag, int64_t M,
                    int64_t N, const T *Alpha, const T *A, int64_t LDA, T *B,
                    int64_t LDB) {
  addTriangle(C, Side, Uplo, Trans, Diag, M, N, A, LDA, B, LDB);
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  return C.run([=] {
    host::call(host::trsm<T>, letter(Side), letter(Uplo), letter(Trans),
               letter(Diag), M, N, Al, A, LDA, B, LDB);
  });
}

/// Returns an element of the matrix that \p Trans makes of \p A.
template <typename T>
T elementOf(cublasOperation_t Trans, const T *A, int64_t LD, int64_t I,
            int64_t J) {
  const T Value = Trans == CUBLAS_OP_N ? A[I + J * LD] : A[J + I * LD];
  if constexpr (IsComplex<T>)
    if (Trans == CUBLAS_OP_C)
      return std::conj(Value);
  return Value;
}

/// C may be A or B where that one is not transposed.
template <typename T>
cublasStatus_t geam(Call &C, cublasOperation_t TransA, cublasOperation_t TransB,
                    int64_t M, int64_t N, const T *Alpha, const T *A,
                    int64_t LDA, const T *Beta, const T *B, int64_t LDB, T *D,
                    int64_t LDD) {
  C.mode(TransA);
  C.mode(TransB);
  C.counts({M, N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.require(D != A || (TransA == CUBLAS_OP_N && LDA == LDD));
  C.require(D != B || (TransB == CUBLAS_OP_N && LDB == LDD));
  // A matrix whose factor is 0 is not read, and need not be there.
  const bool ReadsA = C.hasDevicePointers() || T(Al) != T();
  const bool ReadsB = C.hasDevicePointers() || T(Be) != T();
  if (ReadsA)
    addOperand(C, "A", A, TransA, M, N, LDA);
  if (ReadsB)
    addOperand(C, "B", B, TransB, M, N, LDB);
  C.matrix("C", D, M, N, LDD);
  return C.run([=] {
    const T First = Al, Second = Be;
    for (int64_t J = 0; J < N; ++J)
      for (int64_t I = 0; I < M; ++I) {
        T Sum = T();
        if (First != T())
          Sum += First * elementOf(TransA, A, LDA, I, J);
        if (Second != T())
          Sum += Second * elementOf(TransB, B, LDB, I, J);
        D[I + J * LDD] = Sum;
      }
  });
}

template <typename T>
cublasStatus_t dgmm(Call &C, cublasSideMode_t Side, int64_t M, int64_t N,
                    const T *A, int64_t LDA, const T *X, int64_t IncX, T *D,
                    int64_t LDD) {
  C.mode(Side);
  C.counts({M, N});
  C.matrix("A", A, M, N, LDA);
  const int64_t Order = Side == CUBLAS_SIDE_LEFT ? M : N;
  // All of the vector is one element if it does not go on.
  C.memory("x", X, bytesOf(Order, IncX, 1, sizeof(T)));
  C.matrix("C", D, M, N, LDD);
  return C.run([=] {
    for (int64_t J = 0; J < N; ++J)
      for (int64_t I = 0; I < M; ++I) {
        const int64_t At = Side == CUBLAS_SIDE_LEFT ? I : J;
        D[I + J * LDD] = A[I + J * LDA] * elementOf(X, Order, IncX, At);
      }
  });
}

} // namespace heddle::math::calls

#endif // HEDDLE_MATHAPI_BLAS_LEVEL3_H
