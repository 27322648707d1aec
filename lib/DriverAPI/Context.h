//===- Context.h - Contexts -------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_CONTEXT_H
#define HEDDLE_DRIVERAPI_CONTEXT_H

#include "Stream.h"
#include <map>
#include <string>
#include <thread>

namespace heddle::driver {

/// A context: the settings and resources of a program on a device. Access
/// requires the driver's lock.
struct Context {
  CUcontext Self = nullptr;
  uint64_t Id = 0;
  bool IsPrimary = false;
  unsigned Flags = 0;
  unsigned ApiVersion = 0;
  /// cuCtxAttach and cuCtxDetach.
  unsigned Users = 1;
  /// The error of a kernel that faulted, which every later call returns.
  CUresult Failed = CUDA_SUCCESS;
  /// Whether a call has returned that.
  bool WasTold = false;
  size_t StackBytes = 1024;
  size_t FifoBytes = size_t(1) << 20;
  size_t HeapBytes = size_t(8) << 20;
  // Limits of what kernels launch and caches keep, which are only remembered.
  size_t SyncDepth = 2, PendingLaunches = 2048, FetchGranularity = 64,
         PersistingBytes = 0;
  CUfunc_cache CacheConfig = CU_FUNC_CACHE_PREFER_NONE;
  CUsharedconfig SharedConfig = CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE;
  /// Printed by kernels since the last synchronization.
  std::string Printed;
  std::shared_ptr<Stream> Legacy;
  std::map<std::thread::id, std::shared_ptr<Stream>> PerThread;

  /// Takes what a kernel printed.
  void keepPrinted(const std::string &Text);
  /// Writes to stdout what kernels printed.
  void flushPrinted();
  /// Waits for all work, and returns the error it ended with.
  CUresult synchronize();
  /// The same for the work of \p S.
  CUresult synchronize(const Stream &S);
};

/// Whether a call may end what \p Owner has: it is the current context, or none
/// is, as in destructors that run when a program has put its contexts away.
bool isInReach(const Context &Owner);

/// The contexts of the calling thread, the current one last. Handles, since
/// other threads may destroy them.
std::vector<CUcontext> &contextStack();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_CONTEXT_H
