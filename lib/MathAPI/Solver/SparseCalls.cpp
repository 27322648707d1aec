//===- SparseCalls.cpp - Solutions with sparse matrices -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows and columns are brought into an order that has the entries near the
// diagonal, and LAPACK solves the band: by Cholesky's factors where they were
// asked for, else by LU with pivots, also where QR was. The least squares of a
// singular matrix are not computed; that it is singular is said.
//
//===----------------------------------------------------------------------===//

#include "Lapack.h"
#include "SolverCall.h"
#include "SparseOrder.h"
#include "heddle-cuda/sparse_types.h"
#include <cmath>

using namespace heddle::math;

namespace {

enum class Method { Cholesky, LU };

/// A handle of the sparse part: it is in the dense part's table.
cusolverDnHandle_t tableHandle(cusolverSpHandle_t Handle) {
  return reinterpret_cast<cusolverDnHandle_t>(Handle);
}

/// The entries of a matrix by \p Places of its rows and columns, as LAPACK
/// stores a band: entry (i,j) is in row Above + i - j of column j.
template <typename T> struct Band {
  int N = 0, Below = 0, Above = 0, Leading = 0;
  std::vector<T> Data;

  T &at(int Row, int Column) {
    return Data[size_t(Column) * size_t(Leading) + size_t(Above + Row) -
                size_t(Column)];
  }
};

/// Makes the band, with room for \p Fill more diagonals above. False: it would
/// be too large.
template <typename T>
bool fillBand(const SparsePattern &A, const T *Values,
              const std::vector<int> &Places, bool IsLower, Band<T> &B) {
  B.N = A.N;
  const auto Each = [&](auto Body) {
    for (int Row = 0; Row != A.N; ++Row)
      for (int E = A.begin(Row); E != A.end(Row); ++E)
        Body(Places[size_t(Row)], Places[size_t(A.column(E))], Values[E]);
  };
  Each([&](int Row, int Column, T) {
    B.Below = std::max(B.Below, Row - Column);
    B.Above = std::max(B.Above, Column - Row);
  });
  // Factors of LU with pivots have Below more diagonals.
  B.Above = IsLower ? 0 : B.Above + B.Below;
  B.Leading = B.Above + B.Below + 1;
  constexpr uint64_t Most = uint64_t(1) << 32;
  if (uint64_t(B.Leading) * uint64_t(B.N) * sizeof(T) > Most)
    return false;
  B.Data.assign(size_t(B.Leading) * size_t(B.N), T());
  Each([&](int Row, int Column, T Value) {
    if (!IsLower || Row >= Column)
      B.at(Row, Column) += Value;
  });
  return true;
}

/// Solves for \p X, which is the right side before. Returns the first pivot
/// that is below \p Tolerance, or -1.
template <typename T>
int solveBand(Method By, Band<T> &B, std::vector<T> &X, RealOf<T> Tolerance) {
  const int One = 1;
  int Info = 0;
  if (By == Method::Cholesky) {
    lapack::Routines<T>::pbsv("L", &B.N, &B.Below, &One, B.Data.data(),
                              &B.Leading, X.data(), &B.N, &Info);
    return Info > 0 ? Info - 1 : -1;
  }
  const int Above = B.Above - B.Below;
  std::vector<int> Pivots(static_cast<size_t>(B.N));
  lapack::Routines<T>::gbsv(&B.N, &B.Below, &Above, &One, B.Data.data(),
                            &B.Leading, Pivots.data(), X.data(), &B.N, &Info);
  for (int I = 0; I != B.N; ++I)
    if (std::abs(B.at(I, I)) <= Tolerance)
      return I;
  return Info > 0 ? Info - 1 : -1;
}

template <typename T> struct System {
  SparsePattern A;
  const T *Values, *B;
  RealOf<T> Tolerance;
  T *X;
  int *Singularity;
};

template <typename T>
cusolverStatus_t solve(const char *Name, Method By, const System<T> &S) {
  const std::vector<int> Order = reverseCuthillMcKee(S.A);
  Band<T> Matrix;
  if (!fillBand(S.A, S.Values, inverseOrder(Order), By == Method::Cholesky,
                Matrix)) {
    logFailure(Name, "CUSOLVER_STATUS_ALLOC_FAILED: the matrix is wider than "
                     "4 GiB around its diagonal");
    return CUSOLVER_STATUS_ALLOC_FAILED;
  }
  std::vector<T> X;
  X.reserve(Order.size());
  for (int Row : Order)
    X.push_back(S.B[Row]);
  *S.Singularity = S.A.N ? solveBand(By, Matrix, X, S.Tolerance) : -1;
  for (size_t I = 0; I != Order.size(); ++I)
    S.X[Order[I]] = X[I];
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t wrong(const char *Name) {
  logFailure(Name, "CUSOLVER_STATUS_INVALID_VALUE: an argument is out of its "
                   "range");
  return CUSOLVER_STATUS_INVALID_VALUE;
}

/// All is the host's memory.
template <typename T>
cusolverStatus_t solveOnHost(const char *Name, cusolverSpHandle_t Handle,
                             Method By, int Count, const System<T> &S) {
  if (!SolverHandles::get().find(tableHandle(Handle)))
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!S.A.isSound(Count) || !S.Values || !S.B || !S.X || !S.Singularity)
    return wrong(Name);
  return solve(Name, By, S);
}

/// All but the singularity is the device's memory.
template <typename T>
cusolverStatus_t solveOnDevice(const char *Name, cusolverSpHandle_t Handle,
                               Method By, int Count, const System<T> &S) {
  SolverCall Call(Name, tableHandle(Handle));
  Call.size(S.A.N);
  Call.size(Count);
  Call.require(S.Singularity != nullptr);
  Call.vector("csrVal", S.Values, Count);
  Call.vector("csrRowPtr", S.A.RowStarts, int64_t(S.A.N) + 1);
  Call.vector("csrColInd", S.A.Columns, Count);
  Call.vector("b", S.B, S.A.N);
  Call.vector("x", S.X, S.A.N);
  auto Inner = std::make_shared<cusolverStatus_t>(CUSOLVER_STATUS_SUCCESS);
  const cusolverStatus_t Outer = Call.run(
      [=] { *Inner = S.A.isSound(Count) ? solve(Name, By, S) : wrong(Name); });
  return Outer == CUSOLVER_STATUS_SUCCESS ? *Inner : Outer;
}

} // namespace

