//===- EntryPoints.cpp - What libnvidia-ml exports ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle-cuda/cuda.h"
#include <atomic>
#include <cstdio>
#include <cstring>

#define HEDDLE_NVML                                                            \
  extern "C" __attribute__((visibility("default"))) nvmlReturn_t

namespace {

enum nvmlReturn_t : unsigned {
  NVML_SUCCESS = 0,
  NVML_ERROR_UNINITIALIZED = 1,
  NVML_ERROR_INVALID_ARGUMENT = 2,
  NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_NOT_FOUND = 6,
  NVML_ERROR_INSUFFICIENT_SIZE = 7,
  NVML_ERROR_DRIVER_NOT_LOADED = 9,
  NVML_ERROR_UNKNOWN = 999
};

/// A device's number and one, as a pointer: a program may pass any.
using nvmlDevice_t = struct nvmlDevice_st *;

struct nvmlMemory_t {
  unsigned long long total, free, used;
};

struct nvmlUtilization_t {
  unsigned gpu, memory;
};

struct nvmlPciInfo_t {
  char busIdLegacy[16];
  unsigned domain, bus, device, pciDeviceId, pciSubSystemId;
  char busId[32];
};
static_assert(sizeof(nvmlPciInfo_t) == 68);

/// How often nvmlInit was called, less nvmlShutdown.
std::atomic<int> Users = 0;

nvmlReturn_t toNVML(CUresult R) {
  switch (R) {
  case CUDA_SUCCESS:
    return NVML_SUCCESS;
  case CUDA_ERROR_INVALID_VALUE:
  case CUDA_ERROR_INVALID_DEVICE:
    return NVML_ERROR_INVALID_ARGUMENT;
  default:
    return NVML_ERROR_UNKNOWN;
  }
}

nvmlDevice_t handleOf(CUdevice Device) {
  return reinterpret_cast<nvmlDevice_t>(uintptr_t(Device) + 1);
}

/// Finds the device of \p Handle.
nvmlReturn_t find(nvmlDevice_t Handle, CUdevice &Device) {
  if (!Users)
    return NVML_ERROR_UNINITIALIZED;
  int Count = 0;
  if (CUresult R = cuDeviceGetCount(&Count); R != CUDA_SUCCESS)
    return toNVML(R);
  const auto Number = reinterpret_cast<uintptr_t>(Handle);
  if (!Number || Number > uintptr_t(Count))
    return NVML_ERROR_INVALID_ARGUMENT;
  return toNVML(cuDeviceGet(&Device, int(Number - 1)));
}

nvmlReturn_t attribute(nvmlDevice_t Handle, CUdevice_attribute Which,
                       int &Value) {
  CUdevice Device = 0;
  if (nvmlReturn_t R = find(Handle, Device); R != NVML_SUCCESS)
    return R;
  return toNVML(cuDeviceGetAttribute(&Value, Which, Device));
}

/// Copies \p Text to the \p Length bytes at \p To.
nvmlReturn_t give(const char *Text, char *To, unsigned Length) {
  if (!To)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (std::strlen(Text) >= Length)
    return NVML_ERROR_INSUFFICIENT_SIZE;
  std::strcpy(To, Text);
  return NVML_SUCCESS;
}

/// "GPU-" and the identifier as such are written; \p Text has room for it.
nvmlReturn_t uuidText(nvmlDevice_t Handle, char (&Text)[64]) {
  CUdevice Device = 0;
  if (nvmlReturn_t R = find(Handle, Device); R != NVML_SUCCESS)
    return R;
  CUuuid Id;
  if (CUresult R = cuDeviceGetUuid(&Id, Device); R != CUDA_SUCCESS)
    return toNVML(R);
  char *At = Text + std::snprintf(Text, sizeof Text, "GPU");
  for (int I = 0; I != 16; ++I)
    At += std::snprintf(At, size_t(Text + sizeof Text - At), "%s%02x",
                        I == 0 || I == 4 || I == 6 || I == 8 || I == 10 ? "-"
                                                                        : "",
                        unsigned(static_cast<unsigned char>(Id.bytes[I])));
  return NVML_SUCCESS;
}

/// Finds the device for which \p Is says so.
template <typename Fn> nvmlReturn_t findWhere(nvmlDevice_t *Result, Fn Is) {
  if (!Users)
    return NVML_ERROR_UNINITIALIZED;
  if (!Result)
    return NVML_ERROR_INVALID_ARGUMENT;
  int Count = 0;
  if (CUresult R = cuDeviceGetCount(&Count); R != CUDA_SUCCESS)
    return toNVML(R);
  for (int I = 0; I != Count; ++I)
    if (Is(handleOf(I))) {
      *Result = handleOf(I);
      return NVML_SUCCESS;
    }
  return NVML_ERROR_NOT_FOUND;
}

} // namespace

//===----------------------------------------------------------------------===//
// The library and the system
//===----------------------------------------------------------------------===//

