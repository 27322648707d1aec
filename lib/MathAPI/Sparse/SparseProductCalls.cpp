//===- SparseProductCalls.cpp - Products of two sparse matrices -----------===//
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

/// A product of two sparse matrices that is made in steps.
struct SparseProduct {
  int64_t Products = 0;
  /// Entries of the result are known.
  bool IsCounted = false;
};

} // namespace heddle::math

namespace {

using SparseProducts = Handles<SparseProduct, cusparseSpGEMMDescr_t>;

/// The arguments that all steps have.
struct Product {
  std::shared_ptr<SparseProduct> State;
  SparseMatrix A, B;
  std::shared_ptr<SparseMatrix> C;
  SparseFactor Alpha, Beta;
  cudaDataType_t Type;
};

Product addProduct(SparseCall &Call, cusparseOperation_t OpA,
                   cusparseOperation_t OpB, const void *Alpha,
                   cusparseSpMatDescr_t MatA, cusparseSpMatDescr_t MatB,
                   const void *Beta, cusparseSpMatDescr_t MatC,
                   cudaDataType_t Type, cusparseSpGEMMDescr_t Handle) {
  Product P;
  P.State = Call.find<SparseProduct>(Handle);
  P.A = Call.matrix("matA", MatA);
  P.B = Call.matrix("matB", MatB);
  P.C = Call.find<SparseMatrix>(MatC);
  P.Alpha = Call.factor("alpha", Alpha, Type);
  P.Beta = Call.factor("beta", Beta, Type);
  P.Type = Type;
  Call.require(P.A.Cols == P.B.Rows && P.A.Rows == P.C->Rows &&
               P.B.Cols == P.C->Cols);
  // NVIDIA's takes this format and no transposition, too.
  Call.support(OpA == CUSPARSE_OPERATION_NON_TRANSPOSE &&
               OpB == CUSPARSE_OPERATION_NON_TRANSPOSE &&
               P.A.Format == CUSPARSE_FORMAT_CSR &&
               P.B.Format == CUSPARSE_FORMAT_CSR &&
               P.C->Format == CUSPARSE_FORMAT_CSR && P.A.Batches == 1 &&
               P.B.Batches == 1 && withComputeType(Type, [](auto) {}) &&
               isOperandOf(Type, P.A.Values.Type) &&
               isOperandOf(Type, P.B.Values.Type) &&
               isOperandOf(Type, P.C->Values.Type));
  return P;
}

template <typename T> SumRows<T> productOf(const Product &P) {
  return multiplyRows(Rows<T>(P.A, CUSPARSE_OPERATION_NON_TRANSPOSE),
                      Rows<T>(P.B, CUSPARSE_OPERATION_NON_TRANSPOSE));
}

/// Products of two entries that the result is made of.
int64_t countProducts(const SparseMatrix &A, const SparseMatrix &B) {
  int64_t Count = 0;
  forEachEntry(A, [&](int64_t, int64_t Col, int64_t) {
    Count += B.Offsets[Col + 1] - B.Offsets[Col];
  });
  return Count;
}

cusparseStatus_t estimate(SparseCall &Call, const Product &P) {
  Call.waits();
  return Call.run([P] {
    P.State->Products = countProducts(P.A, P.B);
    return true;
  });
}

/// Finds out how many entries the result has.
cusparseStatus_t count(SparseCall &Call, const Product &P) {
  Call.waits();
  return Call.run([P] {
    return withComputeType(P.Type, [&](auto Zero) {
      P.C->Count = countOf(productOf<decltype(Zero)>(P));
      P.State->IsCounted = true;
    });
  });
}

/// Writes the result to \p C. Its old values are read where their factor is not
/// 0: they have the same pattern then.
template <typename T>
void writeProduct(const Product &P, const SparseMatrix &C) {
  const SumRows<T> Sums = productOf<T>(P);
  const T Alpha = P.Alpha.load<T>(), Beta = P.Beta.load<T>();
  int64_t Next = 0;
  C.Offsets.store(0, 0);
  for (size_t R = 0; R != Sums.size(); ++R) {
    for (const auto &[Col, Sum] : Sums[R]) {
      T Result = Alpha * Sum;
      if (Beta != T())
        Result += Beta * C.Values.load<T>(Next);
      C.Indices.store(Next, Col);
      C.Values.store(Next++, Result);
    }
    C.Offsets.store(int64_t(R) + 1, Next);
  }
}

cusparseStatus_t write(SparseCall &Call, const Product &P) {
  Call.require(P.State->IsCounted);
  const SparseMatrix C = *P.C;
  return Call.run([P, C, Name = Call.name()] {
    if (!hasOffsetsArray(Name, "matC", C) ||
        !areAccessible(Name,
                       {{"matC", C.Indices.Data,
                         bytesOf(C.Count, 1, 1, C.Indices.elementBytes())},
                        {"matC", C.Values.Data,
                         bytesOf(C.Count, 1, 1, elementBytes(C.Values.Type))}}))
      return false;
    // The arrays have room for what the last step counted.
    bool HasRoom = false;
    withComputeType(P.Type, [&](auto Zero) {
      using T = decltype(Zero);
      HasRoom = countOf(productOf<T>(P)) == C.Count;
      if (HasRoom)
        writeProduct<T>(P, C);
    });
    return HasRoom ||
           areAccessible(
               Name,
               {{"a result with other entries than were counted", nullptr, 1}});
  });
}

} // namespace

