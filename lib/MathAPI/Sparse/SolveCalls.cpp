//===- SolveCalls.cpp - Triangular systems --------------------------------===//
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

/// The result of an analysis, which is nothing here: a solution reads the
/// matrix as it is.
struct TriangleAnalysis {
  bool IsMade = false;
};

} // namespace heddle::math

namespace {

/// Solves the triangular system in place of its right side \p X.
template <typename T>
void solveTriangle(const Rows<T> &A, bool IsLower, bool HasUnits,
                   std::vector<T> &X) {
  for (int64_t Step = 0, N = A.count(); Step != N; ++Step) {
    const int64_t Row = IsLower ? Step : N - 1 - Step;
    T Sum = X[size_t(Row)], Diagonal = T();
    for (const RowEntry<T> *E = A.begin(Row); E != A.end(Row); ++E)
      if (E->Col == Row)
        Diagonal += E->Value;
      else if ((E->Col < Row) == IsLower)
        Sum -= E->Value * X[size_t(E->Col)];
    X[size_t(Row)] = HasUnits ? Sum : Sum / Diagonal;
  }
}

/// Solves for each column that \p Load gives and \p Store takes.
template <typename T, typename LoadT, typename StoreT>
void solveColumns(const SparseMatrix &A, cusparseOperation_t Op, int64_t Cols,
                  LoadT Load, StoreT Store) {
  const Rows<T> Entries(A, Op);
  const bool IsLower = (A.Fill == CUSPARSE_FILL_MODE_LOWER) != isTransposed(Op);
  std::vector<T> X(size_t(Entries.count()));
  for (int64_t J = 0; J != Cols; ++J) {
    for (size_t I = 0; I != X.size(); ++I)
      X[I] = Load(int64_t(I), J);
    solveTriangle(Entries, IsLower, A.Diagonal == CUSPARSE_DIAG_TYPE_UNIT, X);
    for (size_t I = 0; I != X.size(); ++I)
      Store(int64_t(I), J, X[I]);
  }
}

template <typename H>
void addAnalysis(SparseCall &Call, H Handle, bool MustBeMade) {
  const auto A = Call.find<TriangleAnalysis>(Handle);
  Call.require(A->IsMade || !MustBeMade);
  if (Call.isValid())
    A->IsMade = true;
}

cusparseStatus_t runVector(SparseCall &Call, cusparseOperation_t Op,
                           const void *Alpha, cusparseSpMatDescr_t MatA,
                           cusparseDnVecDescr_t VecX, cusparseDnVecDescr_t VecY,
                           cudaDataType_t Type) {
  const SparseMatrix A = Call.matrix("matA", MatA);
  const DenseVector X = Call.vector("vecX", VecX);
  const DenseVector Y = Call.vector("vecY", VecY);
  const SparseFactor Al = Call.factor("alpha", Alpha, Type);
  Call.require(A.Rows == A.Cols && A.Rows == X.Size && X.Size == Y.Size);
  Call.support(isOperandOf(Type, A.Values.Type) &&
               isOperandOf(Type, X.Values.Type) && A.Batches == 1 &&
               isOperandOf(Type, Y.Values.Type) &&
               withComputeType(Type, [](auto) {}));
  return Call.run([=] {
    return withComputeType(Type, [&](auto Zero) {
      using T = decltype(Zero);
      const T Factor = Al.load<T>();
      solveColumns<T>(
          A, Op, 1,
          [&](int64_t I, int64_t) { return Factor * X.Values.load<T>(I); },
          [&](int64_t I, int64_t, T V) { Y.Values.store(I, V); });
    });
  });
}

cusparseStatus_t runMatrix(SparseCall &Call, cusparseOperation_t OpA,
                           cusparseOperation_t OpB, const void *Alpha,
                           cusparseSpMatDescr_t MatA, cusparseDnMatDescr_t MatB,
                           cusparseDnMatDescr_t MatC, cudaDataType_t Type) {
  const SparseMatrix A = Call.matrix("matA", MatA);
  const DenseMatrix B = Call.matrix("matB", MatB);
  const DenseMatrix C = Call.matrix("matC", MatC);
  const SparseFactor Al = Call.factor("alpha", Alpha, Type);
  const bool TransB = isTransposed(OpB);
  const bool ConjB = OpB == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  Call.require(A.Rows == A.Cols && A.Rows == C.Rows &&
               (TransB ? B.Cols : B.Rows) == C.Rows &&
               (TransB ? B.Rows : B.Cols) == C.Cols);
  Call.support(
      isOperandOf(Type, A.Values.Type) && A.Batches == 1 && B.Batches == 1 &&
      C.Batches == 1 && isOperandOf(Type, B.Values.Type) &&
      isOperandOf(Type, C.Values.Type) && withComputeType(Type, [](auto) {}));
  return Call.run([=] {
    return withComputeType(Type, [&](auto Zero) {
      using T = decltype(Zero);
      const T Factor = Al.load<T>();
      solveColumns<T>(
          A, OpA, C.Cols,
          [&](int64_t I, int64_t J) {
            const T V =
                B.Values.load<T>(TransB ? B.indexOf(J, I) : B.indexOf(I, J));
            return Factor * (ConjB ? conjugate(V) : V);
          },
          [&](int64_t I, int64_t J, T V) {
            C.Values.store(C.indexOf(I, J), V);
          });
    });
  });
}

} // namespace

