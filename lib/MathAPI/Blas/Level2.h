//===- Level2.h - A matrix times a vector -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_LEVEL2_H
#define HEDDLE_MATHAPI_BLAS_LEVEL2_H

#include "Call.h"
#include "Routines.h"

namespace heddle::math::calls {

template <typename T>
cublasStatus_t gemv(Call &C, cublasOperation_t Trans, int64_t M, int64_t N,
                    const T *Alpha, const T *A, int64_t LDA, const T *X,
                    int64_t IncX, const T *Beta, T *Y, int64_t IncY) {
  C.mode(Trans);
  C.counts({M, N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.matrix("A", A, M, N, LDA);
  C.vector("x", X, Trans == CUBLAS_OP_N ? N : M, IncX);
  C.vector("y", Y, Trans == CUBLAS_OP_N ? M : N, IncY);
  return C.run([=] {
    host::call(host::gemv<T>, letter(Trans), M, N, Al, A, LDA, X, IncX, Be, Y,
               IncY);
  });
}

template <typename T>
cublasStatus_t gbmv(Call &C, cublasOperation_t Trans, int64_t M, int64_t N,
                    int64_t KL, int64_t KU, const T *Alpha, const T *A,
                    int64_t LDA, const T *X, int64_t IncX, const T *Beta, T *Y,
                    int64_t IncY) {
  C.mode(Trans);
  C.counts({M, N, KL, KU});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.matrix("A", A, KL + KU + 1, N, LDA);
  C.vector("x", X, Trans == CUBLAS_OP_N ? N : M, IncX);
  C.vector("y", Y, Trans == CUBLAS_OP_N ? M : N, IncY);
  return C.run([=] {
    host::call(host::gbmv<T>, letter(Trans), M, N, KL, KU, Al, A, LDA, X, IncX,
               Be, Y, IncY);
  });
}

template <typename T>
cublasStatus_t symv(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *A, int64_t LDA, const T *X, int64_t IncX,
                    const T *Beta, T *Y, int64_t IncY) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.matrix("A", A, N, N, LDA);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] {
    host::call(host::symv<T>, letter(Uplo), N, Al, A, LDA, X, IncX, Be, Y,
               IncY);
  });
}

template <typename T>
cublasStatus_t hemv(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *A, int64_t LDA, const T *X, int64_t IncX,
                    const T *Beta, T *Y, int64_t IncY) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.matrix("A", A, N, N, LDA);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] {
    host::call(host::hemv<T>, letter(Uplo), N, Al, A, LDA, X, IncX, Be, Y,
               IncY);
  });
}

template <typename T>
cublasStatus_t sbmv(Call &C, cublasFillMode_t Uplo, int64_t N, int64_t K,
                    const T *Alpha, const T *A, int64_t LDA, const T *X,
                    int64_t IncX, const T *Beta, T *Y, int64_t IncY) {
  C.mode(Uplo);
  C.counts({N, K});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.matrix("A", A, K + 1, N, LDA);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] {
    host::call(host::sbmv<T>, letter(Uplo), N, K, Al, A, LDA, X, IncX, Be, Y,
               IncY);
  });
}

template <typename T>
cublasStatus_t hbmv(Call &C, cublasFillMode_t Uplo, int64_t N, int64_t K,
                    const T *Alpha, const T *A, int64_t LDA, const T *X,
                    int64_t IncX, const T *Beta, T *Y, int64_t IncY) {
  C.mode(Uplo);
  C.counts({N, K});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.matrix("A", A, K + 1, N, LDA);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] {
    host::call(host::hbmv<T>, letter(Uplo), N, K, Al, A, LDA, X, IncX, Be, Y,
               IncY);
  });
}

template <typename T>
cublasStatus_t spmv(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *AP, const T *X, int64_t IncX, const T *Beta, T *Y,
                    int64_t IncY) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.packed("AP", AP, N);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] {
    host::call(host::spmv<T>, letter(Uplo), N, Al, AP, X, IncX, Be, Y, IncY);
  });
}

