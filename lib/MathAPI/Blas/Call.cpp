//===- Call.cpp - A call of cuBLAS ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "heddle-cuda/cuda.h"
#include <algorithm>
#include <cassert>
#include <climits>

namespace heddle::math {

Call::Call(const char *Name, cublasHandle_t Which)
    : Name(Name), Handle(BlasHandles::get().find(Which)) {
  fail(Handle != nullptr, CUBLAS_STATUS_NOT_INITIALIZED);
}

void Call::fail(bool Holds, cublasStatus_t With) {
  assert(With != CUBLAS_STATUS_SUCCESS && "a failure has a status");
  if (!Holds && Status == CUBLAS_STATUS_SUCCESS)
    Status = With;
}

void Call::counts(std::initializer_list<int64_t> Numbers) {
  for (int64_t N : Numbers) {
    require(N >= 0);
    support(N <= INT_MAX);
  }
}

void Call::stride(int64_t Inc) {
  require(Inc != 0);
  support(Inc >= -INT_MAX && Inc <= INT_MAX);
}

void Call::leading(int64_t Rows, int64_t LD) {
  require(LD >= std::max<int64_t>(Rows, 1));
  support(LD <= INT_MAX);
}

void Call::memory(const char *Which, const void *Address, uint64_t Bytes) {
  Operands.push_back({Which, Address, Bytes});
}

cublasStatus_t Call::run(std::function<void()> Work) {
  return runChecked([Work = std::move(Work)] {
    Work();
    return true;
  });
}

cublasStatus_t Call::runChecked(std::function<bool()> Work) {
  if (Status != CUBLAS_STATUS_SUCCESS) {
    logFailure(Name, Status == CUBLAS_STATUS_NOT_INITIALIZED
                         ? "CUBLAS_STATUS_NOT_INITIALIZED: no such handle"
                     : Status == CUBLAS_STATUS_INVALID_VALUE
                         ? "CUBLAS_STATUS_INVALID_VALUE: an argument is out of "
                           "its range"
                         : "CUBLAS_STATUS_NOT_SUPPORTED: not implemented for "
                           "these types or sizes");
    return Status;
  }
  assert(Handle && "without a handle the call has failed");
  if (Waits) {
    CUstreamCaptureStatus Captured = CU_STREAM_CAPTURE_STATUS_NONE;
    cuStreamIsCapturing(Handle->Stream, &Captured);
    if (Captured != CU_STREAM_CAPTURE_STATUS_NONE) {
      logFailure(Name, "CUBLAS_STATUS_EXECUTION_FAILED: a graph cannot give a "
                       "result to the host");
      return CUBLAS_STATUS_EXECUTION_FAILED;
    }
  }
  return statusOf(
      runInStream(Name, Handle->Stream,
                  [Name = Name, Operands = Operands, Work = std::move(Work)] {
                    return areAccessible(Name, Operands) && Work();
                  }));
}

} // namespace heddle::math
