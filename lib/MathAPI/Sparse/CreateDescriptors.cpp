//===- CreateDescriptors.cpp - Descriptors of vectors and matrices --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorCalls.h"
#include "llvm/Support/MathExtras.h"

using namespace heddle::math;

namespace {

bool isIndexType(cusparseIndexType_t Type) {
  return Type >= CUSPARSE_INDEX_16U && Type <= CUSPARSE_INDEX_64I;
}
bool isBase(cusparseIndexBase_t Base) {
  return Base <= CUSPARSE_INDEX_BASE_ONE;
}

/// Whether the indices have a type that there is here.
bool hasIndices(const SparseMatrix &M) {
  return M.Indices.Type != CUSPARSE_INDEX_16U &&
         M.Offsets.Type == M.Indices.Type;
}
bool hasIndices(const SparseVector &V) {
  return V.Indices.Type != CUSPARSE_INDEX_16U;
}
bool hasIndices(const DenseVector &) { return true; }
bool hasIndices(const DenseMatrix &) { return true; }

template <typename T, typename H>
cusparseStatus_t add(const char *Name, H *Handle, bool IsValid, T Object) {
  if (!Handle || !IsValid) {
    logFailure(Name, "CUSPARSE_STATUS_INVALID_VALUE: an argument is out of its "
                     "range");
    return CUSPARSE_STATUS_INVALID_VALUE;
  }
  if (!hasIndices(Object)) {
    logFailure(Name, "CUSPARSE_STATUS_NOT_SUPPORTED: indices of 16 bits, or of "
                     "two sizes");
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  }
  if (!elementBytes(Object.Values.Type)) {
    logFailure(Name, "CUSPARSE_STATUS_NOT_SUPPORTED: no such type of values");
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  }
  *Handle = Handles<T, H>::get().add(std::make_shared<T>(std::move(Object)));
  return CUSPARSE_STATUS_SUCCESS;
}

/// A compressed or a listed matrix.
SparseMatrix makeMatrix(cusparseFormat_t Format, int64_t Rows, int64_t Cols,
                        int64_t Count, void *Offsets, void *Indices,
                        void *Values, cusparseIndexType_t OffsetsType,
                        cusparseIndexType_t IndexType, cusparseIndexBase_t Base,
                        cudaDataType_t ValueType) {
  SparseMatrix M;
  M.Format = Format;
  M.Rows = Rows;
  M.Cols = Cols;
  M.Count = Count;
  M.Offsets = {OffsetsType, Base, Offsets};
  M.Indices = {IndexType, Base, Indices};
  M.Values = {ValueType, Values};
  return M;
}

bool isValidMatrix(const SparseMatrix &M) {
  return M.Rows >= 0 && M.Cols >= 0 && M.Count >= 0 &&
         uint64_t(M.Count) <=
             llvm::SaturatingMultiply(uint64_t(M.Rows), uint64_t(M.Cols)) &&
         isIndexType(M.Offsets.Type) && isIndexType(M.Indices.Type) &&
         isBase(M.Indices.Base);
}

} // namespace

/// Two functions, for memory that is written and for memory that is only read,
/// which make the same descriptor.
#define HEDDLE_CREATE(NAME, PARAMETERS, ARGUMENTS)                             \
  HEDDLE_EXPORT cusparseStatus_t cusparseCreate##NAME PARAMETERS {             \
    return create##NAME ARGUMENTS;                                             \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparseCreateConst##NAME PARAMETERS {        \
    return create##NAME ARGUMENTS;                                             \
  }

static cusparseStatus_t createSpVec(cusparseSpVecDescr_t *Handle, int64_t Size,
                                    int64_t Count, void *Indices, void *Values,
                                    cusparseIndexType_t IndexType,
                                    cusparseIndexBase_t Base,
                                    cudaDataType_t ValueType) {
  SparseVector V;
  V.Size = Size;
  V.Count = Count;
  V.Indices = {IndexType, Base, Indices};
  V.Values = {ValueType, Values};
  return add("cusparseCreateSpVec", Handle,
             Size >= 0 && Count >= 0 && Count <= Size &&
                 isIndexType(IndexType) && isBase(Base),
             V);
}
HEDDLE_CREATE(SpVec,
              (cusparseSpVecDescr_t * Handle, int64_t Size, int64_t Count,
               void *Indices, void *Values, cusparseIndexType_t IndexType,
               cusparseIndexBase_t Base, cudaDataType_t ValueType),
              (Handle, Size, Count, Indices, Values, IndexType, Base,
               ValueType))

