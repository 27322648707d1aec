//===- private_table.h - What our runtime tells our driver ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuGetExportTable gives it for this number, which no other driver knows: the
// runtime works over one that does not have it. Errors of the runtime are often
// no errors of the driver, and who looks at them asks the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_PRIVATE_TABLE_H
#define HEDDLE_CUDA_PRIVATE_TABLE_H

#include "heddle-cuda/driver_types.h"
#include <stddef.h>

struct HeddlePrivateTable {
  size_t Bytes;
  /// The calling thread was given \p Error by \p Call, whose name stays.
  void (*noteFailure)(const char *Call, int Error);
  /// It asked for its last error, which was one.
  void (*noteLook)();
  /// It asked what \p Error means.
  void (*noteQuestion)(int Error);
};

inline constexpr CUuuid HeddlePrivateTableId = {{'h', 'e', 'd', 'd', 'l', 'e',
                                                 '-', 'f', 'a', 'i', 'l', 'u',
                                                 'r', 'e', 's', '1'}};

#endif // HEDDLE_CUDA_PRIVATE_TABLE_H