HEDDLE_EXPORT cusparseStatus_t
cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *Handle) {
  if (!Handle)
    return CUSPARSE_STATUS_INVALID_VALUE;
  *Handle = SparseProducts::get().add(std::make_shared<SparseProduct>());
  return CUSPARSE_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusparseStatus_t
cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t Handle) {
  return destroyObject<SparseProduct>(Handle);
}

HEDDLE_EXPORT cusparseStatus_t
cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t Handle, int64_t *Count) {
  const std::shared_ptr<SparseProduct> P = SparseProducts::get().find(Handle);
  if (!P || !Count)
    return CUSPARSE_STATUS_INVALID_VALUE;
  *Count = P->Products;
  return CUSPARSE_STATUS_SUCCESS;
}

/// The first parameters of all steps, and what addProduct gets of them.
#define HEDDLE_PRODUCT_PARAMETERS                                              \
  cusparseHandle_t Handle, cusparseOperation_t OpA, cusparseOperation_t OpB,   \
      const void *Alpha, cusparseSpMatDescr_t MatA, cusparseSpMatDescr_t MatB, \
      const void *Beta, cusparseSpMatDescr_t MatC, cudaDataType_t Type,        \
      unsigned, cusparseSpGEMMDescr_t Descr
#define HEDDLE_PRODUCT_ARGUMENTS                                               \
  Call, OpA, OpB, Alpha, MatA, MatB, Beta, MatC, Type, Descr

HEDDLE_EXPORT cusparseStatus_t cusparseSpGEMM_workEstimation(
    HEDDLE_PRODUCT_PARAMETERS, size_t *Bytes, void *Buffer) {
  SparseCall Call("cusparseSpGEMM_workEstimation", Handle);
  const Product P = addProduct(HEDDLE_PRODUCT_ARGUMENTS);
  return Buffer ? estimate(Call, P) : Call.workspace(Bytes);
}

HEDDLE_EXPORT cusparseStatus_t
cusparseSpGEMM_estimateMemory(HEDDLE_PRODUCT_PARAMETERS, float, size_t *Bytes3,
                              void *Buffer, size_t *Bytes2) {
  SparseCall Call("cusparseSpGEMM_estimateMemory", Handle);
  const Product P = addProduct(HEDDLE_PRODUCT_ARGUMENTS);
  if (!Buffer)
    return Call.workspace(Bytes3);
  const cusparseStatus_t S = Call.workspace(Bytes2);
  return S == CUSPARSE_STATUS_SUCCESS ? estimate(Call, P) : S;
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpGEMM_compute(HEDDLE_PRODUCT_PARAMETERS,
                                                      size_t *Bytes,
                                                      void *Buffer) {
  SparseCall Call("cusparseSpGEMM_compute", Handle);
  const Product P = addProduct(HEDDLE_PRODUCT_ARGUMENTS);
  return Buffer ? count(Call, P) : Call.workspace(Bytes);
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpGEMM_copy(HEDDLE_PRODUCT_PARAMETERS) {
  SparseCall Call("cusparseSpGEMM_copy", Handle);
  return write(Call, addProduct(HEDDLE_PRODUCT_ARGUMENTS));
}
