//===- KernelInfo.h - What an object says about a kernel --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The metadata stored beside a kernel's code: what a launcher needs to place
/// and check arguments, what the SM needs to set up a CTA, and what reports
/// need to speak of PTX lines.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_KERNELINFO_H
#define HEDDLE_OBJECT_KERNELINFO_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::abi {
struct Geometry;
} // namespace heddle::abi

namespace heddle::object {

/// One kernel parameter. Offsets count from the first parameter byte, that is
/// from shared address 0x10.
struct KernelParam {
  std::string Name;
  /// PTX type as written, without the dot: "u64", "f32", "b8".
  std::string Type;
  uint32_t Offset = 0;
  /// In bytes; an array's is its whole size.
  uint32_t Size = 0;
  uint32_t Align = 0;
};

/// From Address up to the next entry's, code comes from this place in the PTX.
/// Line and Column count from 1; line 0 is code without a source place.
struct LineEntry {
  uint32_t Address = 0;
  uint32_t Line = 0;
  uint32_t Column = 0;
};

/// A shared variable's place in the CTA's shared memory, for fault reports.
struct SharedSymbol {
  std::string Name;
  uint32_t Address = 0;
  /// 0 for the dynamic array, whose size is known at launch.
  uint32_t Size = 0;
};

struct KernelInfo {
  std::string Name;
  std::vector<KernelParam> Params;
  /// Whether Params are all. Text files of NVIDIA's say nothing of parameters:
  /// whoever launches the kernel lays them out.
  bool KnowsParams = true;
  std::vector<SharedSymbol> SharedSymbols;
  /// Highest register used + 1.
  uint32_t Registers = 0;
  /// Header, parameters and static .shared variables: what a CTA needs before
  /// the launch adds dynamic bytes.
  uint32_t SharedBytes = 0;
  /// The start of dynamic shared memory; >= SharedBytes.
  uint32_t DynamicSharedOffset = 0;
  /// Local bytes per thread: .local variables and spills.
  uint32_t LocalBytes = 0;
  /// Whether functions have their frames on a stack, behind LocalBytes; how
  /// large it is is up to the launch.
  bool HasStack = false;
  /// Bytes of constant memory that the code reads its literals from.
  uint32_t ConstantBytes = 0;
  /// Spill instructions, counted statically.
  uint32_t SpillStores = 0;
  uint32_t SpillLoads = 0;
  /// Most entries the divergence stack can hold in this kernel.
  uint32_t StackDepth = 0;
  /// Barriers used: highest id + 1.
  uint32_t Barriers = 0;
  /// .maxntid and .reqntid; {0,0,0} where absent.
  std::array<uint32_t, 3> MaxNtid = {0, 0, 0};
  std::array<uint32_t, 3> ReqNtid = {0, 0, 0};
  /// .reqnctapercluster, with no extent of 0; {0,0,0} where absent.
  std::array<uint32_t, 3> ReqCluster = {0, 0, 0};
  /// .blocksareclusters: the grid of a launch counts clusters of ReqCluster.
  bool BlocksAreClusters = false;

  bool hasCluster() const { return ReqCluster[0] != 0; }
};

/// Returns the start of the program's own part of a CTA's shared memory: behind
/// launch state and parameters.
uint32_t ownSharedStart(const KernelInfo &Info);

/// The bytes that a CTA takes of the shared memory of \p G, with \p Dynamic
/// bytes from the launch.
uint64_t sharedBytesOn(const KernelInfo &Info, const abi::Geometry &G,
                       uint32_t Dynamic = 0);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_KERNELINFO_H
