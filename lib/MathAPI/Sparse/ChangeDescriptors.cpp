//===- ChangeDescriptors.cpp - Changes of descriptors ---------------------===//
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

cusparseStatus_t setPointers(cusparseSpMatDescr_t Handle,
                             cusparseFormat_t Format, void *Offsets,
                             void *Indices, void *Values) {
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
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
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
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

} // namespace

#define HEDDLE_SET_VALUES(NAME, TYPE, HANDLE)                                  \
  HEDDLE_EXPORT cusparseStatus_t cusparse##NAME##SetValues(HANDLE H,           \
                                                           void *Values) {     \
    return withObject<TYPE>(H, [&](TYPE &Object) {                             \
      Object.Values.Data = Values;                                             \
      return CUSPARSE_STATUS_SUCCESS;                                          \
    });                                                                        \
  }
HEDDLE_DESCRIPTORS(HEDDLE_SET_VALUES)

HEDDLE_EXPORT cusparseStatus_t cusparseDnMatSetStridedBatch(
    cusparseDnMatDescr_t Handle, int Count, int64_t Stride) {
  return withObject<DenseMatrix>(Handle, [&](DenseMatrix &M) {
    const bool ByCols = M.Order == CUSPARSE_ORDER_COL;
    if (Count < 1 || !isStride(Stride, M.Leading * (ByCols ? M.Cols : M.Rows)))
      return CUSPARSE_STATUS_INVALID_VALUE;
    M.Batches = Count;
    M.BatchStride = Stride;
    return CUSPARSE_STATUS_SUCCESS;
  });
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

HEDDLE_EXPORT cusparseStatus_t cusparseSpMatSetAttribute(
    cusparseSpMatDescr_t Handle, cusparseSpMatAttribute_t Which,
    const void *Data, size_t Bytes) {
  return withObject<SparseMatrix>(Handle, [&](SparseMatrix &M) {
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
