//===- Device.cpp - The device that programs see --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/LaunchState.h"
#include "heddle/ABI/Limits.h"
#include <algorithm>
#include <cstring>
#include <unistd.h>

using namespace llvm;

namespace heddle::driver {

/// The bytes of memory that the host has.
static uint64_t hostMemory() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
}

struct DeviceRow {
  const char *Geometry;
  const char *Name;
  unsigned SMs, ClockKHz, MemoryKHz, BusBits, L2Bytes, CopyEngines, ECC,
      FloatToDouble, HasConcurrency;
  double GiB;

  Device make() const {
    Device D;
    unsigned Number = 0;
    StringRef(Geometry).drop_front(3).getAsInteger(10, Number);
    D.Major = Number / 10;
    D.Minor = Number % 10;
    D.BoardName = Name;
    D.SMs = SMs;
    D.ClockKHz = ClockKHz;
    D.MemoryKHz = MemoryKHz;
    D.BusBits = BusBits;
    D.L2Bytes = L2Bytes;
    D.CopyEngines = CopyEngines;
    D.ECC = ECC;
    D.FloatToDouble = FloatToDouble;
    D.HasConcurrency = HasConcurrency;
    // A device has no more memory than the host can allocate.
    D.Bytes = std::min(uint64_t(GiB * double(1 << 30)), hostMemory());
    D.TheChip = abi::findChip(Geometry);
    const abi::Geometry &Simulated = abi::defaultGeometry(*D.TheChip);
    if (D.isSilicon()) {
      D.Geometry = Simulated;
      return D;
    }
    D.Geometry = *abi::findGeometry(Geometry);
    D.Geometry.RegistersPerSM = Simulated.RegistersPerSM;
    D.Geometry.MaxRegistersPerThread = Simulated.MaxRegistersPerThread;
    return D;
  }
};

static constexpr DeviceRow Rows[] = {
#define HEDDLE_DEVICE(...) {__VA_ARGS__},
#include "heddle-cuda/devices.def"
};

Expected<Device> Device::find(StringRef Name) {
  std::string Known;
  for (const DeviceRow &R : Rows) {
    if (Name == R.Geometry)
      return R.make();
    Known += (Known.empty() ? "" : ", ") + std::string(R.Geometry);
  }
  return createStringError("unknown device '" + Name + "'; known: " + Known);
}

std::string Device::name() const {
  return std::string(BoardName) + " (Heddle)";
}

CUuuid Device::uuid() const {
  CUuuid Id = {};
  std::memcpy(Id.bytes, "Heddle sm_", 10);
  Id.bytes[14] = char(Major);
  Id.bytes[15] = char(Minor);
  return Id;
}

uint64_t Device::totalBytes() const { return Bytes; }

std::optional<int> Device::attribute(int Id) const {
  const Device &D = *this;
  const abi::Geometry &G = Geometry;
  if (isSilicon())
    switch (Id) {
#define HEDDLE_TESLA_ATTRIBUTE(ID, NAME, VALUE)                                \
  case ID:                                                                     \
    return int(VALUE);
#include "TeslaAttributes.def"
    default:
      break;
    }
  switch (Id) {
#define HEDDLE_DEVICE_ATTRIBUTE(ID, NAME, VALUE)                               \
  case ID:                                                                     \
    return int(VALUE);
#include "heddle-cuda/device_attributes.def"
  default:
    break;
  }
  if (Id <= 0 || Id >= int(CU_DEVICE_ATTRIBUTE_MAX))
    return std::nullopt;
  return 0;
}

} // namespace heddle::driver
