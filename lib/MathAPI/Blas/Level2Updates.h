//===- Level2Updates.h - A matrix plus products of vectors ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_LEVEL2UPDATES_H
#define HEDDLE_MATHAPI_BLAS_LEVEL2UPDATES_H

#include "Call.h"
#include "Routines.h"

namespace heddle::math::calls {

template <typename T>
cublasStatus_t ger(Call &C, int64_t M, int64_t N, const T *Alpha, const T *X,
                   int64_t IncX, const T *Y, int64_t IncY, T *A, int64_t LDA) {
  C.counts({M, N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, M, IncX);
  C.vector("y", Y, N, IncY);
  C.matrix("A", A, M, N, LDA);
  return C.run(
      [=] { host::call(host::ger<T>, M, N, Al, X, IncX, Y, IncY, A, LDA); });
}

template <typename T>
cublasStatus_t geru(Call &C, int64_t M, int64_t N, const T *Alpha, const T *X,
                    int64_t IncX, const T *Y, int64_t IncY, T *A, int64_t LDA) {
  C.counts({M, N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, M, IncX);
  C.vector("y", Y, N, IncY);
  C.matrix("A", A, M, N, LDA);
  return C.run(
      [=] { host::call(host::geru<T>, M, N, Al, X, IncX, Y, IncY, A, LDA); });
}

template <typename T>
cublasStatus_t gerc(Call &C, int64_t M, int64_t N, const T *Alpha, const T *X,
                    int64_t IncX, const T *Y, int64_t IncY, T *A, int64_t LDA) {
  C.counts({M, N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, M, IncX);
  C.vector("y", Y, N, IncY);
  C.matrix("A", A, M, N, LDA);
  return C.run(
      [=] { host::call(host::gerc<T>, M, N, Al, X, IncX, Y, IncY, A, LDA); });
}

/// Calls \p Update for each element of a triangle, by columns.
template <typename Fn>
void eachOfTriangle(cublasFillMode_t Uplo, int64_t N, Fn Update) {
  for (int64_t J = 0; J < N; ++J) {
    const int64_t First = Uplo == CUBLAS_FILL_MODE_UPPER ? 0 : J;
    const int64_t End = Uplo == CUBLAS_FILL_MODE_UPPER ? J + 1 : N;
    for (int64_t I = First; I < End; ++I)
      Update(I, J);
  }
}

/// Returns element \p I of a vector of \p N elements, whose last comes first in
/// memory if it goes backwards.
template <typename T>
const T &elementOf(const T *X, int64_t N, int64_t Inc, int64_t I) {
  return X[Inc > 0 ? I * Inc : (I - N + 1) * Inc];
}

template <typename T>
cublasStatus_t syr(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                   const T *X, int64_t IncX, T *A, int64_t LDA) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.matrix("A", A, N, N, LDA);
  return C.run([=] {
    const T Factor = Al;
    eachOfTriangle(Uplo, N, [&](int64_t I, int64_t J) {
      A[I + J * LDA] +=
          Factor * elementOf(X, N, IncX, J) * elementOf(X, N, IncX, I);
    });
  });
}

template <typename T>
cublasStatus_t syr2(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *X, int64_t IncX, const T *Y, int64_t IncY, T *A,
                    int64_t LDA) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  C.matrix("A", A, N, N, LDA);
  return C.run([=] {
    const T Factor = Al;
    eachOfTriangle(Uplo, N, [&](int64_t I, int64_t J) {
      A[I + J * LDA] +=
          Factor * elementOf(Y, N, IncY, J) * elementOf(X, N, IncX, I) +
          Factor * elementOf(X, N, IncX, J) * elementOf(Y, N, IncY, I);
    });
  });
}

template <typename T>
cublasStatus_t her(Call &C, cublasFillMode_t Uplo, int64_t N,
                   const Real<T> *Alpha, const T *X, int64_t IncX, T *A,
                   int64_t LDA) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<Real<T>> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.matrix("A", A, N, N, LDA);
  return C.run(
      [=] { host::call(host::her<T>, letter(Uplo), N, Al, X, IncX, A, LDA); });
}

template <typename T>
cublasStatus_t her2(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *X, int64_t IncX, const T *Y, int64_t IncY, T *A,
                    int64_t LDA) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  C.matrix("A", A, N, N, LDA);
  return C.run([=] {
    host::call(host::her2<T>, letter(Uplo), N, Al, X, IncX, Y, IncY, A, LDA);
  });
}

template <typename T>
cublasStatus_t spr(Call &C, cublasFillMode_t Uplo, int64_t N,
                   const Real<T> *Alpha, const T *X, int64_t IncX, T *AP) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<Real<T>> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.packed("AP", AP, N);
  return C.run(
      [=] { host::call(host::spr<T>, letter(Uplo), N, Al, X, IncX, AP); });
}

template <typename T>
cublasStatus_t hpr(Call &C, cublasFillMode_t Uplo, int64_t N,
                   const Real<T> *Alpha, const T *X, int64_t IncX, T *AP) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<Real<T>> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.packed("AP", AP, N);
  return C.run(
      [=] { host::call(host::hpr<T>, letter(Uplo), N, Al, X, IncX, AP); });
}

template <typename T>
cublasStatus_t spr2(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *X, int64_t IncX, const T *Y, int64_t IncY, T *AP) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  C.packed("AP", AP, N);
  return C.run([=] {
    host::call(host::spr2<T>, letter(Uplo), N, Al, X, IncX, Y, IncY, AP);
  });
}

template <typename T>
cublasStatus_t hpr2(Call &C, cublasFillMode_t Uplo, int64_t N, const T *Alpha,
                    const T *X, int64_t IncX, const T *Y, int64_t IncY, T *AP) {
  C.mode(Uplo);
  C.counts({N});
  const Scalar<T> Al = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  C.packed("AP", AP, N);
  return C.run([=] {
    host::call(host::hpr2<T>, letter(Uplo), N, Al, X, IncX, Y, IncY, AP);
  });
}

} // namespace heddle::math::calls

#endif // HEDDLE_MATHAPI_BLAS_LEVEL2UPDATES_H
