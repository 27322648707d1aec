//===- Level1.h - Vectors ---------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_LEVEL1_H
#define HEDDLE_MATHAPI_BLAS_LEVEL1_H

#include "Call.h"
#include "Routines.h"
#include <cmath>

namespace heddle::math {

// Functions that return a value have a C interface, as Fortran's is not the
// same everywhere. NOLINTBEGIN(readability-identifier-naming)
extern "C" {
float cblas_sdot(int, const float *, int, const float *, int);
double cblas_ddot(int, const double *, int, const double *, int);
void cblas_cdotu_sub(int, const void *, int, const void *, int, void *);
void cblas_zdotu_sub(int, const void *, int, const void *, int, void *);
void cblas_cdotc_sub(int, const void *, int, const void *, int, void *);
void cblas_zdotc_sub(int, const void *, int, const void *, int, void *);
float cblas_snrm2(int, const float *, int);
double cblas_dnrm2(int, const double *, int);
float cblas_scnrm2(int, const void *, int);
double cblas_dznrm2(int, const void *, int);
float cblas_sasum(int, const float *, int);
double cblas_dasum(int, const double *, int);
float cblas_scasum(int, const void *, int);
double cblas_dzasum(int, const void *, int);
}
// NOLINTEND(readability-identifier-naming)

namespace host {

template <typename T> T dot(int N, const T *X, int IncX, const T *Y, int IncY) {
  if constexpr (std::is_same_v<T, float>) {
    return cblas_sdot(N, X, IncX, Y, IncY);
  } else if constexpr (std::is_same_v<T, double>) {
    return cblas_ddot(N, X, IncX, Y, IncY);
  } else {
    T Result;
    if constexpr (std::is_same_v<T, Complex32>)
      cblas_cdotu_sub(N, X, IncX, Y, IncY, &Result);
    else
      cblas_zdotu_sub(N, X, IncX, Y, IncY, &Result);
    return Result;
  }
}

template <typename T>
T conjugatedDot(int N, const T *X, int IncX, const T *Y, int IncY) {
  T Result;
  if constexpr (std::is_same_v<T, Complex32>)
    cblas_cdotc_sub(N, X, IncX, Y, IncY, &Result);
  else
    cblas_zdotc_sub(N, X, IncX, Y, IncY, &Result);
  return Result;
}

template <typename T> Real<T> norm(int N, const T *X, int IncX) {
  if constexpr (std::is_same_v<T, float>)
    return cblas_snrm2(N, X, IncX);
  else if constexpr (std::is_same_v<T, double>)
    return cblas_dnrm2(N, X, IncX);
  else if constexpr (std::is_same_v<T, Complex32>)
    return cblas_scnrm2(N, X, IncX);
  else
    return cblas_dznrm2(N, X, IncX);
}

template <typename T> Real<T> sumOfSizes(int N, const T *X, int IncX) {
  if constexpr (std::is_same_v<T, float>)
    return cblas_sasum(N, X, IncX);
  else if constexpr (std::is_same_v<T, double>)
    return cblas_dasum(N, X, IncX);
  else if constexpr (std::is_same_v<T, Complex32>)
    return cblas_scasum(N, X, IncX);
  else
    return cblas_dzasum(N, X, IncX);
}

/// Returns the size of an element in BLAS's sense.
template <typename T> Real<T> sizeOf(const T &Value) {
  if constexpr (IsComplex<T>)
    return std::fabs(Value.real()) + std::fabs(Value.imag());
  else
    return std::fabs(Value);
}

/// Returns the first element, from 1, that no other is \p Before.
template <typename T, typename Fn>
int64_t extreme(int64_t N, const T *X, int64_t IncX, Fn Before) {
  int64_t Best = 0;
  for (int64_t I = 1; I < N; ++I)
    if (Before(sizeOf(X[I * IncX]), sizeOf(X[Best * IncX])))
      Best = I;
  return Best + 1;
}

} // namespace host

namespace calls {

template <typename T>
cublasStatus_t axpy(Call &C, int64_t N, const T *Alpha, const T *X,
                    int64_t IncX, T *Y, int64_t IncY) {
  C.counts({N});
  const Scalar<T> A = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] { host::call(host::axpy<T>, N, A, X, IncX, Y, IncY); });
}

template <typename T>
cublasStatus_t copy(Call &C, int64_t N, const T *X, int64_t IncX, T *Y,
                    int64_t IncY) {
  C.counts({N});
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] { host::call(host::copy<T>, N, X, IncX, Y, IncY); });
}

template <typename T>
cublasStatus_t swap(Call &C, int64_t N, T *X, int64_t IncX, T *Y,
                    int64_t IncY) {
  C.counts({N});
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  return C.run([=] { host::call(host::swap<T>, N, X, IncX, Y, IncY); });
}