HEDDLE_EXPORT cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *Handle) {
  if (!Handle)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (CUresult R = initialize(); R != CUDA_SUCCESS)
    return solverStatusOf(R);
  *Handle = reinterpret_cast<cusolverSpHandle_t>(
      SolverHandles::get().add(std::make_shared<SolverHandle>()));
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_EXPORT cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t Handle) {
  return SolverHandles::get().remove(tableHandle(Handle))
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_NOT_INITIALIZED;
}
HEDDLE_EXPORT cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t Handle,
                                                   CUstream Stream) {
  const auto H = SolverHandles::get().find(tableHandle(Handle));
  if (!H)
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  H->Stream = Stream;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_EXPORT cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t Handle,
                                                   CUstream *Stream) {
  const auto H = SolverHandles::get().find(tableHandle(Handle));
  if (!H || !Stream)
    return H ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_NOT_INITIALIZED;
  *Stream = H->Stream;
  return CUSOLVER_STATUS_SUCCESS;
}

// NAME's WHERE tells what b, x and values are; descriptions tell where indices
// begin, as the first row pointer does.
#define HEDDLE_SPARSE_SOLVE(L, T, NAME, WHERE, METHOD)                         \
  HEDDLE_EXPORT cusolverStatus_t cusolverSp##L##csrlsv##NAME(                  \
      cusolverSpHandle_t Handle, int N, int Count, cusparseMatDescr_t,         \
      const T *Values, const int *RowStarts, const int *Columns, const T *B,   \
      RealOf<T> Tolerance, int, T *X, int *Singularity) {                      \
    return solveOn##WHERE<T>(                                                  \
        "cusolverSp" #L "csrlsv" #NAME, Handle, Method::METHOD, Count,         \
        {{N, RowStarts, Columns}, Values, B, Tolerance, X, Singularity});      \
  }
#define HEDDLE_SPARSE_SOLVES(L, T)                                             \
  HEDDLE_SPARSE_SOLVE(L, T, luHost, Host, LU)                                  \
  HEDDLE_SPARSE_SOLVE(L, T, qrHost, Host, LU)                                  \
  HEDDLE_SPARSE_SOLVE(L, T, qr, Device, LU)                                    \
  HEDDLE_SPARSE_SOLVE(L, T, cholHost, Host, Cholesky)                          \
  HEDDLE_SPARSE_SOLVE(L, T, chol, Device, Cholesky)
HEDDLE_SPARSE_SOLVES(S, float)
HEDDLE_SPARSE_SOLVES(D, double)
HEDDLE_SPARSE_SOLVES(C, std::complex<float>)
HEDDLE_SPARSE_SOLVES(Z, std::complex<double>)

