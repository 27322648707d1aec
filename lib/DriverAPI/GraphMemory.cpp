//===- GraphMemory.cpp - Memory that graphs allocate ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphMemory.h"
#include "Driver.h"
#include "Graph.h"
#include "Report.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <map>
#include <utility>
#include <vector>

namespace heddle::driver {

/// Never destroyed, as the driver.
static std::map<uint64_t, GraphAllocation *> &graphMemory() {
  static auto &All = *new std::map<uint64_t, GraphAllocation *>;
  return All;
}

GraphMemoryUse &graphMemoryUse() {
  static GraphMemoryUse Use;
  return Use;
}

GraphAllocation::GraphAllocation(uint64_t Address, uint64_t Bytes)
    : Address(Address), Bytes(Bytes) {
  assert(!findGraphMemory(Address) && "memory that two nodes allocate");
  graphMemory()[Address] = this;
  GraphMemoryUse &Use = graphMemoryUse();
  Use.Reserved += Bytes;
  Use.ReservedHigh = std::max(Use.ReservedHigh, Use.Reserved);
}

GraphAllocation::~GraphAllocation() {
  assert(findGraphMemory(Address) == this &&
         graphMemoryUse().Reserved >= Bytes && "memory that was not counted");
  graphMemory().erase(Address);
  graphMemoryUse().Reserved -= Bytes;
  if (IsLive)
    graphMemoryUse().Used -= Bytes;
  else
    Driver::get().Memory->release(Address, Allocation::DeviceOnly);
}

GraphAllocation *findGraphMemory(uint64_t Address) {
  auto Found = graphMemory().find(Address);
  return Found == graphMemory().end() ? nullptr : Found->second;
}

bool isFreedInStreams(const Allocation &A) {
  return A.Kind == Allocation::DeviceOnly || A.Kind == Allocation::Managed ||
         Driver::get().Shared.isOpen(A.Address, SharedPages::Holder::Pool);
}

CUresult freeDeviceMemory(CUdeviceptr Pointer) {
  if (GraphAllocation *Of = findGraphMemory(Pointer)) {
    if (!Of->IsLive) {
      explain(
          "the graph that allocates it was not launched since it was freed");
      return CUDA_ERROR_INVALID_VALUE;
    }
    assert(graphMemoryUse().Used >= Of->Bytes && "live memory is counted");
    Of->IsLive = false;
    graphMemoryUse().Used -= Of->Bytes;
    return CUDA_SUCCESS;
  }
  Driver &D = Driver::get();
  if (D.Shared.isOpen(Pointer, SharedPages::Holder::Pool)) {
    D.Memory->removeMapped(Pointer);
    D.Shared.close(Pointer);
    return CUDA_SUCCESS;
  }
  const bool WasThere =
      D.Memory->release(Pointer, {Allocation::DeviceOnly, Allocation::Managed});
  return WasThere ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// Memory that programs have freed, which is not used again yet.
static std::vector<CUdeviceptr> &unusedMemory() {
  static auto &All = *new std::vector<CUdeviceptr>;
  return All;
}

CUresult freeWhenUnused(CUdeviceptr Pointer) {
  Driver &D = Driver::get();
  if (!D.Behind.hasThreads() || findGraphMemory(Pointer))
    return freeDeviceMemory(Pointer);
  const std::optional<Allocation> A = D.Memory->find(Pointer);
  if (!A || A->Address != Pointer || !isFreedInStreams(*A) ||
      llvm::is_contained(unusedMemory(), Pointer))
    return CUDA_ERROR_INVALID_VALUE;
  unusedMemory().push_back(Pointer);
  return CUDA_SUCCESS;
}

void forgetUnused(CUdeviceptr Pointer) { llvm::erase(unusedMemory(), Pointer); }

void freeUnused() {
  for (CUdeviceptr Pointer : std::exchange(unusedMemory(), {}))
    freeDeviceMemory(Pointer);
}

CUresult makeGraphAlloc(uint64_t Bytes, CUdeviceptr &Pointer, Work &Result) {
  Driver &D = Driver::get();
  std::optional<uint64_t> Address =
      D.Memory->allocate(Bytes, Allocation::DeviceOnly, D.context().Self);
  if (!Address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  auto Made = std::make_shared<GraphAllocation>(*Address, Bytes);
  Pointer = *Address;
  Result.Type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
  Result.Memory = Made;
  Result.Run = [Made] {
    if (Made->IsLive) {
      explain("what the graph allocates was not freed since it was launched");
      return CUDA_ERROR_INVALID_VALUE;
    }
    Made->IsLive = true;
    GraphMemoryUse &Use = graphMemoryUse();
    Use.Used += Made->Bytes;
    Use.UsedHigh = std::max(Use.UsedHigh, Use.Used);
    return CUDA_SUCCESS;
  };
  return CUDA_SUCCESS;
}

CUresult makeGraphFree(CUdeviceptr Pointer, const Graph &In, Work &Result) {
  std::optional<Allocation> A = Driver::get().Memory->find(Pointer);
  if (!A || A->Address != Pointer || A->Kind != Allocation::DeviceOnly)
    return CUDA_ERROR_INVALID_VALUE;
  if (llvm::any_of(In.Nodes, [&](const std::shared_ptr<GraphNode> &N) {
        return N->Does.Frees == Pointer;
      })) {
    explain("another node of the graph frees it");
    return CUDA_ERROR_INVALID_VALUE;
  }
  Result.Type = CU_GRAPH_NODE_TYPE_MEM_FREE;
  Result.Frees = Pointer;
  Result.Run = [Pointer] { return freeDeviceMemory(Pointer); };
  return CUDA_SUCCESS;
}

} // namespace heddle::driver
