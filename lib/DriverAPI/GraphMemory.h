//===- GraphMemory.h - Memory that graphs allocate --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs know the address from when the node is made. So the memory is there
/// as long as a node or an executable graph may allocate it; that it is in use
/// is noted.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_GRAPHMEMORY_H
#define HEDDLE_DRIVERAPI_GRAPHMEMORY_H

#include "Work.h"
#include <memory>

namespace heddle::driver {

struct Allocation;

struct Graph;

struct GraphAllocation {
  const uint64_t Address, Bytes;
  /// Whether it was allocated and not freed since.
  bool IsLive = false;

  GraphAllocation(uint64_t Address, uint64_t Bytes);
  /// Memory in use stays the program's, which frees it as other memory.
  ~GraphAllocation();
  GraphAllocation(const GraphAllocation &) = delete;
  GraphAllocation &operator=(const GraphAllocation &) = delete;
};

/// Makes work that allocates \p Bytes, which get the address \p Pointer.
CUresult makeGraphAlloc(uint64_t Bytes, CUdeviceptr &Pointer, Work &Result);

/// Makes work of \p In that frees what a graph, or else cuMemAllocAsync, has
/// allocated. One node of a graph may.
CUresult makeGraphFree(CUdeviceptr Pointer, const Graph &In, Work &Result);

/// Frees what begins at \p Pointer: memory of a graph is in use no longer.
CUresult freeDeviceMemory(CUdeviceptr Pointer);

/// Whether freeDeviceMemory frees memory such as \p A.
bool isFreedInStreams(const Allocation &A);

/// The memory of a graph at \p Address; null if there is none.
GraphAllocation *findGraphMemory(uint64_t Address);

/// Bytes that are in use, and that are there; now, and at most since they were
/// last reset.
struct GraphMemoryUse {
  uint64_t Used = 0, Reserved = 0, UsedHigh = 0, ReservedHigh = 0;
};
GraphMemoryUse &graphMemoryUse();

/// Frees memory like freeDeviceMemory, as soon as no task runs: one may still
/// use it, though it must not.
CUresult freeWhenUnused(CUdeviceptr Pointer);

/// Notes that the memory at \p Pointer goes, as with its context: it is not to
/// be freed again.
void forgetUnused(CUdeviceptr Pointer);

/// Frees what had to wait for the tasks that ran.
void freeUnused();

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_GRAPHMEMORY_H