HEDDLE_NVML nvmlInit_v2() {
  if (cuInit(0) != CUDA_SUCCESS)
    return NVML_ERROR_DRIVER_NOT_LOADED;
  ++Users;
  return NVML_SUCCESS;
}
HEDDLE_NVML nvmlInit() { return nvmlInit_v2(); }
HEDDLE_NVML nvmlInitWithFlags(unsigned) { return nvmlInit_v2(); }

HEDDLE_NVML nvmlShutdown() {
  for (int Now = Users; Now > 0;)
    if (Users.compare_exchange_weak(Now, Now - 1))
      return NVML_SUCCESS;
  return NVML_ERROR_UNINITIALIZED;
}

extern "C" __attribute__((visibility("default"))) const char *
nvmlErrorString(nvmlReturn_t Error) {
  switch (Error) {
  case NVML_SUCCESS:
    return "Success";
  case NVML_ERROR_UNINITIALIZED:
    return "Uninitialized";
  case NVML_ERROR_INVALID_ARGUMENT:
    return "Invalid Argument";
  case NVML_ERROR_NOT_SUPPORTED:
    return "Not Supported";
  case NVML_ERROR_NOT_FOUND:
    return "Not Found";
  case NVML_ERROR_INSUFFICIENT_SIZE:
    return "Insufficient Size";
  case NVML_ERROR_DRIVER_NOT_LOADED:
    return "Driver Not Loaded";
  case NVML_ERROR_UNKNOWN:
    break;
  }
  return "Unknown Error";
}

HEDDLE_NVML nvmlSystemGetCudaDriverVersion(int *Version) {
  return Version ? toNVML(cuDriverGetVersion(Version))
                 : NVML_ERROR_INVALID_ARGUMENT;
}
HEDDLE_NVML nvmlSystemGetCudaDriverVersion_v2(int *Version) {
  return nvmlSystemGetCudaDriverVersion(Version);
}

