//===- DeviceWork.h - Work of a library in a stream -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_COMMON_DEVICEWORK_H
#define HEDDLE_MATHAPI_COMMON_DEVICEWORK_H

#include "heddle-cuda/library_table.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <functional>

namespace heddle::math {

/// Memory of the device that a call reads or writes.
struct Operand {
  const char *Name;
  const void *Address;
  uint64_t Bytes;
};

/// Returns the bytes that \p Count elements of \p ElementBytes reach over,
/// each \p Stride elements behind the one before, if the last has \p Last
/// elements; the largest number where that is too many.
uint64_t bytesOf(int64_t Count, int64_t Stride, int64_t Last,
                 uint64_t ElementBytes);

/// Initializes the driver and makes the primary context current if no context
/// is. Fails over another driver than ours.
CUresult initialize();

/// Runs \p Work of the call \p Name in the order of \p Stream, and again
/// whenever a graph runs that the stream is captured into. \p Work returns
/// whether the memory was there that it needs.
CUresult runInStream(const char *Name, CUstream Stream,
                     std::function<bool()> Work);

/// For work that runs: whether all of \p Operands are memory of the device. The
/// first that is not is reported.
bool areAccessible(const char *Name, llvm::ArrayRef<Operand> Operands);

/// With HEDDLE_LOG=1, says why the call \p Name fails.
void logFailure(const char *Name, const char *Why);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_COMMON_DEVICEWORK_H
