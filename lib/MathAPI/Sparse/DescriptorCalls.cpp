//===- DescriptorCalls.cpp - Descriptors of vectors and matrices ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseCall.h"
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

/// Runs \p Body with the object of a handle.
template <typename T, typename H, typename Fn>
cusparseStatus_t with(H Handle, Fn Body) {
  std::shared_ptr<T> Object = Handles<T, H>::get().find(Handle);
  if (!Object)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return Body(*Object);
}

template <typename T, typename P> void put(const T &Value, P *Place) {
  if (Place)
    *Place = Value;
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

cusparseStatus_t setPointers(cusparseSpMatDescr_t Handle,
                             cusparseFormat_t Format, void *Offsets,
                             void *Indices, void *Values) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    if (M.Format != Format)
      return CUSPARSE_STATUS_INVALID_VALUE;
    M.Offsets.Data = Offsets;
    M.Indices.Data = Indices;
    M.Values.Data = Values;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

/// Whether arrays of \p Size lie \p Stride apart; 0: all are the same one.
bool isStride(int64_t Stride, int64_t Size) {
  return Stride == 0 || Stride >= Size;
}

/// The batches are those of a list of entries if \p IsList, or else of a
/// compressed matrix.
cusparseStatus_t setBatches(cusparseSpMatDescr_t Handle, bool IsList, int Count,
                            int64_t OffsetsStride, int64_t EntriesStride) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    const bool Fits = IsList ? M.Format == CUSPARSE_FORMAT_COO
                             : M.Format == CUSPARSE_FORMAT_CSR ||
                                   M.Format == CUSPARSE_FORMAT_CSC;
    if (!Fits || Count < 1 || !isStride(EntriesStride, M.Count) ||
        !isStride(OffsetsStride, IsList ? M.Count : M.lines() + 1))
      return CUSPARSE_STATUS_INVALID_VALUE;
    M.Batches = Count;
    M.OffsetsStride = OffsetsStride;
    M.EntriesStride = EntriesStride;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

cusparseStatus_t getMatrix(cusparseFormat_t Format, cusparseSpMatDescr_t Handle,
                           int64_t *Rows, int64_t *Cols, int64_t *Count,
                           void **Offsets, void **Indices, void **Values,
                           cusparseIndexType_t *OffsetsType,
                           cusparseIndexType_t *IndexType,
                           cusparseIndexBase_t *Base,
                           cudaDataType_t *ValueType) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    if (M.Format != Format)
      return CUSPARSE_STATUS_INVALID_VALUE;
    put(M.Rows, Rows);
    put(M.Cols, Cols);
    put(M.Count, Count);
    put(M.Offsets.Data, Offsets);
    put(M.Indices.Data, Indices);
    put(M.Values.Data, Values);
    put(M.Offsets.Type, OffsetsType);
    put(M.Indices.Type, IndexType);
    put(M.Indices.Base, Base);
    put(M.Values.Type, ValueType);
    return CUSPARSE_STATUS_SUCCESS;
  });
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
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##SetValues(HANDLE H,           \
                                                           void *Values) {     \
    return with<TYPE>(H, [&](TYPE &Object) {                                   \
      Object.Values.Data = Values;                                             \
      return CUSPARSE_STATUS_SUCCESS;                                          \
    });                                                                        \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##GetValues(HANDLE H,           \
                                                           void **Values) {    \
    return with<TYPE>(H, [&](TYPE &Object) {                                   \
      if (!Values)                                                             \
        return CUSPARSE_STATUS_INVALID_VALUE;                                  \
      *Values = Object.Values.Data;                                            \
      return CUSPARSE_STATUS_SUCCESS;                                          \
    });                                                                        \
  }                                                                            \
  HEDDLE_EXPORT cusparseStatus_t cusparseConst##NAME##GetValues(               \
      HANDLE H, void **Values) {                                               \
    return cusparse##NAME##GetValues(H, Values);                               \
  }
