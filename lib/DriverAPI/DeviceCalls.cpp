//===- DeviceCalls.cpp - Calls about devices ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Calls.h"
#include "Driver.h"
#include <algorithm>
#include <cstring>

using namespace llvm;

namespace heddle::driver {

/// The bus address of the only device; its attributes have the same numbers.
static constexpr const char *PCIBusId = "0000:01:00.0";

static bool isDevice(CUdevice D) { return D == 0; }

/// Copies \p Text with its zero, cut to \p Length bytes.
static CUresult giveText(StringRef Text, char *To, int Length) {
  if (!To || Length <= 0)
    return CUDA_ERROR_INVALID_VALUE;
  size_t Size = std::min(Text.size(), size_t(Length) - 1);
  std::memcpy(To, Text.data(), Size);
  To[Size] = 0;
  return CUDA_SUCCESS;
}

namespace calls {

CUresult DeviceGet(CUdevice *Result, int Ordinal) {
  if (!Result)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isDevice(Ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  *Result = Ordinal;
  return CUDA_SUCCESS;
}

CUresult DeviceGetCount(int *Count) {
  if (!Count)
    return CUDA_ERROR_INVALID_VALUE;
  *Count = 1;
  return CUDA_SUCCESS;
}

CUresult DeviceGetName(char *Name, int Length, CUdevice Which) {
  if (!isDevice(Which))
    return CUDA_ERROR_INVALID_DEVICE;
  return giveText(Driver::get().TheDevice.name(), Name, Length);
}

CUresult DeviceGetUuid_v2(CUuuid *Id, CUdevice Which) {
  if (!Id)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isDevice(Which))
    return CUDA_ERROR_INVALID_DEVICE;
  *Id = Driver::get().TheDevice.uuid();
  return CUDA_SUCCESS;
}

CUresult DeviceGetUuid(CUuuid *Id, CUdevice Which) {
  return DeviceGetUuid_v2(Id, Which);
}

CUresult DeviceTotalMem_v2(size_t *Bytes, CUdevice Which) {
  if (!Bytes)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isDevice(Which))
    return CUDA_ERROR_INVALID_DEVICE;
  *Bytes = Driver::get().TheDevice.totalBytes();
  return CUDA_SUCCESS;
}

CUresult DeviceGetAttribute(int *Value, CUdevice_attribute Attribute,
                            CUdevice Which) {
  if (!Value)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isDevice(Which))
    return CUDA_ERROR_INVALID_DEVICE;
  std::optional<int> Found = Driver::get().TheDevice.attribute(Attribute);
  if (!Found)
    return CUDA_ERROR_INVALID_VALUE;
  *Value = *Found;
  return CUDA_SUCCESS;
}

CUresult DeviceComputeCapability(int *Major, int *Minor, CUdevice Which) {
  if (!Major || !Minor)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isDevice(Which))
    return CUDA_ERROR_INVALID_DEVICE;
  unsigned Capability = Driver::get().TheDevice.capability();
  *Major = int(Capability / 10);
  *Minor = int(Capability % 10);
  return CUDA_SUCCESS;
}

CUresult DeviceGetPCIBusId(char *Id, int Length, CUdevice Which) {
  if (!isDevice(Which))
    return CUDA_ERROR_INVALID_DEVICE;
  return giveText(PCIBusId, Id, Length);
}

CUresult DeviceGetByPCIBusId(CUdevice *Result, const char *Id) {
  if (!Result || !Id)
    return CUDA_ERROR_INVALID_VALUE;
  // The domain and the function may be left out.
  StringRef Known(PCIBusId), Asked(Id);
  if (Asked != Known && Asked != Known.drop_front(5) &&
      Asked != Known.drop_back(2) && Asked != Known.drop_front(5).drop_back(2))
    return CUDA_ERROR_INVALID_DEVICE;
  *Result = 0;
  return CUDA_SUCCESS;
}

CUresult DeviceGetTexture1DLinearMaxWidth(size_t *Texels, CUarray_format Format,
                                          unsigned Channels, CUdevice Which) {
  if (!Texels || !textureFormat(Format, Channels))
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<int> Most =
      Which == 0 ? Driver::get().TheDevice.attribute(
                       CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH)
                 : std::nullopt;
  if (!Most)
    return CUDA_ERROR_INVALID_DEVICE;
  *Texels = size_t(*Most);
  return CUDA_SUCCESS;
}

CUresult DeviceCanAccessPeer(int *Can, CUdevice Which, CUdevice Peer) {
  if (!Can)
    return CUDA_ERROR_INVALID_VALUE;
  if (!isDevice(Which) || !isDevice(Peer))
    return CUDA_ERROR_INVALID_DEVICE;
  *Can = 0;
  return CUDA_SUCCESS;
}

} // namespace calls
} // namespace heddle::driver
