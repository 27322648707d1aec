//===- InitCalls.cpp - Initialization, errors and entry points ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Driver.h"
#include "Entry.h"
#include "EntryPoints.h"
#include "GraphMemory.h"
#include "LibraryWork.h"
#include "ProgramSession.h"
#include "Report.h"
#include "Unseen.h"
#include <cstdlib>
#include <cstring>
#include <utility>

using namespace llvm;

namespace heddle::driver {

/// The device that programs see unless HEDDLE_DEVICE names another: all PTX of
/// sm_90 and before runs on it.
static constexpr const char *DefaultDevice = "sm_90";

/// CUDA_VISIBLE_DEVICES leaves none over: its list ends at the first entry that
/// names no device, and there is but one.
static bool isDeviceHidden() {
  const char *Visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (!Visible)
    return false;
  StringRef First = StringRef(Visible).split(',').first.trim();
  return First != "0" && !First.starts_with("GPU-");
}

/// There is no device as the user wants it.
static CUresult refuseEnvironment(const Twine &Why) {
  // Programs of the runtime try again with each call.
  if (!std::exchange(Driver::get().HasReportedEnvironment, true))
    report(("heddle: " + Why + "\n").str());
  return CUDA_ERROR_NO_DEVICE;
}

namespace calls {

CUresult Init(unsigned Flags) {
  Driver &D = Driver::get();
  if (Flags)
    return CUDA_ERROR_INVALID_VALUE;
  if (D.IsForked)
    return refuseForked();
  if (D.IsInitialized)
    return CUDA_SUCCESS;
  if (isDeviceHidden()) {
    explain("CUDA_VISIBLE_DEVICES leaves no device over");
    return CUDA_ERROR_NO_DEVICE;
  }
  const char *Wanted = std::getenv("HEDDLE_DEVICE");
  Expected<Device> Chosen =
      Device::find(Wanted && *Wanted ? Wanted : DefaultDevice);
  if (!Chosen)
    return refuseEnvironment("HEDDLE_DEVICE: " + toString(Chosen.takeError()));
  auto Session = makeProgramSession(*Chosen);
  if (!Session)
    return refuseEnvironment(toString(Session.takeError()));
  D.TheDevice = *Chosen;
  D.Session = std::move(*Session);
  D.Memory = std::make_unique<DeviceMemory>(D.TheDevice.totalBytes(),
                                            D.TheDevice.isSilicon());
  D.Memory->OnRelease = [&D](uint64_t Address, uint64_t Bytes) {
    D.Images.forget(Address, Bytes);
    forgetUnused(Address);
  };
  D.DefaultPool = D.CurrentPool = std::make_shared<MemoryPool>();
  D.DefaultPool->IsDefault = true;
  D.Pools.add(D.DefaultPool);
  auto Primary = std::make_shared<Context>();
  Primary->IsPrimary = true;
  Primary->Id = ++D.NextId;
  D.Primary = D.Contexts.add(std::move(Primary));
  D.IsInitialized = true;
  return CUDA_SUCCESS;
}

CUresult DriverGetVersion(int *Version) {
  if (!Version)
    return CUDA_ERROR_INVALID_VALUE;
  *Version = DriverVersion;
  return CUDA_SUCCESS;
}

CUresult GetErrorName(CUresult Error, const char **Name) {
  if (!Name)
    return CUDA_ERROR_INVALID_VALUE;
  *Name = errorName(Error);
  return *Name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult GetErrorString(CUresult Error, const char **Text) {
  if (!Text)
    return CUDA_ERROR_INVALID_VALUE;
  *Text = errorText(Error);
  return *Text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult GetProcAddress_v2(const char *Symbol, void **Function, int Version,
                           cuuint64_t Flags,
                           CUdriverProcAddressQueryResult *Status) {
  if (!Symbol || !Function || Version > DriverVersion ||
      Flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
    return CUDA_ERROR_INVALID_VALUE;
  *Function = nullptr;
  bool IsKnown = false;
  int Best = -1;
  for (const EntryPoint &E : entryPoints()) {
    if (StringRef(E.Base) != Symbol)
      continue;
    IsKnown = true;
    if (E.Since > Version || E.Since <= Best)
      continue;
    Best = E.Since;
    bool WantsOther = Flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    *Function = WantsOther && E.PerThread ? E.PerThread : E.Address;
  }
  if (Status)
    *Status = *Function ? CU_GET_PROC_ADDRESS_SUCCESS
              : IsKnown ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                        : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return CUDA_SUCCESS;
}

CUresult GetProcAddress(const char *Symbol, void **Function, int Version,
                        cuuint64_t Flags) {
  CUresult Result =
      GetProcAddress_v2(Symbol, Function, Version, Flags, nullptr);
  if (Result == CUDA_SUCCESS && !*Function)
    return CUDA_ERROR_NOT_FOUND;
  return Result;
}

/// The table that NVIDIA's runtime cannot do without. NVRTC asks for others,
/// and goes on without them.
static bool isTableOfRuntime(const CUuuid &Id) {
  constexpr char Bytes[] = "\x6b\xd5\xfb\x6c\x5b\xf4\xe7\x4a\x89\x87\xd9\x39"
                           "\x12\xfd\x9d\xf9";
  static_assert(sizeof(Bytes) == sizeof(Id) + 1);
  return !std::memcmp(&Id, Bytes, sizeof(Id));
}

/// Such tables are how NVIDIA's own libraries talk to NVIDIA's driver.
CUresult GetExportTable(const void **Table, const CUuuid *Id) {
  if (!Table || !Id)
    return CUDA_ERROR_INVALID_VALUE;
  *Table = nullptr;
  if (!std::memcmp(Id, &HeddlePrivateTableId, sizeof(*Id))) {
    *Table = &unseenTable();
    return CUDA_SUCCESS;
  }
  if (!std::memcmp(Id, &HeddleLibraryTableId, sizeof(*Id))) {
    *Table = &libraryTable();
    return CUDA_SUCCESS;
  }
  static bool WasTold = false;
  if (!isTableOfRuntime(*Id))
    return CUDA_ERROR_NOT_FOUND;
  if (!WasTold)
    report("heddle: this program has NVIDIA's own CUDA runtime in it, which "
           "runs on NVIDIA's driver only; run it with 'heddle-run', which "
           "leads it to Heddle's; if it was, a library of its has that "
           "runtime and no symbols, as cuBLAS has (docs/CUDA.md)\n");
  WasTold = true;
  return CUDA_ERROR_NOT_FOUND;
}

// Nobody profiles.
CUresult ProfilerStart() { return CUDA_SUCCESS; }
CUresult ProfilerStop() { return CUDA_SUCCESS; }

} // namespace calls
} // namespace heddle::driver
