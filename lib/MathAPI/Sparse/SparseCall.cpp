//===- SparseCall.cpp - A call of cuSPARSE --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SparseCall.h"
#include "heddle-cuda/cuda.h"

namespace heddle::math {

cusparseStatus_t sparseStatusOf(CUresult Result) {
  switch (Result) {
  case CUDA_SUCCESS:
    return CUSPARSE_STATUS_SUCCESS;
  case CUDA_ERROR_OUT_OF_MEMORY:
    return CUSPARSE_STATUS_ALLOC_FAILED;
  case CUDA_ERROR_NOT_INITIALIZED:
  case CUDA_ERROR_NO_DEVICE:
    return CUSPARSE_STATUS_NOT_INITIALIZED;
  default:
    return CUSPARSE_STATUS_EXECUTION_FAILED;
  }
}

SparseCall::SparseCall(const char *Name, cusparseHandle_t Which)
    : Name(Name), Handle(SparseHandles::get().find(Which)) {
  fail(Handle != nullptr, CUSPARSE_STATUS_NOT_INITIALIZED);
}

void SparseCall::fail(bool Holds, cusparseStatus_t With) {
  if (!Holds && Status == CUSPARSE_STATUS_SUCCESS)
    Status = With;
}

SparseFactor SparseCall::factor(const char *Which, const void *Place,
                                cudaDataType_t Type) {
  SparseFactor F;
  F.Type = Type;
  const unsigned Bytes = elementBytes(Type);
  require(Place != nullptr);
  if (!Place)
    return F;
  if (!hasDevicePointers()) {
    std::memcpy(F.Bytes, Place, Bytes);
    return F;
  }
  F.Place = Place;
  memory(Which, static_cast<const char *>(Place), Bytes);
  return F;
}

void SparseCall::result(const char *Which, void *Place, size_t Bytes) {
  require(Place != nullptr);
  if (hasDevicePointers())
    memory(Which, static_cast<char *>(Place), int64_t(Bytes));
  else
    Waits = true;
}

cusparseStatus_t SparseCall::workspace(size_t *Bytes) {
  require(Bytes != nullptr);
  if (isValid())
    *Bytes = WorkspaceBytes;
  return Status;
}

cusparseStatus_t SparseCall::run(std::function<bool()> Work) {
  if (!isValid()) {
    logFailure(Name,
               Status == CUSPARSE_STATUS_NOT_INITIALIZED
                   ? "CUSPARSE_STATUS_NOT_INITIALIZED: no such handle"
               : Status == CUSPARSE_STATUS_INVALID_VALUE
                   ? "CUSPARSE_STATUS_INVALID_VALUE: an argument is out of its "
                     "range"
                   : "CUSPARSE_STATUS_NOT_SUPPORTED: not implemented for these "
                     "types or formats");
    return Status;
  }
  if (Waits) {
    CUstreamCaptureStatus Captured = CU_STREAM_CAPTURE_STATUS_NONE;
    cuStreamIsCapturing(Handle->Stream, &Captured);
    if (Captured != CU_STREAM_CAPTURE_STATUS_NONE) {
      logFailure(Name, "CUSPARSE_STATUS_EXECUTION_FAILED: a graph cannot give "
                       "a result to the host");
      return CUSPARSE_STATUS_EXECUTION_FAILED;
    }
  }
  return sparseStatusOf(runInStream(
      Name, Handle->Stream, [Checks = Checks, Work = std::move(Work)] {
        for (const std::function<bool()> &Check : Checks)
          if (!Check())
            return false;
        return Work();
      }));
}

} // namespace heddle::math
