//===- CopyCalls.cpp - Vectors and matrices to and from the device --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "heddle-cuda/cuda.h"

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

/// Copies \p Rows of \p Bytes each, that begin \p From and \p To pitches apart.
cublasStatus_t copyRows(bool ToDevice, int64_t Rows, int64_t Bytes,
                        const void *From, int64_t FromPitch, void *To,
                        int64_t ToPitch, bool IsAsync, CUstream Stream) {
  if (Rows < 0 || Bytes < 0 || FromPitch < Bytes || ToPitch < Bytes)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!Rows || !Bytes)
    return CUBLAS_STATUS_SUCCESS;
  if (CUresult R = initialize(); R != CUDA_SUCCESS)
    return statusOf(R);
  CUDA_MEMCPY3D Copy = {};
  Copy.srcMemoryType = ToDevice ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
  Copy.dstMemoryType = ToDevice ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
  Copy.srcHost = From;
  Copy.srcDevice = reinterpret_cast<CUdeviceptr>(From);
  Copy.dstHost = To;
  Copy.dstDevice = reinterpret_cast<CUdeviceptr>(To);
  Copy.srcPitch = size_t(FromPitch);
  Copy.dstPitch = size_t(ToPitch);
  Copy.WidthInBytes = size_t(Bytes);
  Copy.Height = size_t(Rows);
  Copy.Depth = 1;
  const CUresult R =
      IsAsync ? cuMemcpy3DAsync(&Copy, Stream) : cuMemcpy3D(&Copy);
  return R == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS
                           : CUBLAS_STATUS_MAPPING_ERROR;
}

} // namespace

/// The four copies, for indices of type I under names that end with WIDTH.
#define HEDDLE_COPIES(I, WIDTH)                                                \
  HEDDLE_COPY(Set, true, I, WIDTH)                                             \
  HEDDLE_COPY(Get, false, I, WIDTH)
#define HEDDLE_COPY(WAY, TO_DEVICE, I, WIDTH)                                  \
  HEDDLE_EXPORT cublasStatus_t cublas##WAY##Vector##WIDTH(                     \
      I N, I Bytes, const void *X, I IncX, void *Y, I IncY) {                  \
    return copyRows(TO_DEVICE, N, Bytes, X, int64_t(IncX) * Bytes, Y,          \
                    int64_t(IncY) * Bytes, false, nullptr);                    \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublas##WAY##VectorAsync##WIDTH(                \
      I N, I Bytes, const void *X, I IncX, void *Y, I IncY, CUstream Stream) { \
    return copyRows(TO_DEVICE, N, Bytes, X, int64_t(IncX) * Bytes, Y,          \
                    int64_t(IncY) * Bytes, true, Stream);                      \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublas##WAY##Matrix##WIDTH(                     \
      I Rows, I Cols, I Bytes, const void *A, I LDA, void *B, I LDB) {         \
    return copyRows(TO_DEVICE, Cols, int64_t(Rows) * Bytes, A,                 \
                    int64_t(LDA) * Bytes, B, int64_t(LDB) * Bytes, false,      \
                    nullptr);                                                  \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublas##WAY##MatrixAsync##WIDTH(                \
      I Rows, I Cols, I Bytes, const void *A, I LDA, void *B, I LDB,           \
      CUstream Stream) {                                                       \
    return copyRows(TO_DEVICE, Cols, int64_t(Rows) * Bytes, A,                 \
                    int64_t(LDA) * Bytes, B, int64_t(LDB) * Bytes, true,       \
                    Stream);                                                   \
  }

HEDDLE_COPIES(int, )
HEDDLE_COPIES(int64_t, _64)
