//===- MemoryCalls.cpp - Calls about memory -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "GraphMemory.h"
#include "Report.h"
#include "heddle/Support/CheckedSize.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::driver {
namespace {

/// Rows of cuMemAllocPitch begin at multiples of it.
constexpr size_t PitchUnit = 512;

constexpr unsigned HostAllocFlags = CU_MEMHOSTALLOC_PORTABLE |
                                    CU_MEMHOSTALLOC_DEVICEMAP |
                                    CU_MEMHOSTALLOC_WRITECOMBINED;
constexpr unsigned HostRegisterFlags =
    CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
    CU_MEMHOSTREGISTER_IOMEMORY | CU_MEMHOSTREGISTER_READ_ONLY;

CUresult allocate(size_t Bytes, Allocation::KindType Kind, unsigned Flags,
                  uint64_t &Address) {
  if (!Bytes)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  Driver &D = Driver::get();
  std::optional<uint64_t> Made =
      D.Memory->allocate(Bytes, Kind, D.context().Self, Flags);
  if (!Made)
    return CUDA_ERROR_OUT_OF_MEMORY;
  Address = *Made;
  return CUDA_SUCCESS;
}

CUresult allocateHost(void **Pointer, size_t Bytes, unsigned Flags) {
  uint64_t Address = 0;
  CUresult R = allocate(Bytes, Allocation::Host, Flags, Address);
  if (R == CUDA_SUCCESS)
    *Pointer = reinterpret_cast<void *>(Address);
  return R;
}

/// Returns the error of an earlier kernel in the context that owns \p Address,
/// which may not be the current one.
CUresult failureOfOwner(uint64_t Address) {
  Driver &D = Driver::get();
  std::optional<Allocation> A = D.Memory->find(Address);
  std::shared_ptr<Context> Owner = A ? D.Contexts.find(A->Owner) : nullptr;
  if (!Owner)
    return CUDA_SUCCESS;
  Owner->flushPrinted();
  return Owner->Failed;
}

/// Null is nothing to free. No work is under way that could use the memory.
CUresult release(uint64_t Address, ArrayRef<Allocation::KindType> Kinds) {
  if (CUresult R = failureOfOwner(Address); R != CUDA_SUCCESS)
    return R;
  if (!Address || Driver::get().Memory->release(Address, Kinds))
    return CUDA_SUCCESS;
  explain("no allocation that this function frees begins there");
  return contextStack().empty() ? CUDA_ERROR_INVALID_CONTEXT
                                : CUDA_ERROR_INVALID_VALUE;
}

/// The memory of the host at \p Data that the device reaches.
std::optional<Allocation> findHost(const void *Data) {
  std::optional<Allocation> A =
      Driver::get().Memory->find(reinterpret_cast<uint64_t>(Data));
  if (A && A->Kind != Allocation::Host && A->Kind != Allocation::Registered)
    return std::nullopt;
  return A;
}

} // namespace

