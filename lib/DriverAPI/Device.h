//===- Device.h - The device that programs see ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A board of NVIDIA's in its figures, with the SM of tx1 behind them: its name
/// says so. HEDDLE_DEVICE=sm_NN chooses.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_DEVICE_H
#define HEDDLE_DRIVERAPI_DEVICE_H

#include "heddle-cuda/driver_types.h"
#include "heddle/ABI/Geometry.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace heddle::driver {

/// Shared memory of a block that did not opt in to more.
inline constexpr unsigned DefaultSharedBytes = 49152;

class Device {
public:
  /// The one called \p Name, "sm_75"; an error names all there are.
  static llvm::Expected<Device> find(llvm::StringRef Name);

  /// "Tesla T4 (Heddle)"
  std::string name() const;
  /// Of a kind of their own, so that no board's is taken for it.
  CUuuid uuid() const;
  uint64_t totalBytes() const;
  /// As in "sm_75", 75.
  unsigned capability() const { return Major * 10 + Minor; }
  unsigned numSMs() const { return SMs; }
  /// The board's, but for the registers: there are as many as tx1 has, whose
  /// kernels need other numbers of them.
  const abi::Geometry &geometry() const { return Geometry; }
  /// None: there is no such attribute.
  std::optional<int> attribute(int Id) const;

private:
  friend struct DeviceRow;
  unsigned Major = 0, Minor = 0, SMs = 0, ClockKHz = 0, MemoryKHz = 0,
           BusBits = 0, L2Bytes = 0, CopyEngines = 0, ECC = 0,
           FloatToDouble = 0, HasConcurrency = 0;
  uint64_t Bytes = 0;
  const char *BoardName = "";
  abi::Geometry Geometry = {};
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_DEVICE_H
