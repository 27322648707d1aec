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
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TIMING_LAUNCHCLOCK_H
#define HEDDLE_TIMING_LAUNCHCLOCK_H

#include "heddle/Machine/Observer.h"
#include "heddle/Timing/LaunchTime.h"

namespace heddle::timing {

class LaunchClock final : public sm::Observer {
public:
  /// Null: each launch is timed for the board that is its code's own.
  explicit LaunchClock(std::shared_ptr<const Board> For);
  ~LaunchClock() override;

  void startLaunch(const sm::LaunchView &L) override;
  void endLaunch() override;
  void startCta(const sm::Cta &C) override;
  void endCta(const sm::Cta &C) override;
  bool needs(uint32_t Index) const override;
  unsigned takesIn() const override { return Joins; }
  void issue(const sm::Issue &E) override;
  void join(const sm::Warp &W, const sm::DecodedInst &I, uint32_t Arrived,
            uint32_t Now) override;
  void barrierReleased(const sm::Cta &C, unsigned Barrier) override;

  /// Of the launch that has ended last, once; nothing of one that did not come
  /// to run.
  std::optional<LaunchTime> takeTime();

private:
  struct State;
  void giveUp(std::string Why);
  void checkMemory();

  const std::shared_ptr<const Board> Wanted;
  std::unique_ptr<State> Now;
  std::optional<LaunchTime> Last;
};

} // namespace heddle::timing

#endif // HEDDLE_TIMING_LAUNCHCLOCK_H
