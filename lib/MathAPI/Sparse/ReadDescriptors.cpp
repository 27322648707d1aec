//===- ReadDescriptors.cpp - Answers from descriptors ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescriptorCalls.h"
#include <cstring>

using namespace heddle::math;

namespace {

template <typename T, typename P> void put(const T &Value, P *Place) {
  if (Place)
    *Place = Value;
}

cusparseStatus_t getMatrix(cusparseFormat_t Format, cusparseSpMatDescr_t Handle,
                           int64_t *Rows, int64_t *Cols, int64_t *Count,
                           void **Offsets, void **Indices, void **Values,
                           cusparseIndexType_t *OffsetsType,
                           cusparseIndexType_t *IndexType,
                           cusparseIndexBase_t *Base,
                           cudaDataType_t *ValueType) {
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
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

#define HEDDLE_GET_VALUES(NAME, TYPE, HANDLE)                                  \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##GetValues(HANDLE H,           \
                                                           void **Values) {    \
    return withObject<TYPE>(H, [&](TYPE &Object) {                             \
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
HEDDLE_DESCRIPTORS(HEDDLE_GET_VALUES)

HEDDLE_EXPORT cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t Handle,
                                                int64_t *Size, int64_t *Count,
                                                void **Indices, void **Values,
                                                cusparseIndexType_t *IndexType,
                                                cusparseIndexBase_t *Base,
                                                cudaDataType_t *ValueType) {
  return withObject<SparseVector>(Handle, [&](SparseVector &V) {
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
  return withObject<SparseVector>(Handle, [&](SparseVector &V) {
    put(V.Indices.Base, Base);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t Handle,
                                                int64_t *Size, void **Values,
                                                cudaDataType_t *ValueType) {
  return withObject<DenseVector>(Handle, [&](DenseVector &V) {
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
  return withObject<DenseMatrix>(Handle, [&](DenseMatrix &M) {
    put(M.Rows, Rows);
    put(M.Cols, Cols);
    put(M.Leading, Leading);
    put(M.Values.Data, Values);
    put(M.Values.Type, ValueType);
    put(M.Order, Order);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseDnMatGetStridedBatch(
    cusparseDnMatDescr_t Handle, int *Count, int64_t *Stride) {
  return withObject<DenseMatrix>(Handle, [&](DenseMatrix &M) {
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

HEDDLE_EXPORT cusparseStatus_t
cusparseSpMatGetStridedBatch(cusparseSpMatDescr_t Handle, int *Count) {
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    put(M.Batches, Count);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatGetSize(cusparseSpMatDescr_t Handle,
                                                    int64_t *Rows,
                                                    int64_t *Cols,
                                                    int64_t *Count) {
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
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
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    if (!Format)
      return CUSPARSE_STATUS_INVALID_VALUE;
    *Format = M.Format;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatGetIndexBase(
    cusparseSpMatDescr_t Handle, cusparseIndexBase_t *Base) {
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    put(M.Indices.Base, Base);
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatGetAttribute(
    cusparseSpMatDescr_t Handle, cusparseSpMatAttribute_t Which, void *Data,
    size_t Bytes) {
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
    if (!Data || Bytes != sizeof(uint32_t) || Which > CUSPARSE_SPMAT_DIAG_TYPE)
      return CUSPARSE_STATUS_INVALID_VALUE;
    const uint32_t Value = Which == CUSPARSE_SPMAT_FILL_MODE
                               ? uint32_t(M.Fill)
                               : uint32_t(M.Diagonal);
    std::memcpy(Data, &Value, sizeof(Value));
    return CUSPARSE_STATUS_SUCCESS;
  });
}
