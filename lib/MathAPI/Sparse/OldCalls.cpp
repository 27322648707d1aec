//===- OldCalls.cpp - The older functions, one for each type --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "SparseCall.h"

using namespace heddle::math;

namespace heddle::math {

/// The zeros that the incomplete factorization of a matrix met.
struct Factorization {
  /// The first pivot that is 0 or missing, counted as the matrix counts; or -1.
  int ZeroPivot = -1;
};

} // namespace heddle::math

namespace {

SparseMatrix compressed(int Rows, int Cols, int Count, cusparseIndexBase_t Base,
                        const int *Offsets, const int *Indices,
                        cudaDataType_t Type, const void *Values) {
  SparseMatrix M;
  M.Rows = Rows;
  M.Cols = Cols;
  M.Count = Count;
  M.Offsets = {CUSPARSE_INDEX_32I, Base, const_cast<int *>(Offsets)};
  M.Indices = {CUSPARSE_INDEX_32I, Base, const_cast<int *>(Indices)};
  M.Values = {Type, const_cast<void *>(Values)};
  return M;
}

template <typename T>
SumRows<T> addRows(T Alpha, const SparseMatrix &A, T Beta,
                   const SparseMatrix &B) {
  SumRows<T> Sums(static_cast<size_t>(A.Rows));
  forEachEntry(A, [&](int64_t Row, int64_t Col, int64_t I) {
    Sums[size_t(Row)][Col] += Alpha * A.Values.load<T>(I);
  });
  forEachEntry(B, [&](int64_t Row, int64_t Col, int64_t I) {
    Sums[size_t(Row)][Col] += Beta * B.Values.load<T>(I);
  });
  return Sums;
}

template <typename T>
cusparseStatus_t
geam(const char *Name, cusparseHandle_t Handle, int Rows, int Cols,
     const T *Alpha, cusparseMatDescr_t DescrA, int CountA, const T *ValuesA,
     const int *OffsetsA, const int *IndicesA, const T *Beta,
     cusparseMatDescr_t DescrB, int CountB, const T *ValuesB,
     const int *OffsetsB, const int *IndicesB, cusparseMatDescr_t DescrC,
     T *ValuesC, int *OffsetsC, int *IndicesC) {
  SparseCall Call(Name, Handle);
  constexpr cudaDataType_t Type = typeOfNumber<T>();
  const SparseFactor Al = Call.factor("alpha", Alpha, Type);
  const SparseFactor Be = Call.factor("beta", Beta, Type);
  const SparseMatrix A =
      compressed(Rows, Cols, CountA, Call.description(DescrA).Base, OffsetsA,
                 IndicesA, Type, ValuesA);
  const SparseMatrix B =
      compressed(Rows, Cols, CountB, Call.description(DescrB).Base, OffsetsB,
                 IndicesB, Type, ValuesB);
  const int Base = int(Call.description(DescrC).Base);
  Call.require(Rows >= 0 && Cols >= 0 && CountA >= 0 && CountB >= 0);
  Call.check("A", A);
  Call.check("B", B);
  Call.memory("csrRowPtrC", OffsetsC, int64_t(Rows) + 1);
  return Call.run([=] {
    const SumRows<T> Sums = addRows(Al.load<T>(), A, Be.load<T>(), B);
    const int64_t Count = countOf(Sums);
    if (!areAccessible(
            Name, {{"csrColIndC", IndicesC, bytesOf(Count, 1, 1, sizeof(int))},
                   {"csrValC", ValuesC, bytesOf(Count, 1, 1, sizeof(T))}}))
      return false;
    int Next = 0;
    OffsetsC[0] = Base;
    for (size_t R = 0; R != Sums.size(); ++R) {
      for (const auto &[Col, Sum] : Sums[R]) {
        IndicesC[Next] = int(Col) + Base;
        ValuesC[Next++] = Sum;
      }
      OffsetsC[R + 1] = Next + Base;
    }
    return true;
  });
}

/// Counts, by rows or columns, numbers that are not 0.
template <typename T>
cusparseStatus_t countNonzeros(const char *Name, cusparseHandle_t Handle,
                               cusparseDirection_t Direction, int Rows,
                               int Cols, cusparseMatDescr_t Descr, const T *A,
                               int Leading, int *Counts, int *Total) {
  SparseCall Call(Name, Handle);
  Call.description(Descr);
  const bool ByRows = Direction == CUSPARSE_DIRECTION_ROW;
  Call.require(Rows >= 0 && Cols >= 0 && Leading >= std::max(Rows, 1));
  Call.memory("A", A, Cols ? int64_t(Leading) * (Cols - 1) + Rows : 0);
  Call.memory("nnzPerRowCol", Counts, ByRows ? Rows : Cols);
  Call.result("nnzTotalDevHostPtr", Total, sizeof(int));
  return Call.run([=] {
    std::fill(Counts, Counts + (ByRows ? Rows : Cols), 0);
    *Total = 0;
    for (int C = 0; C != Cols; ++C)
      for (int R = 0; R != Rows; ++R)
        if (A[int64_t(C) * Leading + R] != T()) {
          ++Counts[ByRows ? R : C];
          ++*Total;
        }
    return true;
  });
}

/// Solves a tridiagonal system in place of its right side \p X, with row
/// exchanges if \p Pivots.
template <typename T>
void solveTridiagonal(int N, const T *Lower, const T *Main, const T *Upper,
                      T *X, bool Pivots) {
  // Row I has three numbers from its diagonal on; the next row one before.
  std::vector<T> D(Main, Main + N), U(Upper, Upper + N), L(Lower, Lower + N),
      V(static_cast<size_t>(N));
  for (int I = 0; I + 1 < N; ++I) {
    if (Pivots && std::abs(L[size_t(I) + 1]) > std::abs(D[size_t(I)])) {
      std::swap(D[size_t(I)], L[size_t(I) + 1]);
      std::swap(U[size_t(I)], D[size_t(I) + 1]);
      if (I + 2 < N)
        std::swap(V[size_t(I)], U[size_t(I) + 1]);
      std::swap(X[I], X[I + 1]);
    }
    const T F = L[size_t(I) + 1] / D[size_t(I)];
    D[size_t(I) + 1] -= F * U[size_t(I)];
    if (I + 2 < N)
      U[size_t(I) + 1] -= F * V[size_t(I)];
    X[I + 1] -= F * X[I];
  }
  for (int I = N - 1; I >= 0; --I) {
    T Sum = X[I];
    if (I + 1 < N)
      Sum -= U[size_t(I)] * X[I + 1];
    if (I + 2 < N)
      Sum -= V[size_t(I)] * X[I + 2];
    X[I] = Sum / D[size_t(I)];
  }
}

template <typename T>
cusparseStatus_t
solveTridiagonals(const char *Name, cusparseHandle_t Handle, int Rows, int Cols,
                  int Systems, int64_t Step, const T *Lower, const T *Main,
                  const T *Upper, T *X, int64_t Leading, bool Pivots) {
  SparseCall Call(Name, Handle);
  Call.require(Rows >= 0 && Cols >= 0 && Systems >= 0 && Leading >= Rows &&
               (Systems <= 1 || Step >= Rows));
  const int64_t Size = Systems ? Step * (Systems - 1) + Rows : 0;
  Call.memory("dl", Lower, Size);
  Call.memory("d", Main, Size);
  Call.memory("du", Upper, Size);
  const int64_t Columns = int64_t(Cols) * Systems;
  Call.memory("B", X, Columns ? Leading * (Columns - 1) + Rows : 0);
  return Call.run([=] {
    for (int S = 0; S != Systems; ++S)
      for (int C = 0; C != Cols; ++C)
        solveTridiagonal(Rows, Lower + S * Step, Main + S * Step,
                         Upper + S * Step, X + (S * Cols + C) * Leading,
                         Pivots);
    return true;
  });
}

/// The incomplete factors L and U of \p A, which keep its pattern, in its
/// place. Returns the first row whose pivot is 0 or missing, or -1.
template <typename T> int factorize(const SparseMatrix &A) {
  T *const V = static_cast<T *>(A.Values.Data);
  std::vector<int64_t> Diagonal(size_t(A.Rows), -1), Place(size_t(A.Cols), -1);
  int ZeroPivot = -1;
  for (int64_t R = 0; R != A.Rows; ++R) {
    const int64_t First = A.Offsets[R], End = A.Offsets[R + 1];
    for (int64_t I = First; I != End; ++I)
      Place[size_t(A.Indices[I])] = I;
    for (int64_t I = First; I != End; ++I) {
      const int64_t K = A.Indices[I];
      if (K == R)
        Diagonal[size_t(R)] = I;
      if (K >= R || Diagonal[size_t(K)] < 0)
        continue;
      V[I] /= V[Diagonal[size_t(K)]];
      for (int64_t J = Diagonal[size_t(K)] + 1; J != A.Offsets[K + 1]; ++J)
        if (const int64_t To = Place[size_t(A.Indices[J])]; To >= 0)
          V[To] -= V[I] * V[J];
    }
    if (ZeroPivot < 0 &&
        (Diagonal[size_t(R)] < 0 || V[Diagonal[size_t(R)]] == T()))
      ZeroPivot = int(R);
    for (int64_t I = First; I != End; ++I)
      Place[size_t(A.Indices[I])] = -1;
  }
  return ZeroPivot;
}

/// The first row of \p A without an entry on the diagonal, or -1.
int missingPivot(const SparseMatrix &A) {
  for (int64_t R = 0; R != A.Rows; ++R) {
    bool IsThere = false;
    for (int64_t I = A.Offsets[R], End = A.Offsets[R + 1]; I != End; ++I)
      IsThere |= A.Indices[I] == R;
    if (!IsThere)
      return int(R);
  }
  return -1;
}

using Factorizations = Handles<Factorization, csrilu02Info_t>;

template <typename T>
cusparseStatus_t
factorizeMatrix(const char *Name, cusparseHandle_t Handle, int Rows, int Count,
                cusparseMatDescr_t Descr, const T *Values, const int *Offsets,
                const int *Indices, csrilu02Info_t Info, bool IsAnalysis) {
  SparseCall Call(Name, Handle);
  const auto F = Call.find<Factorization>(Info);
  const SparseMatrix A =
      compressed(Rows, Rows, Count, Call.description(Descr).Base, Offsets,
                 Indices, typeOfNumber<T>(), Values);
  Call.require(Rows >= 0 && Count >= 0);
  Call.check("A", A);
  return Call.run([=] {
    const int Row = IsAnalysis ? missingPivot(A) : factorize<T>(A);
    F->ZeroPivot = Row < 0 ? Row : Row + int(A.Indices.Base);
    return true;
  });
}

} // namespace

