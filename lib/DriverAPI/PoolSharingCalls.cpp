//===- PoolSharingCalls.cpp - Pools of memory of other processes ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pool goes to other processes as a file that says whose pool it is; what was
// allocated from it goes as memory of cuIpcGetMemHandle does.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Report.h"
#include <climits>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::driver {

static_assert(sizeof(SharedHandle) <= sizeof(CUmemPoolPtrExportData));

namespace {

/// The contents of the file.
struct SharedPool {
  static constexpr uint64_t Mark = 0x6c6f6f7064656848;
  uint64_t IsMark = Mark;
  uint64_t Handle = 0;
  int64_t Process = 0;
};

} // namespace

namespace calls {

CUresult MemPoolExportToShareableHandle(void *Result, CUmemoryPool Handle,
                                        CUmemAllocationHandleType Type,
                                        unsigned long long Flags) {
  std::shared_ptr<MemoryPool> Pool = Driver::get().Pools.find(Handle);
  if (!Result || !Pool || Flags || !Pool->IsShareable ||
      Type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  SharedPool Shared;
  Shared.Handle = reinterpret_cast<uint64_t>(Handle);
  Shared.Process = getpid();
  const int File = memfd_create("heddle-pool", MFD_CLOEXEC);
  if (File < 0)
    return CUDA_ERROR_OPERATING_SYSTEM;
  if (pwrite(File, &Shared, sizeof Shared, 0) != ssize_t(sizeof Shared)) {
    close(File);
    return CUDA_ERROR_OPERATING_SYSTEM;
  }
  *static_cast<int *>(Result) = File;
  return CUDA_SUCCESS;
}

CUresult MemPoolImportFromShareableHandle(CUmemoryPool *Result, void *From,
                                          CUmemAllocationHandleType Type,
                                          unsigned long long Flags) {
  if (!Result || Flags || Type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
    return CUDA_ERROR_INVALID_VALUE;
  if (Driver::get().TheDevice.isSilicon())
    return CUDA_ERROR_NOT_SUPPORTED;
  // The number itself is passed, not a place where it is.
  const int File = int(reinterpret_cast<intptr_t>(From));
  SharedPool Shared;
  if (pread(File, &Shared, sizeof Shared, 0) != ssize_t(sizeof Shared) ||
      Shared.IsMark != SharedPool::Mark || Shared.Process <= 0 ||
      Shared.Process > INT_MAX || !Shared.Handle) {
    explain("the file is no pool's");
    return CUDA_ERROR_INVALID_VALUE;
  }
  auto Made = std::make_shared<MemoryPool>();
  Made->ImportedFrom = int(Shared.Process);
  Made->ImportedHandle = Shared.Handle;
  *Result = Driver::get().Pools.add(std::move(Made));
  return CUDA_SUCCESS;
}

CUresult MemPoolExportPointer(CUmemPoolPtrExportData *Result,
                              CUdeviceptr Pointer) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  Driver &D = Driver::get();
  std::optional<Allocation> A = D.Memory->find(Pointer);
  if (!A || A->Address != Pointer || !A->Pool || !A->Pool->IsShareable) {
    explain("the address is no start of memory of a pool that is shared");
    return CUDA_ERROR_INVALID_VALUE;
  }
  SharedHandle Handle;
  if (CUresult R = D.Shared.share(A->Address, A->Bytes, Handle);
      R != CUDA_SUCCESS)
    return R;
  Handle.Pool = reinterpret_cast<uint64_t>(A->Pool->Self);
  *Result = {};
  std::memcpy(Result, &Handle, sizeof Handle);
  return CUDA_SUCCESS;
}

CUresult MemPoolImportPointer(CUdeviceptr *Result, CUmemoryPool Handle,
                              CUmemPoolPtrExportData *From) {
  Driver &D = Driver::get();
  std::shared_ptr<MemoryPool> Pool = D.Pools.find(Handle);
  if (!Result || !Pool || !Pool->ImportedFrom || !From)
    return CUDA_ERROR_INVALID_VALUE;
  SharedHandle Shared;
  std::memcpy(&Shared, From, sizeof Shared);
  if (Shared.Process != Pool->ImportedFrom ||
      Shared.Pool != Pool->ImportedHandle) {
    explain("the memory is of another pool");
    return CUDA_ERROR_INVALID_VALUE;
  }
  uint64_t Address = 0;
  if (CUresult R = D.Shared.open(Shared, SharedPages::Holder::Pool, Address);
      R != CUDA_SUCCESS)
    return R == CUDA_ERROR_INVALID_HANDLE ? CUDA_ERROR_INVALID_VALUE : R;
  if (CUresult R = D.Memory->addMapped(Address, Shared.Bytes);
      R != CUDA_SUCCESS) {
    D.Shared.close(Address);
    return R;
  }
  *Result = Address;
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
