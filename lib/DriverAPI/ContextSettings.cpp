//===- ContextSettings.cpp - Calls that adjust a context ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"

namespace heddle::driver {

/// Priorities of streams: numbers that are kept, since streams never compete.
static constexpr int LeastPriority = 0, GreatestPriority = -5;

/// Most stack bytes of a thread: its local memory is reached by 16 bits.
static constexpr size_t MaxStackBytes = 32768;

/// The member that \p Limit means; null: there is no such limit.
static size_t *limitOf(Context &C, CUlimit Limit) {
  switch (int(Limit)) {
  case CU_LIMIT_STACK_SIZE:
    return &C.StackBytes;
  case CU_LIMIT_PRINTF_FIFO_SIZE:
    return &C.FifoBytes;
  case CU_LIMIT_MALLOC_HEAP_SIZE:
    return &C.HeapBytes;
  case CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH:
    return &C.SyncDepth;
  case CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT:
    return &C.PendingLaunches;
  case CU_LIMIT_MAX_L2_FETCH_GRANULARITY:
    return &C.FetchGranularity;
  case CU_LIMIT_PERSISTING_L2_CACHE_SIZE:
    return &C.PersistingBytes;
  default:
    return nullptr;
  }
}

/// How the error of a limit that has no member is called: some exist on other
/// devices.
static CUresult unknownLimit(CUlimit Limit) {
  constexpr int NumLimits = 9;
  return int(Limit) >= 0 && int(Limit) < NumLimits
             ? CUDA_ERROR_UNSUPPORTED_LIMIT
             : CUDA_ERROR_INVALID_VALUE;
}

namespace calls {

CUresult CtxGetLimit(size_t *Value, CUlimit Limit) {
  if (!Value)
    return CUDA_ERROR_INVALID_VALUE;
  const size_t *Found = limitOf(Driver::get().context(), Limit);
  if (!Found)
    return unknownLimit(Limit);
  *Value = *Found;
  return CUDA_SUCCESS;
}

CUresult CtxSetLimit(CUlimit Limit, size_t Value) {
  size_t *Found = limitOf(Driver::get().context(), Limit);
  if (!Found)
    return unknownLimit(Limit);
  // Kernels of later devices wait for none that they launch.
  constexpr unsigned FirstWithoutDepth = 90;
  if (Limit == CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH &&
      Driver::get().TheDevice.capability() >= FirstWithoutDepth)
    return CUDA_ERROR_UNSUPPORTED_LIMIT;
  if (Limit == CU_LIMIT_STACK_SIZE && Value > MaxStackBytes)
    return CUDA_ERROR_INVALID_VALUE;
  *Found = Value;
  return CUDA_SUCCESS;
}

CUresult CtxGetCacheConfig(CUfunc_cache *Config) {
  if (!Config)
    return CUDA_ERROR_INVALID_VALUE;
  *Config = Driver::get().context().CacheConfig;
  return CUDA_SUCCESS;
}

CUresult CtxSetCacheConfig(CUfunc_cache Config) {
  if (unsigned(Config) > CU_FUNC_CACHE_PREFER_EQUAL)
    return CUDA_ERROR_INVALID_VALUE;
  Driver::get().context().CacheConfig = Config;
  return CUDA_SUCCESS;
}

CUresult CtxGetSharedMemConfig(CUsharedconfig *Config) {
  if (!Config)
    return CUDA_ERROR_INVALID_VALUE;
  *Config = Driver::get().context().SharedConfig;
  return CUDA_SUCCESS;
}

CUresult CtxSetSharedMemConfig(CUsharedconfig Config) {
  if (unsigned(Config) > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE)
    return CUDA_ERROR_INVALID_VALUE;
  // Banks have four bytes whatever one asks for.
  return CUDA_SUCCESS;
}

CUresult CtxGetStreamPriorityRange(int *Least, int *Greatest) {
  if (Least)
    *Least = LeastPriority;
  if (Greatest)
    *Greatest = GreatestPriority;
  return CUDA_SUCCESS;
}

CUresult CtxResetPersistingL2Cache() { return CUDA_SUCCESS; }

CUresult CtxEnablePeerAccess(CUcontext Peer, unsigned Flags) {
  if (Flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (!Driver::get().Contexts.find(Peer) ||
      Peer == Driver::get().context().Self)
    return CUDA_ERROR_INVALID_CONTEXT;
  // Another device's; there is but one.
  return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
}

CUresult CtxDisablePeerAccess(CUcontext Peer) {
  if (!Driver::get().Contexts.find(Peer) ||
      Peer == Driver::get().context().Self)
    return CUDA_ERROR_INVALID_CONTEXT;
  return CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}

} // namespace calls
} // namespace heddle::driver
