//===- Dense.h - Factorizations, solutions, eigenvalues ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the functions for dense matrices do, for each type of numbers: the
/// checks of the arguments, and LAPACK's routine in the order of the stream.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_SOLVER_DENSE_H
#define HEDDLE_MATHAPI_SOLVER_DENSE_H

#include "Lapack.h"
#include "SolverCall.h"
#include <climits>
#include <vector>

namespace heddle::math::dense {

using lapack::Routines;

inline char letterOf(cublasFillMode_t U) { return "LU"[U]; }
inline char letterOf(cublasOperation_t O, bool HasImaginary) {
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

/// Pivots have 32 or 64 bits.
template <typename T, typename PivotT>
cusolverStatus_t getrf(SolverCall Call, int M, int N, T *A, int LDA,
                       PivotT *Pivots, int *Info) {
  Call.matrix("A", A, M, N, LDA);
  // Without pivots, rows stay where they are.
  Call.require(M >= 0 && N >= 0);
  const int Least = std::min(M, N);
  if (Pivots)
    Call.vector("devIpiv", Pivots, Least);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    if (Pivots) {
      std::vector<int> Rows(static_cast<size_t>(Least));
      Routines<T>::getrf(&M, &N, A, &LDA, Rows.data(), Info);
      std::copy(Rows.begin(), Rows.end(), Pivots);
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

template <typename T, typename PivotT>
cusolverStatus_t getrs(SolverCall Call, cublasOperation_t Op, int N, int Cols,
                       const T *A, int LDA, const PivotT *Pivots, T *B, int LDB,
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
    for (int I = 0; I != N; ++I) {
      // A pivot is a row of the matrix, or what it names is no memory of it.
      const int64_t Row = Pivots ? int64_t(Pivots[I]) : int64_t(I) + 1;
      if (Row < 1 || Row > N)
        return areAccessible("cusolverDngetrs",
                             {{"a row beyond the matrix", nullptr, 1}});
      Rows[size_t(I)] = int(Row);
    }
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

/// The largest workspace that the routine asks for, for blocks of 64 columns.
inline int64_t syevdSpace(cusolverEigMode_t Mode, int64_t N) {
  return Mode == CUSOLVER_EIG_MODE_VECTOR ? 1 + 6 * N + 2 * N * N : 1 + 66 * N;
}

template <typename T>
void hostSyevd(cusolverEigMode_t Mode, cublasFillMode_t Uplo, int N, T *A,
               int LDA, RealOf<T> *W, int *Info) {
  const char J = "NV"[Mode], U = letterOf(Uplo);
  const int Most = int(syevdSpace(Mode, N)), MostInts = 3 + 5 * N;
  std::vector<T> Space(static_cast<size_t>(Most));
  std::vector<int> Ints(static_cast<size_t>(MostInts));
  if constexpr (HasImaginary<T>) {
    std::vector<RealOf<T>> Reals(static_cast<size_t>(Most));
    Routines<T>::syevd(&J, &U, &N, A, &LDA, W, Space.data(), &Most,
                       Reals.data(), &Most, Ints.data(), &MostInts, Info);
  } else {
    Routines<T>::syevd(&J, &U, &N, A, &LDA, W, Space.data(), &Most, Ints.data(),
                       &MostInts, Info);
  }
}

/// Eigenvalues, in ascending order, of \p Count symmetric or Hermitian matrices
/// that follow each other.
template <typename T>
cusolverStatus_t syevd(SolverCall Call, cusolverEigMode_t Mode,
                       cublasFillMode_t Uplo, int N, T *A, int LDA,
                       RealOf<T> *W, int *Info, int Count = 1) {
  Call.mode(Uplo);
  Call.require(Mode <= CUSOLVER_EIG_MODE_VECTOR);
  Call.size(N);
  Call.size(Count);
  // LAPACK is told the size of the workspace as an int.
  Call.require(syevdSpace(Mode, N) <= INT_MAX);
  const int64_t Size = int64_t(LDA) * N;
  Call.matrix("A", A, N, int64_t(N) * Count, LDA);
  Call.vector("W", W, int64_t(N) * Count);
  Call.vector("devInfo", Info, Count);
  return Call.run([=] {
    for (int64_t I = 0; I != Count; ++I)
      hostSyevd(Mode, Uplo, N, A + I * Size, LDA, W + I * N, Info + I);
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

inline bool isJob(signed char Job) {
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
void hostGesvdj(cusolverEigMode_t Mode, bool Economy, int M, int N, T *A,
                int LDA, RealOf<T> *S, T *U, int LDU, T *V, int LDV,
                int *Info) {
  const bool HasVectors = Mode == CUSOLVER_EIG_MODE_VECTOR;
  const int ColsV = Economy ? std::min(M, N) : N;
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
}

template <typename T>
cusolverStatus_t gesvdj(SolverCall Call, cusolverEigMode_t Mode, int Economy,
                        int M, int N, T *A, int LDA, RealOf<T> *S, T *U,
                        int LDU, T *V, int LDV, int *Info) {
  const int Least = std::min(M, N);
  Call.require(Mode <= CUSOLVER_EIG_MODE_VECTOR && M >= 0 && N >= 0);
  Call.matrix("A", A, M, N, LDA);
  Call.vector("S", S, Least);
  if (Mode == CUSOLVER_EIG_MODE_VECTOR) {
    Call.matrix("U", U, M, Economy ? Least : M, LDU);
    Call.matrix("V", V, N, Economy ? Least : N, LDV);
  }
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    hostGesvdj(Mode, Economy != 0, M, N, A, LDA, S, U, LDU, V, LDV, Info);
  });
}

/// The inverse of a triangle.
template <typename T>
cusolverStatus_t trtri(SolverCall Call, cublasFillMode_t Uplo,
                       cublasDiagType_t Diag, int N, T *A, int LDA, int *Info) {
  Call.mode(Uplo);
  Call.require(Diag <= CUBLAS_DIAG_UNIT);
  Call.size(N);
  Call.matrix("A", A, N, N, LDA);
  Call.vector("devInfo", Info, 1);
  return Call.run([=] {
    const char U = letterOf(Uplo), D = "NU"[Diag];
    Routines<T>::trtri(&U, &D, &N, A, &LDA, Info);
  });
}

} // namespace heddle::math::dense

#endif // HEDDLE_MATHAPI_SOLVER_DENSE_H
