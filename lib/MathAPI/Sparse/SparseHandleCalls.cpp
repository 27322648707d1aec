//===- SparseHandleCalls.cpp - Handles and their settings -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseCall.h"

using namespace heddle::math;

namespace {

template <typename Fn>
cusparseStatus_t withHandle(cusparseHandle_t Handle, Fn Body) {
  std::shared_ptr<SparseHandle> H = SparseHandles::get().find(Handle);
  return H ? Body(*H) : CUSPARSE_STATUS_NOT_INITIALIZED;
}

template <typename T> cusparseStatus_t give(const T &Value, T *Place) {
  if (!Place)
    return CUSPARSE_STATUS_INVALID_VALUE;
  *Place = Value;
  return CUSPARSE_STATUS_SUCCESS;
}

struct StatusNames {
  cusparseStatus_t Status;
  const char *Name, *Text;
};
constexpr StatusNames AllStatus[] = {
    {CUSPARSE_STATUS_SUCCESS, "CUSPARSE_STATUS_SUCCESS", "success"},
    {CUSPARSE_STATUS_NOT_INITIALIZED, "CUSPARSE_STATUS_NOT_INITIALIZED",
     "initialization error"},
    {CUSPARSE_STATUS_ALLOC_FAILED, "CUSPARSE_STATUS_ALLOC_FAILED",
     "out of memory"},
    {CUSPARSE_STATUS_INVALID_VALUE, "CUSPARSE_STATUS_INVALID_VALUE",
     "invalid value"},
    {CUSPARSE_STATUS_ARCH_MISMATCH, "CUSPARSE_STATUS_ARCH_MISMATCH",
     "architecture mismatch"},
    {CUSPARSE_STATUS_MAPPING_ERROR, "CUSPARSE_STATUS_MAPPING_ERROR",
     "texture memory mapping error"},
    {CUSPARSE_STATUS_EXECUTION_FAILED, "CUSPARSE_STATUS_EXECUTION_FAILED",
     "kernel launch failure"},
    {CUSPARSE_STATUS_INTERNAL_ERROR, "CUSPARSE_STATUS_INTERNAL_ERROR",
     "internal error"},
    {CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
     "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {CUSPARSE_STATUS_ZERO_PIVOT, "CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {CUSPARSE_STATUS_NOT_SUPPORTED, "CUSPARSE_STATUS_NOT_SUPPORTED",
     "operation not supported"},
    {CUSPARSE_STATUS_INSUFFICIENT_RESOURCES,
     "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"}};

/// The version of cuSPARSE that this one stands for.
constexpr int SparseVersion[] = {12, 6, 3};

} // namespace

HEDDLE_EXPORT cusparseStatus_t cusparseCreate(cusparseHandle_t *Handle) {
  if (!Handle)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (CUresult R = initialize(); R != CUDA_SUCCESS)
    return sparseStatusOf(R);
  *Handle = SparseHandles::get().add(std::make_shared<SparseHandle>());
  return CUSPARSE_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusparseStatus_t cusparseDestroy(cusparseHandle_t Handle) {
  return !Handle || SparseHandles::get().remove(Handle)
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_NOT_INITIALIZED;
}

HEDDLE_EXPORT cusparseStatus_t cusparseGetVersion(cusparseHandle_t,
                                                  int *Place) {
  return give(SparseVersion[0] * 1000 + SparseVersion[1] * 100 +
                  SparseVersion[2],
              Place);
}

HEDDLE_EXPORT cusparseStatus_t cusparseGetProperty(libraryPropertyType Which,
                                                   int *Place) {
  if (Which > PATCH_LEVEL)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return give(SparseVersion[Which], Place);
}

HEDDLE_EXPORT const char *cusparseGetErrorName(cusparseStatus_t Status) {
  for (const StatusNames &S : AllStatus)
    if (S.Status == Status)
      return S.Name;
  return "unrecognized error code";
}

HEDDLE_EXPORT const char *cusparseGetErrorString(cusparseStatus_t Status) {
  for (const StatusNames &S : AllStatus)
    if (S.Status == Status)
      return S.Text;
  return "unrecognized error code";
}

HEDDLE_EXPORT cusparseStatus_t cusparseSetStream(cusparseHandle_t Handle,
                                                 CUstream Stream) {
  return withHandle(Handle, [&](SparseHandle &H) {
    H.Stream = Stream;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t cusparseGetStream(cusparseHandle_t Handle,
                                                 CUstream *Place) {
  return withHandle(Handle,
                    [&](SparseHandle &H) { return give(H.Stream, Place); });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseSetPointerMode(cusparseHandle_t Handle, cusparsePointerMode_t Mode) {
  return withHandle(Handle, [&](SparseHandle &H) {
    if (Mode > CUSPARSE_POINTER_MODE_DEVICE)
      return CUSPARSE_STATUS_INVALID_VALUE;
    H.Pointers = Mode;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseGetPointerMode(cusparseHandle_t Handle, cusparsePointerMode_t *Place) {
  return withHandle(Handle,
                    [&](SparseHandle &H) { return give(H.Pointers, Place); });
}

HEDDLE_EXPORT cusparseStatus_t
cusparseCreateMatDescr(cusparseMatDescr_t *Handle) {
  if (!Handle)
    return CUSPARSE_STATUS_INVALID_VALUE;
  *Handle = OldDescriptions::get().add(std::make_shared<OldDescription>());
  return CUSPARSE_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusparseStatus_t
cusparseDestroyMatDescr(cusparseMatDescr_t Handle) {
  return destroyObject<OldDescription>(Handle);
}

/// A setting of the older descriptors, of type cusparseNAME_t with the values
/// up to MOST. Who asks for one gets the default where there is no descriptor.
#define HEDDLE_SETTING(CALL, TYPE, MEMBER, MOST)                               \
  HEDDLE_EXPORT cusparseStatus_t cusparseSet##CALL(cusparseMatDescr_t Handle,  \
                                                   TYPE Value) {               \
    std::shared_ptr<OldDescription> D = OldDescriptions::get().find(Handle);   \
    if (!D || Value > MOST)                                                    \
      return CUSPARSE_STATUS_INVALID_VALUE;                                    \
    D->MEMBER = Value;                                                         \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }                                                                            \
  HEDDLE_EXPORT TYPE cusparseGet##CALL(cusparseMatDescr_t Handle) {            \
    std::shared_ptr<OldDescription> D = OldDescriptions::get().find(Handle);   \
    return D ? D->MEMBER : OldDescription().MEMBER;                            \
  }
HEDDLE_SETTING(MatType, cusparseMatrixType_t, Type,
               CUSPARSE_MATRIX_TYPE_TRIANGULAR)
HEDDLE_SETTING(MatFillMode, cusparseFillMode_t, Fill, CUSPARSE_FILL_MODE_UPPER)
HEDDLE_SETTING(MatDiagType, cusparseDiagType_t, Diagonal,
               CUSPARSE_DIAG_TYPE_UNIT)
HEDDLE_SETTING(MatIndexBase, cusparseIndexBase_t, Base, CUSPARSE_INDEX_BASE_ONE)

// Calls are logged by HEDDLE_LOG=1.
HEDDLE_EXPORT cusparseStatus_t cusparseLoggerSetLevel(int) {
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_EXPORT cusparseStatus_t cusparseLoggerSetMask(int) {
  return CUSPARSE_STATUS_SUCCESS;
}
HEDDLE_EXPORT cusparseStatus_t cusparseLoggerForceDisable() {
  return CUSPARSE_STATUS_SUCCESS;
}

#define HEDDLE_SPARSE_UNSUPPORTED(NAME)                                        \
  HEDDLE_EXPORT cusparseStatus_t NAME() {                                      \
    logFailure(#NAME, "CUSPARSE_STATUS_NOT_SUPPORTED: this function is not "   \
                      "implemented");                                          \
    return CUSPARSE_STATUS_NOT_SUPPORTED;                                      \
  }
#include "heddle-cuda/unsupported_sparse.def"
