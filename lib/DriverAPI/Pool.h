//===- Pool.h - Pools of memory ---------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_POOL_H
#define HEDDLE_DRIVERAPI_POOL_H

#include "heddle-cuda/driver_types.h"
#include <algorithm>

namespace heddle::driver {

/// What cuMemAllocAsync allocates from. What is freed goes back to the device
/// at once, so that a pool never has more reserved than is in use.
struct MemoryPool {
  CUmemoryPool Self = nullptr;
  /// The device's, which cannot be destroyed.
  bool IsDefault = false;
  /// The choices of reuse, which change nothing here; by their attributes, from
  /// the first on.
  int Reuse[3] = {1, 1, 1};
  uint64_t ReleaseThreshold = 0;
  /// 0: as much as the device has.
  uint64_t MaxBytes = 0;
  uint64_t Used = 0;
  /// The most since they were reset.
  uint64_t UsedHigh = 0, ReservedHigh = 0;

  bool hasRoom(uint64_t Bytes) const {
    return !MaxBytes || (Used <= MaxBytes && Bytes <= MaxBytes - Used);
  }
  void take(uint64_t Bytes) {
    Used += Bytes;
    UsedHigh = std::max(UsedHigh, Used);
    ReservedHigh = std::max(ReservedHigh, Used);
  }
  void giveBack(uint64_t Bytes) { Used -= Bytes; }
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_POOL_H
