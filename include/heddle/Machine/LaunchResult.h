//===- LaunchResult.h - What became of a launch -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_LAUNCHRESULT_H
#define HEDDLE_MACHINE_LAUNCHRESULT_H

#include "heddle/Machine/Counters.h"
#include "heddle/Machine/Fault.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sm {

/// The counts of one microinstruction, over all warps of a launch.
struct InstructionCounts {
  /// In the kernel's code.
  uint32_t Address = 0;
  /// PTX line; 0: none.
  uint32_t Line = 0;
  /// The file of the line, where several modules were linked; else empty.
  std::string File;
  /// "saxpy.cu:12": the source of the line; empty where .loc does not say.
  std::string Source;
  std::string Text;
  Counters Counted;
};

/// How the CTAs of a launch share the SMs, by the geometry's limits.
struct Residency {
  unsigned NumSMs = 0;
  /// CTAs and warps that one SM holds at the same time.
  unsigned CTAsPerSM = 0, WarpsPerSM = 0;
  /// Warps that an SM has room for.
  unsigned MaxWarps = 0;
  /// "registers", "warps, CTA slots": what keeps another CTA away.
  std::string Limiters;
  uint64_t CTAs = 0;
  /// Times that all SMs are filled, the last time perhaps in part.
  uint64_t Waves = 0;
};

struct LaunchStats {
  uint64_t WarpInstructions = 0;
  uint64_t ThreadInstructions = 0;
  /// Empty when the launch was refused.
  std::optional<Residency> Resident;
  /// Sums of the instructions', and what belongs to no instruction.
  std::optional<Counters> Counted;
  /// With Counted: all instructions of the kernel, in order of their addresses.
  std::vector<InstructionCounts> ByInstruction;
};

struct LaunchResult {
  std::optional<Fault> TheFault;
  /// The monitor stopped the launch: a line for each CTA in progress, and one
  /// for each of its warps, which says where that is.
  std::optional<std::string> Interrupted;
  /// The output of the threads of a fault's CTA and of earlier ones.
  std::string Output;
  LaunchStats Stats;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_LAUNCHRESULT_H
