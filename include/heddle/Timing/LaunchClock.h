//===- LaunchClock.h - Times launches that it observes ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The clock of a session: an observer that keeps, for each CTA, what its warps
/// execute, and has the model of a chip replay it. What a race-free kernel
/// executes does not depend on the order of its warps, so that the order in
/// which they are run is not the one in which they are timed, and nothing that
/// a launch computes depends on being timed.
///
/// Where the order is to be the model's, it is also who chooses the warp of
/// each turn, and kernels read its time.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TIMING_LAUNCHCLOCK_H
#define HEDDLE_TIMING_LAUNCHCLOCK_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/WarpPicker.h"
#include "heddle/Timing/IssuePolicy.h"
#include "heddle/Timing/LaunchTime.h"

namespace heddle::sm {
class EventTrace;
}

namespace heddle::timing {

class Timeline;

/// How launches are timed.
struct ClockOptions {
  /// Null: each launch is timed for the board that is its code's own.
  std::shared_ptr<const Board> For;
  IssuePolicy Policy = IssuePolicy::RoundRobin;
  /// Warps run in the order of the model.
  bool IsLive = false;
  /// How many times as many CTAs are timed as the SMs hold at once, of a grid
  /// that is larger; 0: all are.
  unsigned SampledWaves = 0;
};

class LaunchClock final : public sm::Observer, public sm::CtaPicker {
public:
  explicit LaunchClock(ClockOptions How);
  ~LaunchClock() override;

  /// The board that code of compute capability \p Capability is timed for.
  std::shared_ptr<const Board> boardOf(unsigned Capability) const;

  void startLaunch(const sm::LaunchView &L) override;
  void endLaunch() override;
  void startCta(const sm::Cta &C) override;
  void endCta(const sm::Cta &C) override;
  bool needs(uint32_t Index) const override;
  bool needsOfQuiet(uint32_t Index) const override;
  bool isQuiet(const sm::Warp &W) const override;
  unsigned takesIn() const override { return Joins; }
  void issue(const sm::Issue &E) override;
  void join(const sm::Warp &W, const sm::DecodedInst &I, uint32_t Arrived,
            uint32_t Now) override;
  void barrierReleased(const sm::Cta &C, unsigned Barrier) override;

  // For launches in its order, which have pickers of makePicker().
  size_t next(llvm::ArrayRef<const sm::Cta *> InProgress) override;
  std::optional<sm::KernelTime> now() const override;
  std::unique_ptr<sm::WarpPicker> makePicker();

  /// Shows launches from here on in \p To, which outlives them. \p OneWarp: of
  /// the warps of a CTA only that one.
  void showIn(sm::EventTrace &To, std::optional<unsigned> OneWarp);

  /// Returns the time of the launch that has ended last, once; none for one
  /// that did not come to run.
  std::optional<LaunchTime> takeTime();

private:
  struct State;
  class Follower;
  void startModel(const sm::LaunchView &L);
  void chooseSample();
  void giveUp(std::string Why);
  void checkMemory();

  const ClockOptions Wanted;
  std::unique_ptr<State> Now;
  /// Null: nobody looks at one.
  std::unique_ptr<Timeline> Shown;
  /// The end of the launch before, for who reads the time.
  uint64_t Clocks = 0;
  double Nanoseconds = 0;
  /// Whose turn it was where there is no model.
  size_t LastCta = 0;
  std::optional<LaunchTime> Last;
};

} // namespace heddle::timing

#endif // HEDDLE_TIMING_LAUNCHCLOCK_H