static cusparseStatus_t createDnVec(cusparseDnVecDescr_t *Handle, int64_t Size,
                                    void *Values, cudaDataType_t ValueType) {
  DenseVector V;
  V.Size = Size;
  V.Values = {ValueType, Values};
  return add("cusparseCreateDnVec", Handle, Size >= 0, V);
}
HEDDLE_CREATE(DnVec,
              (cusparseDnVecDescr_t * Handle, int64_t Size, void *Values,
               cudaDataType_t ValueType),
              (Handle, Size, Values, ValueType))

static cusparseStatus_t createDnMat(cusparseDnMatDescr_t *Handle, int64_t Rows,
                                    int64_t Cols, int64_t Leading, void *Values,
                                    cudaDataType_t ValueType,
                                    cusparseOrder_t Order) {
  DenseMatrix M;
  M.Rows = Rows;
  M.Cols = Cols;
  M.Leading = Leading;
  M.Order = Order;
  M.Values = {ValueType, Values};
  const bool ByCols = Order == CUSPARSE_ORDER_COL;
  return add("cusparseCreateDnMat", Handle,
             Rows >= 0 && Cols >= 0 && Leading >= (ByCols ? Rows : Cols) &&
                 (ByCols || Order == CUSPARSE_ORDER_ROW),
             M);
}
HEDDLE_CREATE(DnMat,
              (cusparseDnMatDescr_t * Handle, int64_t Rows, int64_t Cols,
               int64_t Leading, void *Values, cudaDataType_t ValueType,
               cusparseOrder_t Order),
              (Handle, Rows, Cols, Leading, Values, ValueType, Order))

