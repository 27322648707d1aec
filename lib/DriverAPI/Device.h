//===- Device.h - The device that programs see ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A device with the properties of one of NVIDIA's boards: of compute
/// capability 1.0 to 1.3 with that board's SMs, of others with SMs of tx1, as
/// its name says. HEDDLE_DEVICE=sm_NN chooses the board.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_DEVICE_H
#define HEDDLE_DRIVERAPI_DEVICE_H

#include "heddle-cuda/driver_types.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <algorithm>
#include <optional>
#include <string>

namespace heddle::driver {

/// The shared memory of a block that did not opt in to more.
inline constexpr unsigned DefaultSharedBytes = 49152;

class Device {
public:
  /// Returns the device called \p Name, "sm_75"; the error lists all names.
  static llvm::Expected<Device> find(llvm::StringRef Name);

  /// "Tesla T4 (Heddle)"
  std::string name() const;
  /// A UUID that belongs to no board of NVIDIA's.
  CUuuid uuid() const;
  uint64_t totalBytes() const;
  /// Returns 75 for "sm_75".
  unsigned capability() const { return Major * 10 + Minor; }
  unsigned numSMs() const { return SMs; }
  /// Returns the chip that code for the device is made for.
  const abi::Chip &chip() const { return *TheChip; }
  /// Returns whether kernels are the chip's own, which have pointers of 32
  /// bits.
  bool isSilicon() const { return TheChip->Silicon; }
  /// Returns the geometry of the board, with the registers of tx1 where that is
  /// the chip: its kernels need other numbers of registers than NVIDIA's.
  const abi::Geometry &geometry() const { return Geometry; }
  /// Returns the shared memory of a block that did not opt in to more.
  unsigned defaultSharedBytes() const {
    return std::min(DefaultSharedBytes, Geometry.MaxSharedPerCTA);
  }
  /// Returns none if there is no such attribute.
  std::optional<int> attribute(int Id) const;

private:
  friend struct DeviceRow;
  unsigned Major = 0, Minor = 0, SMs = 0, ClockKHz = 0, MemoryKHz = 0,
           BusBits = 0, L2Bytes = 0, CopyEngines = 0, ECC = 0,
           FloatToDouble = 0, HasConcurrency = 0;
  uint64_t Bytes = 0;
  const char *BoardName = "";
  const abi::Chip *TheChip = nullptr;
  abi::Geometry Geometry = {};
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_DEVICE_H