HEDDLE_DESTROY(SpVec, SparseVector, cusparseSpVecDescr_t)
HEDDLE_DESTROY(DnVec, DenseVector, cusparseDnVecDescr_t)
HEDDLE_DESTROY(SpMat, SparseMatrix, cusparseSpMatDescr_t)
HEDDLE_DESTROY(DnMat, DenseMatrix, cusparseDnMatDescr_t)

HEDDLE_EXPORT cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t Handle,
                                                int64_t *Size, int64_t *Count,
                                                void **Indices, void **Values,
                                                cusparseIndexType_t *IndexType,
                                                cusparseIndexBase_t *Base,
                                                cudaDataType_t *ValueType) {
  return with<SparseVector>(Handle, [&](SparseVector &V) {
    put(V.Size, Size);
    put(V.Count, Count);
    put(V.Indices.Data, Indices);
    put(V.Values.Data, Values);
    put(V.Indices.Type, IndexType);
    put(V.Indices.Base, Base);
    put(V.Values.Type, ValueType);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpVecGetIndexBase(
    cusparseSpVecDescr_t Handle, cusparseIndexBase_t *Base) {
  return with<SparseVector>(Handle, [&](SparseVector &V) {
    put(V.Indices.Base, Base);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t Handle,
                                                int64_t *Size, void **Values,
                                                cudaDataType_t *ValueType) {
  return with<DenseVector>(Handle, [&](DenseVector &V) {
    put(V.Size, Size);
    put(V.Values.Data, Values);
    put(V.Values.Type, ValueType);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t Handle,
                                                int64_t *Rows, int64_t *Cols,
                                                int64_t *Leading, void **Values,
                                                cudaDataType_t *ValueType,
                                                cusparseOrder_t *Order) {
  return with<DenseMatrix>(Handle, [&](DenseMatrix &M) {
    put(M.Rows, Rows);
    put(M.Cols, Cols);
    put(M.Leading, Leading);
    put(M.Values.Data, Values);
    put(M.Values.Type, ValueType);
    put(M.Order, Order);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseDnMatSetStridedBatch(
    cusparseDnMatDescr_t Handle, int Count, int64_t Stride) {
  return with<DenseMatrix>(Handle, [&](DenseMatrix &M) {
    const bool ByCols = M.Order == CUSPARSE_ORDER_COL;
    if (Count < 1 || !isStride(Stride, M.Leading * (ByCols ? M.Cols : M.Rows)))
      return CUSPARSE_STATUS_INVALID_VALUE;
    M.Batches = Count;
    M.BatchStride = Stride;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseDnMatGetStridedBatch(
    cusparseDnMatDescr_t Handle, int *Count, int64_t *Stride) {
  return with<DenseMatrix>(Handle, [&](DenseMatrix &M) {
    put(M.Batches, Count);
    put(M.BatchStride, Stride);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseCsrGet(cusparseSpMatDescr_t Handle, int64_t *Rows, int64_t *Cols,
               int64_t *Count, void **Offsets, void **Indices, void **Values,
               cusparseIndexType_t *OffsetsType, cusparseIndexType_t *IndexType,
               cusparseIndexBase_t *Base, cudaDataType_t *ValueType) {
  return getMatrix(CUSPARSE_FORMAT_CSR, Handle, Rows, Cols, Count, Offsets,
                   Indices, Values, OffsetsType, IndexType, Base, ValueType);
}

HEDDLE_EXPORT cusparseStatus_t
cusparseCscGet(cusparseSpMatDescr_t Handle, int64_t *Rows, int64_t *Cols,
               int64_t *Count, void **Offsets, void **Indices, void **Values,
               cusparseIndexType_t *OffsetsType, cusparseIndexType_t *IndexType,
               cusparseIndexBase_t *Base, cudaDataType_t *ValueType) {
  return getMatrix(CUSPARSE_FORMAT_CSC, Handle, Rows, Cols, Count, Offsets,
                   Indices, Values, OffsetsType, IndexType, Base, ValueType);
}

HEDDLE_EXPORT cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t Handle,
                                              int64_t *Rows, int64_t *Cols,
                                              int64_t *Count, void **RowIndices,
                                              void **Indices, void **Values,
                                              cusparseIndexType_t *IndexType,
                                              cusparseIndexBase_t *Base,
                                              cudaDataType_t *ValueType) {
  return getMatrix(CUSPARSE_FORMAT_COO, Handle, Rows, Cols, Count, RowIndices,
                   Indices, Values, nullptr, IndexType, Base, ValueType);
}

HEDDLE_EXPORT cusparseStatus_t cusparseCsrSetPointers(
    cusparseSpMatDescr_t Handle, void *Offsets, void *Indices, void *Values) {
  return setPointers(Handle, CUSPARSE_FORMAT_CSR, Offsets, Indices, Values);
}

HEDDLE_EXPORT cusparseStatus_t cusparseCscSetPointers(
    cusparseSpMatDescr_t Handle, void *Offsets, void *Indices, void *Values) {
  return setPointers(Handle, CUSPARSE_FORMAT_CSC, Offsets, Indices, Values);
}

HEDDLE_EXPORT cusparseStatus_t
cusparseCooSetPointers(cusparseSpMatDescr_t Handle, void *RowIndices,
                       void *Indices, void *Values) {
  return setPointers(Handle, CUSPARSE_FORMAT_COO, RowIndices, Indices, Values);
}

HEDDLE_EXPORT cusparseStatus_t
cusparseCsrSetStridedBatch(cusparseSpMatDescr_t Handle, int Count,
                           int64_t OffsetsStride, int64_t EntriesStride) {
  return setBatches(Handle, /*IsList=*/false, Count, OffsetsStride,
                    EntriesStride);
}

HEDDLE_EXPORT cusparseStatus_t cusparseCooSetStridedBatch(
    cusparseSpMatDescr_t Handle, int Count, int64_t Stride) {
  return setBatches(Handle, /*IsList=*/true, Count, Stride, Stride);
}

HEDDLE_EXPORT cusparseStatus_t
cusparseSpMatGetStridedBatch(cusparseSpMatDescr_t Handle, int *Count) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    put(M.Batches, Count);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatGetSize(cusparseSpMatDescr_t Handle,
                                                    int64_t *Rows,
                                                    int64_t *Cols,
                                                    int64_t *Count) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    if (!Rows || !Cols || !Count)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *Rows = M.Rows;
    *Cols = M.Cols;
    // Numbers, of which a block has several.
    *Count = M.Format == CUSPARSE_FORMAT_BSR
                 ? M.Count * M.BlockRows * M.BlockCols
                 : M.Count;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseSpMatGetFormat(cusparseSpMatDescr_t Handle, cusparseFormat_t *Format) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    if (!Format)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *Format = M.Format;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatGetIndexBase(
    cusparseSpMatDescr_t Handle, cusparseIndexBase_t *Base) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    put(M.Indices.Base, Base);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatSetAttribute(
    cusparseSpMatDescr_t Handle, cusparseSpMatAttribute_t Which,
    const void *Data, size_t Bytes) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    uint32_t Value = 0;
    if (!Data || Bytes != sizeof(Value) || Which > CUSPARSE_SPMAT_DIAG_TYPE)
      return CUSPARSE_STATUS_INVALID_VALUE;
    std::memcpy(&Value, Data, sizeof(Value));
    if (Value > 1)
      return CUSPARSE_STATUS_INVALID_VALUE;
    if (Which == CUSPARSE_SPMAT_FILL_MODE)
      M.Fill = cusparseFillMode_t(Value);
    else
      M.Diagonal = cusparseDiagType_t(Value);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatGetAttribute(
    cusparseSpMatDescr_t Handle, cusparseSpMatAttribute_t Which, void *Data,
    size_t Bytes) {
  return with<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    if (!Data || Bytes != sizeof(uint32_t) || Which > CUSPARSE_SPMAT_DIAG_TYPE)
      return CUSPARSE_STATUS_INVALID_VALUE;
    const uint32_t Value = Which == CUSPARSE_SPMAT_FILL_MODE
                               ? uint32_t(M.Fill)
                               : uint32_t(M.Diagonal);
    std::memcpy(Data, &Value, sizeof(Value));
    return CUSPARSE_STATUS_SUCCESS;
  });
}
