//===- HandleCalls.cpp - Handles, descriptors, algorithms of cuBLASLt -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Blas/Status.h"
#include "../Common/DeviceWork.h"
#include "Descriptors.h"
#include "LtHandle.h"
#include "heddle-cuda/cuda.h"
#include <dlfcn.h>

using namespace heddle::math;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

/// A handle of cuBLAS is one of cuBLASLt, too: the library that gave it is
/// asked.
static bool isBlasHandle(cublasLtHandle_t Handle) {
  void *Library = dlopen("libcublas.so.13", RTLD_LAZY | RTLD_NOLOAD);
  if (!Library)
    return false;
  using GetStream = cublasStatus_t(cublasLtHandle_t, CUstream *);
  auto *Ask =
      reinterpret_cast<GetStream *>(dlsym(Library, "cublasGetStream_v2"));
  CUstream Stream = nullptr;
  const bool Is = Ask && Ask(Handle, &Stream) == CUBLAS_STATUS_SUCCESS;
  dlclose(Library);
  return Is;
}

bool heddle::math::isLtHandle(cublasLtHandle_t Handle) {
  return LtHandles::get().find(Handle) || isBlasHandle(Handle);
}

HEDDLE_EXPORT cublasStatus_t cublasLtCreate(cublasLtHandle_t *Handle) {
  if (!Handle)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (CUresult R = initialize(); R != CUDA_SUCCESS)
    return statusOf(R);
  *Handle = LtHandles::get().add(std::make_shared<LtHandle>());
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT cublasStatus_t cublasLtDestroy(cublasLtHandle_t Handle) {
  return LtHandles::get().remove(Handle) ? CUBLAS_STATUS_SUCCESS
                                         : CUBLAS_STATUS_NOT_INITIALIZED;
}

HEDDLE_EXPORT size_t cublasLtGetVersion() {
  return size_t(BlasVersion[0]) * 10000 + size_t(BlasVersion[1]) * 100 +
         size_t(BlasVersion[2]);
}

HEDDLE_EXPORT size_t cublasLtGetCudartVersion() { return 13000; }

HEDDLE_EXPORT cublasStatus_t cublasLtGetProperty(libraryPropertyType Which,
                                                 int *Place) {
  if (Which > PATCH_LEVEL || !Place)
    return CUBLAS_STATUS_INVALID_VALUE;
  *Place = BlasVersion[Which];
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_EXPORT const char *cublasLtGetStatusName(cublasStatus_t Status) {
  return statusName(Status);
}

HEDDLE_EXPORT const char *cublasLtGetStatusString(cublasStatus_t Status) {
  return statusText(Status);
}

// There is one algorithm, and nothing to remember.
HEDDLE_EXPORT cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *Place) {
  if (!Place)
    return CUBLAS_STATUS_INVALID_VALUE;
  *Place = 0;
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_EXPORT cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t) {
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_EXPORT unsigned cublasLtDisableCpuInstructionsSetMask(unsigned) {
  return 0;
}

// Calls are logged by HEDDLE_LOG=1.
HEDDLE_EXPORT cublasStatus_t cublasLtLoggerSetCallback(void *) {
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_EXPORT cublasStatus_t cublasLtLoggerSetFile(void *) {
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_EXPORT cublasStatus_t cublasLtLoggerOpenFile(const char *) {
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_EXPORT cublasStatus_t cublasLtLoggerSetLevel(int) {
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_EXPORT cublasStatus_t cublasLtLoggerSetMask(int) {
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_EXPORT cublasStatus_t cublasLtLoggerForceDisable() {
  return CUBLAS_STATUS_SUCCESS;
}

/// Gives the program a descriptor of ours.
template <typename T>
static cublasStatus_t create(typename T::Opaque **Place, const T &Value) {
  if (!Place)
    return CUBLAS_STATUS_INVALID_VALUE;
  *Place = DescriptorHandles<T>::get().add(std::make_shared<T>(Value));
  return CUBLAS_STATUS_SUCCESS;
}

/// Makes a descriptor in \p Bytes of the program.
template <typename T>
static cublasStatus_t initialize(typename T::Opaque *Place, size_t Bytes,
                                 const T &Value) {
  if (!mayBeMemory(Place) || Bytes < sizeof(T))
    return CUBLAS_STATUS_INVALID_VALUE;
  writeTo(Place, Value);
  return CUBLAS_STATUS_SUCCESS;
}

/// The end of a descriptor that was created; that of null is no error.
template <typename T> static cublasStatus_t destroy(typename T::Opaque *Place) {
  return !Place || DescriptorHandles<T>::get().remove(Place)
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_INVALID_VALUE;
}

static LtLayout layoutOf(cudaDataType_t Type, uint64_t Rows, uint64_t Cols,
                         int64_t LD) {
  LtLayout L;
  L.Type = Type;
  L.Rows = Rows;
  L.Cols = Cols;
  L.LD = LD;
  return L;
}

static LtMatmulDesc descOf(cublasComputeType_t Compute, cudaDataType_t Scale) {
  LtMatmulDesc D;
  D.Compute = int32_t(Compute);
  D.Scale = int32_t(Scale);
  return D;
}

// The names are NVIDIA's.
// NOLINTBEGIN(readability-identifier-naming)
HEDDLE_EXPORT cublasStatus_t
cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *Place, cudaDataType_t Type,
                           uint64_t Rows, uint64_t Cols, int64_t LD) {
  return create(Place, layoutOf(Type, Rows, Cols, LD));
}
HEDDLE_EXPORT cublasStatus_t cublasLtMatrixLayoutInit_internal(
    cublasLtMatrixLayout_t Place, size_t Bytes, cudaDataType_t Type,
    uint64_t Rows, uint64_t Cols, int64_t LD) {
  return initialize(Place, Bytes, layoutOf(Type, Rows, Cols, LD));
}
HEDDLE_EXPORT cublasStatus_t
cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *Place,
                         cublasComputeType_t Compute, cudaDataType_t Scale) {
  return create(Place, descOf(Compute, Scale));
}
HEDDLE_EXPORT cublasStatus_t cublasLtMatmulDescInit_internal(
    cublasLtMatmulDesc_t Place, size_t Bytes, cublasComputeType_t Compute,
    cudaDataType_t Scale) {
  return initialize(Place, Bytes, descOf(Compute, Scale));
}
HEDDLE_EXPORT cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *Place) {
  return create(Place, LtPreference());
}
HEDDLE_EXPORT cublasStatus_t cublasLtMatmulPreferenceInit_internal(
    cublasLtMatmulPreference_t Place, size_t Bytes) {
  return initialize(Place, Bytes, LtPreference());
}

// NOLINTEND(readability-identifier-naming)

/// The end and the attributes of descriptors \p T that the API knows by KIND.
#define HEDDLE_DESCRIPTOR(KIND, T)                                             \
  HEDDLE_EXPORT cublasStatus_t cublasLt##KIND##Destroy(T::Opaque *Place) {     \
    return destroy<T>(Place);                                                  \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasLt##KIND##SetAttribute(                   \
      T::Opaque *Place, unsigned Number, const void *From, size_t Bytes) {     \
    return setAttribute<T>(Place, Number, From, Bytes);                        \
  }                                                                            \
  HEDDLE_EXPORT cublasStatus_t cublasLt##KIND##GetAttribute(                   \
      const T::Opaque *Place, unsigned Number, void *To, size_t Bytes,         \
      size_t *Written) {                                                       \
    std::optional<T> Value = read<T>(Place);                                   \
    return getAttribute(Value ? Value->find(Number) : AttributePlace(), To,    \
                        Bytes, Written);                                       \
  }

HEDDLE_DESCRIPTOR(MatrixLayout, LtLayout)
HEDDLE_DESCRIPTOR(MatmulDesc, LtMatmulDesc)
HEDDLE_DESCRIPTOR(MatmulPreference, LtPreference)

HEDDLE_EXPORT cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(
    cublasLtMatmulAlgo_t *Place, unsigned Number, const void *From,
    size_t Bytes) {
  return setAttribute<LtAlgorithm>(Place, Number, From, Bytes);
}
HEDDLE_EXPORT cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(
    const cublasLtMatmulAlgo_t *Place, unsigned Number, void *To, size_t Bytes,
    size_t *Written) {
  std::optional<LtAlgorithm> Value = read<LtAlgorithm>(Place);
  return getAttribute(Value ? Value->find(Number) : AttributePlace(), To, Bytes,
                      Written);
}
HEDDLE_EXPORT cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(
    const cublasLtMatmulAlgo_t *Place, unsigned Number, void *To, size_t Bytes,
    size_t *Written) {
  LtAbilities Abilities;
  return getAttribute(read<LtAlgorithm>(Place) ? Abilities.find(Number)
                                               : AttributePlace(),
                      To, Bytes, Written);
}

#define HEDDLE_BLASLT_UNSUPPORTED(NAME)                                        \
  HEDDLE_EXPORT cublasStatus_t NAME() {                                        \
    logFailure(#NAME, "CUBLAS_STATUS_NOT_SUPPORTED: this function is not "     \
                      "implemented");                                          \
    return CUBLAS_STATUS_NOT_SUPPORTED;                                        \
  }
#include "heddle-cuda/unsupported_blaslt.def"
