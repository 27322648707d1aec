//===- DeviceRuntime.h - What kernels call of the runtime -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_DEVICERUNTIME_H
#define HEDDLE_DRIVERAPI_DEVICERUNTIME_H

#include "Image.h"
#include <map>

namespace heddle::driver {

struct Module;

/// Adds to \p Inputs the functions of the device's runtime that they call: as
/// PTX, which stands for NVIDIA's library of machine code. Kernels that launch
/// others know them by pointers, of which each input gets a table.
void addDeviceRuntime(std::vector<CodeInput> &Inputs);

/// Whether kernels of \p Code may launch kernels.
bool launchesKernels(const Image &Code);

/// The names of the kernels of \p M that others launch, by their pointers.
std::map<uint64_t, std::string> launchedKernels(Module &M);

/// A launch that a kernel asks for, in the variable LaunchRecords.
struct LaunchRecord {
  uint64_t Kernel;
  uint32_t Grid[3], Block[3];
  uint32_t SharedBytes;
  /// Which of the launches it is, from 1 on; 0: it was not launched.
  uint32_t Number;
  uint64_t Stream;
  uint64_t Unused[2];
  char Params[4096];
};
static_assert(sizeof(LaunchRecord) == 4160);

inline constexpr uint64_t MaxLaunchRecords = 4096;
/// The variables of the runtime: records that were taken and launched, and the
/// records themselves.
inline constexpr char LaunchCounts[] = "__heddle_launch_counts";
inline constexpr char LaunchRecords[] = "__heddle_launch_records";

/// The stream whose work comes when the grid is through with all else.
inline constexpr uint64_t TailStream = 3;

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_DEVICERUNTIME_H
