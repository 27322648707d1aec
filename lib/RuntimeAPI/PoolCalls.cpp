//===- PoolCalls.cpp - Calls about pools of memory ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime's structures and numbers are the driver's.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Runtime.h"

namespace heddle::cudart::calls {

static_assert(sizeof(CUmemPoolProps) == 88);

cudaError_t MemPoolCreate(CUmemoryPool *Pool,
                          const CUmemPoolProps *Properties) {
  return withContext([&] { return cuMemPoolCreate(Pool, Properties); });
}

cudaError_t MemPoolDestroy(CUmemoryPool Pool) {
  return withContext([&] { return cuMemPoolDestroy(Pool); });
}

cudaError_t MemPoolTrimTo(CUmemoryPool Pool, size_t Bytes) {
  return withContext([&] { return cuMemPoolTrimTo(Pool, Bytes); });
}

cudaError_t MemPoolGetAttribute(CUmemoryPool Pool,
                                CUmemPool_attribute Attribute, void *Value) {
  return withContext(
      [&] { return cuMemPoolGetAttribute(Pool, Attribute, Value); });
}

cudaError_t MemPoolSetAttribute(CUmemoryPool Pool,
                                CUmemPool_attribute Attribute, void *Value) {
  return withContext(
      [&] { return cuMemPoolSetAttribute(Pool, Attribute, Value); });
}

cudaError_t MemPoolGetAccess(CUmemAccess_flags *Flags, CUmemoryPool Pool,
                             CUmemLocation *Location) {
  return withContext([&] { return cuMemPoolGetAccess(Flags, Pool, Location); });
}

cudaError_t MemPoolSetAccess(CUmemoryPool Pool, const CUmemAccessDesc *Accesses,
                             size_t Count) {
  return withContext([&] { return cuMemPoolSetAccess(Pool, Accesses, Count); });
}

cudaError_t DeviceGetDefaultMemPool(CUmemoryPool *Pool, int Device) {
  return withContext([&] { return cuDeviceGetDefaultMemPool(Pool, Device); });
}

cudaError_t DeviceGetMemPool(CUmemoryPool *Pool, int Device) {
  return withContext([&] { return cuDeviceGetMemPool(Pool, Device); });
}

cudaError_t DeviceSetMemPool(int Device, CUmemoryPool Pool) {
  return withContext([&] { return cuDeviceSetMemPool(Device, Pool); });
}

cudaError_t MemGetDefaultMemPool(CUmemoryPool *Pool, CUmemLocation *Location,
                                 CUmemAllocationType Type) {
  return withContext(
      [&] { return cuMemGetDefaultMemPool(Pool, Location, Type); });
}

cudaError_t MemGetMemPool(CUmemoryPool *Pool, CUmemLocation *Location,
                          CUmemAllocationType Type) {
  return withContext([&] { return cuMemGetMemPool(Pool, Location, Type); });
}

cudaError_t MemSetMemPool(CUmemLocation *Location, CUmemAllocationType Type,
                          CUmemoryPool Pool) {
  return withContext([&] { return cuMemSetMemPool(Location, Type, Pool); });
}

} // namespace heddle::cudart::calls
