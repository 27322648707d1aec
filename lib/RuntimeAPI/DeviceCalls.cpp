//===- DeviceCalls.cpp - Calls about devices ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Runtime.h"
#include <cstring>

namespace heddle::cudart {

static_assert(sizeof(cudaDeviceProp) == 1008);

/// Offsets of the members of cudaDeviceProp that are no attributes.
static constexpr size_t NameAt = 0, NameBytes = 256, UuidAt = 256,
                        TotalBytesAt = 288;

template <typename T>
static void store(cudaDeviceProp &To, size_t Offset, T Value) {
  std::memcpy(reinterpret_cast<char *>(&To) + Offset, &Value, sizeof Value);
}

namespace calls {

cudaError_t DriverGetVersion(int *Version) {
  return toRuntime(cuDriverGetVersion(Version));
}

cudaError_t RuntimeGetVersion(int *Version) {
  if (!Version)
    return cudaErrorInvalidValue;
  *Version = RuntimeVersion;
  return cudaSuccess;
}

cudaError_t GetDeviceCount(int *Count) {
  if (!Count)
    return cudaErrorInvalidValue;
  *Count = 0;
  CUresult R = cuInit(0);
  return toRuntime(R == CUDA_SUCCESS ? cuDeviceGetCount(Count) : R);
}

cudaError_t GetDevice(int *Device) {
  if (!Device)
    return cudaErrorInvalidValue;
  return callDriver(cuCtxGetDevice, Device);
}

cudaError_t SetDevice(int Device) {
  int Count = 0;
  if (cudaError_t R = GetDeviceCount(&Count); R != cudaSuccess)
    return R;
  if (Device < 0 || Device >= Count)
    return cudaErrorInvalidDevice;
  return initialize();
}

cudaError_t InitDevice(int Device, unsigned, unsigned) {
  return SetDevice(Device);
}

cudaError_t SetValidDevices(int *Devices, int Count) {
  if (!Devices && Count)
    return cudaErrorInvalidValue;
  for (int I = 0; I < Count; ++I)
    if (Devices[I] != 0)
      return cudaErrorInvalidDevice;
  return cudaSuccess;
}

cudaError_t ChooseDevice(int *Device, const cudaDeviceProp *Wanted) {
  if (!Device || !Wanted)
    return cudaErrorInvalidValue;
  *Device = 0;
  return cudaSuccess;
}

cudaError_t GetDeviceProperties(cudaDeviceProp *Properties, int Device) {
  if (!Properties)
    return cudaErrorInvalidValue;
  if (CUresult R = cuInit(0); R != CUDA_SUCCESS)
    return toRuntime(R);
  cudaDeviceProp P = {};
  auto *Bytes = reinterpret_cast<char *>(&P);
  size_t Total = 0;
  CUuuid Id;
  if (CUresult R = cuDeviceGetName(Bytes + NameAt, NameBytes, Device);
      R != CUDA_SUCCESS)
    return toRuntime(R);
  cuDeviceGetUuid(&Id, Device);
  store(P, UuidAt, Id);
  cuDeviceTotalMem(&Total, Device);
  store(P, TotalBytesAt, Total);
  int Value = 0;
#define HEDDLE_DEVICE_PROPERTY(OFFSET, TYPE, ATTRIBUTE)                        \
  cuDeviceGetAttribute(&Value, CU_DEVICE_ATTRIBUTE_##ATTRIBUTE, Device);       \
  store(P, OFFSET, TYPE(Value));
#include "heddle-cuda/device_properties.def"
  *Properties = P;
  return cudaSuccess;
}

cudaError_t DeviceGetAttribute(int *Value, CUdevice_attribute Attribute,
                               int Device) {
  CUresult R = cuInit(0);
  return toRuntime(
      R == CUDA_SUCCESS ? cuDeviceGetAttribute(Value, Attribute, Device) : R);
}

cudaError_t DeviceGetPCIBusId(char *Id, int Length, int Device) {
  CUresult R = cuInit(0);
  return toRuntime(R == CUDA_SUCCESS ? cuDeviceGetPCIBusId(Id, Length, Device)
                                     : R);
}

cudaError_t DeviceGetByPCIBusId(int *Device, const char *Id) {
  CUresult R = cuInit(0);
  return toRuntime(R == CUDA_SUCCESS ? cuDeviceGetByPCIBusId(Device, Id) : R);
}

cudaError_t DeviceCanAccessPeer(int *Can, int Device, int Peer) {
  CUresult R = cuInit(0);
  return toRuntime(R == CUDA_SUCCESS ? cuDeviceCanAccessPeer(Can, Device, Peer)
                                     : R);
}

// There is no other device.
cudaError_t DeviceEnablePeerAccess(int, unsigned) {
  return cudaErrorInvalidDevice;
}
cudaError_t DeviceDisablePeerAccess(int) { return cudaErrorInvalidDevice; }

// Both ends would be the same device.
cudaError_t DeviceGetP2PAttribute(int *Value, int, int, int) {
  return Value ? cudaErrorInvalidDevice : cudaErrorInvalidValue;
}

cudaError_t DeviceSynchronize() {
  return withContext([] { return cuCtxSynchronize(); });
}

cudaError_t DeviceReset() {
  CUresult R = cuInit(0);
  return R == CUDA_SUCCESS ? resetDevice() : toRuntime(R);
}

cudaError_t DeviceGetLimit(size_t *Value, CUlimit Limit) {
  return callDriver(cuCtxGetLimit, Value, Limit);
}

cudaError_t DeviceSetLimit(CUlimit Limit, size_t Value) {
  return callDriver(cuCtxSetLimit, Limit, Value);
}

cudaError_t DeviceGetCacheConfig(CUfunc_cache *Config) {
  return callDriver(cuCtxGetCacheConfig, Config);
}

cudaError_t DeviceSetCacheConfig(CUfunc_cache Config) {
  return callDriver(cuCtxSetCacheConfig, Config);
}

cudaError_t DeviceGetSharedMemConfig(CUsharedconfig *Config) {
  return callDriver(cuCtxGetSharedMemConfig, Config);
}

cudaError_t DeviceSetSharedMemConfig(CUsharedconfig Config) {
  return callDriver(cuCtxSetSharedMemConfig, Config);
}

cudaError_t CtxResetPersistingL2Cache() {
  return withContext([] { return cuCtxResetPersistingL2Cache(); });
}

cudaError_t DeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  return callDriver(cuCtxGetStreamPriorityRange, Least, Greatest);
}

cudaError_t GetDeviceFlags(unsigned *Flags) {
  return callDriver(cuCtxGetFlags, Flags);
}

cudaError_t SetDeviceFlags(unsigned Flags) {
  CUresult R = cuInit(0);
  return toRuntime(R == CUDA_SUCCESS ? cuDevicePrimaryCtxSetFlags(0, Flags)
                                     : R);
}

cudaError_t ProfilerStart() {
  return withContext([] { return cuProfilerStart(); });
}

cudaError_t ProfilerStop() {
  return withContext([] { return cuProfilerStop(); });
}

cudaError_t
GetDriverEntryPointByVersion(const char *Symbol, void **Function,
                             unsigned Version, unsigned long long Flags,
                             CUdriverProcAddressQueryResult *Status) {
  // Which stream 0 is meant follows from the variant that is called.
  if (!Flags && usesPerThreadStream())
    Flags = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  return toRuntime(
      cuGetProcAddress(Symbol, Function, int(Version), Flags, Status));
}

cudaError_t GetDriverEntryPoint(const char *Symbol, void **Function,
                                unsigned long long Flags,
                                CUdriverProcAddressQueryResult *Status) {
  return GetDriverEntryPointByVersion(Symbol, Function, RuntimeVersion, Flags,
                                      Status);
}

} // namespace calls
} // namespace heddle::cudart
