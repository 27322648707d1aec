//===- NarrowCalls.cpp - Calls with 32-bit device pointers ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The forms of calls that CUDA had before 3.2. Memory of old devices lies below
// 4 GiB; of others no such pointer can be told.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Report.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace heddle::driver {
namespace {

/// Whether addresses and sizes fit where the call puts them.
CUresult checkNarrow() {
  if (Driver::get().TheDevice.isSilicon())
    return CUDA_SUCCESS;
  explain("device pointers of 32 bits are for devices of compute capability "
          "1.0 to 1.3 (HEDDLE_DEVICE chooses one)");
  return CUDA_ERROR_NOT_SUPPORTED;
}

/// Calls \p Wide, which writes to what it is given, and puts that into \p To
/// and \p Other, of which either may be null.
template <typename CallT>
CUresult narrow(unsigned *To, unsigned *Other, CallT Wide) {
  if (CUresult R = checkNarrow(); R != CUDA_SUCCESS)
    return R;
  CUdeviceptr First = 0;
  size_t Second = 0;
  if (CUresult R = Wide(To ? &First : nullptr, Other ? &Second : nullptr);
      R != CUDA_SUCCESS)
    return R;
  if (To)
    *To = unsigned(std::min<uint64_t>(First, UINT32_MAX));
  if (Other)
    *Other = unsigned(std::min<uint64_t>(Second, UINT32_MAX));
  return CUDA_SUCCESS;
}

/// Calls \p Wide, which writes nothing for the program.
template <typename CallT> CUresult narrowed(CallT Wide) {
  if (CUresult R = checkNarrow(); R != CUDA_SUCCESS)
    return R;
  return Wide();
}

} // namespace