namespace calls {

CUresult MemGetInfo_v2(size_t *Free, size_t *Total) {
  const DeviceMemory &M = *Driver::get().Memory;
  if (!Free && !Total)
    return CUDA_ERROR_INVALID_VALUE;
  if (Free)
    *Free = Driver::get().freeMemory();
  if (Total)
    *Total = M.total();
  return CUDA_SUCCESS;
}

CUresult MemAlloc_v2(CUdeviceptr *Pointer, size_t Bytes) {
  if (!Pointer)
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t Address = 0;
  CUresult R = allocate(Bytes, Allocation::DeviceOnly, 0, Address);
  if (R == CUDA_SUCCESS)
    *Pointer = Address;
  return R;
}

CUresult MemAllocPitch_v2(CUdeviceptr *Pointer, size_t *Pitch, size_t Width,
                          size_t Height, unsigned ElementBytes) {
  if (!Pointer || !Pitch || !Width || !Height ||
      (ElementBytes != 4 && ElementBytes != 8 && ElementBytes != 16))
    return CUDA_ERROR_INVALID_VALUE;
  if (Width > INT32_MAX)
    return CUDA_ERROR_INVALID_VALUE;
  size_t Row = alignTo(Width, PitchUnit);
  std::optional<uint64_t> Bytes = (CheckedSize(Row) * Height).value();
  if (!Bytes)
    return CUDA_ERROR_OUT_OF_MEMORY;
  CUresult R = MemAlloc_v2(Pointer, *Bytes);
  if (R == CUDA_SUCCESS)
    *Pitch = Row;
  return R;
}

CUresult MemFree_v2(CUdeviceptr Pointer) {
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  if (std::shared_ptr<Context> C = Driver::get().current())
    C->flushPrinted();
  // Memory of graphs and of other processes' pools is freed in its own ways.
  if (findGraphMemory(Pointer) ||
      Driver::get().Shared.isOpen(Pointer, SharedPages::Holder::Pool)) {
    CUresult R = failureOfOwner(Pointer);
    return R == CUDA_SUCCESS ? freeDeviceMemory(Pointer) : R;
  }
  return release(Pointer, {Allocation::DeviceOnly, Allocation::Managed});
}

CUresult MemGetAddressRange_v2(CUdeviceptr *Base, size_t *Bytes,
                               CUdeviceptr Pointer) {
  std::optional<Allocation> A = Driver::get().Memory->find(Pointer);
  if (!A)
    return CUDA_ERROR_NOT_FOUND;
  if (Base)
    *Base = A->Address;
  if (Bytes)
    *Bytes = A->Bytes;
  return CUDA_SUCCESS;
}

CUresult MemAllocHost_v2(void **Pointer, size_t Bytes) {
  return MemHostAlloc(Pointer, Bytes, 0);
}

CUresult MemFreeHost(void *Pointer) {
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  if (!Pointer)
    return CUDA_ERROR_INVALID_VALUE;
  return release(reinterpret_cast<uint64_t>(Pointer), Allocation::Host);
}

CUresult MemHostAlloc(void **Pointer, size_t Bytes, unsigned Flags) {
  if (!Pointer || (Flags & ~HostAllocFlags))
    return CUDA_ERROR_INVALID_VALUE;
  return allocateHost(Pointer, Bytes, Flags);
}

CUresult MemHostGetDevicePointer_v2(CUdeviceptr *Pointer, void *Host,
                                    unsigned Flags) {
  if (!Pointer || Flags || !findHost(Host))
    return CUDA_ERROR_INVALID_VALUE;
  const auto Address = reinterpret_cast<uint64_t>(Host);
  if (Driver::get().TheDevice.isSilicon() && !isUInt<32>(Address)) {
    explain("the device reaches memory of the host that cuMemHostAlloc "
            "allocates, and none that is registered");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  *Pointer = Address;
  return CUDA_SUCCESS;
}

CUresult MemHostGetFlags(unsigned *Flags, void *Host) {
  std::optional<Allocation> A = findHost(Host);
  if (!Flags || !A)
    return CUDA_ERROR_INVALID_VALUE;
  // All of it is mapped.
  *Flags = A->Flags | CU_MEMHOSTALLOC_DEVICEMAP;
  return CUDA_SUCCESS;
}

CUresult MemHostRegister_v2(void *Pointer, size_t Bytes, unsigned Flags) {
  if (!Pointer || !Bytes || (Flags & ~HostRegisterFlags))
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  Driver &D = Driver::get();
  return D.Memory->registerHost(Pointer, Bytes, D.context().Self, Flags);
}

CUresult MemHostUnregister(void *Pointer) {
  if (!Pointer)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult R = refuseUnsafe(); R != CUDA_SUCCESS)
    return R;
  if (CUresult R = failureOfOwner(reinterpret_cast<uint64_t>(Pointer));
      R != CUDA_SUCCESS)
    return R;
  return Driver::get().Memory->unregisterHost(Pointer);
}

CUresult MemAllocManaged(CUdeviceptr *Pointer, size_t Bytes, unsigned Flags) {
  if (!Pointer ||
      (Flags != CU_MEM_ATTACH_GLOBAL && Flags != CU_MEM_ATTACH_HOST))
    return CUDA_ERROR_INVALID_VALUE;
  if (Driver::get().TheDevice.isSilicon())
    return CUDA_ERROR_NOT_SUPPORTED;
  uint64_t Address = 0;
  CUresult R = allocate(Bytes, Allocation::Managed, Flags, Address);
  if (R == CUDA_SUCCESS)
    *Pointer = Address;
  return R;
}

} // namespace calls
} // namespace heddle::driver