/// A matrix compressed by rows or columns.
#define HEDDLE_COMPRESSED(NAME, FORMAT)                                        \
  static cusparseStatus_t create##NAME(                                        \
      cusparseSpMatDescr_t *Handle, int64_t Rows, int64_t Cols, int64_t Count, \
      void *Offsets, void *Indices, void *Values,                              \
      cusparseIndexType_t OffsetsType, cusparseIndexType_t IndexType,          \
      cusparseIndexBase_t Base, cudaDataType_t ValueType) {                    \
    const SparseMatrix M =                                                     \
        makeMatrix(FORMAT, Rows, Cols, Count, Offsets, Indices, Values,        \
                   OffsetsType, IndexType, Base, ValueType);                   \
    return add("cusparseCreate" #NAME, Handle, isValidMatrix(M), M);           \
  }                                                                            \
  HEDDLE_CREATE(NAME,                                                          \
                (cusparseSpMatDescr_t * Handle, int64_t Rows, int64_t Cols,    \
                 int64_t Count, void *Offsets, void *Indices, void *Values,    \
                 cusparseIndexType_t OffsetsType,                              \
                 cusparseIndexType_t IndexType, cusparseIndexBase_t Base,      \
                 cudaDataType_t ValueType),                                    \
                (Handle, Rows, Cols, Count, Offsets, Indices, Values,          \
                 OffsetsType, IndexType, Base, ValueType))
HEDDLE_COMPRESSED(Csr, CUSPARSE_FORMAT_CSR)
HEDDLE_COMPRESSED(Csc, CUSPARSE_FORMAT_CSC)

static cusparseStatus_t createCoo(cusparseSpMatDescr_t *Handle, int64_t Rows,
                                  int64_t Cols, int64_t Count, void *RowIndices,
                                  void *Indices, void *Values,
                                  cusparseIndexType_t IndexType,
                                  cusparseIndexBase_t Base,
                                  cudaDataType_t ValueType) {
  const SparseMatrix M =
      makeMatrix(CUSPARSE_FORMAT_COO, Rows, Cols, Count, RowIndices, Indices,
                 Values, IndexType, IndexType, Base, ValueType);
  return add("cusparseCreateCoo", Handle, isValidMatrix(M), M);
}
HEDDLE_CREATE(Coo,
              (cusparseSpMatDescr_t * Handle, int64_t Rows, int64_t Cols,
               int64_t Count, void *RowIndices, void *Indices, void *Values,
               cusparseIndexType_t IndexType, cusparseIndexBase_t Base,
               cudaDataType_t ValueType),
              (Handle, Rows, Cols, Count, RowIndices, Indices, Values,
               IndexType, Base, ValueType))

static cusparseStatus_t
createBsr(cusparseSpMatDescr_t *Handle, int64_t BlockedRows,
          int64_t BlockedCols, int64_t Count, int64_t BlockRows,
          int64_t BlockCols, void *Offsets, void *Indices, void *Values,
          cusparseIndexType_t OffsetsType, cusparseIndexType_t IndexType,
          cusparseIndexBase_t Base, cudaDataType_t ValueType,
          cusparseOrder_t Order) {
  int64_t Rows = 0, Cols = 0, BlockSize = 0, Elements = 0;
  // Blocks are squares, as NVIDIA's are.
  const bool IsValid =
      BlockRows > 0 && BlockRows == BlockCols &&
      (Order == CUSPARSE_ORDER_ROW || Order == CUSPARSE_ORDER_COL) &&
      !llvm::MulOverflow(BlockedRows, BlockRows, Rows) &&
      !llvm::MulOverflow(BlockedCols, BlockCols, Cols) &&
      !llvm::MulOverflow(BlockRows, BlockCols, BlockSize) &&
      !llvm::MulOverflow(Count, BlockSize, Elements);
  SparseMatrix M =
      makeMatrix(CUSPARSE_FORMAT_BSR, Rows, Cols, Count, Offsets, Indices,
                 Values, OffsetsType, IndexType, Base, ValueType);
  M.BlockRows = BlockRows;
  M.BlockCols = BlockCols;
  M.BlockOrder = Order;
  return add("cusparseCreateBsr", Handle, IsValid && isValidMatrix(M), M);
}
HEDDLE_CREATE(Bsr,
              (cusparseSpMatDescr_t * Handle, int64_t BlockedRows,
               int64_t BlockedCols, int64_t Count, int64_t BlockRows,
               int64_t BlockCols, void *Offsets, void *Indices, void *Values,
               cusparseIndexType_t OffsetsType, cusparseIndexType_t IndexType,
               cusparseIndexBase_t Base, cudaDataType_t ValueType,
               cusparseOrder_t Order),
              (Handle, BlockedRows, BlockedCols, Count, BlockRows, BlockCols,
               Offsets, Indices, Values, OffsetsType, IndexType, Base,
               ValueType, Order))

static cusparseStatus_t
createBlockedEll(cusparseSpMatDescr_t *Handle, int64_t Rows, int64_t Cols,
                 int64_t BlockSize, int64_t EllCols, void *Indices,
                 void *Values, cusparseIndexType_t IndexType,
                 cusparseIndexBase_t Base, cudaDataType_t ValueType) {
  if (BlockSize <= 0)
    return CUSPARSE_STATUS_INVALID_VALUE;
  SparseMatrix M = makeMatrix(CUSPARSE_FORMAT_BLOCKED_ELL, Rows, Cols,
                              Rows * EllCols, nullptr, Indices, Values,
                              IndexType, IndexType, Base, ValueType);
  M.BlockRows = M.BlockCols = BlockSize;
  M.EllBlocks = EllCols / BlockSize;
  return add("cusparseCreateBlockedEll", Handle,
             isValidMatrix(M) && Rows % BlockSize == 0 &&
                 Cols % BlockSize == 0 && EllCols % BlockSize == 0 &&
                 EllCols >= 0 && EllCols <= Cols,
             M);
}
HEDDLE_CREATE(BlockedEll,
              (cusparseSpMatDescr_t * Handle, int64_t Rows, int64_t Cols,
               int64_t BlockSize, int64_t EllCols, void *Indices, void *Values,
               cusparseIndexType_t IndexType, cusparseIndexBase_t Base,
               cudaDataType_t ValueType),
              (Handle, Rows, Cols, BlockSize, EllCols, Indices, Values,
               IndexType, Base, ValueType))

#define HEDDLE_DESTROY(NAME, TYPE, HANDLE)                                     \
  HEDDLE_EXPORT cusparseStatus_t cusparseDestroy##NAME(HANDLE H) {             \
    return destroyObject<TYPE>(H);                                             \
  }
HEDDLE_DESCRIPTORS(HEDDLE_DESTROY)
