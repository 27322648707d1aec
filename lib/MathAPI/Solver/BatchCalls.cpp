//===- BatchCalls.cpp - Many small matrices at once -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions for batches: of matrices that the device has a list of, or that
// follow each other.
//
//===----------------------------------------------------------------------===//

#include "Dense.h"

using namespace heddle::math;
using namespace heddle::math::dense;

namespace {

/// The operand that \p Address is the first element of.
template <typename T>
Operand matrixAt(const char *Which, const T *Address, int Rows, int Cols,
                 int Leading) {
  return {Which, Address, bytesOf(Cols, Leading, Rows, sizeof(T))};
}

template <typename T>
cusolverStatus_t potrfBatched(const char *Name, cusolverDnHandle_t H,
                              cublasFillMode_t Uplo, int N, T **A, int LDA,
                              int *Info, int Count) {
  SolverCall Call(Name, H);
  Call.mode(Uplo);
  Call.require(N >= 0 && LDA >= std::max(N, 1) && Count >= 0);
  Call.vector("Aarray", A, Count);
  Call.vector("infoArray", Info, Count);
  return Call.runChecked([=] {
    const char U = letterOf(Uplo);
    for (int I = 0; I != Count; ++I) {
      if (!areAccessible(Name, {matrixAt("A", A[I], N, N, LDA)}))
        return false;
      Routines<T>::potrf(&U, &N, A[I], &LDA, Info + I);
    }
    return true;
  });
}

template <typename T>
cusolverStatus_t potrsBatched(const char *Name, cusolverDnHandle_t H,
                              cublasFillMode_t Uplo, int N, int Cols, T **A,
                              int LDA, T **B, int LDB, int *Info, int Count) {
  SolverCall Call(Name, H);
  Call.mode(Uplo);
  // NVIDIA's has one right side, too.
  Call.require(N >= 0 && Cols == 1 && Count >= 0);
  Call.require(LDA >= std::max(N, 1) && LDB >= std::max(N, 1));
  Call.vector("Aarray", A, Count);
  Call.vector("Barray", B, Count);
  Call.vector("info", Info, 1);
  return Call.runChecked([=] {
    const char U = letterOf(Uplo);
    *Info = 0;
    for (int I = 0; I != Count; ++I) {
      if (!areAccessible(Name, {matrixAt("A", A[I], N, N, LDA),
                                matrixAt("B", B[I], N, Cols, LDB)}))
        return false;
      Routines<T>::potrs(&U, &N, &Cols, A[I], &LDA, B[I], &LDB, Info);
    }
    return true;
  });
}

template <typename T>
cusolverStatus_t gesvdjBatched(const char *Name, cusolverDnHandle_t H,
                               cusolverEigMode_t Mode, int M, int N, T *A,
                               int LDA, RealOf<T> *S, T *U, int LDU, T *V,
                               int LDV, int *Info, int Count) {
  // NVIDIA's takes matrices of up to 32 rows and columns.
  constexpr int MostRows = 32;
  SolverCall Call(Name, H);
  Call.require(Mode <= CUSOLVER_EIG_MODE_VECTOR && M >= 0 && N >= 0 &&
               M <= MostRows && N <= MostRows && Count >= 0);
  const bool HasVectors = Mode == CUSOLVER_EIG_MODE_VECTOR;
  const int Least = std::min(M, N);
  Call.matrix("A", A, M, int64_t(N) * Count, LDA);
  Call.vector("S", S, int64_t(Least) * Count);
  if (HasVectors) {
    Call.matrix("U", U, M, int64_t(M) * Count, LDU);
    Call.matrix("V", V, N, int64_t(N) * Count, LDV);
  }
  Call.vector("info", Info, Count);
  return Call.run([=] {
    for (int64_t I = 0; I != Count; ++I)
      hostGesvdj(Mode, /*Economy=*/false, M, N, A + I * N * LDA, LDA,
                 S + I * Least, HasVectors ? U + I * M * LDU : nullptr, LDU,
                 HasVectors ? V + I * N * LDV : nullptr, LDV, Info + I);
  });
}

} // namespace

/// The functions for numbers of type T, which have the letter L; KIND is "sy"
/// or "he".
#define HEDDLE_BATCHES(L, T, KIND)                                             \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##potrfBatched(                  \
      cusolverDnHandle_t H, cublasFillMode_t Uplo, int N, T **A, int LDA,      \
      int *Info, int Count) {                                                  \
    return potrfBatched("cusolverDn" #L "potrfBatched", H, Uplo, N, A, LDA,    \
                        Info, Count);                                          \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##potrsBatched(                  \
      cusolverDnHandle_t H, cublasFillMode_t Uplo, int N, int Cols, T **A,     \
      int LDA, T **B, int LDB, int *Info, int Count) {                         \
    return potrsBatched("cusolverDn" #L "potrsBatched", H, Uplo, N, Cols, A,   \
                        LDA, B, LDB, Info, Count);                             \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##KIND##evjBatched_bufferSize(   \
      cusolverDnHandle_t H, cusolverEigMode_t, cublasFillMode_t, int,          \
      const T *, int, const RealOf<T> *, int *Size, syevjInfo_t, int) {        \
    return SolverCall("cusolverDn" #L#KIND "evjBatched_bufferSize", H)         \
        .workspace(Size);                                                      \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##KIND##evjBatched(              \
      cusolverDnHandle_t H, cusolverEigMode_t Mode, cublasFillMode_t Uplo,     \
      int N, T *A, int LDA, RealOf<T> *W, T *, int, int *Info, syevjInfo_t,    \
      int Count) {                                                             \
    return syevd(SolverCall("cusolverDn" #L#KIND "evjBatched", H), Mode, Uplo, \
                 N, A, LDA, W, Info, Count);                                   \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##gesvdjBatched_bufferSize(      \
      cusolverDnHandle_t H, cusolverEigMode_t, int, int, const T *, int,       \
      const RealOf<T> *, const T *, int, const T *, int, int *Size,            \
      gesvdjInfo_t, int) {                                                     \
    return SolverCall("cusolverDn" #L "gesvdjBatched_bufferSize", H)           \
        .workspace(Size);                                                      \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##gesvdjBatched(                 \
      cusolverDnHandle_t H, cusolverEigMode_t Mode, int M, int N, T *A,        \
      int LDA, RealOf<T> *S, T *U, int LDU, T *V, int LDV, T *, int,           \
      int *Info, gesvdjInfo_t, int Count) {                                    \
    return gesvdjBatched("cusolverDn" #L "gesvdjBatched", H, Mode, M, N, A,    \
                         LDA, S, U, LDU, V, LDV, Info, Count);                 \
  }
HEDDLE_BATCHES(S, float, sy)
HEDDLE_BATCHES(D, double, sy)
HEDDLE_BATCHES(C, std::complex<float>, he)
HEDDLE_BATCHES(Z, std::complex<double>, he)
