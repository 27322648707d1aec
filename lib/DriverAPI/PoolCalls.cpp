//===- PoolCalls.cpp - Calls about pools of memory ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that a stream allocates and frees. Work runs in the call that asks for
// it, so that its order in the stream is that of the calls.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "GraphMemory.h"
#include <cstring>

using namespace llvm;

namespace heddle::driver {
namespace {

/// Which memory a pool is of, as CUDA 13 asks for it; there is the device's.
CUresult checkPlace(const CUmemLocation *Location, CUmemAllocationType Type) {
  if (!Location || Type <= CU_MEM_ALLOCATION_TYPE_INVALID ||
      Type > CU_MEM_ALLOCATION_TYPE_MANAGED ||
      Location->type <= CU_MEM_LOCATION_TYPE_INVALID ||
      Location->type > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT)
    return CUDA_ERROR_INVALID_VALUE;
  if (Type != CU_MEM_ALLOCATION_TYPE_PINNED ||
      Location->type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_NOT_SUPPORTED;
  return Location->id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult findPool(CUmemoryPool Handle, std::shared_ptr<MemoryPool> &Result) {
  Result = Driver::get().Pools.find(Handle);
  return Result ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// Writes the handle of \p Pool.
CUresult give(CUmemoryPool *Result, const MemoryPool &Pool) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  *Result = Pool.Self;
  return CUDA_SUCCESS;
}

bool isReuse(CUmemPool_attribute Attribute) {
  return Attribute >= CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES &&
         Attribute <= CU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES;
}

int &reuse(MemoryPool &Pool, CUmemPool_attribute Attribute) {
  return Pool
      .Reuse[Attribute - CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES];
}

/// The number that \p Attribute, which is none of the choices, reads; null:
/// there is no such attribute.
uint64_t *number(MemoryPool &Pool, CUmemPool_attribute Attribute) {
  switch (int(Attribute)) {
  case CU_MEMPOOL_ATTR_RELEASE_THRESHOLD:
    return &Pool.ReleaseThreshold;
  case CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT:
  case CU_MEMPOOL_ATTR_USED_MEM_CURRENT:
    return &Pool.Used;
  case CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH:
    return &Pool.ReservedHigh;
  case CU_MEMPOOL_ATTR_USED_MEM_HIGH:
    return &Pool.UsedHigh;
  default:
    return nullptr;
  }
}

CUresult allocateFrom(const std::shared_ptr<MemoryPool> &Pool,
                      CUdeviceptr *Pointer, size_t Bytes, CUstream Handle) {
  if (!Pointer || !Bytes || Pool->ImportedFrom)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  std::shared_ptr<Stream> S = D.stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  if (S->Captured) {
    Work Does;
    CUresult R = makeGraphAlloc(Bytes, *Pointer, Does);
    return R == CUDA_SUCCESS ? submit(S, std::move(Does)) : R;
  }
  std::optional<uint64_t> Made;
  if (Pool->hasRoom(Bytes))
    Made = D.Memory->allocate(Bytes, Allocation::DeviceOnly, D.context().Self,
                              /*Flags=*/0, Pool);
  if (!Made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *Pointer = *Made;
  return CUDA_SUCCESS;
}

} // namespace

namespace calls {

CUresult MemPoolCreate(CUmemoryPool *Result, const CUmemPoolProps *Properties) {
  if (!Result || !Properties)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = checkPlace(&Properties->location, Properties->allocType);
      R != CUDA_SUCCESS)
    return R;
  const CUmemAllocationHandleType Types = Properties->handleTypes;
  const bool IsShareable = Types == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  if (Types != CU_MEM_HANDLE_TYPE_NONE && !IsShareable)
    return CUDA_ERROR_NOT_SUPPORTED;
  auto Made = std::make_shared<MemoryPool>();
  Made->MaxBytes = Properties->maxSize;
  Made->IsShareable = IsShareable;
  *Result = Driver::get().Pools.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult MemPoolDestroy(CUmemoryPool Handle) {
  Driver &D = Driver::get();
  std::shared_ptr<MemoryPool> Pool;
  if (CUresult R = findPool(Handle, Pool); R != CUDA_SUCCESS)
    return R;
  if (Pool->IsDefault)
    return CUDA_ERROR_INVALID_VALUE;
  if (D.CurrentPool == Pool)
    D.CurrentPool = D.DefaultPool;
  // Allocations from the pool stay valid.
  D.Pools.remove(Handle);
  return CUDA_SUCCESS;
}

CUresult MemPoolTrimTo(CUmemoryPool Handle, size_t) {
  // There is nothing but what is in use.
  std::shared_ptr<MemoryPool> Pool;
  return findPool(Handle, Pool);
}

CUresult MemPoolGetAttribute(CUmemoryPool Handle, CUmemPool_attribute Attribute,
                             void *Value) {
  std::shared_ptr<MemoryPool> Pool;
  if (CUresult R = findPool(Handle, Pool); R != CUDA_SUCCESS)
    return R;
  if (!Value)
    return CUDA_ERROR_INVALID_VALUE;
  if (isReuse(Attribute)) {
    std::memcpy(Value, &reuse(*Pool, Attribute), sizeof(int));
    return CUDA_SUCCESS;
  }
  const uint64_t *Number = number(*Pool, Attribute);
  if (!Number)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(Value, Number, sizeof *Number);
  return CUDA_SUCCESS;
}

CUresult MemPoolSetAttribute(CUmemoryPool Handle, CUmemPool_attribute Attribute,
                             void *Value) {
  std::shared_ptr<MemoryPool> Pool;
  if (CUresult R = findPool(Handle, Pool); R != CUDA_SUCCESS)
    return R;
  if (!Value)
    return CUDA_ERROR_INVALID_VALUE;
  if (isReuse(Attribute)) {
    int Wanted = 0;
    std::memcpy(&Wanted, Value, sizeof Wanted);
    reuse(*Pool, Attribute) = Wanted != 0;
    return CUDA_SUCCESS;
  }
  uint64_t *Number = number(*Pool, Attribute), Wanted = 0;
  if (!Number || Number == &Pool->Used)
    return CUDA_ERROR_INVALID_VALUE;
  std::memcpy(&Wanted, Value, sizeof Wanted);
  if (Attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
    *Number = Wanted;
  else if (Wanted)
    return CUDA_ERROR_INVALID_VALUE;
  else
    // A high-water mark is reset to what there is.
    *Number = Pool->Used;
  return CUDA_SUCCESS;
}

CUresult MemPoolGetAccess(CUmemAccess_flags *Flags, CUmemoryPool Handle,
                          CUmemLocation *Location) {
  std::shared_ptr<MemoryPool> Pool;
  if (CUresult R = findPool(Handle, Pool); R != CUDA_SUCCESS)
    return R;
  if (!Flags || !Location || Location->type != CU_MEM_LOCATION_TYPE_DEVICE ||
      Location->id != 0)
    return CUDA_ERROR_INVALID_VALUE;
  *Flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return CUDA_SUCCESS;
}

CUresult MemPoolSetAccess(CUmemoryPool Handle, const CUmemAccessDesc *Accesses,
                          size_t Count) {
  std::shared_ptr<MemoryPool> Pool;
  if (CUresult R = findPool(Handle, Pool); R != CUDA_SUCCESS)
    return R;
  if (Count && !Accesses)
    return CUDA_ERROR_INVALID_VALUE;
  for (const CUmemAccessDesc &A : ArrayRef(Accesses, Count)) {
    if (A.location.type != CU_MEM_LOCATION_TYPE_DEVICE)
      return CUDA_ERROR_INVALID_VALUE;
    if (A.location.id != 0)
      return CUDA_ERROR_INVALID_DEVICE;
    // A device can always access its own.
    if (A.flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult DeviceGetDefaultMemPool(CUmemoryPool *Result, CUdevice Which) {
  return Which == 0 ? give(Result, *Driver::get().DefaultPool)
                    : CUDA_ERROR_INVALID_DEVICE;
}

CUresult DeviceGetMemPool(CUmemoryPool *Result, CUdevice Which) {
  return Which == 0 ? give(Result, *Driver::get().CurrentPool)
                    : CUDA_ERROR_INVALID_DEVICE;
}

CUresult DeviceSetMemPool(CUdevice Which, CUmemoryPool Handle) {
  if (Which != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  std::shared_ptr<MemoryPool> Pool;
  if (CUresult R = findPool(Handle, Pool); R != CUDA_SUCCESS)
    return R;
  if (Pool->ImportedFrom)
    return CUDA_ERROR_INVALID_VALUE;
  Driver::get().CurrentPool = std::move(Pool);
  return CUDA_SUCCESS;
}

CUresult MemGetDefaultMemPool(CUmemoryPool *Result, CUmemLocation *Location,
                              CUmemAllocationType Type) {
  CUresult R = checkPlace(Location, Type);
  return R == CUDA_SUCCESS ? give(Result, *Driver::get().DefaultPool) : R;
}

CUresult MemGetMemPool(CUmemoryPool *Result, CUmemLocation *Location,
                       CUmemAllocationType Type) {
  CUresult R = checkPlace(Location, Type);
  return R == CUDA_SUCCESS ? give(Result, *Driver::get().CurrentPool) : R;
}

CUresult MemSetMemPool(CUmemLocation *Location, CUmemAllocationType Type,
                       CUmemoryPool Handle) {
  CUresult R = checkPlace(Location, Type);
  return R == CUDA_SUCCESS ? DeviceSetMemPool(0, Handle) : R;
}

CUresult MemAllocAsync(CUdeviceptr *Pointer, size_t Bytes, CUstream Handle) {
  return allocateFrom(Driver::get().CurrentPool, Pointer, Bytes, Handle);
}

CUresult MemAllocFromPoolAsync(CUdeviceptr *Pointer, size_t Bytes,
                               CUmemoryPool Handle, CUstream Stream) {
  std::shared_ptr<MemoryPool> Pool;
  CUresult R = findPool(Handle, Pool);
  return R == CUDA_SUCCESS ? allocateFrom(Pool, Pointer, Bytes, Stream) : R;
}

CUresult MemFreeAsync(CUdeviceptr Pointer, CUstream Handle) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  Work Does;
  if (!S->Captured && Pointer && isBusy(*S)) {
    const DeviceMemory &Known = *Driver::get().Memory;
    const std::optional<Allocation> Of = Known.find(Pointer);
    if (!Of || Of->Address != Pointer || !isFreedInStreams(*Of))
      return CUDA_ERROR_INVALID_VALUE;
    // Where it is freed twice, its address may be another's by then.
    Does.Run = [Pointer, &Known, Id = Of->Id] {
      if (const auto Now = Known.find(Pointer); Now && Now->Id == Id)
        freeWhenUnused(Pointer);
      return CUDA_SUCCESS;
    };
    return submit(S, std::move(Does));
  }
  if (!S->Captured)
    return Pointer ? freeWhenUnused(Pointer) : CUDA_SUCCESS;
  CUresult R = makeGraphFree(Pointer, *S->Captured->Into, Does);
  return R == CUDA_SUCCESS ? submit(S, std::move(Does)) : R;
}

} // namespace calls
} // namespace heddle::driver
