//===- HandleCalls.cpp - Handles and their settings -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Status.h"
#include "heddle-cuda/cuda.h"
#include <cstdio>
#include <cstdlib>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

/// Runs \p Body with what \p Handle names.
template <typename Fn>
static cublasStatus_t with(cublasHandle_t Handle, Fn Body) {
  std::shared_ptr<BlasHandle> H = BlasHandles::get().find(Handle);
  return H ? Body(*H) : CUBLAS_STATUS_NOT_INITIALIZED;
}

/// Gives \p Value to the caller.
template <typename T> static cublasStatus_t give(const T &Value, T *Place) {
  if (!Place)
    return CUBLAS_STATUS_INVALID_VALUE;
  *Place = Value;
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT cublasStatus_t cublasCreate_v2(cublasHandle_t *Handle) {
  if (!Handle)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (CUresult R = initialize(); R != CUDA_SUCCESS)
    return statusOf(R);
  *Handle = BlasHandles::get().add(std::make_shared<BlasHandle>());
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT cublasStatus_t cublasDestroy_v2(cublasHandle_t Handle) {
  return BlasHandles::get().remove(Handle) ? CUBLAS_STATUS_SUCCESS
                                           : CUBLAS_STATUS_NOT_INITIALIZED;
}

HEDDLE_EXPORT cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int *Place) {
  return give(BlasVersion[0] * 10000 + BlasVersion[1] * 100 + BlasVersion[2],
              Place);
}

HEDDLE_EXPORT size_t cublasGetCudartVersion() { return 13000; }

HEDDLE_EXPORT cublasStatus_t cublasGetProperty(libraryPropertyType Which,
                                               int *Place) {
  if (Which > PATCH_LEVEL)
    return CUBLAS_STATUS_INVALID_VALUE;
  return give(BlasVersion[Which], Place);
}

HEDDLE_EXPORT cublasStatus_t cublasSetStream_v2(cublasHandle_t Handle,
                                                CUstream Stream) {
  return with(Handle, [&](BlasHandle &H) {
    H.Stream = Stream;
    return CUBLAS_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cublasStatus_t cublasGetStream_v2(cublasHandle_t Handle,
                                                CUstream *Place) {
  return with(Handle, [&](BlasHandle &H) { return give(H.Stream, Place); });
}

HEDDLE_EXPORT cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t Handle,
                                                     cublasPointerMode_t Mode) {
  return with(Handle, [&](BlasHandle &H) {
    if (Mode > CUBLAS_POINTER_MODE_DEVICE)
      return CUBLAS_STATUS_INVALID_VALUE;
    H.Pointers = Mode;
    return CUBLAS_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cublasStatus_t
cublasGetPointerMode_v2(cublasHandle_t Handle, cublasPointerMode_t *Place) {
  return with(Handle, [&](BlasHandle &H) { return give(H.Pointers, Place); });
}

HEDDLE_EXPORT cublasStatus_t cublasSetAtomicsMode(cublasHandle_t Handle,
                                                  cublasAtomicsMode_t Mode) {
  return with(Handle, [&](BlasHandle &H) {
    if (Mode > CUBLAS_ATOMICS_ALLOWED)
      return CUBLAS_STATUS_INVALID_VALUE;
    H.Atomics = Mode;
    return CUBLAS_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cublasStatus_t cublasGetAtomicsMode(cublasHandle_t Handle,
                                                  cublasAtomicsMode_t *Place) {
  return with(Handle, [&](BlasHandle &H) { return give(H.Atomics, Place); });
}

// Math modes allow less exact results; here all are as exact as the types.
HEDDLE_EXPORT cublasStatus_t cublasSetMathMode(cublasHandle_t Handle,
                                               cublasMath_t Mode) {
  return with(Handle, [&](BlasHandle &H) {
    constexpr cublasMath_t Flag = 16, Known = 15;
    if (Mode & ~(Flag | Known))
      return CUBLAS_STATUS_INVALID_VALUE;
    H.Math = Mode;
    return CUBLAS_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cublasStatus_t cublasGetMathMode(cublasHandle_t Handle,
                                               cublasMath_t *Place) {
  return with(Handle, [&](BlasHandle &H) { return give(H.Math, Place); });
}

HEDDLE_EXPORT cublasStatus_t cublasSetSmCountTarget(cublasHandle_t Handle,
                                                    int Count) {
  return with(Handle, [&](BlasHandle &H) {
    if (Count < 0)
      return CUBLAS_STATUS_INVALID_VALUE;
    H.SMCount = Count;
    return CUBLAS_STATUS_SUCCESS;
  });
}

HEDDLE_EXPORT cublasStatus_t cublasGetSmCountTarget(cublasHandle_t Handle,
                                                    int *Place) {
  return with(Handle, [&](BlasHandle &H) { return give(H.SMCount, Place); });
}

/// The host needs none.
HEDDLE_EXPORT cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t Handle,
                                                   void *Space, size_t Bytes) {
  return with(Handle, [&](BlasHandle &) {
    return Space || !Bytes ? CUBLAS_STATUS_SUCCESS
                           : CUBLAS_STATUS_INVALID_VALUE;
  });
}

HEDDLE_EXPORT const char *cublasGetStatusName(cublasStatus_t Status) {
  return statusName(Status);
}

HEDDLE_EXPORT const char *cublasGetStatusString(cublasStatus_t Status) {
  return statusText(Status);
}

// Calls are logged by HEDDLE_LOG=1.
HEDDLE_EXPORT cublasStatus_t cublasLoggerConfigure(int, int, int,
                                                   const char *) {
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT cublasStatus_t
cublasSetLoggerCallback(void (*)(const char *Text)) {
  return CUBLAS_STATUS_SUCCESS;
}

#define HEDDLE_BLAS_UNSUPPORTED(NAME)                                          \
  HEDDLE_EXPORT cublasStatus_t NAME() {                                        \
    logFailure(#NAME, "CUBLAS_STATUS_NOT_SUPPORTED: this function is not "     \
                      "implemented");                                          \
    return CUBLAS_STATUS_NOT_SUPPORTED;                                        \
  }
#include "heddle-cuda/unsupported_blas.def"
