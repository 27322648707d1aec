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

/// Converts an error code of the driver; both APIs use the same numbers.
inline cudaError_t toRuntime(CUresult Error) {
  return static_cast<cudaError_t>(Error);
}

/// Initializes the driver and makes the primary context current if no context
/// is.
cudaError_t initialize();

/// Runs \p Call, which needs a context.
template <typename Fn> cudaError_t withContext(Fn Call) {
  cudaError_t R = initialize();
  return R == cudaSuccess ? toRuntime(Call()) : R;
}

/// Calls \p Function of the driver, which needs a context, with \p Arguments.
template <typename... Params, typename... Args>
cudaError_t callDriver(CUresult (*Function)(Params...), Args... Arguments) {
  return withContext([&] { return Function(Arguments...); });
}

/// Resets the device, for cudaDeviceReset.
cudaError_t resetDevice();

/// The calling thread's last error.
cudaError_t &lastError();

/// Makes \p Error, of a call that fails, the thread's last error, and records
/// it until the program asks for it. \p Call, the name of the call, must
/// outlive the record.
cudaError_t fail(const char *Call, cudaError_t Error);

/// Returns the functions of our driver that record errors; null if another
/// driver is loaded.
const HeddlePrivateTable *driverTable();

/// Whether the calls under way on this thread take stream 0 for the thread's
/// own.
bool &usesPerThreadStream();

/// Returns \p Stream as the driver names it.
CUstream streamOf(CUstream Stream);

inline CUdeviceptr address(const void *Pointer) {
  return reinterpret_cast<CUdeviceptr>(Pointer);
}
inline void *pointer(CUdeviceptr Address) {
  return reinterpret_cast<void *>(Address);
}

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_RUNTIME_H
