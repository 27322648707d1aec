//===- LaunchMonitor.h - A launch seen from outside -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_LAUNCHMONITOR_H
#define HEDDLE_MACHINE_LAUNCHMONITOR_H

#include <atomic>
#include <cstdint>

namespace heddle::sm {

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

private:
  virtual void onStart() {}
  virtual void onEnd() {}

  std::atomic<bool> Interrupted = false;
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::atomic<uint64_t> Done = 0, All = 0;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_LAUNCHMONITOR_H