template <typename T>
cublasStatus_t hpmv(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *AP, const T *X, int64_t IncX, const T *Beta, T *Y,
                    int64_t IncY) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha), Be = C.scalar("beta", Beta);
  C.packed("AP", AP, N);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] {
    host::call(host::hpmv<T>, letter(Uplo), N, Al, AP, X, IncX, Be, Y, IncY);
  });
}

template <typename T>
cublasStatus_t trmv(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    cublasDiagType_t Diag, int64_t N, const T *A, int64_t LDA,
                    T *X, int64_t IncX) {
  C.mode(Uplo);
  C.mode(Trans);
  C.mode(Diag);
  C.counts({N});
  C.matrix("A", A, N, N, LDA);
  C.vector("x", X, N, IncX);
  return C.run([=] {
    host::call(host::trmv<T>, letter(Uplo), letter(Trans), letter(Diag), N, A,
               LDA, X, IncX);
  });
}

template <typename T>
cublasStatus_t trsv(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    cublasDiagType_t Diag, int64_t N, const T *A, int64_t LDA,
                    T *X, int64_t IncX) {
  C.mode(Uplo);
  C.mode(Trans);
  C.mode(Diag);
  C.counts({N});
  C.matrix("A", A, N, N, LDA);
  C.vector("x", X, N, IncX);
  return C.run([=] {
    host::call(host::trsv<T>, letter(Uplo), letter(Trans), letter(Diag), N, A,
               LDA, X, IncX);
  });
}

template <typename T>
cublasStatus_t tbmv(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    cublasDiagType_t Diag, int64_t N, int64_t K, const T *A,
                    int64_t LDA, T *X, int64_t IncX) {
  C.mode(Uplo);
  C.mode(Trans);
  C.mode(Diag);
  C.counts({N, K});
  C.matrix("A", A, K + 1, N, LDA);
  C.vector("x", X, N, IncX);
  return C.run([=] {
    host::call(host::tbmv<T>, letter(Uplo), letter(Trans), letter(Diag), N, K,
               A, LDA, X, IncX);
  });
}

template <typename T>
cublasStatus_t tbsv(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    cublasDiagType_t Diag, int64_t N, int64_t K, const T *A,
                    int64_t LDA, T *X, int64_t IncX) {
  C.mode(Uplo);
  C.mode(Trans);
  C.mode(Diag);
  C.counts({N, K});
  C.matrix("A", A, K + 1, N, LDA);
  C.vector("x", X, N, IncX);
  return C.run([=] {
    host::call(host::tbsv<T>, letter(Uplo), letter(Trans), letter(Diag), N, K,
               A, LDA, X, IncX);
  });
}

template <typename T>
cublasStatus_t tpmv(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    cublasDiagType_t Diag, int64_t N, const T *AP, T *X,
                    int64_t IncX) {
  C.mode(Uplo);
  C.mode(Trans);
  C.mode(Diag);
  C.counts({N});
  C.packed("AP", AP, N);
  C.vector("x", X, N, IncX);
  return C.run([=] {
    host::call(host::tpmv<T>, letter(Uplo), letter(Trans), letter(Diag), N, AP,
               X, IncX);
  });
}

template <typename T>
cublasStatus_t tpsv(Call &C, cublasFillMode_t Uplo, cublasOperation_t Trans,
                    cublasDiagType_t Diag, int64_t N, const T *AP, T *X,
                    int64_t IncX) {
  C.mode(Uplo);
  C.mode(Trans);
  C.mode(Diag);
  C.counts({N});
  C.packed("AP", AP, N);
  C.vector("x", X, N, IncX);
  return C.run([=] {
    host::call(host::tpsv<T>, letter(Uplo), letter(Trans), letter(Diag), N, AP,
               X, IncX);
  });
}

} // namespace heddle::math::calls

#endif // HEDDLE_MATHAPI_BLAS_LEVEL2_H
