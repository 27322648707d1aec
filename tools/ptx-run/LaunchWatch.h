//===- LaunchWatch.h - Progress and interrupts of launches ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_LAUNCHWATCH_H
#define HEDDLE_TOOLS_PTX_RUN_LAUNCHWATCH_H

#include "heddle/Machine/LaunchMonitor.h"
#include <chrono>
#include <csignal>
#include <mutex>

namespace heddle {

/// While it lives, SIGINT stops the launches that have it for a monitor, and a
/// line on a terminal says how far a launch is that takes more than two
/// seconds. Only one may live at a time.
class LaunchWatch final : public sm::LaunchMonitor {
public:
  /// \p MayShow: nobody else writes to standard error during a launch.
  explicit LaunchWatch(bool MayShow);
  ~LaunchWatch() override;
  LaunchWatch(const LaunchWatch &) = delete;
  LaunchWatch &operator=(const LaunchWatch &) = delete;

  void onTurn() override;

private:
  using Clock = std::chrono::steady_clock;

  void onStart() override;
  void onEnd() override;
  void show(Clock::time_point Now);

  const bool ShowsProgress;
  bool TakesSignal = false;
  std::mutex Showing;
  Clock::time_point Start, LastShown;
  bool IsShown = false;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_LAUNCHWATCH_H
