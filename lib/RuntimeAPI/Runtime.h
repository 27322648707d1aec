//===- Runtime.h - What the runtime adds to the driver ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The runtime keeps no memory, streams or modules of its own: it makes the
/// primary context current where a thread has none, knows which kernels and
/// variables the program's own addresses stand for, and remembers errors.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIMEAPI_RUNTIME_H
#define HEDDLE_RUNTIMEAPI_RUNTIME_H

#include "heddle-cuda/cuda.h"
#include "heddle-cuda/private_table.h"
#include "heddle-cuda/runtime_types.h"

namespace heddle::cudart {

/// The version of CUDA whose runtime this one stands for.
inline constexpr int RuntimeVersion = 13000;

/// What the driver's codes are called here: they are the same.
inline cudaError_t toRuntime(CUresult Error) {
  return static_cast<cudaError_t>(Error);
}

/// Initializes the driver and sees to it that a context is current.
cudaError_t initialize();

/// Runs \p Call, which needs a context.
template <typename Fn> cudaError_t withContext(Fn Call) {
  cudaError_t R = initialize();
  return R == cudaSuccess ? toRuntime(Call()) : R;
}

/// What cudaDeviceReset does.
cudaError_t resetDevice();

/// The calling thread's last error.
cudaError_t &lastError();

/// What a call that fails ends with: \p Error is the thread's last, and noted
/// until the program asks for it. \p Call, its name, stays.
cudaError_t fail(const char *Call, cudaError_t Error);

/// Where our driver notes that; null: the driver is another.
const HeddlePrivateTable *driverTable();

/// The calls under way take stream 0 for the thread's own.
bool &usesPerThreadStream();

/// \p Stream as the driver is to see it.
CUstream streamOf(CUstream Stream);

inline CUdeviceptr address(const void *Pointer) {
  return reinterpret_cast<CUdeviceptr>(Pointer);
}
inline void *pointer(CUdeviceptr Address) {
  return reinterpret_cast<void *>(Address);
}

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_RUNTIME_H
