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
#include <cassert>

namespace heddle::driver {

/// A pool that cuMemAllocAsync allocates from. Freed memory goes back to the
/// device at once, so a pool never reserves more than is in use.
struct MemoryPool {
  CUmemoryPool Self = nullptr;
  /// The device's default pool cannot be destroyed.
  bool IsDefault = false;
  /// Whether other processes may have what is allocated from it.
  bool IsShareable = false;
  /// The process that the pool was imported from, which alone allocates from
  /// it; 0 for a pool of this process.
  int ImportedFrom = 0;
  /// The handle that the pool has in that process.
  uint64_t ImportedHandle = 0;
  /// The attributes that allow reuse, from the first on. They are kept and
  /// change nothing.
  int Reuse[3] = {1, 1, 1};
  uint64_t ReleaseThreshold = 0;
  /// The limit; 0 if the pool may use all memory of the device.
  uint64_t MaxBytes = 0;
  uint64_t Used = 0;
  /// The high-water marks since they were last reset.
  uint64_t UsedHigh = 0, ReservedHigh = 0;

  bool hasRoom(uint64_t Bytes) const {
    return !MaxBytes || (Used <= MaxBytes && Bytes <= MaxBytes - Used);
  }
  void take(uint64_t Bytes) {
    Used += Bytes;
    UsedHigh = std::max(UsedHigh, Used);
    ReservedHigh = std::max(ReservedHigh, Used);
  }
  void giveBack(uint64_t Bytes) {
    assert(Bytes <= Used && "more than was taken");
    Used -= Bytes;
  }
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_POOL_H
