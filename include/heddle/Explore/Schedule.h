//===- Schedule.h - An order of warps, to be run again ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of a launch may depend on the order in which its warps run. A
/// schedule says that order, and of which launch: priorities of all warps, by a
/// seed, and where the one that runs gives way to the others.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXPLORE_SCHEDULE_H
#define HEDDLE_EXPLORE_SCHEDULE_H

#include "heddle/Machine/LaunchConfig.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <string>
#include <vector>

namespace heddle::sm {
class GlobalMemory;
class Program;
} // namespace heddle::sm

namespace heddle::explore {

/// The properties of a launch that must agree for a schedule to mean the same.
struct LaunchIdentity {
  std::string Chip, Kernel;
  std::array<uint32_t, 3> Grid = {1, 1, 1}, Block = {1, 1, 1};
  uint32_t DynamicSharedBytes = 0;
  uint32_t NumSMs = 0;
  /// Hashes of the code, and of parameters and memory at the start of the
  /// launch.
  uint64_t CodeHash = 0, DataHash = 0;
};

/// A launch about to begin.
LaunchIdentity identityOf(const sm::Program &P, const sm::GlobalMemory &Memory,
                          const sm::LaunchConfig &Config);

/// A point at which a warp gives way to another. Point suffices to run it
/// again; the other members tell the reader which warp it is and where, and
/// must agree.
struct Preemption {
  /// How many points were passed before it.
  uint64_t Point = 0;
  /// In its own PTX file; 0: not known.
  uint32_t Line = 0;
  std::array<uint32_t, 3> Block = {0, 0, 0};
  uint32_t Warp = 0;
  /// The name of the PTX file where several are linked.
  std::string File = {};
};

struct Schedule {
  /// The number of the launch among all launches, from 0.
  uint64_t Launch = 0;
  LaunchIdentity Of;
  /// The seed of the priorities.
  uint64_t Seed = 0;
  /// Addresses of the instructions before which warps may give way, ascending.
  std::vector<uint32_t> Points;
  /// Ascending.
  std::vector<Preemption> Preemptions;
};

/// The schedule as JSON.
std::string scheduleText(const Schedule &S);

/// Reads scheduleText(). Errors name \p Path, and what is wrong.
llvm::Expected<Schedule> parseSchedule(llvm::StringRef Path,
                                       llvm::StringRef Text);

} // namespace heddle::explore

#endif // HEDDLE_EXPLORE_SCHEDULE_H
