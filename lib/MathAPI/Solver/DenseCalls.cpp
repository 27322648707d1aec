//===- DenseCalls.cpp - Factorizations, solutions, eigenvalues ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that have the letter of a type in their name.
//
//===----------------------------------------------------------------------===//

#include "Dense.h"

using namespace heddle::math;
using namespace heddle::math::dense;

/// The functions for numbers of type T, which have the letter L; O is "or" or
/// "un", S is "sy" or "he".
#define HEDDLE_DENSE(L, T, O, KIND)                                            \
  HEDDLE_SIZE(L##getrf, int, int, T *, int)                                    \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##getrf(                         \
      cusolverDnHandle_t H, int M, int N, T *A, int LDA, T *, int *Pivots,     \
      int *Info) {                                                             \
    return getrf(SolverCall("cusolverDn" #L "getrf", H), M, N, A, LDA, Pivots, \
                 Info);                                                        \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##getrs(                         \
      cusolverDnHandle_t H, cublasOperation_t Op, int N, int Cols, const T *A, \
      int LDA, const int *Pivots, T *B, int LDB, int *Info) {                  \
    return getrs(SolverCall("cusolverDn" #L "getrs", H), Op, N, Cols, A, LDA,  \
                 Pivots, B, LDB, Info);                                        \
  }                                                                            \
  HEDDLE_SIZE(L##potrf, cublasFillMode_t, int, T *, int)                       \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##potrf(                         \
      cusolverDnHandle_t H, cublasFillMode_t Uplo, int N, T *A, int LDA, T *,  \
      int, int *Info) {                                                        \
    return potrf(SolverCall("cusolverDn" #L "potrf", H), Uplo, N, A, LDA,      \
                 Info, false);                                                 \
  }                                                                            \
  HEDDLE_SIZE(L##potri, cublasFillMode_t, int, T *, int)                       \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##potri(                         \
      cusolverDnHandle_t H, cublasFillMode_t Uplo, int N, T *A, int LDA, T *,  \
      int, int *Info) {                                                        \
    return potrf(SolverCall("cusolverDn" #L "potri", H), Uplo, N, A, LDA,      \
                 Info, true);                                                  \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##potrs(                         \
      cusolverDnHandle_t H, cublasFillMode_t Uplo, int N, int Cols,            \
      const T *A, int LDA, T *B, int LDB, int *Info) {                         \
    return potrs(SolverCall("cusolverDn" #L "potrs", H), Uplo, N, Cols, A,     \
                 LDA, B, LDB, Info);                                           \
  }                                                                            \
  HEDDLE_SIZE(L##geqrf, int, int, T *, int)                                    \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##geqrf(                         \
      cusolverDnHandle_t H, int M, int N, T *A, int LDA, T *Tau, T *, int,     \
      int *Info) {                                                             \
    return geqrf(SolverCall("cusolverDn" #L "geqrf", H), M, N, A, LDA, Tau,    \
                 Info);                                                        \
  }                                                                            \
  HEDDLE_SIZE(L##O##gqr, int, int, int, const T *, int, const T *)             \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##O##gqr(                        \
      cusolverDnHandle_t H, int M, int N, int K, T *A, int LDA, const T *Tau,  \
      T *, int, int *Info) {                                                   \
    return orgqr(SolverCall("cusolverDn" #L#O "gqr", H), M, N, K, A, LDA, Tau, \
                 Info);                                                        \
  }                                                                            \
  HEDDLE_SIZE(L##O##mqr, cublasSideMode_t, cublasOperation_t, int, int, int,   \
              const T *, int, const T *, const T *, int)                       \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##O##mqr(                        \
      cusolverDnHandle_t H, cublasSideMode_t Side, cublasOperation_t Op,       \
      int M, int N, int K, const T *A, int LDA, const T *Tau, T *C, int LDC,   \
      T *, int, int *Info) {                                                   \
    return ormqr(SolverCall("cusolverDn" #L#O "mqr", H), Side, Op, M, N, K, A, \
                 LDA, Tau, C, LDC, Info);                                      \
  }                                                                            \
  HEDDLE_SIZE(L##KIND##evd, cusolverEigMode_t, cublasFillMode_t, int,          \
              const T *, int, const RealOf<T> *)                               \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##KIND##evd(                     \
      cusolverDnHandle_t H, cusolverEigMode_t Mode, cublasFillMode_t Uplo,     \
      int N, T *A, int LDA, RealOf<T> *W, T *, int, int *Info) {               \
    return syevd(SolverCall("cusolverDn" #L#KIND "evd", H), Mode, Uplo, N, A,  \
                 LDA, W, Info);                                                \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##KIND##evj_bufferSize(          \
      cusolverDnHandle_t H, cusolverEigMode_t, cublasFillMode_t, int,          \
      const T *, int, const RealOf<T> *, int *Size, syevjInfo_t) {             \
    return SolverCall("cusolverDn" #L#KIND "evj_bufferSize", H)                \
        .workspace(Size);                                                      \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##KIND##evj(                     \
      cusolverDnHandle_t H, cusolverEigMode_t Mode, cublasFillMode_t Uplo,     \
      int N, T *A, int LDA, RealOf<T> *W, T *, int, int *Info, syevjInfo_t) {  \
    return syevd(SolverCall("cusolverDn" #L#KIND "evj", H), Mode, Uplo, N, A,  \
                 LDA, W, Info);                                                \
  }                                                                            \
  HEDDLE_SIZE(L##gesvd, int, int)                                              \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##gesvd(                         \
      cusolverDnHandle_t H, signed char JobU, signed char JobV, int M, int N,  \
      T *A, int LDA, RealOf<T> *S, T *U, int LDU, T *VT, int LDV, T *, int,    \
      RealOf<T> *, int *Info) {                                                \
    return gesvd(SolverCall("cusolverDn" #L "gesvd", H), JobU, JobV, M, N, A,  \
                 LDA, S, U, LDU, VT, LDV, Info);                               \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##gesvdj_bufferSize(             \
      cusolverDnHandle_t H, cusolverEigMode_t, int, int, int, const T *, int,  \
      const RealOf<T> *, const T *, int, const T *, int, int *Size,            \
      gesvdjInfo_t) {                                                          \
    return SolverCall("cusolverDn" #L "gesvdj_bufferSize", H).workspace(Size); \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##L##gesvdj(                        \
      cusolverDnHandle_t H, cusolverEigMode_t Mode, int Economy, int M, int N, \
      T *A, int LDA, RealOf<T> *S, T *U, int LDU, T *V, int LDV, T *, int,     \
      int *Info, gesvdjInfo_t) {                                               \
    return gesvdj(SolverCall("cusolverDn" #L "gesvdj", H), Mode, Economy, M,   \
                  N, A, LDA, S, U, LDU, V, LDV, Info);                         \
  }
#define HEDDLE_SIZE(NAME, ...)                                                 \
  HEDDLE_EXPORT cusolverStatus_t cusolverDn##NAME##_bufferSize(                \
      cusolverDnHandle_t H, __VA_ARGS__, int *Size) {                          \
    return SolverCall("cusolverDn" #NAME "_bufferSize", H).workspace(Size);    \
  }
HEDDLE_DENSE(S, float, or, sy)
HEDDLE_DENSE(D, double, or, sy)
HEDDLE_DENSE(C, std::complex<float>, un, he)
HEDDLE_DENSE(Z, std::complex<double>, un, he)
