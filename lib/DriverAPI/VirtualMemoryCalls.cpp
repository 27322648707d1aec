//===- VirtualMemoryCalls.cpp - Calls about addresses and memory apart ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Report.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <fcntl.h>

namespace heddle::driver {
namespace {

/// Memory on the host is the same to kernels.
CUresult checkPlace(const CUmemLocation &L) {
  if (L.type == CU_MEM_LOCATION_TYPE_DEVICE)
    return L.id == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
  return L.type >= CU_MEM_LOCATION_TYPE_HOST &&
                 L.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult checkProperties(const CUmemAllocationProp *What) {
  if (!What || What->type != CU_MEM_ALLOCATION_TYPE_PINNED)
    return CUDA_ERROR_INVALID_VALUE;
  if (What->requestedHandleTypes &
      ~unsigned(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)) {
    explain("memory is handed on as a file descriptor only");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return checkPlace(What->location);
}

} // namespace

namespace calls {

CUresult MemAddressReserve(CUdeviceptr *Pointer, size_t Bytes, size_t Alignment,
                           CUdeviceptr Wanted, unsigned long long Flags) {
  if (!Pointer || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (Driver::get().TheDevice.isSilicon())
    return CUDA_ERROR_NOT_SUPPORTED;
  uint64_t Address = 0;
  CUresult R = Driver::get().Virtual.reserve(Bytes, Alignment, Wanted, Address);
  if (R == CUDA_SUCCESS)
    *Pointer = Address;
  return R;
}

CUresult MemAddressFree(CUdeviceptr Pointer, size_t Bytes) {
  return Driver::get().Virtual.free(Pointer, Bytes);
}

CUresult MemCreate(CUmemGenericAllocationHandle *Handle, size_t Bytes,
                   const CUmemAllocationProp *What, unsigned long long Flags) {
  if (!Handle || !Bytes || Bytes % MappingUnit || Flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = checkProperties(What); R != CUDA_SUCCESS)
    return R;
  Driver &D = Driver::get();
  if (Bytes > D.freeMemory())
    return CUDA_ERROR_OUT_OF_MEMORY;
  return D.Virtual.create(Bytes, *What, *Handle);
}

CUresult MemRelease(CUmemGenericAllocationHandle Handle) {
  return Driver::get().Virtual.release(Handle);
}

CUresult MemMap(CUdeviceptr Pointer, size_t Bytes, size_t Offset,
                CUmemGenericAllocationHandle Handle, unsigned long long Flags) {
  if (Flags)
    return CUDA_ERROR_INVALID_VALUE;
  return Driver::get().Virtual.map(Pointer, Bytes, Offset, Handle);
}

CUresult MemUnmap(CUdeviceptr Pointer, size_t Bytes) {
  Driver &D = Driver::get();
  return D.Virtual.unmap(Pointer, Bytes, *D.Memory);
}

CUresult MemSetAccess(CUdeviceptr Pointer, size_t Bytes,
                      const CUmemAccessDesc *Accesses, size_t Count) {
  if (!Accesses || !Count)
    return CUDA_ERROR_INVALID_VALUE;
  // Device and host read the same pages: what one of them may do, both may.
  CUmemAccess_flags Access = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  for (const CUmemAccessDesc &A : llvm::ArrayRef(Accesses, Count)) {
    if (A.flags != CU_MEM_ACCESS_FLAGS_PROT_NONE &&
        A.flags != CU_MEM_ACCESS_FLAGS_PROT_READ &&
        A.flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult R = checkPlace(A.location); R != CUDA_SUCCESS)
      return R;
    Access = std::max(Access, A.flags);
  }
  Driver &D = Driver::get();
  return D.Virtual.setAccess(Pointer, Bytes, Access, *D.Memory);
}

CUresult MemGetAccess(unsigned long long *Flags, const CUmemLocation *Where,
                      CUdeviceptr Pointer) {
  if (!Flags || !Where)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = checkPlace(*Where); R != CUDA_SUCCESS)
    return R;
  const Mapping *M = Driver::get().Virtual.findMapping(Pointer);
  if (!M)
    return CUDA_ERROR_INVALID_VALUE;
  *Flags = M->Access;
  return CUDA_SUCCESS;
}

CUresult MemGetAllocationGranularity(size_t *Bytes,
                                     const CUmemAllocationProp *What,
                                     CUmemAllocationGranularity_flags Which) {
  if (!Bytes || Which > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult R = checkProperties(What);
  if (R == CUDA_SUCCESS)
    *Bytes = MappingUnit;
  return R;
}

CUresult
MemGetAllocationPropertiesFromHandle(CUmemAllocationProp *What,
                                     CUmemGenericAllocationHandle Handle) {
  std::shared_ptr<PhysicalMemory> M = Driver::get().Virtual.find(Handle);
  if (!What || !M)
    return CUDA_ERROR_INVALID_VALUE;
  *What = M->Properties;
  return CUDA_SUCCESS;
}

CUresult MemRetainAllocationHandle(CUmemGenericAllocationHandle *Handle,
                                   void *Pointer) {
  if (!Handle)
    return CUDA_ERROR_INVALID_VALUE;
  return Driver::get().Virtual.retain(reinterpret_cast<uint64_t>(Pointer),
                                      *Handle);
}

CUresult MemExportToShareableHandle(void *Result,
                                    CUmemGenericAllocationHandle Handle,
                                    CUmemAllocationHandleType Type,
                                    unsigned long long Flags) {
  std::shared_ptr<PhysicalMemory> M = Driver::get().Virtual.find(Handle);
  if (!Result || !M || Flags ||
      Type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
      !(M->Properties.requestedHandleTypes & unsigned(Type)))
    return CUDA_ERROR_INVALID_VALUE;
  const int File = fcntl(M->File, F_DUPFD_CLOEXEC, 0);
  if (File < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  *static_cast<int *>(Result) = File;
  return CUDA_SUCCESS;
}

CUresult MemImportFromShareableHandle(CUmemGenericAllocationHandle *Handle,
                                      void *From,
                                      CUmemAllocationHandleType Type) {
  if (!Handle || Type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  // The number itself is passed, not a place where it is.
  return Driver::get().Virtual.import(int(reinterpret_cast<intptr_t>(From)),
                                      *Handle);
}

} // namespace calls
} // namespace heddle::driver
