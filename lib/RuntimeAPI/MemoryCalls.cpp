//===- MemoryCalls.cpp - Calls about memory -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Registry.h"
#include "Runtime.h"
#include "heddle/Support/CheckedSize.h"

namespace heddle::cudart {

static_assert(sizeof(cudaPointerAttributes) == 88);

/// Allocates with \p Call, which takes a pointer to the driver's kind of one.
/// Nothing is allocated where nothing is asked for.
template <typename Fn>
static cudaError_t allocate(void **Pointer, size_t Bytes, Fn Call) {
  if (cudaError_t R = initialize(); R != cudaSuccess)
    return R;
  if (!Pointer)
    return cudaErrorInvalidValue;
  CUdeviceptr Address = 0;
  cudaError_t R = Bytes ? toRuntime(Call(&Address)) : cudaSuccess;
  if (R == cudaSuccess)
    *Pointer = pointer(Address);
  return R;
}

namespace calls {

cudaError_t Malloc(void **Pointer, size_t Bytes) {
  return allocate(Pointer, Bytes,
                  [&](CUdeviceptr *To) { return cuMemAlloc(To, Bytes); });
}

cudaError_t Free(void *Pointer) {
  return withContext([&] { return cuMemFree(address(Pointer)); });
}

cudaError_t HostAlloc(void **Pointer, size_t Bytes, unsigned Flags) {
  return allocate(Pointer, Bytes, [&](CUdeviceptr *To) {
    void *Made = nullptr;
    CUresult R = cuMemHostAlloc(&Made, Bytes, Flags);
    *To = address(Made);
    return R;
  });
}

cudaError_t MallocHost(void **Pointer, size_t Bytes) {
  return HostAlloc(Pointer, Bytes, 0);
}

cudaError_t FreeHost(void *Pointer) {
  return withContext(
      [&] { return Pointer ? cuMemFreeHost(Pointer) : CUDA_SUCCESS; });
}

cudaError_t HostRegister(void *Pointer, size_t Bytes, unsigned Flags) {
  return callDriver(cuMemHostRegister, Pointer, Bytes, Flags);
}

cudaError_t HostUnregister(void *Pointer) {
  return callDriver(cuMemHostUnregister, Pointer);
}

cudaError_t HostGetDevicePointer(void **Pointer, void *Host, unsigned Flags) {
  if (!Pointer)
    return cudaErrorInvalidValue;
  return withContext([&] {
    CUdeviceptr Address = 0;
    CUresult R = cuMemHostGetDevicePointer(&Address, Host, Flags);
    if (R == CUDA_SUCCESS)
      *Pointer = pointer(Address);
    return R;
  });
}

cudaError_t HostGetFlags(unsigned *Flags, void *Host) {
  return callDriver(cuMemHostGetFlags, Flags, Host);
}

cudaError_t MallocManaged(void **Pointer, size_t Bytes, unsigned Flags) {
  if (!Bytes)
    return cudaErrorInvalidValue;
  return allocate(Pointer, Bytes, [&](CUdeviceptr *To) {
    return cuMemAllocManaged(To, Bytes, Flags);
  });
}

cudaError_t MallocPitch(void **Pointer, size_t *Pitch, size_t Width,
                        size_t Height) {
  if (!Pitch)
    return cudaErrorInvalidValue;
  if (!Width || !Height) {
    *Pitch = 0;
    return allocate(Pointer, 0, [](CUdeviceptr *) { return CUDA_SUCCESS; });
  }
  return allocate(Pointer, Width, [&](CUdeviceptr *To) {
    return cuMemAllocPitch(To, Pitch, Width, Height, /*ElementBytes=*/4);
  });
}

cudaError_t Malloc3D(cudaPitchedPtr *Pointer, cudaExtent Extent) {
  if (!Pointer)
    return cudaErrorInvalidValue;
  std::optional<uint64_t> Rows =
      (CheckedSize(Extent.Height) * Extent.Depth).value();
  if (!Rows)
    return cudaErrorMemoryAllocation;
  cudaPitchedPtr Made = {nullptr, 0, Extent.Width, Extent.Height};
  cudaError_t R = MallocPitch(&Made.Pointer, &Made.Pitch, Extent.Width, *Rows);
  if (R == cudaSuccess)
    *Pointer = Made;
  return R;
}

cudaError_t MallocAsync(void **Pointer, size_t Bytes, CUstream Stream) {
  return allocate(Pointer, Bytes, [&](CUdeviceptr *To) {
    return cuMemAllocAsync(To, Bytes, streamOf(Stream));
  });
}

cudaError_t MallocFromPoolAsync(void **Pointer, size_t Bytes, CUmemoryPool Pool,
                                CUstream Stream) {
  return allocate(Pointer, Bytes, [&](CUdeviceptr *To) {
    return cuMemAllocFromPoolAsync(To, Bytes, Pool, streamOf(Stream));
  });
}

cudaError_t FreeAsync(void *Pointer, CUstream Stream) {
  return withContext(
      [&] { return cuMemFreeAsync(address(Pointer), streamOf(Stream)); });
}

cudaError_t MemGetInfo(size_t *Free, size_t *Total) {
  return callDriver(cuMemGetInfo, Free, Total);
}

cudaError_t PointerGetAttributes(cudaPointerAttributes *Attributes,
                                 const void *Pointer) {
  if (!Attributes)
    return cudaErrorInvalidValue;
  unsigned Type = 0, IsManaged = 0;
  int Device = 0;
  CUdeviceptr OnDevice = 0;
  void *OnHost = nullptr;
  CUpointer_attribute Names[] = {
      CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
      CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
      CU_POINTER_ATTRIBUTE_HOST_POINTER};
  void *Values[] = {&Type, &IsManaged, &Device, &OnDevice, &OnHost};
  cudaError_t R = withContext([&] {
    return cuPointerGetAttributes(5, Names, Values, address(Pointer));
  });
  if (R != cudaSuccess)
    return R;
  cudaPointerAttributes Found = {};
  Found.Type = IsManaged                      ? cudaMemoryTypeManaged
               : Type == CU_MEMORYTYPE_HOST   ? cudaMemoryTypeHost
               : Type == CU_MEMORYTYPE_DEVICE ? cudaMemoryTypeDevice
                                              : cudaMemoryTypeUnregistered;
  Found.Device = Device;
  Found.DevicePointer = pointer(OnDevice);
  // A pointer that is in no allocation is an ordinary pointer of the host.
  Found.HostPointer = Type ? OnHost : const_cast<void *>(Pointer);
  *Attributes = Found;
  return cudaSuccess;
}

cudaError_t MemAdvise(const void *Pointer, size_t Bytes, CUmem_advise Advice,
                      CUmemLocation Location) {
  return withContext(
      [&] { return cuMemAdvise(address(Pointer), Bytes, Advice, Location); });
}

cudaError_t MemRangeGetAttribute(void *Data, size_t DataBytes,
                                 CUmem_range_attribute Attribute,
                                 const void *Pointer, size_t Bytes) {
  return callDriver(cuMemRangeGetAttribute, Data, DataBytes, Attribute,
                    address(Pointer), Bytes);
}

cudaError_t MemRangeGetAttributes(void **Data, size_t *DataBytes,
                                  CUmem_range_attribute *Attributes,
                                  size_t Count, const void *Pointer,
                                  size_t Bytes) {
  return callDriver(cuMemRangeGetAttributes, Data, DataBytes, Attributes, Count,
                    address(Pointer), Bytes);
}

cudaError_t MemPrefetchAsync(const void *Pointer, size_t Bytes,
                             CUmemLocation Location, unsigned Flags,
                             CUstream Stream) {
  return withContext([&] {
    return cuMemPrefetchAsync(address(Pointer), Bytes, Location, Flags,
                              streamOf(Stream));
  });
}

/// The pointers of a batch as the driver has them.
static CUdeviceptr *addresses(void **Pointers) {
  static_assert(sizeof(void *) == sizeof(CUdeviceptr));
  return reinterpret_cast<CUdeviceptr *>(Pointers);
}

cudaError_t MemPrefetchBatchAsync(void **Pointers, size_t *Bytes, size_t Count,
                                  CUmemLocation *Locations,
                                  size_t *FirstOfLocations, size_t NumLocations,
                                  unsigned long long Flags, CUstream Stream) {
  return withContext([&] {
    return cuMemPrefetchBatchAsync(addresses(Pointers), Bytes, Count, Locations,
                                   FirstOfLocations, NumLocations, Flags,
                                   streamOf(Stream));
  });
}

cudaError_t MemDiscardBatchAsync(void **Pointers, size_t *Bytes, size_t Count,
                                 unsigned long long Flags, CUstream Stream) {
  return withContext([&] {
    return cuMemDiscardBatchAsync(addresses(Pointers), Bytes, Count, Flags,
                                  streamOf(Stream));
  });
}

cudaError_t
MemDiscardAndPrefetchBatchAsync(void **Pointers, size_t *Bytes, size_t Count,
                                CUmemLocation *Locations,
                                size_t *FirstOfLocations, size_t NumLocations,
                                unsigned long long Flags, CUstream Stream) {
  return withContext([&] {
    return cuMemDiscardAndPrefetchBatchAsync(
        addresses(Pointers), Bytes, Count, Locations, FirstOfLocations,
        NumLocations, Flags, streamOf(Stream));
  });
}

cudaError_t IpcGetMemHandle(CUipcMemHandle *Handle, void *Pointer) {
  return callDriver(cuIpcGetMemHandle, Handle, address(Pointer));
}

cudaError_t IpcOpenMemHandle(void **Pointer, CUipcMemHandle Handle,
                             unsigned Flags) {
  if (!Pointer)
    return cudaErrorInvalidValue;
  CUdeviceptr Address = 0;
  cudaError_t R = callDriver(cuIpcOpenMemHandle, &Address, Handle, Flags);
  if (R == cudaSuccess)
    *Pointer = pointer(Address);
  return R;
}

cudaError_t IpcCloseMemHandle(void *Pointer) {
  return callDriver(cuIpcCloseMemHandle, address(Pointer));
}

cudaError_t IpcGetEventHandle(CUipcEventHandle *Handle, CUevent Event) {
  return callDriver(cuIpcGetEventHandle, Handle, Event);
}

cudaError_t IpcOpenEventHandle(CUevent *Event, CUipcEventHandle Handle) {
  return callDriver(cuIpcOpenEventHandle, Event, Handle);
}

cudaError_t GetSymbolAddress(void **Pointer, const void *Symbol) {
  if (!Pointer)
    return cudaErrorInvalidValue;
  VariablePlace Found;
  cudaError_t R = findVariable(Symbol, Found);
  if (R == cudaSuccess)
    *Pointer = pointer(Found.Address);
  return R;
}

cudaError_t GetSymbolSize(size_t *Bytes, const void *Symbol) {
  if (!Bytes)
    return cudaErrorInvalidValue;
  VariablePlace Found;
  cudaError_t R = findVariable(Symbol, Found);
  if (R == cudaSuccess)
    *Bytes = Found.Bytes;
  return R;
}

} // namespace calls
} // namespace heddle::cudart
