//===- library_table.h - What our libraries ask our driver ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuGetExportTable gives it for this number. The libraries over the driver
// (cuBLAS and so on) compute on the host: this is how their work gets into a
// stream, into a graph that is captured, and how its memory is checked.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_LIBRARY_TABLE_H
#define HEDDLE_CUDA_LIBRARY_TABLE_H

#include "heddle-cuda/driver_types.h"

struct HeddleLibraryTable {
  size_t Bytes;
  /// Runs \p Run with \p Data in the order of \p Stream: now, or whenever a
  /// graph runs that the stream is captured into. \p Run may not call the
  /// driver, and returns whether all memory was there. \p Release is called
  /// once, when \p Data is no longer needed, also if this fails.
  CUresult (*submit)(const char *Call, CUstream Stream, bool (*Run)(void *),
                     void (*Release)(void *), void *Data);
  /// For work that runs: whether the device can access \p Bytes of memory at
  /// \p Address. If not, reports what \p Call wanted of its operand \p Name.
  bool (*isAccessible)(const char *Call, const char *Name, const void *Address,
                       size_t Bytes);
  /// With HEDDLE_LOG=1, says that \p Call failed and why.
  void (*log)(const char *Call, const char *Why);
};

inline constexpr CUuuid HeddleLibraryTableId = {{'h', 'e', 'd', 'd', 'l', 'e',
                                                 '-', 'l', 'i', 'b', 'r', 'a',
                                                 'r', 'i', 'e', 's'}};

#endif // HEDDLE_CUDA_LIBRARY_TABLE_H
