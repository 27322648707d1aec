//===- Runtime.cpp - What the runtime adds to the driver ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "Registry.h"
#include <mutex>
#include <utility>

namespace heddle::cudart {

namespace {
/// Whether the primary context was retained for the program.
struct State {
  std::mutex Lock;
  bool HasContext = false;
};
} // namespace

static State &state() {
  // Never destroyed: programs call the runtime from their own destructors.
  static State *TheState = new State;
  return *TheState;
}

cudaError_t initialize() {
  // In a process that was forked the lock may be taken for ever.
  if (CUresult R = cuInit(0); R != CUDA_SUCCESS)
    return toRuntime(R);
  State &S = state();
  std::lock_guard<std::mutex> Guard(S.Lock);
  CUcontext Current = nullptr;
  if (!S.HasContext) {
    if (CUresult R = cuDevicePrimaryCtxRetain(&Current, 0); R != CUDA_SUCCESS)
      return toRuntime(R);
    S.HasContext = true;
    // A context of the program's own stays.
    CUcontext Own = nullptr;
    cuCtxGetCurrent(&Own);
    return Own ? cudaSuccess : toRuntime(cuCtxSetCurrent(Current));
  }
  cuCtxGetCurrent(&Current);
  if (Current)
    return cudaSuccess;
  // It is retained: this only asks for its handle.
  if (CUresult R = cuDevicePrimaryCtxRetain(&Current, 0); R != CUDA_SUCCESS)
    return toRuntime(R);
  cuDevicePrimaryCtxRelease(0);
  return toRuntime(cuCtxSetCurrent(Current));
}

cudaError_t resetDevice() {
  State &S = state();
  std::lock_guard<std::mutex> Guard(S.Lock);
  CUresult R = cuDevicePrimaryCtxReset(0);
  // The next call that needs a context retains it again.
  if (std::exchange(S.HasContext, false))
    cuDevicePrimaryCtxRelease(0);
  if (R == CUDA_SUCCESS)
    Registry::get().renewManaged();
  return toRuntime(R);
}

cudaError_t &lastError() {
  static thread_local cudaError_t Last = cudaSuccess;
  return Last;
}

const HeddlePrivateTable *driverTable() {
  static const HeddlePrivateTable *const Table = [] {
    const void *Found = nullptr;
    cuGetExportTable(&Found, &HeddlePrivateTableId);
    return static_cast<const HeddlePrivateTable *>(Found);
  }();
  return Table;
}

cudaError_t fail(const char *Call, cudaError_t Error) {
  lastError() = Error;
  if (const HeddlePrivateTable *T = driverTable())
    T->noteFailure(Call, int(Error));
  return Error;
}

bool &usesPerThreadStream() {
  static thread_local bool Uses = false;
  return Uses;
}

CUstream streamOf(CUstream Stream) {
  return !Stream && usesPerThreadStream() ? CU_STREAM_PER_THREAD : Stream;
}

} // namespace heddle::cudart
