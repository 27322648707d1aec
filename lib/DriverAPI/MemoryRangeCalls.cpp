//===- MemoryRangeCalls.cpp - Advice about managed memory -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory of the device is the host's, so that advice and prefetching move
// nothing. Programs ask for what they said, which is remembered.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Memory.h"
#include "Stream.h"
#include <map>
#include <optional>
#include <vector>

namespace heddle::driver {
namespace {

/// Whether \p Bytes from \p Pointer on are managed.
bool isManaged(CUdeviceptr Pointer, size_t Bytes) {
  std::optional<Allocation> A = Driver::get().Memory->find(Pointer);
  return A && Bytes && A->Kind == Allocation::Managed &&
         Bytes <= A->Bytes - (Pointer - A->Address);
}

bool isLocation(const CUmemLocation &L) {
  if (L.type == CU_MEM_LOCATION_TYPE_DEVICE)
    return L.id == 0;
  return L.type >= CU_MEM_LOCATION_TYPE_HOST &&
         L.type <= CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
}

/// The number by which the first versions of these functions name the host.
constexpr CUdevice DeviceOfCPU = -1;

/// "No place" of a preference, and of a prefetch.
constexpr CUdevice NoDevice = -2;

/// The advice about an allocation, as a whole.
struct MemoryAdvice {
  bool IsReadMostly = false;
  CUdevice Preferred = NoDevice, Prefetched = NoDevice;
  bool DeviceAccesses = false, HostAccesses = false;
};

/// By the number of the allocation, which is not used again.
MemoryAdvice &adviceOf(CUdeviceptr Pointer) {
  static std::map<uint64_t, MemoryAdvice> All;
  return All[Driver::get().Memory->find(Pointer)->Id];
}

CUdevice deviceOf(const CUmemLocation &L) {
  return L.type == CU_MEM_LOCATION_TYPE_DEVICE ? 0 : DeviceOfCPU;
}

/// Whether \p Advice is about a place; others ignore what they are given.
bool hasPlace(CUmem_advise Advice) {
  return Advice == CU_MEM_ADVISE_SET_PREFERRED_LOCATION ||
         Advice == CU_MEM_ADVISE_SET_ACCESSED_BY ||
         Advice == CU_MEM_ADVISE_UNSET_ACCESSED_BY;
}

CUresult advise(CUdeviceptr Pointer, size_t Bytes, CUmem_advise Advice,
                CUdevice Where) {
  if (!isManaged(Pointer, Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  MemoryAdvice &A = adviceOf(Pointer);
  bool &Accesses = Where == DeviceOfCPU ? A.HostAccesses : A.DeviceAccesses;
  switch (int(Advice)) {
  case CU_MEM_ADVISE_SET_READ_MOSTLY:
  case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
    A.IsReadMostly = Advice == CU_MEM_ADVISE_SET_READ_MOSTLY;
    return CUDA_SUCCESS;
  case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
    A.Preferred = Where;
    return CUDA_SUCCESS;
  case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
    A.Preferred = NoDevice;
    return CUDA_SUCCESS;
  case CU_MEM_ADVISE_SET_ACCESSED_BY:
  case CU_MEM_ADVISE_UNSET_ACCESSED_BY:
    Accesses = Advice == CU_MEM_ADVISE_SET_ACCESSED_BY;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult prefetch(CUdeviceptr Pointer, size_t Bytes, CUdevice Where,
                  CUstream Handle) {
  std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!isManaged(Pointer, Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  adviceOf(Pointer).Prefetched = Where;
  return CUDA_SUCCESS;
}

/// Whether the lists of a batch are there, and each range is managed.
CUresult checkBatch(const CUdeviceptr *Pointers, const size_t *Bytes,
                    size_t Count, unsigned long long Flags, CUstream Handle) {
  const std::shared_ptr<Stream> S = Driver::get().stream(Handle);
  if (!S)
    return CUDA_ERROR_INVALID_HANDLE;
  // The stream of everybody is none for batches.
  if (!Pointers || !Bytes || !Count || Flags ||
      S == Driver::get().context().Legacy)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t I = 0; I != Count; ++I)
    if (!isManaged(Pointers[I], Bytes[I]))
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

/// Location number N is that of the ranges from number Firsts[N] on.
CUresult prefetchBatch(const CUdeviceptr *Pointers, size_t Count,
                       const CUmemLocation *Locations, const size_t *Firsts,
                       size_t NumLocations) {
  if (!Locations || !Firsts || !NumLocations || NumLocations > Count ||
      Firsts[0] != 0)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t N = 0; N != NumLocations; ++N) {
    if (!isLocation(Locations[N]))
      return CUDA_ERROR_INVALID_DEVICE;
    if (Firsts[N] >= Count || (N && Firsts[N] <= Firsts[N - 1]))
      return CUDA_ERROR_INVALID_VALUE;
  }
  for (size_t I = 0, N = 0; I != Count; ++I) {
    if (N + 1 != NumLocations && Firsts[N + 1] == I)
      ++N;
    adviceOf(Pointers[I]).Prefetched = deviceOf(Locations[N]);
  }
  return CUDA_SUCCESS;
}

CUmemLocationType typeOf(CUdevice Where) {
  return Where == NoDevice      ? CU_MEM_LOCATION_TYPE_INVALID
         : Where == DeviceOfCPU ? CU_MEM_LOCATION_TYPE_HOST
                                : CU_MEM_LOCATION_TYPE_DEVICE;
}

/// The numbers that \p Attribute has, of which only one has more than one.
std::optional<std::vector<int>> valuesOf(const MemoryAdvice &A,
                                         CUmem_range_attribute Attribute) {
  switch (int(Attribute)) {
  case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
    return std::vector<int>{A.IsReadMostly};
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
    return std::vector<int>{A.Preferred};
  case CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY: {
    std::vector<int> By;
    if (A.DeviceAccesses)
      By.push_back(0);
    if (A.HostAccesses)
      By.push_back(DeviceOfCPU);
    return By;
  }
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
    return std::vector<int>{A.Prefetched};
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
    return std::vector<int>{int(typeOf(A.Preferred))};
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
    return std::vector<int>{int(typeOf(A.Prefetched))};
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
    return std::vector<int>{0};
  default:
    return std::nullopt;
  }
}

} // namespace

namespace calls {

CUresult MemAdvise(CUdeviceptr Pointer, size_t Bytes, CUmem_advise Advice,
                   CUdevice Which) {
  if (hasPlace(Advice) && Which != 0 && Which != DeviceOfCPU)
    return CUDA_ERROR_INVALID_DEVICE;
  return advise(Pointer, Bytes, Advice, Which);
}

CUresult MemAdvise_v2(CUdeviceptr Pointer, size_t Bytes, CUmem_advise Advice,
                      CUmemLocation Location) {
  if (hasPlace(Advice) && !isLocation(Location))
    return CUDA_ERROR_INVALID_DEVICE;
  return advise(Pointer, Bytes, Advice, deviceOf(Location));
}

CUresult MemPrefetchAsync(CUdeviceptr Pointer, size_t Bytes, CUdevice Which,
                          CUstream Handle) {
  if (Which != 0 && Which != DeviceOfCPU)
    return CUDA_ERROR_INVALID_DEVICE;
  return prefetch(Pointer, Bytes, Which, Handle);
}

CUresult MemPrefetchAsync_v2(CUdeviceptr Pointer, size_t Bytes,
                             CUmemLocation Location, unsigned Flags,
                             CUstream Handle) {
  if (Flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isLocation(Location))
    return CUDA_ERROR_INVALID_DEVICE;
  return prefetch(Pointer, Bytes, deviceOf(Location), Handle);
}

CUresult MemPrefetchBatchAsync(CUdeviceptr *Pointers, size_t *Bytes,
                               size_t Count, CUmemLocation *Locations,
                               size_t *FirstOfLocations, size_t NumLocations,
                               unsigned long long Flags, CUstream Stream) {
  CUresult R = checkBatch(Pointers, Bytes, Count, Flags, Stream);
  return R == CUDA_SUCCESS ? prefetchBatch(Pointers, Count, Locations,
                                           FirstOfLocations, NumLocations)
                           : R;
}

CUresult MemDiscardBatchAsync(CUdeviceptr *Pointers, size_t *Bytes,
                              size_t Count, unsigned long long Flags,
                              CUstream Stream) {
  // Any contents will do, those that are there, too.
  return checkBatch(Pointers, Bytes, Count, Flags, Stream);
}

CUresult MemDiscardAndPrefetchBatchAsync(CUdeviceptr *Pointers, size_t *Bytes,
                                         size_t Count, CUmemLocation *Locations,
                                         size_t *FirstOfLocations,
                                         size_t NumLocations,
                                         unsigned long long Flags,
                                         CUstream Stream) {
  return MemPrefetchBatchAsync(Pointers, Bytes, Count, Locations,
                               FirstOfLocations, NumLocations, Flags, Stream);
}

CUresult MemRangeGetAttribute(void *Data, size_t DataBytes,
                              CUmem_range_attribute Attribute,
                              CUdeviceptr Pointer, size_t Bytes) {
  if (!Data || !DataBytes || DataBytes % sizeof(int) ||
      !isManaged(Pointer, Bytes))
    return CUDA_ERROR_INVALID_VALUE;
  const auto Values = valuesOf(adviceOf(Pointer), Attribute);
  const size_t Room = DataBytes / sizeof(int);
  const bool IsList = Attribute == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY;
  if (!Values || (!IsList && Room != 1))
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t I = 0; I != Room; ++I)
    static_cast<int *>(Data)[I] = I < Values->size() ? (*Values)[I] : NoDevice;
  return CUDA_SUCCESS;
}

CUresult MemRangeGetAttributes(void **Data, size_t *DataBytes,
                               CUmem_range_attribute *Attributes, size_t Count,
                               CUdeviceptr Pointer, size_t Bytes) {
  if (!Data || !DataBytes || !Attributes || !Count)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t I = 0; I != Count; ++I)
    if (CUresult R = MemRangeGetAttribute(Data[I], DataBytes[I], Attributes[I],
                                          Pointer, Bytes);
        R != CUDA_SUCCESS)
      return R;
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
