//===- Launch.h - Launches of kernels ---------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_LAUNCH_H
#define HEDDLE_DRIVERAPI_LAUNCH_H

#include "Work.h"
#include "heddle/Machine/LaunchConfig.h"
#include <optional>
#include <vector>

namespace heddle::driver {

/// A launch as a program requests it.
struct LaunchArguments {
  CUfunction Function = nullptr;
  sm::Dim3 Grid, Block;
  unsigned SharedBytes = 0;
  /// One of the two, or neither where the kernel has no parameters.
  void **Params = nullptr;
  void **Extra = nullptr;
  /// Whether all blocks must be resident at the same time.
  bool IsCooperative = false;
  /// Blocks of a cluster; nothing: as the function says.
  std::optional<sm::Dim3> Cluster = std::nullopt;
};

/// Whether the launch that breaks the context is to say so itself.
bool isBlocking();

/// Submits the launch \p L to the stream that \p Handle names.
CUresult launch(const LaunchArguments &L, CUstream Handle);

/// Checks \p L against the function and the device and copies its parameters,
/// also to \p Block.
CUresult makeLaunch(const LaunchArguments &L, Work &Result,
                    std::vector<uint8_t> *Block = nullptr);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_LAUNCH_H