/// The branch of drivers that came with the version of CUDA.
HEDDLE_NVML nvmlSystemGetDriverVersion(char *Text, unsigned Length) {
  return Users ? give("580.00", Text, Length) : NVML_ERROR_UNINITIALIZED;
}
HEDDLE_NVML nvmlSystemGetNVMLVersion(char *Text, unsigned Length) {
  return Users ? give("13.580.00", Text, Length) : NVML_ERROR_UNINITIALIZED;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

HEDDLE_NVML nvmlDeviceGetCount_v2(unsigned *Count) {
  if (!Users)
    return NVML_ERROR_UNINITIALIZED;
  int Found = 0;
  if (!Count)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlReturn_t R = toNVML(cuDeviceGetCount(&Found));
  *Count = unsigned(Found);
  return R;
}
HEDDLE_NVML nvmlDeviceGetCount(unsigned *Count) {
  return nvmlDeviceGetCount_v2(Count);
}

HEDDLE_NVML nvmlDeviceGetHandleByIndex_v2(unsigned Index,
                                          nvmlDevice_t *Device) {
  CUdevice Found;
  if (!Device || Index > 1000)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlReturn_t R = find(handleOf(CUdevice(Index)), Found);
  if (R == NVML_SUCCESS)
    *Device = handleOf(CUdevice(Index));
  return R;
}
HEDDLE_NVML nvmlDeviceGetHandleByIndex(unsigned Index, nvmlDevice_t *Device) {
  return nvmlDeviceGetHandleByIndex_v2(Index, Device);
}

HEDDLE_NVML nvmlDeviceGetHandleByUUID(const char *Id, nvmlDevice_t *Device) {
  if (!Id)
    return NVML_ERROR_INVALID_ARGUMENT;
  return findWhere(Device, [&](nvmlDevice_t Each) {
    char Text[64];
    return uuidText(Each, Text) == NVML_SUCCESS && !std::strcmp(Text, Id);
  });
}

HEDDLE_NVML nvmlDeviceGetHandleByPciBusId_v2(const char *Id,
                                             nvmlDevice_t *Device) {
  CUdevice Wanted;
  if (!Id)
    return NVML_ERROR_INVALID_ARGUMENT;
  return findWhere(Device, [&](nvmlDevice_t Each) {
    return cuDeviceGetByPCIBusId(&Wanted, Id) == CUDA_SUCCESS &&
           handleOf(Wanted) == Each;
  });
}

HEDDLE_NVML nvmlDeviceGetIndex(nvmlDevice_t Device, unsigned *Index) {
  CUdevice Found = 0;
  if (!Index)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlReturn_t R = find(Device, Found);
  if (R == NVML_SUCCESS)
    *Index = unsigned(Found);
  return R;
}
HEDDLE_NVML nvmlDeviceGetMinorNumber(nvmlDevice_t Device, unsigned *Number) {
  return nvmlDeviceGetIndex(Device, Number);
}

HEDDLE_NVML nvmlDeviceGetName(nvmlDevice_t Device, char *Name,
                              unsigned Length) {
  CUdevice Found = 0;
  if (nvmlReturn_t R = find(Device, Found); R != NVML_SUCCESS)
    return R;
  char Text[256];
  if (CUresult R = cuDeviceGetName(Text, sizeof Text, Found); R != CUDA_SUCCESS)
    return toNVML(R);
  return give(Text, Name, Length);
}

HEDDLE_NVML nvmlDeviceGetUUID(nvmlDevice_t Device, char *Id, unsigned Length) {
  char Text[64];
  nvmlReturn_t R = uuidText(Device, Text);
  return R == NVML_SUCCESS ? give(Text, Id, Length) : R;
}

/// Counts the memory of this process, where it has a context; other processes
/// use nothing of this device.
HEDDLE_NVML nvmlDeviceGetMemoryInfo(nvmlDevice_t Device, nvmlMemory_t *Memory) {
  CUdevice Found = 0;
  if (!Memory)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (nvmlReturn_t R = find(Device, Found); R != NVML_SUCCESS)
    return R;
  size_t Total = 0, Free = 0;
  if (CUresult R = cuDeviceTotalMem(&Total, Found); R != CUDA_SUCCESS)
    return toNVML(R);
  if (cuMemGetInfo(&Free, &Total) != CUDA_SUCCESS)
    Free = Total;
  *Memory = {Total, Free, Total - Free};
  return NVML_SUCCESS;
}

/// Kernels run in the calls of their program: nothing is under way.
HEDDLE_NVML nvmlDeviceGetUtilizationRates(nvmlDevice_t Device,
                                          nvmlUtilization_t *Rates) {
  CUdevice Found = 0;
  if (!Rates)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlReturn_t R = find(Device, Found);
  if (R == NVML_SUCCESS)
    *Rates = {0, 0};
  return R;
}

HEDDLE_NVML nvmlDeviceGetCudaComputeCapability(nvmlDevice_t Device, int *Major,
                                               int *Minor) {
  if (!Major || !Minor)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlReturn_t R =
      attribute(Device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, *Major);
  return R == NVML_SUCCESS
             ? attribute(Device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                         *Minor)
             : R;
}

/// Clocks are those of the board: 2 is memory's, the others the SMs'.
HEDDLE_NVML nvmlDeviceGetClockInfo(nvmlDevice_t Device, unsigned Which,
                                   unsigned *MHz) {
  if (!MHz || Which > 3)
    return NVML_ERROR_INVALID_ARGUMENT;
  int KHz = 0;
  nvmlReturn_t R = attribute(Device,
                             Which == 2 ? CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE
                                        : CU_DEVICE_ATTRIBUTE_CLOCK_RATE,
                             KHz);
  if (R == NVML_SUCCESS)
    *MHz = unsigned(KHz) / 1000;
  return R;
}
HEDDLE_NVML nvmlDeviceGetMaxClockInfo(nvmlDevice_t Device, unsigned Which,
                                      unsigned *MHz) {
  return nvmlDeviceGetClockInfo(Device, Which, MHz);
}

HEDDLE_NVML nvmlDeviceGetPciInfo_v3(nvmlDevice_t Device, nvmlPciInfo_t *Info) {
  CUdevice Found = 0;
  if (!Info)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (nvmlReturn_t R = find(Device, Found); R != NVML_SUCCESS)
    return R;
  nvmlPciInfo_t Made = {};
  if (CUresult R = cuDeviceGetPCIBusId(Made.busIdLegacy,
                                       int(sizeof Made.busIdLegacy), Found);
      R != CUDA_SUCCESS)
    return toNVML(R);
  // The newer form has eight digits of the domain.
  std::snprintf(Made.busId, sizeof Made.busId, "0000%s", Made.busIdLegacy);
  int Bus = 0, Slot = 0;
  attribute(Device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, Bus);
  attribute(Device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, Slot);
  Made.bus = unsigned(Bus);
  Made.device = unsigned(Slot);
  *Info = Made;
  return NVML_SUCCESS;
}

/// No process but this one has the device, and it is not asked.
HEDDLE_NVML nvmlDeviceGetComputeRunningProcesses_v3(nvmlDevice_t Device,
                                                    unsigned *Count, void *) {
  CUdevice Found = 0;
  if (!Count)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlReturn_t R = find(Device, Found);
  if (R == NVML_SUCCESS)
    *Count = 0;
  return R;
}

/// Answers for sensors of a board: the call is right, and there is none.
static nvmlReturn_t measureNothing(nvmlDevice_t Device, const void *Result) {
  CUdevice Found = 0;
  if (!Result)
    return NVML_ERROR_INVALID_ARGUMENT;
  nvmlReturn_t R = find(Device, Found);
  return R == NVML_SUCCESS ? NVML_ERROR_NOT_SUPPORTED : R;
}
HEDDLE_NVML nvmlDeviceGetTemperature(nvmlDevice_t Device, unsigned,
                                     unsigned *Degrees) {
  return measureNothing(Device, Degrees);
}
HEDDLE_NVML nvmlDeviceGetPowerUsage(nvmlDevice_t Device, unsigned *Milliwatts) {
  return measureNothing(Device, Milliwatts);
}
HEDDLE_NVML nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t Device,
                                                unsigned long long *MJ) {
  return measureNothing(Device, MJ);
}
HEDDLE_NVML nvmlDeviceGetFanSpeed(nvmlDevice_t Device, unsigned *Percent) {
  return measureNothing(Device, Percent);
}