HEDDLE_EXPORT cusparseStatus_t cusparseXcsrgeam2Nnz(
    cusparseHandle_t Handle, int Rows, int Cols, cusparseMatDescr_t DescrA,
    int CountA, const int *OffsetsA, const int *IndicesA,
    cusparseMatDescr_t DescrB, int CountB, const int *OffsetsB,
    const int *IndicesB, cusparseMatDescr_t DescrC, int *OffsetsC, int *Total,
    void *) {
  SparseCall Call("cusparseXcsrgeam2Nnz", Handle);
  // The indices stand for values, which do not matter.
  const SparseMatrix A =
      compressed(Rows, Cols, CountA, Call.description(DescrA).Base, OffsetsA,
                 IndicesA, CUDA_R_32F, IndicesA);
  const SparseMatrix B =
      compressed(Rows, Cols, CountB, Call.description(DescrB).Base, OffsetsB,
                 IndicesB, CUDA_R_32F, IndicesB);
  const int Base = int(Call.description(DescrC).Base);
  Call.require(Rows >= 0 && Cols >= 0 && CountA >= 0 && CountB >= 0);
  Call.check("A", A);
  Call.check("B", B);
  Call.memory("csrRowPtrC", OffsetsC, int64_t(Rows) + 1);
  Call.result("nnzTotalDevHostPtr", Total, sizeof(int));
  return Call.run([=] {
    const SumRows<float> Sums = addRows(0.0f, A, 0.0f, B);
    OffsetsC[0] = Base;
    for (size_t R = 0; R != Sums.size(); ++R)
      OffsetsC[R + 1] = OffsetsC[R] + int(Sums[R].size());
    *Total = int(countOf(Sums));
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseCreateCsrilu02Info(csrilu02Info_t *Handle) {
  if (!Handle)
    return CUSPARSE_STATUS_INVALID_VALUE;
  *Handle = Factorizations::get().add(std::make_shared<Factorization>());
  return CUSPARSE_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusparseStatus_t
cusparseDestroyCsrilu02Info(csrilu02Info_t Handle) {
  return destroyObject<Factorization>(Handle);
}

HEDDLE_EXPORT cusparseStatus_t cusparseXcsrilu02_zeroPivot(
    cusparseHandle_t Handle, csrilu02Info_t Info, int *Position) {
  SparseCall Call("cusparseXcsrilu02_zeroPivot", Handle);
  const auto F = Call.find<Factorization>(Info);
  Call.result("position", Position, sizeof(int));
  const cusparseStatus_t S = Call.run([=] {
    *Position = F->ZeroPivot;
    return true;
  });
  return S == CUSPARSE_STATUS_SUCCESS && F->ZeroPivot >= 0
             ? CUSPARSE_STATUS_ZERO_PIVOT
             : S;
}

/// The functions for numbers of type T, whose names have the letter L.
#define HEDDLE_OLD_CALLS(L, T)                                                 \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##csrgeam2_bufferSizeExt(          \
      cusparseHandle_t Handle, int, int, const T *, cusparseMatDescr_t, int,   \
      const T *, const int *, const int *, const T *, cusparseMatDescr_t, int, \
      const T *, const int *, const int *, cusparseMatDescr_t, const T *,      \
      const int *, const int *, size_t *Bytes) {                               \
    return SparseCall("cusparse" #L "csrgeam2_bufferSizeExt", Handle)          \
        .workspace(Bytes);                                                     \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##csrgeam2(                        \
      cusparseHandle_t Handle, int Rows, int Cols, const T *Alpha,             \
      cusparseMatDescr_t DescrA, int CountA, const T *ValuesA,                 \
      const int *OffsetsA, const int *IndicesA, const T *Beta,                 \
      cusparseMatDescr_t DescrB, int CountB, const T *ValuesB,                 \
      const int *OffsetsB, const int *IndicesB, cusparseMatDescr_t DescrC,     \
      T *ValuesC, int *OffsetsC, int *IndicesC, void *) {                      \
    return geam("cusparse" #L "csrgeam2", Handle, Rows, Cols, Alpha, DescrA,   \
                CountA, ValuesA, OffsetsA, IndicesA, Beta, DescrB, CountB,     \
                ValuesB, OffsetsB, IndicesB, DescrC, ValuesC, OffsetsC,        \
                IndicesC);                                                     \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##nnz(                             \
      cusparseHandle_t Handle, cusparseDirection_t Direction, int Rows,        \
      int Cols, cusparseMatDescr_t Descr, const T *A, int Leading,             \
      int *Counts, int *Total) {                                               \
    return countNonzeros("cusparse" #L "nnz", Handle, Direction, Rows, Cols,   \
                         Descr, A, Leading, Counts, Total);                    \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##gtsv2StridedBatch_bufferSizeExt( \
      cusparseHandle_t Handle, int, const T *, const T *, const T *,           \
      const T *, int, int, size_t *Bytes) {                                    \
    return SparseCall("cusparse" #L "gtsv2StridedBatch_bufferSizeExt", Handle) \
        .workspace(Bytes);                                                     \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##gtsv2StridedBatch(               \
      cusparseHandle_t Handle, int Rows, const T *Lower, const T *Main,        \
      const T *Upper, T *X, int Systems, int Step, void *) {                   \
    return solveTridiagonals("cusparse" #L "gtsv2StridedBatch", Handle, Rows,  \
                             1, Systems, Step, Lower, Main, Upper, X, Step,    \
                             false);                                           \
  }                                                                            \
  HEDDLE_TRIDIAGONAL(L, T, gtsv2, true)                                        \
  HEDDLE_TRIDIAGONAL(L, T, gtsv2_nopivot, false)                               \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##csrilu02_bufferSize(             \
      cusparseHandle_t Handle, int, int, cusparseMatDescr_t, T *, const int *, \
      const int *, csrilu02Info_t, int *Bytes) {                               \
    size_t Size = 0;                                                           \
    const cusparseStatus_t S =                                                 \
        SparseCall("cusparse" #L "csrilu02_bufferSize", Handle)                \
            .workspace(Bytes ? &Size : nullptr);                               \
    if (S == CUSPARSE_STATUS_SUCCESS)                                          \
      *Bytes = int(Size);                                                      \
    return S;                                                                  \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##csrilu02_analysis(               \
      cusparseHandle_t Handle, int Rows, int Count, cusparseMatDescr_t Descr,  \
      const T *Values, const int *Offsets, const int *Indices,                 \
      csrilu02Info_t Info, unsigned, void *) {                                 \
    return factorizeMatrix("cusparse" #L "csrilu02_analysis", Handle, Rows,    \
                           Count, Descr, Values, Offsets, Indices, Info,       \
                           true);                                              \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##csrilu02(                        \
      cusparseHandle_t Handle, int Rows, int Count, cusparseMatDescr_t Descr,  \
      T *Values, const int *Offsets, const int *Indices, csrilu02Info_t Info,  \
      unsigned, void *) {                                                      \
    return factorizeMatrix("cusparse" #L "csrilu02", Handle, Rows, Count,      \
                           Descr, static_cast<const T *>(Values), Offsets,     \
                           Indices, Info, false);                              \
  }
#define HEDDLE_TRIDIAGONAL(L, T, NAME, PIVOTS)                                 \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##NAME##_bufferSizeExt(            \
      cusparseHandle_t Handle, int, int, const T *, const T *, const T *,      \
      const T *, int, size_t *Bytes) {                                         \
    return SparseCall("cusparse" #L#NAME "_bufferSizeExt", Handle)             \
        .workspace(Bytes);                                                     \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##L##NAME(                            \
      cusparseHandle_t Handle, int Rows, int Cols, const T *Lower,             \
      const T *Main, const T *Upper, T *X, int Leading, void *) {              \
    return solveTridiagonals("cusparse" #L#NAME, Handle, Rows, Cols, 1, Rows,  \
                             Lower, Main, Upper, X, Leading, PIVOTS);          \
  }
HEDDLE_OLD_CALLS(S, float)
HEDDLE_OLD_CALLS(D, double)
HEDDLE_OLD_CALLS(C, std::complex<float>)
HEDDLE_OLD_CALLS(Z, std::complex<double>)
