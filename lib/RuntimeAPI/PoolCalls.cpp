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
  return callDriver(cuMemPoolCreate, Pool, Properties);
}

cudaError_t MemPoolExportToShareableHandle(void *Result, CUmemoryPool Pool,
                                           CUmemAllocationHandleType Type,
                                           unsigned Flags) {
  return callDriver(cuMemPoolExportToShareableHandle, Result, Pool, Type,
                    Flags);
}

cudaError_t MemPoolImportFromShareableHandle(CUmemoryPool *Pool, void *From,
                                             CUmemAllocationHandleType Type,
                                             unsigned Flags) {
  return callDriver(cuMemPoolImportFromShareableHandle, Pool, From, Type,
                    Flags);
}

cudaError_t MemPoolExportPointer(CUmemPoolPtrExportData *Result,
                                 void *Pointer) {
  return callDriver(cuMemPoolExportPointer, Result, address(Pointer));
}

cudaError_t MemPoolImportPointer(void **Pointer, CUmemoryPool Pool,
                                 CUmemPoolPtrExportData *From) {
  return callDriver(cuMemPoolImportPointer,
                    reinterpret_cast<CUdeviceptr *>(Pointer), Pool, From);
}

cudaError_t MemPoolDestroy(CUmemoryPool Pool) {
  return callDriver(cuMemPoolDestroy, Pool);
}

cudaError_t MemPoolTrimTo(CUmemoryPool Pool, size_t Bytes) {
  return callDriver(cuMemPoolTrimTo, Pool, Bytes);
}

cudaError_t MemPoolGetAttribute(CUmemoryPool Pool,
                                CUmemPool_attribute Attribute, void *Value) {
  return callDriver(cuMemPoolGetAttribute, Pool, Attribute, Value);
}

cudaError_t MemPoolSetAttribute(CUmemoryPool Pool,
                                CUmemPool_attribute Attribute, void *Value) {
  return callDriver(cuMemPoolSetAttribute, Pool, Attribute, Value);
}

cudaError_t MemPoolGetAccess(CUmemAccess_flags *Flags, CUmemoryPool Pool,
                             CUmemLocation *Location) {
  return callDriver(cuMemPoolGetAccess, Flags, Pool, Location);
}

cudaError_t MemPoolSetAccess(CUmemoryPool Pool, const CUmemAccessDesc *Accesses,
                             size_t Count) {
  return callDriver(cuMemPoolSetAccess, Pool, Accesses, Count);
}

cudaError_t DeviceGetDefaultMemPool(CUmemoryPool *Pool, int Device) {
  return callDriver(cuDeviceGetDefaultMemPool, Pool, Device);
}

cudaError_t DeviceGetMemPool(CUmemoryPool *Pool, int Device) {
  return callDriver(cuDeviceGetMemPool, Pool, Device);
}

cudaError_t DeviceSetMemPool(int Device, CUmemoryPool Pool) {
  return callDriver(cuDeviceSetMemPool, Device, Pool);
}

cudaError_t MemGetDefaultMemPool(CUmemoryPool *Pool, CUmemLocation *Location,
                                 CUmemAllocationType Type) {
  return callDriver(cuMemGetDefaultMemPool, Pool, Location, Type);
}

cudaError_t MemGetMemPool(CUmemoryPool *Pool, CUmemLocation *Location,
                          CUmemAllocationType Type) {
  return callDriver(cuMemGetMemPool, Pool, Location, Type);
}

cudaError_t MemSetMemPool(CUmemLocation *Location, CUmemAllocationType Type,
                          CUmemoryPool Pool) {
  return callDriver(cuMemSetMemPool, Location, Type, Pool);
}

} // namespace heddle::cudart::calls