/// Whether entries (i,j) and (j,i) are both there or not.
HEDDLE_EXPORT cusolverStatus_t cusolverSpXcsrissymHost(
    cusolverSpHandle_t Handle, int N, int Count, cusparseMatDescr_t,
    const int *RowStarts, const int *RowEnds, const int *Columns,
    int *IsSymmetric) {
  if (!SolverHandles::get().find(tableHandle(Handle)))
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  const SparsePattern A = {N, RowStarts, Columns};
  // Rows with room behind them are not.
  if (!A.isSound(Count) || !IsSymmetric || !RowEnds ||
      !std::equal(RowEnds, RowEnds + N, RowStarts + 1))
    return wrong("cusolverSpXcsrissymHost");
  std::vector<std::pair<int, int>> Entries, Mirrored;
  for (int Row = 0; Row != N; ++Row)
    for (int E = A.begin(Row); E != A.end(Row); ++E) {
      Entries.push_back({Row, A.column(E)});
      Mirrored.push_back({A.column(E), Row});
    }
  std::sort(Entries.begin(), Entries.end());
  std::sort(Mirrored.begin(), Mirrored.end());
  *IsSymmetric = Entries == Mirrored;
  return CUSOLVER_STATUS_SUCCESS;
}

/// Every order is allowed; those of other methods would be others.
static cusolverStatus_t order(const char *Name, cusolverSpHandle_t Handle,
                              const SparsePattern &A, int Count, int *Order) {
  if (!SolverHandles::get().find(tableHandle(Handle)))
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!A.isSound(Count) || !Order)
    return wrong(Name);
  const std::vector<int> Found = reverseCuthillMcKee(A);
  std::copy(Found.begin(), Found.end(), Order);
  return CUSOLVER_STATUS_SUCCESS;
}
#define HEDDLE_SPARSE_ORDER(NAME, ...)                                         \
  HEDDLE_EXPORT cusolverStatus_t cusolverSpXcsr##NAME##Host(                   \
      cusolverSpHandle_t Handle, int N, int Count, cusparseMatDescr_t,         \
      const int *RowStarts, const int *Columns, __VA_ARGS__) {                 \
    return order("cusolverSpXcsr" #NAME "Host", Handle,                        \
                 {N, RowStarts, Columns}, Count, Order);                       \
  }
HEDDLE_SPARSE_ORDER(symrcm, int *Order)
HEDDLE_SPARSE_ORDER(symamd, int *Order)
HEDDLE_SPARSE_ORDER(symmdq, int *Order)
HEDDLE_SPARSE_ORDER(metisnd, const int64_t *, int *Order)

HEDDLE_EXPORT cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(
    cusolverSpHandle_t Handle, int, int, int, cusparseMatDescr_t, const int *,
    const int *, const int *, const int *, size_t *Bytes) {
  if (!SolverHandles::get().find(tableHandle(Handle)))
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!Bytes)
    return wrong("cusolverSpXcsrperm_bufferSizeHost");
  // The work has its own memory, and programs allocate what they are told.
  *Bytes = sizeof(int);
  return CUSOLVER_STATUS_SUCCESS;
}

/// Entry (i,j) becomes entry (p(i),q(j)) of before; \p Map goes along.
HEDDLE_EXPORT cusolverStatus_t
cusolverSpXcsrpermHost(cusolverSpHandle_t Handle, int M, int N, int Count,
                       cusparseMatDescr_t, int *RowStarts, int *Columns,
                       const int *P, const int *Q, int *Map, void *) {
  if (!SolverHandles::get().find(tableHandle(Handle)))
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  const auto IsOrder = [](const int *Order, int Size) {
    std::vector<bool> Seen(static_cast<size_t>(std::max(Size, 0)));
    for (int I = 0; Order && I < Size; ++I) {
      if (Order[I] < 0 || Order[I] >= Size || Seen[size_t(Order[I])])
        return false;
      Seen[size_t(Order[I])] = true;
    }
    return Order != nullptr;
  };
  const SparsePattern A = {M, RowStarts, Columns, N};
  if (!A.isSound(Count) || !IsOrder(P, M) || !IsOrder(Q, N) || !Map)
    return wrong("cusolverSpXcsrpermHost");
  const std::vector<int> Places = inverseOrder(std::vector<int>(Q, Q + N));
  std::vector<int> Starts = {A.base()}, NewColumns, NewMap;
  for (int Row = 0; Row != M; ++Row) {
    std::vector<std::pair<int, int>> Entries;
    for (int E = A.begin(P[Row]); E != A.end(P[Row]); ++E)
      Entries.push_back({Places[size_t(A.column(E))] + A.base(), Map[E]});
    std::sort(Entries.begin(), Entries.end());
    for (const auto &[Column, From] : Entries) {
      NewColumns.push_back(Column);
      NewMap.push_back(From);
    }
    Starts.push_back(A.base() + int(NewColumns.size()));
  }
  std::copy(Starts.begin(), Starts.end(), RowStarts);
  std::copy(NewColumns.begin(), NewColumns.end(), Columns);
  std::copy(NewMap.begin(), NewMap.end(), Map);
  return CUSOLVER_STATUS_SUCCESS;
}
