//===- ConversionCalls.cpp - From one format to another -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "SparseCall.h"
#include <numeric>
#include <tuple>

using namespace heddle::math;

namespace {

bool isZero(const DenseMatrix &M, int64_t Row, int64_t Col) {
  return M.Values.load<std::complex<double>>(M.indexOf(Row, Col)) ==
         std::complex<double>();
}

/// Calls \p Body with row and column of each number of \p M that is not 0, by
/// rows or columns.
template <typename Fn>
void forEachNonzero(const DenseMatrix &M, bool ByCols, Fn Body) {
  for (int64_t I = 0, E = ByCols ? M.Cols : M.Rows; I != E; ++I)
    for (int64_t J = 0, F = ByCols ? M.Rows : M.Cols; J != F; ++J)
      if (const int64_t Row = ByCols ? J : I, Col = ByCols ? I : J;
          !isZero(M, Row, Col))
        Body(Row, Col);
}

void copyNumber(const NumberArray &From, int64_t I, const NumberArray &To,
                int64_t J) {
  if (From.Type == To.Type)
    std::memcpy(advance(To, J).Data, advance(From, I).Data,
                elementBytes(To.Type));
  else
    To.store(J, From.load<double>(I));
}

/// Fills the arrays of \p B, which have room for all entries.
void makeSparse(const DenseMatrix &A, const SparseMatrix &B) {
  const bool ByCols = B.Format == CUSPARSE_FORMAT_CSC;
  int64_t Next = 0, Line = 0;
  forEachNonzero(A, ByCols, [&](int64_t Row, int64_t Col) {
    if (B.hasOffsets())
      while (Line <= (ByCols ? Col : Row))
        B.Offsets.store(Line++, Next);
    else
      B.Offsets.store(Next, Row);
    B.Indices.store(Next, ByCols ? Row : Col);
    copyNumber(A.Values, A.indexOf(Row, Col), B.Values, Next++);
  });
  if (B.hasOffsets())
    while (Line <= B.lines())
      B.Offsets.store(Line++, Next);
}

bool hasRoom(const char *Name, const SparseMatrix &B) {
  return hasOffsetsArray(Name, "matB", B) &&
         areAccessible(Name,
                       {{"matB", B.Indices.Data,
                         bytesOf(B.Count, 1, 1, B.Indices.elementBytes())},
                        {"matB", B.Values.Data,
                         bytesOf(B.Count, 1, 1, elementBytes(B.Values.Type))}});
}

/// Sorts pairs by \p First and then \p Second, with the numbers \p P, which may
/// be null, in the same order.
void sortPairs(int *First, int *Second, int *P, int64_t Count) {
  std::vector<int64_t> Order(static_cast<size_t>(Count));
  std::iota(Order.begin(), Order.end(), 0);
  std::sort(Order.begin(), Order.end(), [&](int64_t A, int64_t B) {
    return std::tuple(First[A], Second[A], A) <
           std::tuple(First[B], Second[B], B);
  });
  for (int *Array : {First, Second, P}) {
    if (!Array)
      continue;
    const std::vector<int> Before(Array, Array + Count);
    for (size_t I = 0; I != Order.size(); ++I)
      Array[I] = Before[size_t(Order[I])];
  }
}

cusparseStatus_t sortEntries(const char *Name, cusparseHandle_t Handle,
                             int Count, int *Rows, int *Cols, int *P,
                             bool ByCols) {
  SparseCall Call(Name, Handle);
  Call.memory("cooRowsA", Rows, Count);
  Call.memory("cooColsA", Cols, Count);
  if (P)
    Call.memory("P", P, Count);
  return Call.run([=] {
    sortPairs(ByCols ? Cols : Rows, ByCols ? Rows : Cols, P, Count);
    return true;
  });
}

/// Sorts the indices of each of \p Lines rows or columns.
cusparseStatus_t sortLines(const char *Name, cusparseHandle_t Handle, int Lines,
                           int Across, int Count, cusparseMatDescr_t Descr,
                           const int *Offsets, int *Indices, int *P) {
  SparseCall Call(Name, Handle);
  SparseMatrix M;
  M.Rows = Lines;
  M.Cols = Across;
  M.Count = Count;
  const cusparseIndexBase_t Base = Call.description(Descr).Base;
  M.Offsets = {CUSPARSE_INDEX_32I, Base, const_cast<int *>(Offsets)};
  M.Indices = {CUSPARSE_INDEX_32I, Base, Indices};
  // There are no values: any memory of this size is sound.
  M.Values = {CUDA_R_32F, Indices};
  Call.require(Lines >= 0 && Across >= 0 && Count >= 0);
  Call.check("csrColIndA", M);
  if (P)
    Call.memory("P", P, Count);
  return Call.run([=] {
    for (int64_t L = 0; L != M.lines(); ++L) {
      const int64_t First = M.Offsets[L], Size = M.Offsets[L + 1] - First;
      std::vector<int> Zeros(static_cast<size_t>(Size));
      sortPairs(Indices + First, Zeros.data(), P ? P + First : nullptr, Size);
    }
    return true;
  });
}

} // namespace

