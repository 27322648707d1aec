//===- ProductCalls.cpp - Products with sparse matrices and vectors -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseCall.h"
#include <vector>

using namespace heddle::math;

namespace {

bool isOperation(cusparseOperation_t O) {
  return O <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}
bool conjugates(cusparseOperation_t O) {
  return O == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

/// Stores Alpha * Sum + Beta * what is there, which is not read if Beta is 0.
template <typename T>
void storeResult(const NumberArray &To, int64_t I, T Alpha, T Sum, T Beta) {
  T Result = Alpha * Sum;
  if (Beta != T())
    Result += Beta * To.load<T>(I);
  To.store(I, Result);
}

template <typename T>
void multiplyVector(const SparseMatrix &A, cusparseOperation_t Op, T Alpha,
                    const DenseVector &X, T Beta, const DenseVector &Y) {
  const bool Trans = isTransposed(Op), Conj = conjugates(Op);
  std::vector<T> Sums(size_t(Y.Size));
  forEachEntry(A, [&](int64_t Row, int64_t Col, int64_t I) {
    const T V = A.Values.load<T>(I);
    Sums[size_t(Trans ? Col : Row)] +=
        (Conj ? conjugate(V) : V) * X.Values.load<T>(Trans ? Row : Col);
  });
  for (int64_t I = 0; I != Y.Size; ++I)
    storeResult(Y.Values, I, Alpha, Sums[size_t(I)], Beta);
}

template <typename T>
void multiplyMatrix(const SparseMatrix &A, cusparseOperation_t OpA,
                    cusparseOperation_t OpB, T Alpha, const DenseMatrix &B,
                    T Beta, const DenseMatrix &C) {
  const bool Trans = isTransposed(OpA), TransB = isTransposed(OpB);
  std::vector<T> Sums(size_t(C.Rows * C.Cols));
  forEachEntry(A, [&](int64_t Row, int64_t Col, int64_t I) {
    const T Value = A.Values.load<T>(I);
    const T V = conjugates(OpA) ? conjugate(Value) : Value;
    const int64_t To = Trans ? Col : Row, From = Trans ? Row : Col;
    T *Sum = Sums.data() + To * C.Cols;
    for (int64_t J = 0; J != C.Cols; ++J) {
      const T X =
          B.Values.load<T>(TransB ? B.indexOf(J, From) : B.indexOf(From, J));
      Sum[J] += V * (conjugates(OpB) ? conjugate(X) : X);
    }
  });
  for (int64_t R = 0; R != C.Rows; ++R)
    for (int64_t J = 0; J != C.Cols; ++J)
      storeResult(C.Values, C.indexOf(R, J), Alpha,
                  Sums[size_t(R * C.Cols + J)], Beta);
}

/// Element (\p Row, \p Col) of what \p Op makes of \p M.
template <typename T>
T elementOf(const DenseMatrix &M, cusparseOperation_t Op, int64_t Row,
            int64_t Col) {
  const T X = M.Values.load<T>(isTransposed(Op) ? M.indexOf(Col, Row)
                                                : M.indexOf(Row, Col));
  return conjugates(Op) ? conjugate(X) : X;
}

template <typename T>
void multiplySampled(const DenseMatrix &A, cusparseOperation_t OpA,
                     const DenseMatrix &B, cusparseOperation_t OpB, T Alpha,
                     T Beta, const SparseMatrix &C) {
  const int64_t Inner = isTransposed(OpA) ? A.Rows : A.Cols;
  forEachEntry(C, [&](int64_t Row, int64_t Col, int64_t I) {
    T Sum = T();
    for (int64_t K = 0; K != Inner; ++K)
      Sum += elementOf<T>(A, OpA, Row, K) * elementOf<T>(B, OpB, K, Col);
    storeResult(C.Values, I, Alpha, Sum, Beta);
  });
}

/// Whether \p A has a shape that \p Op makes \p Rows by \p Cols.
template <typename M>
bool hasShape(const M &A, cusparseOperation_t Op, int64_t Rows, int64_t Cols) {
  return isTransposed(Op) ? A.Rows == Cols && A.Cols == Rows
                          : A.Rows == Rows && A.Cols == Cols;
}

/// Runs \p Work with a number of the type of sums.
template <typename Fn>
cusparseStatus_t runTyped(SparseCall &Call, cudaDataType_t Type, Fn Work) {
  Call.support(withComputeType(Type, [](auto) {}));
  return Call.run([=] {
    withComputeType(Type, Work);
    return true;
  });
}

} // namespace

HEDDLE_EXPORT cusparseStatus_t cusparseSpMV(
    cusparseHandle_t Handle, cusparseOperation_t Op, const void *Alpha,
    cusparseSpMatDescr_t MatA, cusparseDnVecDescr_t VecX, const void *Beta,
    cusparseDnVecDescr_t VecY, cudaDataType_t Type, unsigned, void *) {
  SparseCall Call("cusparseSpMV", Handle);
  const SparseMatrix A = Call.matrix("matA", MatA);
  const DenseVector X = Call.vector("vecX", VecX);
  const DenseVector Y = Call.vector("vecY", VecY);
  const SparseFactor Al = Call.factor("alpha", Alpha, Type);
  const SparseFactor Be = Call.factor("beta", Beta, Type);
  Call.require(isOperation(Op) &&
               X.Size == (isTransposed(Op) ? A.Rows : A.Cols) &&
               Y.Size == (isTransposed(Op) ? A.Cols : A.Rows));
  Call.support(isOperandOf(Type, A.Values.Type) &&
               isOperandOf(Type, X.Values.Type) &&
               isOperandOf(Type, Y.Values.Type) && A.Batches == 1);
  return runTyped(Call, Type, [=](auto Zero) {
    using T = decltype(Zero);
    multiplyVector<T>(A, Op, Al.load<T>(), X, Be.load<T>(), Y);
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMM(
    cusparseHandle_t Handle, cusparseOperation_t OpA, cusparseOperation_t OpB,
    const void *Alpha, cusparseSpMatDescr_t MatA, cusparseDnMatDescr_t MatB,
    const void *Beta, cusparseDnMatDescr_t MatC, cudaDataType_t Type, unsigned,
    void *) {
  SparseCall Call("cusparseSpMM", Handle);
  const SparseMatrix A = Call.matrix("matA", MatA);
  const DenseMatrix B = Call.matrix("matB", MatB);
  const DenseMatrix C = Call.matrix("matC", MatC);
  const SparseFactor Al = Call.factor("alpha", Alpha, Type);
  const SparseFactor Be = Call.factor("beta", Beta, Type);
  const int64_t Inner = isTransposed(OpA) ? A.Rows : A.Cols;
  Call.require(isOperation(OpA) && isOperation(OpB) &&
               hasShape(A, OpA, C.Rows, Inner) &&
               hasShape(B, OpB, Inner, C.Cols));
  // One matrix may be the operand of all batches.
  Call.require((A.Batches == 1 || A.Batches == C.Batches) &&
               (B.Batches == 1 || B.Batches == C.Batches));
  Call.support(isOperandOf(Type, A.Values.Type) &&
               isOperandOf(Type, B.Values.Type) &&
               isOperandOf(Type, C.Values.Type));
  return runTyped(Call, Type, [=](auto Zero) {
    using T = decltype(Zero);
    for (int I = 0; I != C.Batches; ++I)
      multiplyMatrix<T>(A.batch(I), OpA, OpB, Al.load<T>(), B.batch(I),
                        Be.load<T>(), C.batch(I));
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSDDMM(
    cusparseHandle_t Handle, cusparseOperation_t OpA, cusparseOperation_t OpB,
    const void *Alpha, cusparseDnMatDescr_t MatA, cusparseDnMatDescr_t MatB,
    const void *Beta, cusparseSpMatDescr_t MatC, cudaDataType_t Type, unsigned,
    void *) {
  SparseCall Call("cusparseSDDMM", Handle);
  const DenseMatrix A = Call.matrix("matA", MatA);
  const DenseMatrix B = Call.matrix("matB", MatB);
  const SparseMatrix C = Call.matrix("matC", MatC);
  const SparseFactor Al = Call.factor("alpha", Alpha, Type);
  const SparseFactor Be = Call.factor("beta", Beta, Type);
  const int64_t Inner = isTransposed(OpA) ? A.Rows : A.Cols;
  Call.require(isOperation(OpA) && isOperation(OpB) &&
               hasShape(A, OpA, C.Rows, Inner) &&
               hasShape(B, OpB, Inner, C.Cols));
  Call.require((A.Batches == 1 || A.Batches == C.Batches) &&
               (B.Batches == 1 || B.Batches == C.Batches));
  Call.support(isOperandOf(Type, A.Values.Type) &&
               isOperandOf(Type, B.Values.Type) &&
               isOperandOf(Type, C.Values.Type));
  return runTyped(Call, Type, [=](auto Zero) {
    using T = decltype(Zero);
    for (int I = 0; I != C.Batches; ++I)
      multiplySampled<T>(A.batch(I), OpA, B.batch(I), OpB, Al.load<T>(),
                         Be.load<T>(), C.batch(I));
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpVV(
    cusparseHandle_t Handle, cusparseOperation_t Op, cusparseSpVecDescr_t VecX,
    cusparseDnVecDescr_t VecY, void *Result, cudaDataType_t Type, void *) {
  SparseCall Call("cusparseSpVV", Handle);
  const SparseVector X = Call.vector("vecX", VecX);
  const DenseVector Y = Call.vector("vecY", VecY);
  Call.result("result", Result, elementBytes(Type));
  Call.require(isOperation(Op) && X.Size == Y.Size);
  Call.support(isOperandOf(Type, X.Values.Type) &&
               isOperandOf(Type, Y.Values.Type));
  return runTyped(Call, Type, [=](auto Zero) {
    using T = decltype(Zero);
    T Sum = T();
    for (int64_t I = 0; I != X.Count; ++I) {
      const T V = X.Values.load<T>(I);
      Sum +=
          (conjugates(Op) ? conjugate(V) : V) * Y.Values.load<T>(X.Indices[I]);
    }
    NumberArray{Type, Result}.store(0, Sum);
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseAxpby(cusparseHandle_t Handle,
                                             const void *Alpha,
                                             cusparseSpVecDescr_t VecX,
                                             const void *Beta,
                                             cusparseDnVecDescr_t VecY) {
  SparseCall Call("cusparseAxpby", Handle);
  const SparseVector X = Call.vector("vecX", VecX);
  const DenseVector Y = Call.vector("vecY", VecY);
  // Halves have factors of 32 bits.
  const bool IsHalf =
      Y.Values.Type == CUDA_R_16F || Y.Values.Type == CUDA_R_16BF;
  const cudaDataType_t Type = IsHalf ? CUDA_R_32F : Y.Values.Type;
  const SparseFactor Al = Call.factor("alpha", Alpha, Type);
  const SparseFactor Be = Call.factor("beta", Beta, Type);
  Call.require(X.Size == Y.Size && X.Values.Type == Y.Values.Type);
  return runTyped(Call, Type, [=](auto Zero) {
    using T = decltype(Zero);
    const T A = Al.load<T>(), B = Be.load<T>();
    // A sum is rounded once, so that the old values are kept as they are.
    std::vector<T> Scaled(size_t(X.Count));
    for (int64_t I = 0; B != T() && I != X.Count; ++I)
      Scaled[size_t(I)] = B * Y.Values.load<T>(X.Indices[I]);
    for (int64_t I = 0; I != Y.Size; ++I)
      storeResult(Y.Values, I, T(), T(), B);
    for (int64_t I = 0; I != X.Count; ++I)
      Y.Values.store(X.Indices[I], A * X.Values.load<T>(I) + Scaled[size_t(I)]);
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseRot(cusparseHandle_t Handle,
                                           const void *Cosine, const void *Sine,
                                           cusparseSpVecDescr_t VecX,
                                           cusparseDnVecDescr_t VecY) {
  SparseCall Call("cusparseRot", Handle);
  const SparseVector X = Call.vector("vecX", VecX);
  const DenseVector Y = Call.vector("vecY", VecY);
  const cudaDataType_t Type = Y.Values.Type;
  const SparseFactor Co = Call.factor("c_coeff", Cosine, Type);
  const SparseFactor Si = Call.factor("s_coeff", Sine, Type);
  Call.require(X.Size == Y.Size && X.Values.Type == Type);
  return runTyped(Call, Type, [=](auto Zero) {
    using T = decltype(Zero);
    const T C = Co.load<T>(), S = Si.load<T>();
    for (int64_t I = 0; I != X.Count; ++I) {
      const int64_t At = X.Indices[I];
      const T A = X.Values.load<T>(I), B = Y.Values.load<T>(At);
      X.Values.store(I, C * A + S * B);
      Y.Values.store(At, C * B - S * A);
    }
  });
}

/// Copies elements between both vectors, from the dense one if \p Gathers.
static cusparseStatus_t copyElements(const char *Name, cusparseHandle_t Handle,
                                     cusparseSpVecDescr_t VecX,
                                     cusparseDnVecDescr_t VecY, bool Gathers) {
  SparseCall Call(Name, Handle);
  const SparseVector X = Call.vector("vecX", VecX);
  const DenseVector Y = Call.vector("vecY", VecY);
  Call.require(X.Size == Y.Size && X.Values.Type == Y.Values.Type);
  return Call.run([=] {
    const unsigned Bytes = elementBytes(Y.Values.Type);
    for (int64_t I = 0; I != X.Count; ++I) {
      void *const A = advance(X.Values, I).Data;
      void *const B = advance(Y.Values, X.Indices[I]).Data;
      std::memcpy(Gathers ? A : B, Gathers ? B : A, Bytes);
    }
    return true;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseGather(cusparseHandle_t Handle,
                                              cusparseDnVecDescr_t VecY,
                                              cusparseSpVecDescr_t VecX) {
  return copyElements("cusparseGather", Handle, VecX, VecY, true);
}

HEDDLE_EXPORT cusparseStatus_t cusparseScatter(cusparseHandle_t Handle,
                                               cusparseSpVecDescr_t VecX,
                                               cusparseDnVecDescr_t VecY) {
  return copyElements("cusparseScatter", Handle, VecX, VecY, false);
}

// Preparations: there is nothing to prepare.

HEDDLE_EXPORT cusparseStatus_t cusparseSpMV_bufferSize(
    cusparseHandle_t Handle, cusparseOperation_t, const void *,
    cusparseSpMatDescr_t, cusparseDnVecDescr_t, const void *,
    cusparseDnVecDescr_t, cudaDataType_t, unsigned, size_t *Bytes) {
  return SparseCall("cusparseSpMV_bufferSize", Handle).workspace(Bytes);
}
HEDDLE_EXPORT cusparseStatus_t cusparseSpMV_preprocess(
    cusparseHandle_t Handle, cusparseOperation_t, const void *,
    cusparseSpMatDescr_t, cusparseDnVecDescr_t, const void *,
    cusparseDnVecDescr_t, cudaDataType_t, unsigned, void *) {
  return SparseCall("cusparseSpMV_preprocess", Handle).run([] { return true; });
}

#define HEDDLE_PREPARE(NAME, A, B, C)                                          \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##_bufferSize(                  \
      cusparseHandle_t Handle, cusparseOperation_t, cusparseOperation_t,       \
      const void *, A, B, const void *, C, cudaDataType_t, unsigned,           \
      size_t *Bytes) {                                                         \
    return SparseCall("cusparse" #NAME "_bufferSize", Handle)                  \
        .workspace(Bytes);                                                     \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##_preprocess(                  \
      cusparseHandle_t Handle, cusparseOperation_t, cusparseOperation_t,       \
      const void *, A, B, const void *, C, cudaDataType_t, unsigned, void *) { \
    return SparseCall("cusparse" #NAME "_preprocess", Handle).run([] {         \
      return true;                                                             \
    });                                                                        \
  }
HEDDLE_PREPARE(SpMM, cusparseSpMatDescr_t, cusparseDnMatDescr_t,
               cusparseDnMatDescr_t)
HEDDLE_PREPARE(SDDMM, cusparseDnMatDescr_t, cusparseDnMatDescr_t,
               cusparseSpMatDescr_t)

HEDDLE_EXPORT cusparseStatus_t cusparseSpVV_bufferSize(
    cusparseHandle_t Handle, cusparseOperation_t, cusparseSpVecDescr_t,
    cusparseDnVecDescr_t, const void *, cudaDataType_t, size_t *Bytes) {
  return SparseCall("cusparseSpVV_bufferSize", Handle).workspace(Bytes);
}
