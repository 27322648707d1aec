//===- LaunchConfig.h - What a launch is asked for --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_LAUNCHCONFIG_H
#define HEDDLE_MACHINE_LAUNCHCONFIG_H

#include "heddle/Machine/WarpPicker.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace heddle::abi {
struct Geometry;
}

namespace heddle::sm {

class HostPages;
struct ImageTable;
class LaunchMonitor;
class PrintedOutput;
class Observer;

struct Dim3 {
  uint32_t X = 1, Y = 1, Z = 1;

  /// How many there are: all of X by Y by Z.
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

/// How a launch runs; what a race-free kernel computes does not depend on it.
struct LaunchOptions {
  Schedule Order = Schedule::RoundRobin;
  /// The seed of the random schedule.
  uint64_t Seed = 0;
  /// Makes the object that chooses warps, for each CTA in progress and from any
  /// host thread. Empty: as Order says.
  std::function<std::unique_ptr<WarpPicker>()> MakePicker;
  /// Chooses among the CTAs in progress. Null: they take turns, for times that
  /// Seed says.
  CtaPicker *Ctas = nullptr;
  /// Host threads that run CTAs at the same time.
  unsigned HostThreads = 1;
  /// SMs of the chip: with the geometry, how many CTAs may wait for each other.
  unsigned NumSMs = 16;
  /// Seconds before a launch is stopped with a fault.
  std::optional<double> TimeLimit;
  /// Addresses in shared, local and constant memory are cut to 16 bits, as the
  /// chip does, and stores may change the parameters. Otherwise an address that
  /// would be cut is out of bounds, and so are such stores.
  bool WrapAddresses = false;
  /// The sm_ number of the chip whose sums tensor instructions have; 0: the one
  /// that the module is for.
  unsigned TensorChip = 0;
  /// Bytes of each thread's stack, for functions that call themselves.
  uint32_t StackBytes = 16384;
  /// The option that sets StackBytes, for faults.
  llvm::StringRef StackLimitName = "--stack-size";
  /// Bytes that kernels can allocate; fixed by the first launch that allocates.
  uint64_t HeapBytes = uint64_t(8) << 20;
  /// Seconds that a launch may wait for a change of memory that others may
  /// change while it runs. Beyond them the wait is a fault.
  double StallSeconds = 10;
  /// Watches the launch and may stop it. Null: nobody.
  LaunchMonitor *Monitor = nullptr;
  /// The observers of the launch, which takes a multiple of the time with them.
  /// With one that cannot be split it runs on one host thread.
  std::vector<Observer *> Observers;
};

struct LaunchConfig : LaunchOptions {
  Dim3 Grid;
  Dim3 Block;
  /// CTAs of a cluster. Nothing: as the kernel says, or one.
  std::optional<Dim3> Cluster;
  uint32_t DynamicSharedBytes = 0;
  /// The parameter block, laid out as KernelInfo::Params says.
  llvm::ArrayRef<uint8_t> Params;
  /// Names of buffers passed, by address, are GlobalMemory's.
  const abi::Geometry *Geometry = nullptr;
  /// c0[] to c15[]; banks beyond the list are empty.
  llvm::ArrayRef<llvm::ArrayRef<uint8_t>> ConstantBanks;
  /// The pages that the host has mapped: registered buffers exist as far as
  /// they do, and so does memory in no buffer, where it may be accessed. Null:
  /// nobody asks.
  HostPages *Pages = nullptr;
  /// Textures, samplers and surfaces. Null: none is bound.
  const ImageTable *Images = nullptr;
  /// Takes what kernels print. Null: nobody does.
  PrintedOutput *Output = nullptr;
  /// Warp-instructions before the launch is stopped with a fault.
  uint64_t MaxInstructions = uint64_t(1) << 36;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_LAUNCHCONFIG_H