HEDDLE_EXPORT cusparseStatus_t cusparseSparseToDense(cusparseHandle_t Handle,
                                                     cusparseSpMatDescr_t MatA,
                                                     cusparseDnMatDescr_t MatB,
                                                     unsigned, void *) {
  SparseCall Call("cusparseSparseToDense", Handle);
  const SparseMatrix A = Call.matrix("matA", MatA);
  const DenseMatrix B = Call.matrix("matB", MatB);
  Call.require(A.Rows == B.Rows && A.Cols == B.Cols &&
               A.Values.Type == B.Values.Type);
  Call.support(A.Batches == 1 && B.Batches == 1);
  return Call.run([=] {
    const unsigned Bytes = elementBytes(B.Values.Type);
    for (int64_t R = 0; R != B.Rows; ++R)
      for (int64_t C = 0; C != B.Cols; ++C)
        std::memset(advance(B.Values, B.indexOf(R, C)).Data, 0, Bytes);
    forEachEntry(A, [&](int64_t Row, int64_t Col, int64_t I) {
      copyNumber(A.Values, I, B.Values, B.indexOf(Row, Col));
    });
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSparseToDense_bufferSize(
    cusparseHandle_t Handle, cusparseSpMatDescr_t, cusparseDnMatDescr_t,
    unsigned, size_t *Bytes) {
  return SparseCall("cusparseSparseToDense_bufferSize", Handle)
      .workspace(Bytes);
}

HEDDLE_EXPORT cusparseStatus_t cusparseDenseToSparse_bufferSize(
    cusparseHandle_t Handle, cusparseDnMatDescr_t, cusparseSpMatDescr_t,
    unsigned, size_t *Bytes) {
  return SparseCall("cusparseDenseToSparse_bufferSize", Handle)
      .workspace(Bytes);
}

/// Both matrices of a conversion to a format whose entries are found.
static std::shared_ptr<SparseMatrix> addConversion(SparseCall &Call,
                                                   const DenseMatrix &A,
                                                   cusparseSpMatDescr_t MatB) {
  const std::shared_ptr<SparseMatrix> B = Call.find<SparseMatrix>(MatB);
  Call.require(A.Rows == B->Rows && A.Cols == B->Cols &&
               A.Values.Type == B->Values.Type);
  Call.support(A.Batches == 1 && B->Batches == 1 &&
               (B->Format == CUSPARSE_FORMAT_CSR ||
                B->Format == CUSPARSE_FORMAT_CSC ||
                B->Format == CUSPARSE_FORMAT_COO));
  return B;
}

HEDDLE_EXPORT cusparseStatus_t cusparseDenseToSparse_analysis(
    cusparseHandle_t Handle, cusparseDnMatDescr_t MatA,
    cusparseSpMatDescr_t MatB, unsigned, void *) {
  SparseCall Call("cusparseDenseToSparse_analysis", Handle);
  const DenseMatrix A = Call.matrix("matA", MatA);
  const std::shared_ptr<SparseMatrix> B = addConversion(Call, A, MatB);
  Call.waits();
  return Call.run([=] {
    B->Count = 0;
    forEachNonzero(A, false, [&](int64_t, int64_t) { ++B->Count; });
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseDenseToSparse_convert(
    cusparseHandle_t Handle, cusparseDnMatDescr_t MatA,
    cusparseSpMatDescr_t MatB, unsigned, void *) {
  SparseCall Call("cusparseDenseToSparse_convert", Handle);
  const DenseMatrix A = Call.matrix("matA", MatA);
  const SparseMatrix B = *addConversion(Call, A, MatB);
  return Call.run([=] {
    int64_t Count = 0;
    forEachNonzero(A, false, [&](int64_t, int64_t) { ++Count; });
    SparseMatrix Filled = B;
    Filled.Count = Count;
    if (!hasRoom("cusparseDenseToSparse_convert", Filled))
      return false;
    makeSparse(A, Filled);
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseCsr2cscEx2(
    cusparseHandle_t Handle, int Rows, int Cols, int Count, const void *Values,
    const int *Offsets, const int *Indices, void *NewValues, int *NewOffsets,
    int *NewIndices, cudaDataType_t Type, cusparseAction_t Action,
    cusparseIndexBase_t Base, unsigned, void *) {
  SparseCall Call("cusparseCsr2cscEx2", Handle);
  const bool WithValues = Action == CUSPARSE_ACTION_NUMERIC;
  SparseMatrix A;
  A.Rows = Rows;
  A.Cols = Cols;
  A.Count = Count;
  A.Offsets = {CUSPARSE_INDEX_32I, Base, const_cast<int *>(Offsets)};
  A.Indices = {CUSPARSE_INDEX_32I, Base, const_cast<int *>(Indices)};
  A.Values = {WithValues ? Type : CUDA_R_32F, WithValues
                                                  ? const_cast<void *>(Values)
                                                  : const_cast<int *>(Indices)};
  Call.require(Rows >= 0 && Cols >= 0 && Count >= 0 && elementBytes(Type));
  Call.check("csr", A);
  Call.memory("cscColPtr", NewOffsets, int64_t(Cols) + 1);
  Call.memory("cscRowInd", NewIndices, Count);
  if (WithValues)
    Call.memory("cscVal", static_cast<char *>(NewValues),
                int64_t(Count) * elementBytes(Type));
  return Call.run([=] {
    std::vector<int> Next(size_t(Cols) + 1);
    forEachEntry(
        A, [&](int64_t, int64_t Col, int64_t) { ++Next[size_t(Col) + 1]; });
    std::partial_sum(Next.begin(), Next.end(), Next.begin());
    for (size_t I = 0; I != Next.size(); ++I)
      NewOffsets[I] = Next[I] + int(Base);
    forEachEntry(A, [&](int64_t Row, int64_t Col, int64_t I) {
      const int To = Next[size_t(Col)]++;
      NewIndices[To] = int(Row) + int(Base);
      if (WithValues)
        copyNumber(A.Values, I, {Type, NewValues}, To);
    });
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseCsr2cscEx2_bufferSize(
    cusparseHandle_t Handle, int, int, int, const void *, const int *,
    const int *, void *, int *, int *, cudaDataType_t, cusparseAction_t,
    cusparseIndexBase_t, unsigned, size_t *Bytes) {
  return SparseCall("cusparseCsr2cscEx2_bufferSize", Handle).workspace(Bytes);
}

HEDDLE_EXPORT cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t Handle,
                                                const int *RowIndices,
                                                int Count, int Rows,
                                                int *Offsets,
                                                cusparseIndexBase_t Base) {
  SparseCall Call("cusparseXcoo2csr", Handle);
  Call.require(Rows >= 0);
  Call.memory("cooRowInd", RowIndices, Count);
  Call.memory("csrRowPtr", Offsets, int64_t(Rows) + 1);
  return Call.run([=] {
    int64_t Next = 0;
    for (int R = 0; R <= Rows; ++R) {
      while (Next != Count && RowIndices[Next] - int(Base) < R)
        ++Next;
      Offsets[R] = int(Next) + int(Base);
    }
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t Handle,
                                                const int *Offsets, int Count,
                                                int Rows, int *RowIndices,
                                                cusparseIndexBase_t Base) {
  SparseCall Call("cusparseXcsr2coo", Handle);
  Call.require(Rows >= 0);
  Call.memory("cooRowInd", RowIndices, Count);
  Call.memory("csrRowPtr", Offsets, int64_t(Rows) + 1);
  return Call.run([=] {
    for (int R = 0; R != Rows; ++R)
      for (int64_t I = std::max(Offsets[R] - int(Base), 0),
                   E = std::min(Offsets[R + 1] - int(Base), Count);
           I < E; ++I)
        RowIndices[I] = R + int(Base);
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseCreateIdentityPermutation(cusparseHandle_t Handle, int Count, int *P) {
  SparseCall Call("cusparseCreateIdentityPermutation", Handle);
  Call.memory("p", P, Count);
  return Call.run([=] {
    std::iota(P, P + Count, 0);
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseXcoosort_bufferSizeExt(cusparseHandle_t Handle, int, int, int,
                               const int *, const int *, size_t *Bytes) {
  return SparseCall("cusparseXcoosort_bufferSizeExt", Handle).workspace(Bytes);
}
HEDDLE_EXPORT cusparseStatus_t
cusparseXcsrsort_bufferSizeExt(cusparseHandle_t Handle, int, int, int,
                               const int *, const int *, size_t *Bytes) {
  return SparseCall("cusparseXcsrsort_bufferSizeExt", Handle).workspace(Bytes);
}
HEDDLE_EXPORT cusparseStatus_t
cusparseXcscsort_bufferSizeExt(cusparseHandle_t Handle, int, int, int,
                               const int *, const int *, size_t *Bytes) {
  return SparseCall("cusparseXcscsort_bufferSizeExt", Handle).workspace(Bytes);
}

HEDDLE_EXPORT cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t Handle,
                                                     int, int, int Count,
                                                     int *Rows, int *Cols,
                                                     int *P, void *) {
  return sortEntries("cusparseXcoosortByRow", Handle, Count, Rows, Cols, P,
                     false);
}
HEDDLE_EXPORT cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t Handle,
                                                        int, int, int Count,
                                                        int *Rows, int *Cols,
                                                        int *P, void *) {
  return sortEntries("cusparseXcoosortByColumn", Handle, Count, Rows, Cols, P,
                     true);
}
HEDDLE_EXPORT cusparseStatus_t cusparseXcsrsort(cusparseHandle_t Handle,
                                                int Rows, int Cols, int Count,
                                                cusparseMatDescr_t Descr,
                                                const int *Offsets,
                                                int *Indices, int *P, void *) {
  return sortLines("cusparseXcsrsort", Handle, Rows, Cols, Count, Descr,
                   Offsets, Indices, P);
}
HEDDLE_EXPORT cusparseStatus_t cusparseXcscsort(cusparseHandle_t Handle,
                                                int Rows, int Cols, int Count,
                                                cusparseMatDescr_t Descr,
                                                const int *Offsets,
                                                int *Indices, int *P, void *) {
  return sortLines("cusparseXcscsort", Handle, Cols, Rows, Count, Descr,
                   Offsets, Indices, P);
}