#define HEDDLE_ANALYSIS(NAME)                                                  \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##_createDescr(                 \
      cusparse##NAME##Descr_t *Handle) {                                       \
    if (!Handle)                                                               \
      return CUSPARSE_STATUS_INVALID_VALUE;                                    \
    *Handle = Handles<TriangleAnalysis, cusparse##NAME##Descr_t>::get().add(   \
        std::make_shared<TriangleAnalysis>());                                 \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##_destroyDescr(                \
      cusparse##NAME##Descr_t Handle) {                                        \
    return destroyObject<TriangleAnalysis>(Handle);                            \
  }
HEDDLE_ANALYSIS(SpSV)
HEDDLE_ANALYSIS(SpSM)

HEDDLE_EXPORT cusparseStatus_t cusparseSpSV_bufferSize(
    cusparseHandle_t Handle, cusparseOperation_t, const void *,
    cusparseSpMatDescr_t, cusparseDnVecDescr_t, cusparseDnVecDescr_t,
    cudaDataType_t, unsigned, cusparseSpSVDescr_t, size_t *Bytes) {
  return SparseCall("cusparseSpSV_bufferSize", Handle).workspace(Bytes);
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpSV_analysis(
    cusparseHandle_t Handle, cusparseOperation_t, const void *,
    cusparseSpMatDescr_t MatA, cusparseDnVecDescr_t VecX, cusparseDnVecDescr_t,
    cudaDataType_t, unsigned, cusparseSpSVDescr_t Analysis, void *) {
  SparseCall Call("cusparseSpSV_analysis", Handle);
  addAnalysis(Call, Analysis, false);
  // The memory of vectors comes with the solution.
  const DenseVector X = *Call.find<DenseVector>(VecX);
  const SparseMatrix A = Call.matrix("matA", MatA);
  Call.require(A.Rows == A.Cols && A.Rows == X.Size);
  return Call.run([] { return true; });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpSV_solve(
    cusparseHandle_t Handle, cusparseOperation_t Op, const void *Alpha,
    cusparseSpMatDescr_t MatA, cusparseDnVecDescr_t VecX,
    cusparseDnVecDescr_t VecY, cudaDataType_t Type, unsigned,
    cusparseSpSVDescr_t Analysis) {
  SparseCall Call("cusparseSpSV_solve", Handle);
  addAnalysis(Call, Analysis, true);
  return runVector(Call, Op, Alpha, MatA, VecX, VecY, Type);
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpSM_bufferSize(
    cusparseHandle_t Handle, cusparseOperation_t, cusparseOperation_t,
    const void *, cusparseSpMatDescr_t, cusparseDnMatDescr_t,
    cusparseDnMatDescr_t, cudaDataType_t, unsigned, cusparseSpSMDescr_t,
    size_t *Bytes) {
  return SparseCall("cusparseSpSM_bufferSize", Handle).workspace(Bytes);
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpSM_analysis(
    cusparseHandle_t Handle, cusparseOperation_t, cusparseOperation_t,
    const void *, cusparseSpMatDescr_t MatA, cusparseDnMatDescr_t,
    cusparseDnMatDescr_t MatC, cudaDataType_t, unsigned,
    cusparseSpSMDescr_t Analysis, void *) {
  SparseCall Call("cusparseSpSM_analysis", Handle);
  addAnalysis(Call, Analysis, false);
  const DenseMatrix C = *Call.find<DenseMatrix>(MatC);
  const SparseMatrix A = Call.matrix("matA", MatA);
  Call.require(A.Rows == A.Cols && A.Rows == C.Rows);
  return Call.run([] { return true; });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpSM_solve(
    cusparseHandle_t Handle, cusparseOperation_t OpA, cusparseOperation_t OpB,
    const void *Alpha, cusparseSpMatDescr_t MatA, cusparseDnMatDescr_t MatB,
    cusparseDnMatDescr_t MatC, cudaDataType_t Type, unsigned,
    cusparseSpSMDescr_t Analysis) {
  SparseCall Call("cusparseSpSM_solve", Handle);
  addAnalysis(Call, Analysis, true);
  return runMatrix(Call, OpA, OpB, Alpha, MatA, MatB, MatC, Type);
}
