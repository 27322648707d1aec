//===- Explorer.h - Launches under many schedules ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXPLORE_EXPLORER_H
#define HEDDLE_EXPLORE_EXPLORER_H

#include "heddle/Explore/Schedule.h"
#include "heddle/SM/Launch.h"

namespace heddle::explore {

/// Runs each launch again and again, each time with the memory that it found at
/// first, until one of its runs ends otherwise.
class Explorer {
public:
  /// Each launch has at most \p Most runs; \p From is the seed of their
  /// schedules. With \p Late asynchronous copies of further runs are late.
  Explorer(uint64_t Most, uint64_t From, bool Late)
      : Runs(Most), Seed(From), IsLate(Late) {}

  /// Shows all runs of the launches to \p Checker, an observer of them; other
  /// observers see the first run only. A launch then has all its runs, also
  /// when one ended otherwise.
  void showAllRuns(sm::Observer &Checker) { Checkers.push_back(&Checker); }

  /// Runs a launch as sm::launch does. The result and the contents of memory
  /// afterwards are the first run's, which is the usual one. The module must
  /// have been compiled for checkers. Fails on kernels with the device heap,
  /// whose blocks cannot be put back.
  llvm::Expected<sm::LaunchResult> run(const sm::Executable &E,
                                       sm::GlobalMemory &Memory,
                                       const sm::LaunchConfig &Config);

  struct Difference {
    /// Which run of the launch, from 1.
    uint64_t Run = 0;
    /// The fault of the run, or places in memory and what they hold, a line
    /// each.
    std::vector<std::string> What;
    /// Words that differ beyond those of What.
    uint64_t More = 0;
    Schedule Order;
    /// The PTX, where it is one file.
    std::string SourceName;
  };
  /// At most one of each launch, in their order.
  const std::vector<Difference> &differences() const { return Found; }
  /// Whether there are more of them since this was last asked.
  bool takeRecent() {
    return std::exchange(Reported, Found.size()) != Found.size();
  }

  uint64_t numLaunches() const { return Launches; }

  /// Runs with another schedule than the usual, in all launches, and how many
  /// of them were stopped because they took too long.
  uint64_t numRuns() const { return Tried; }
  uint64_t numStopped() const { return Stopped; }

private:
  const uint64_t Runs, Seed;
  const bool IsLate;
  uint64_t Launches = 0, Tried = 0, Stopped = 0;
  std::vector<Difference> Found;
  size_t Reported = 0;
  std::vector<sm::Observer *> Checkers;
};

/// Runs one launch with a schedule, and the others as usual.
class Replayer {
public:
  /// \p Late: asynchronous copies of that launch happen as late as PTX allows,
  /// as they do where a schedule is explored.
  Replayer(std::string Where, Schedule What, bool Late)
      : Path(std::move(Where)), S(std::move(What)), IsLate(Late) {}

  /// Runs a launch as sm::launch does. Fails where the schedule is of another
  /// launch.
  llvm::Expected<sm::LaunchResult> run(const sm::Executable &E,
                                       sm::GlobalMemory &Memory,
                                       const sm::LaunchConfig &Config);

  /// Whether there was a launch to run with the schedule.
  bool wasUsed() const { return Launches > S.Launch; }
  const Schedule &schedule() const { return S; }

private:
  const std::string Path;
  const Schedule S;
  const bool IsLate;
  uint64_t Launches = 0;
};

} // namespace heddle::explore

#endif // HEDDLE_EXPLORE_EXPLORER_H