namespace calls {

CUresult CtxCreate(CUcontext *Result, unsigned Flags, CUdevice Which) {
  return CtxCreate_v2(Result, Flags, Which);
}

CUresult DeviceTotalMem(unsigned *Bytes, CUdevice Which) {
  return narrow(nullptr, Bytes, [&](CUdeviceptr *, size_t *Total) {
    return DeviceTotalMem_v2(Total, Which);
  });
}

CUresult ModuleGetGlobal(unsigned *Pointer, unsigned *Bytes, CUmodule Handle,
                         const char *Name) {
  return narrow(Pointer, Bytes, [&](CUdeviceptr *Place, size_t *Size) {
    return ModuleGetGlobal_v2(Place, Size, Handle, Name);
  });
}

CUresult MemGetInfo(unsigned *Free, unsigned *Total) {
  if (!Free && !Total)
    return CUDA_ERROR_INVALID_VALUE;
  size_t Left = 0;
  CUresult R = narrow(nullptr, Total, [&](CUdeviceptr *, size_t *All) {
    return MemGetInfo_v2(&Left, All);
  });
  if (R == CUDA_SUCCESS && Free)
    *Free = unsigned(std::min<uint64_t>(Left, UINT32_MAX));
  return R;
}

CUresult MemAlloc(unsigned *Pointer, unsigned Bytes) {
  return narrow(Pointer, nullptr, [&](CUdeviceptr *Place, size_t *) {
    return MemAlloc_v2(Place, Bytes);
  });
}

CUresult MemAllocPitch(unsigned *Pointer, unsigned *Pitch, unsigned Width,
                       unsigned Height, unsigned ElementBytes) {
  return narrow(Pointer, Pitch, [&](CUdeviceptr *Place, size_t *Row) {
    return MemAllocPitch_v2(Place, Row, Width, Height, ElementBytes);
  });
}

CUresult MemFree(unsigned Pointer) {
  if (!Pointer)
    return CUDA_SUCCESS;
  return narrowed([&] { return MemFree_v2(Pointer); });
}

CUresult MemGetAddressRange(unsigned *Base, unsigned *Bytes, unsigned Pointer) {
  return narrow(Base, Bytes, [&](CUdeviceptr *Begin, size_t *Size) {
    return MemGetAddressRange_v2(Begin, Size, Pointer);
  });
}

CUresult MemAllocHost(void **Pointer, unsigned Bytes) {
  return MemAllocHost_v2(Pointer, Bytes);
}

CUresult MemHostGetDevicePointer(unsigned *Pointer, void *Host,
                                 unsigned Flags) {
  return narrow(Pointer, nullptr, [&](CUdeviceptr *Place, size_t *) {
    return MemHostGetDevicePointer_v2(Place, Host, Flags);
  });
}

CUresult MemcpyHtoD(unsigned To, const void *From, unsigned Bytes) {
  return narrowed([&] { return MemcpyHtoD_v2(To, From, Bytes); });
}

CUresult MemcpyDtoH(void *To, unsigned From, unsigned Bytes) {
  return narrowed([&] { return MemcpyDtoH_v2(To, From, Bytes); });
}

CUresult MemcpyDtoD(unsigned To, unsigned From, unsigned Bytes) {
  return narrowed([&] { return MemcpyDtoD_v2(To, From, Bytes); });
}

CUresult MemcpyHtoDAsync(unsigned To, const void *From, unsigned Bytes,
                         CUstream Handle) {
  return narrowed([&] { return MemcpyHtoDAsync_v2(To, From, Bytes, Handle); });
}

CUresult MemcpyDtoHAsync(void *To, unsigned From, unsigned Bytes,
                         CUstream Handle) {
  return narrowed([&] { return MemcpyDtoHAsync_v2(To, From, Bytes, Handle); });
}

CUresult MemcpyDtoDAsync(unsigned To, unsigned From, unsigned Bytes,
                         CUstream Handle) {
  return narrowed([&] { return MemcpyDtoDAsync_v2(To, From, Bytes, Handle); });
}

CUresult MemsetD8(unsigned To, unsigned char Value, unsigned Count) {
  return narrowed([&] { return MemsetD8_v2(To, Value, Count); });
}

CUresult MemsetD16(unsigned To, unsigned short Value, unsigned Count) {
  return narrowed([&] { return MemsetD16_v2(To, Value, Count); });
}

CUresult MemsetD32(unsigned To, unsigned Value, unsigned Count) {
  return narrowed([&] { return MemsetD32_v2(To, Value, Count); });
}

CUresult MemsetD2D8(unsigned To, unsigned Pitch, unsigned char Value,
                    unsigned Width, unsigned Height) {
  return narrowed(
      [&] { return MemsetD2D8_v2(To, Pitch, Value, Width, Height); });
}

CUresult MemsetD2D16(unsigned To, unsigned Pitch, unsigned short Value,
                     unsigned Width, unsigned Height) {
  return narrowed(
      [&] { return MemsetD2D16_v2(To, Pitch, Value, Width, Height); });
}

CUresult MemsetD2D32(unsigned To, unsigned Pitch, unsigned Value,
                     unsigned Width, unsigned Height) {
  return narrowed(
      [&] { return MemsetD2D32_v2(To, Pitch, Value, Width, Height); });
}

CUresult TexRefSetAddress(unsigned *Offset, CUtexref Reference, unsigned To,
                          unsigned Bytes) {
  return narrow(nullptr, Offset, [&](CUdeviceptr *, size_t *Skipped) {
    return TexRefSetAddress_v2(Skipped, Reference, To, Bytes);
  });
}

CUresult TexRefGetAddress(unsigned *Pointer, CUtexref Reference) {
  return narrow(Pointer, nullptr, [&](CUdeviceptr *Place, size_t *) {
    return TexRefGetAddress_v2(Place, Reference);
  });
}

CUresult StreamDestroy(CUstream Handle) { return StreamDestroy_v2(Handle); }

CUresult EventDestroy(CUevent Handle) { return EventDestroy_v2(Handle); }

} // namespace calls
} // namespace heddle::driver
