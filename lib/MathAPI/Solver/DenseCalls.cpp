//===- DenseCalls.cpp - Factorizations, solutions, eigenvalues ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lapack.h"
#include "SolverCall.h"
#include <vector>

using namespace heddle::math;

namespace {

using lapack::Routines;

char letterOf(cublasFillMode_t U) { return "LU"[U]; }
char letterOf(cublasOperation_t O, bool HasImaginary) {
  // Real routines know no conjugation.
  return O == CUBLAS_OP_C && !HasImaginary ? 'T' : "NTC"[O];
}

/// Calls \p Routine with its workspace, once for the size and once for the
/// work; \p Routine gets the array and its length.
template <typename T, typename Fn> void withWorkspace(Fn Routine) {
  T Best = T();
  int Query = -1;
  Routine(&Best, Query);
  const int Size = std::max(1, int(std::real(Best)));
  std::vector<T> Space(static_cast<size_t>(Size));
  Routine(Space.data(), Size);
}

template <typename T>
cusolverStatus_t getrf(SolverCall Call, int M, int N, T *A, int LDA,
                       int *Pivots, int *Info) {
  Call.matrix("A", A, M, N, LDA);
  // Without pivots, rows stay where they are.
  Call.require(M >= 0 && N >= 0);
  const int Least = std::min(M, N);
  if (Pivots)
    Call.vector("devIpiv", Pivots, Least);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    if (Pivots) {
      Routines<T>::getrf(&M, &N, A, &LDA, Pivots, Info);
      return;
    }
    *Info = 0;
    for (int64_t K = 0; K != Least; ++K) {
      const T Pivot = A[K * LDA + K];
      if (Pivot == T()) {
        if (!*Info)
          *Info = int(K) + 1;
        continue;
      }
      for (int64_t I = K + 1; I < M; ++I)
        A[K * LDA + I] /= Pivot;
      for (int64_t J = K + 1; J < N; ++J)
        for (int64_t I = K + 1; I < M; ++I)
          A[J * LDA + I] -= A[K * LDA + I] * A[J * LDA + K];
    }
  });
}

template <typename T>
cusolverStatus_t getrs(SolverCall Call, cublasOperation_t Op, int N, int Cols,
                       const T *A, int LDA, const int *Pivots, T *B, int LDB,
                       int *Info) {
  Call.mode(Op);
  Call.size(N);
  Call.size(Cols);
  Call.matrix("A", A, N, N, LDA);
  Call.matrix("B", B, N, Cols, LDB);
  if (Pivots)
    Call.vector("devIpiv", Pivots, N);
  Call.vector("devInfo", Info, 1);
  return Call.runChecked([=] {
    std::vector<int> Rows(static_cast<size_t>(N));
    for (int I = 0; I != N; ++I)
      Rows[size_t(I)] = Pivots ? Pivots[I] : I + 1;
    // A pivot is a row of the matrix, or what it names is no memory of it.
    for (int Row : Rows)
      if (Row < 1 || Row > N)
        return areAccessible("cusolverDngetrs",
                             {{"a row beyond the matrix", nullptr, 1}});
    const char Letter = letterOf(Op, HasImaginary<T>);
    Routines<T>::getrs(&Letter, &N, &Cols, A, &LDA, Rows.data(), B, &LDB, Info);
    return true;
  });
}

template <typename T>
cusolverStatus_t potrf(SolverCall Call, cublasFillMode_t Uplo, int N, T *A,
                       int LDA, int *Info, bool Inverts) {
  Call.mode(Uplo);
  Call.size(N);
  Call.matrix("A", A, N, N, LDA);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    const char U = letterOf(Uplo);
    (Inverts ? Routines<T>::potri : Routines<T>::potrf)(&U, &N, A, &LDA, Info);
  });
}

template <typename T>
cusolverStatus_t potrs(SolverCall Call, cublasFillMode_t Uplo, int N, int Cols,
                       const T *A, int LDA, T *B, int LDB, int *Info) {
  Call.mode(Uplo);
  Call.size(N);
  Call.size(Cols);
  Call.matrix("A", A, N, N, LDA);
  Call.matrix("B", B, N, Cols, LDB);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    const char U = letterOf(Uplo);
    Routines<T>::potrs(&U, &N, &Cols, A, &LDA, B, &LDB, Info);
  });
}

template <typename T>
cusolverStatus_t geqrf(SolverCall Call, int M, int N, T *A, int LDA, T *Tau,
                       int *Info) {
  Call.size(N);
  Call.matrix("A", A, M, N, LDA);
  Call.vector("TAU", Tau, std::min(M, N));
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    withWorkspace<T>([&](T *Space, int Size) {
      Routines<T>::geqrf(&M, &N, A, &LDA, Tau, Space, &Size, Info);
    });
  });
}

template <typename T>
cusolverStatus_t orgqr(SolverCall Call, int M, int N, int K, T *A, int LDA,
                       const T *Tau, int *Info) {
  Call.require(N >= 0 && M >= N && K >= 0 && N >= K);
  Call.matrix("A", A, M, N, LDA);
  Call.vector("tau", Tau, K);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    withWorkspace<T>([&](T *Space, int Size) {
      Routines<T>::orgqr(&M, &N, &K, A, &LDA, Tau, Space, &Size, Info);
    });
  });
}

