//===- LaunchWatch.cpp - Progress and interrupts of launches --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchWatch.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

/// The watch that the signal handler tells, and the earlier action of SIGINT.
std::atomic<LaunchWatch *> Watching = nullptr;
struct sigaction Previous;

void onInterrupt(int) {
  // A second SIGINT does not wait: it has the earlier action.
  sigaction(SIGINT, &Previous, nullptr);
  if (LaunchWatch *Watch = Watching)
    Watch->interrupt();
}

} // namespace

LaunchWatch::LaunchWatch(bool MayShow)
    : ShowsProgress(MayShow && sys::Process::StandardErrIsDisplayed()) {
  struct sigaction Current;
  if (sigaction(SIGINT, nullptr, &Current) != 0 ||
      Current.sa_handler == SIG_IGN)
    return;
  // LLVM's handlers, which remove unfinished files, come first: they would
  // else take the place of this one.
  sys::SetInterruptFunction(nullptr);
  Watching = this;
  struct sigaction Ours = {};
  Ours.sa_handler = onInterrupt;
  sigemptyset(&Ours.sa_mask);
  Ours.sa_flags = SA_RESTART;
  TakesSignal = sigaction(SIGINT, &Ours, &Previous) == 0;
}

LaunchWatch::~LaunchWatch() {
  if (TakesSignal && !isInterrupted())
    sigaction(SIGINT, &Previous, nullptr);
  Watching = nullptr;
}

void LaunchWatch::onStart() {
  Start = LastShown = Clock::now();
  IsShown = false;
}

void LaunchWatch::onTurn() {
  if (!ShowsProgress)
    return;
  // If another thread shows progress now, there is nothing newer to show.
  std::unique_lock<std::mutex> Guard(Showing, std::try_to_lock);
  if (!Guard)
    return;
  constexpr auto Patience = std::chrono::seconds(2);
  constexpr auto Period = std::chrono::milliseconds(250);
  Clock::time_point Now = Clock::now();
  if (Now - Start >= Patience && Now - LastShown >= Period)
    show(Now);
}

void LaunchWatch::show(Clock::time_point Now) {
  LastShown = Now;
  IsShown = true;
  double Seconds = std::chrono::duration<double>(Now - Start).count();
  double Rate = double(done()) / Seconds;
  std::string Line =
      fmt::format("\r{} of {} CTAs, {:.0f} s", done(), all(), Seconds);
  if (done() != 0)
    Line += fmt::format(", {:.1f} CTAs/s, {:.0f} s left", Rate,
                        double(all() - done()) / Rate);
  // Erases what is left of a longer line.
  errs() << Line << "\x1b[K";
}

void LaunchWatch::onEnd() {
  if (IsShown)
    errs() << "\r\x1b[K";
}

} // namespace heddle
