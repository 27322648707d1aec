//===- LaunchMonitor.h - A launch seen from outside -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_LAUNCHMONITOR_H
#define HEDDLE_MACHINE_LAUNCHMONITOR_H

#include "heddle/Machine/LaunchResult.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace heddle::sm {

class LaunchMonitor;

/// A launch that stopped where it waits for memory which others may change. It
/// has its own copies of what it was asked for, but for images; the program and
/// memory must outlive it.
class SuspendedLaunch {
public:
  virtual ~SuspendedLaunch() = default;

  /// Runs the launch to its end, on the calling thread and as many more as it
  /// had. Once; \p Watch replaces its monitor.
  llvm::Expected<LaunchResult> resume(LaunchMonitor &Watch);

  /// Callers of the launch do this when it is over, in the order in which it
  /// returns to them.
  std::vector<std::function<void(LaunchResult &)>> AtEnd;

private:
  virtual llvm::Expected<LaunchResult> run(LaunchMonitor &Watch) = 0;
};

/// Follows the progress of a launch, and may stop it. One monitor may serve
/// several launches, one after another.
class LaunchMonitor {
public:
  virtual ~LaunchMonitor() = default;

  /// Ends this launch and those that follow. May be called by a signal handler.
  void interrupt() { Interrupted = true; }
  bool isInterrupted() const { return Interrupted; }

  /// CTAs that are done, and all of the launch.
  uint64_t done() const { return Done; }
  uint64_t all() const { return All; }

  /// The calls below are the scheduler's.
  void start(uint64_t NumCTAs) {
    Done = 0;
    All = NumCTAs;
    onStart();
  }
  void finishCTA() { ++Done; }
  /// Comes from all host threads, whenever one turns to another CTA.
  virtual void onTurn() {}
  void end() { onEnd(); }

  /// The answer to a launch that waits.
  enum class Wait : uint8_t { GoOn, Suspend, End };
  /// The launch has been seen to wait, for \p Seconds so far, for memory that
  /// others may change; without a monitor the wait is a fault after \p Limit.
  /// No thread of the launch runs during the call.
  virtual Wait onWait(double Seconds, double Limit) {
    return Seconds < Limit ? Wait::GoOn : Wait::End;
  }
  /// The launch does not wait, as far as one can see.
  virtual void onWork() {}
  /// The launch has run for some seconds, and its warps have been seen to
  /// change nothing for a while: they compute for long, or count while they
  /// wait. Whether it is to be suspended.
  virtual bool onDoubt() { return false; }
  /// Takes the launch, which onWait() wanted suspended.
  void keep(std::unique_ptr<SuspendedLaunch> Launch) {
    Suspended = std::move(Launch);
  }
  /// The launch that was suspended in place of a result; else null.
  SuspendedLaunch *suspended() const { return Suspended.get(); }
  std::unique_ptr<SuspendedLaunch> takeSuspended() {
    return std::move(Suspended);
  }

private:
  virtual void onStart() {}
  virtual void onEnd() {}

  std::atomic<bool> Interrupted = false;
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::atomic<uint64_t> Done = 0, All = 0;
  std::unique_ptr<SuspendedLaunch> Suspended;
};

inline llvm::Expected<LaunchResult>
SuspendedLaunch::resume(LaunchMonitor &Watch) {
  llvm::Expected<LaunchResult> Result = run(Watch);
  if (Result)
    for (const auto &Fn : AtEnd)
      Fn(*Result);
  return Result;
}

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_LAUNCHMONITOR_H
