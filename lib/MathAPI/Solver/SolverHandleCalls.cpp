//===- SolverHandleCalls.cpp - Handles and parameters of cuSOLVER ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolverCall.h"

using namespace heddle::math;

HEDDLE_EXPORT cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *Handle) {
  if (!Handle)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (CUresult R = initialize(); R != CUDA_SUCCESS)
    return solverStatusOf(R);
  *Handle = SolverHandles::get().add(std::make_shared<SolverHandle>());
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t Handle) {
  return SolverHandles::get().remove(Handle) ? CUSOLVER_STATUS_SUCCESS
                                             : CUSOLVER_STATUS_NOT_INITIALIZED;
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t Handle,
                                                   CUstream Stream) {
  const std::shared_ptr<SolverHandle> H = SolverHandles::get().find(Handle);
  if (!H)
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  H->Stream = Stream;
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t Handle,
                                                   CUstream *Stream) {
  const std::shared_ptr<SolverHandle> H = SolverHandles::get().find(Handle);
  if (!H || !Stream)
    return H ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_NOT_INITIALIZED;
  *Stream = H->Stream;
  return CUSOLVER_STATUS_SUCCESS;
}

/// The version of cuSOLVER that this one stands for.
static constexpr int SolverVersion[] = {12, 0, 4};

HEDDLE_EXPORT cusolverStatus_t cusolverGetVersion(int *Place) {
  if (!Place)
    return CUSOLVER_STATUS_INVALID_VALUE;
  *Place = SolverVersion[0] * 1000 + SolverVersion[1] * 100 + SolverVersion[2];
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_EXPORT cusolverStatus_t cusolverGetProperty(libraryPropertyType Which,
                                                   int *Place) {
  if (!Place || Which > PATCH_LEVEL)
    return CUSOLVER_STATUS_INVALID_VALUE;
  *Place = SolverVersion[Which];
  return CUSOLVER_STATUS_SUCCESS;
}

namespace {
/// Parameters of Jacobi's method: results here are as exact as the types,
/// whatever the tolerance, and always in order.
struct JacobiParameters {};
} // namespace

#define HEDDLE_PARAMETERS(NAME, HANDLE)                                        \
  HEDDLE_EXPORT cusolverStatus_t cusolverDnCreate##NAME##Info(                 \
      HANDLE *Handle) {                                                        \
    if (!Handle)                                                               \
      return CUSOLVER_STATUS_INVALID_VALUE;                                    \
    *Handle = Handles<JacobiParameters, HANDLE>::get().add(                    \
        std::make_shared<JacobiParameters>());                                 \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  HEDDLE_EXPORT cusolverStatus_t cusolverDnDestroy##NAME##Info(                \
      HANDLE Handle) {                                                         \
    return Handles<JacobiParameters, HANDLE>::get().remove(Handle)             \
               ? CUSOLVER_STATUS_SUCCESS                                       \
               : CUSOLVER_STATUS_INVALID_VALUE;                                \
  }                                                                            \
  static cusolverStatus_t exists(HANDLE Handle) {                              \
    return Handles<JacobiParameters, HANDLE>::get().find(Handle)               \
               ? CUSOLVER_STATUS_SUCCESS                                       \
               : CUSOLVER_STATUS_INVALID_VALUE;                                \
  }
HEDDLE_PARAMETERS(Syevj, syevjInfo_t)
HEDDLE_PARAMETERS(Gesvdj, gesvdjInfo_t)

HEDDLE_EXPORT cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t Handle,
                                                            double) {
  return exists(Handle);
}
HEDDLE_EXPORT cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t Handle,
                                                            int) {
  return exists(Handle);
}
HEDDLE_EXPORT cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t Handle,
                                                          int) {
  return exists(Handle);
}
HEDDLE_EXPORT cusolverStatus_t
cusolverDnXgesvdjSetTolerance(gesvdjInfo_t Handle, double) {
  return exists(Handle);
}
HEDDLE_EXPORT cusolverStatus_t
cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t Handle, int) {
  return exists(Handle);
}
HEDDLE_EXPORT cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t Handle,
                                                           int) {
  return exists(Handle);
}

#define HEDDLE_SOLVER_UNSUPPORTED(NAME)                                        \
  HEDDLE_EXPORT cusolverStatus_t NAME() {                                      \
    logFailure(#NAME, "CUSOLVER_STATUS_NOT_SUPPORTED: this function is not "   \
                      "implemented");                                          \
    return CUSOLVER_STATUS_NOT_SUPPORTED;                                      \
  }
#include "heddle-cuda/unsupported_solver.def"