template <typename T>
cusolverStatus_t ormqr(SolverCall Call, cublasSideMode_t Side,
                       cublasOperation_t Op, int M, int N, int K, const T *A,
                       int LDA, const T *Tau, T *C, int LDC, int *Info) {
  Call.mode(Op);
  // LAPACK has the conjugate transpose of complex factors alone.
  Call.require(!HasImaginary<T> || Op != CUBLAS_OP_T);
  Call.require(Side <= CUBLAS_SIDE_RIGHT);
  const int Rows = Side == CUBLAS_SIDE_LEFT ? M : N;
  Call.require(M >= 0 && N >= 0 && K >= 0 && K <= Rows);
  Call.matrix("A", A, Rows, K, LDA);
  Call.vector("tau", Tau, K);
  Call.matrix("C", C, M, N, LDC);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    const char S = "LR"[Side], O = letterOf(Op, HasImaginary<T>);
    withWorkspace<T>([&](T *Space, int Size) {
      Routines<T>::ormqr(&S, &O, &M, &N, &K, A, &LDA, Tau, C, &LDC, Space,
                         &Size, Info);
    });
  });
}

/// Eigenvalues of a symmetric or Hermitian matrix in ascending order.
template <typename T>
cusolverStatus_t syevd(SolverCall Call, cusolverEigMode_t Mode,
                       cublasFillMode_t Uplo, int N, T *A, int LDA,
                       RealOf<T> *W, int *Info) {
  Call.mode(Uplo);
  Call.require(Mode <= CUSOLVER_EIG_MODE_VECTOR);
  Call.size(N);
  Call.matrix("A", A, N, N, LDA);
  Call.vector("W", W, N);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    const char J = "NV"[Mode], U = letterOf(Uplo);
    // The largest sizes that the routine asks for.
    const int Most = 1 + 6 * N + 2 * N * N, MostInts = 3 + 5 * N;
    std::vector<T> Space(static_cast<size_t>(Most));
    std::vector<int> Ints(static_cast<size_t>(MostInts));
    if constexpr (HasImaginary<T>) {
      std::vector<RealOf<T>> Reals(static_cast<size_t>(Most));
      Routines<T>::syevd(&J, &U, &N, A, &LDA, W, Space.data(), &Most,
                         Reals.data(), &Most, Ints.data(), &MostInts, Info);
    } else {
      Routines<T>::syevd(&J, &U, &N, A, &LDA, W, Space.data(), &Most,
                         Ints.data(), &MostInts, Info);
    }
  });
}

template <typename T>
void hostGesvd(char JobU, char JobV, int M, int N, T *A, int LDA, RealOf<T> *S,
               T *U, int LDU, T *VT, int LDV, int *Info) {
  withWorkspace<T>([&](T *Space, int Size) {
    if constexpr (HasImaginary<T>) {
      std::vector<RealOf<T>> Reals(size_t(std::max(1, 5 * std::min(M, N))));
      Routines<T>::gesvd(&JobU, &JobV, &M, &N, A, &LDA, S, U, &LDU, VT, &LDV,
                         Space, &Size, Reals.data(), Info);
    } else {
      Routines<T>::gesvd(&JobU, &JobV, &M, &N, A, &LDA, S, U, &LDU, VT, &LDV,
                         Space, &Size, Info);
    }
  });
}

bool isJob(signed char Job) {
  return Job == 'A' || Job == 'S' || Job == 'O' || Job == 'N';
}

template <typename T>
cusolverStatus_t gesvd(SolverCall Call, signed char JobU, signed char JobV,
                       int M, int N, T *A, int LDA, RealOf<T> *S, T *U, int LDU,
                       T *VT, int LDV, int *Info) {
  // NVIDIA's takes matrices with at least as many rows, too.
  Call.require(isJob(JobU) && isJob(JobV) && (JobU != 'O' || JobV != 'O') &&
               N >= 0 && M >= N);
  Call.matrix("A", A, M, N, LDA);
  Call.vector("S", S, N);
  if (JobU == 'A' || JobU == 'S')
    Call.matrix("U", U, M, JobU == 'A' ? M : N, LDU);
  if (JobV == 'A' || JobV == 'S')
    Call.matrix("VT", VT, N, N, LDV);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    hostGesvd(char(JobU), char(JobV), M, N, A, LDA, S, U, std::max(LDU, 1), VT,
              std::max(LDV, 1), Info);
  });
}

/// Jacobi's interface: the right vectors are columns, not rows.
template <typename T>
cusolverStatus_t gesvdj(SolverCall Call, cusolverEigMode_t Mode, int Economy,
                        int M, int N, T *A, int LDA, RealOf<T> *S, T *U,
                        int LDU, T *V, int LDV, int *Info) {
  const bool HasVectors = Mode == CUSOLVER_EIG_MODE_VECTOR;
  const int Least = std::min(M, N);
  Call.require(Mode <= CUSOLVER_EIG_MODE_VECTOR && M >= 0 && N >= 0);
  Call.matrix("A", A, M, N, LDA);
  Call.vector("S", S, Least);
  const int ColsU = Economy ? Least : M, ColsV = Economy ? Least : N;
  if (HasVectors) {
    Call.matrix("U", U, M, ColsU, LDU);
    Call.matrix("V", V, N, ColsV, LDV);
  }
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    const char Job = !HasVectors ? 'N' : Economy ? 'S' : 'A';
    const int Rows = std::max(ColsV, 1);
    std::vector<T> VT(size_t(Rows) * size_t(std::max(N, 1)));
    hostGesvd(Job, Job, M, N, A, LDA, S, U, std::max(LDU, 1), VT.data(), Rows,
              Info);
    for (int64_t R = 0; HasVectors && R != ColsV; ++R)
      for (int64_t C = 0; C != N; ++C) {
        const T X = VT[size_t(C * Rows + R)];
        if constexpr (HasImaginary<T>)
          V[R * LDV + C] = std::conj(X);
        else
          V[R * LDV + C] = X;
      }
  });
}

} // namespace

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