/// A factor of another type is real.
template <typename T, typename S>
cublasStatus_t scal(Call &C, int64_t N, const S *Alpha, T *X, int64_t IncX) {
  C.counts({N});
  const Scalar<S> A = C.scalar("alpha", Alpha);
  C.vector("x", X, N, IncX);
  // BLAS does nothing where vectors go backwards.
  if (IncX <= 0)
    return C.run([] {});
  return C.run([=] { host::call(host::scal<T>, N, T(S(A)), X, IncX); });
}

template <typename T>
cublasStatus_t dot(Call &C, int64_t N, const T *X, int64_t IncX, const T *Y,
                   int64_t IncY, T *Result) {
  C.counts({N});
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  C.result("result", Result);
  return C.run([=] {
    *Result = N ? host::dot<T>(int(N), X, int(IncX), Y, int(IncY)) : T();
  });
}

template <typename T>
cublasStatus_t dotu(Call &C, int64_t N, const T *X, int64_t IncX, const T *Y,
                    int64_t IncY, T *Result) {
  return dot(C, N, X, IncX, Y, IncY, Result);
}

template <typename T>
cublasStatus_t dotc(Call &C, int64_t N, const T *X, int64_t IncX, const T *Y,
                    int64_t IncY, T *Result) {
  C.counts({N});
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  C.result("result", Result);
  return C.run([=] {
    *Result =
        N ? host::conjugatedDot<T>(int(N), X, int(IncX), Y, int(IncY)) : T();
  });
}

/// Reduces a vector to one number: 0 if nothing is in it, or it goes backwards.
template <typename T, typename ResultT, typename Fn>
cublasStatus_t reduce(Call &C, int64_t N, const T *X, int64_t IncX,
                      ResultT *Result, Fn Reduction) {
  C.support(N <= INT32_MAX);
  if (IncX > 0)
    C.vector("x", X, N, IncX);
  C.result("result", Result);
  return C.run([=] {
    *Result = N > 0 && IncX > 0 ? ResultT(Reduction(int(N), X, int(IncX)))
                                : ResultT();
  });
}

template <typename T>
cublasStatus_t nrm2(Call &C, int64_t N, const T *X, int64_t IncX,
                    Real<T> *Result) {
  return reduce(C, N, X, IncX, Result, host::norm<T>);
}

template <typename T>
cublasStatus_t asum(Call &C, int64_t N, const T *X, int64_t IncX,
                    Real<T> *Result) {
  return reduce(C, N, X, IncX, Result, host::sumOfSizes<T>);
}

template <typename T, typename IndexT>
cublasStatus_t amax(Call &C, int64_t N, const T *X, int64_t IncX,
                    IndexT *Result) {
  return reduce(C, N, X, IncX, Result, [](int Count, const T *V, int Inc) {
    return host::extreme(Count, V, Inc, std::greater<Real<T>>());
  });
}

template <typename T, typename IndexT>
cublasStatus_t amin(Call &C, int64_t N, const T *X, int64_t IncX,
                    IndexT *Result) {
  return reduce(C, N, X, IncX, Result, [](int Count, const T *V, int Inc) {
    return host::extreme(Count, V, Inc, std::less<Real<T>>());
  });
}

template <typename T, typename S>
cublasStatus_t rot(Call &C, int64_t N, T *X, int64_t IncX, T *Y, int64_t IncY,
                   const Real<T> *Cosine, const S *Sine) {
  C.counts({N});
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  const Scalar<Real<T>> Cos = C.scalar("c", Cosine);
  const Scalar<S> Sin = C.scalar("s", Sine);
  return C.run(
      [=] { host::call(host::rot<T>, N, X, IncX, Y, IncY, Cos, T(S(Sin))); });
}

template <typename T>
cublasStatus_t rotg(Call &C, T *A, T *B, Real<T> *Cosine, T *Sine) {
  C.result("a", A);
  C.result("b", B);
  C.result("c", Cosine);
  C.result("s", Sine);
  return C.run([=] { host::rotg<T>(A, B, Cosine, Sine); });
}

template <typename T>
cublasStatus_t rotm(Call &C, int64_t N, T *X, int64_t IncX, T *Y, int64_t IncY,
                    const T *Param) {
  struct Five {
    T Values[5];
  };
  C.counts({N});
  C.vector("x", X, N, IncX);
  C.vector("y", Y, N, IncY);
  const Scalar<Five> P =
      C.scalar("param", reinterpret_cast<const Five *>(Param));
  return C.run([=] {
    const Five Matrix = P;
    host::call(host::rotm<T>, N, X, IncX, Y, IncY,
               static_cast<const T *>(Matrix.Values));
  });
}

template <typename T>
cublasStatus_t rotmg(Call &C, T *D1, T *D2, T *X, const T *Y, T *Param) {
  struct Five {
    T Values[5];
  };
  C.result("d1", D1);
  C.result("d2", D2);
  C.result("x1", X);
  const Scalar<T> Second = C.scalar("y1", Y);
  C.result("param", reinterpret_cast<Five *>(Param));
  return C.run([=] {
    const T Value = Second;
    host::rotmg<T>(D1, D2, X, &Value, Param);
  });
}

} // namespace calls
} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLAS_LEVEL1_H
