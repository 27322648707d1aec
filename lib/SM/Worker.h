//===- Worker.h - The SM's share of one host thread -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A worker takes CTAs of the grid and runs them in turns. What the workers of
/// a launch have in common is in LaunchState.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_WORKER_H
#define HEDDLE_LIB_SM_WORKER_H

#include "CtaRunner.h"
#include "Rendezvous.h"
#include "heddle/Machine/HostServices.h"
#include "heddle/Machine/Observer.h"
#include "heddle/SM/Launch.h"
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>

namespace heddle::sm {

class Worker;

/// What the host threads of a launch have in common.
struct LaunchState {
  using Time = std::chrono::steady_clock::time_point;
  LaunchState(unsigned Threads, uint64_t Instructions,
              std::optional<Time> Deadline)
      : Left(Instructions), Deadline(Deadline), Meeting(Threads),
        Output(Deadline) {}

  std::atomic<uint64_t> NextCta = 0;
  /// Warp-instructions that no thread has taken yet, and how many threads have
  /// some.
  uint64_t Left;
  unsigned Holders = 0;
  std::mutex BudgetLock;
  /// The lowest CTA that faulted; later ones need not run.
  std::atomic<uint64_t> FirstFault = ~uint64_t(0);
  /// Nothing that is left can get on, or there is no memory for it.
  std::atomic<bool> IsOver = false;
  std::atomic<bool> IsOutOfMemory = false;
  const std::optional<Time> Deadline;
  Rendezvous Meeting;
  /// Since when the launch has waited for others to change memory.
  std::optional<Time> StalledSince;
  std::vector<std::unique_ptr<Worker>> Workers;

  PrintedOutput Output;
  std::mutex ResultLock;
  LaunchResult Result;
  /// What to report of a launch that did not end, unless a CTA faulted, and
  /// which CTA that is about.
  std::optional<Fault> Unfinished;
  CtaEnd WhyUnfinished = CtaEnd::Paused;
  uint64_t UnfinishedCta = ~uint64_t(0);
  /// The places of the warps of CTAs that were interrupted, by their numbers.
  std::map<uint64_t, std::string> Interrupted;
};

class Worker {
public:
  /// May have \p SeatLimit CTAs in progress. \p First is for one of them.
  Worker(const Executable &Exe, GlobalMemory &Mem, const LaunchConfig &LC,
         LaunchState &State, unsigned SeatLimit,
         std::unique_ptr<CtaRunner> First, llvm::ArrayRef<Observer *> Look);

  /// Returns when nothing is left to do for this thread.
  void run();

  /// CTAs that it took and did not start.
  uint64_t notStarted() const { return EndOwn - NextOwn; }

private:
  /// A CTA in progress.
  struct Seat {
    std::unique_ptr<CtaRunner> Runner;
    uint64_t Number = 0;
  };

  /// Whether there is a CTA to start, and a seat for it.
  bool canClaim() const;
  /// Puts the next CTA of the grid on \p S. False: there is none, or no memory
  /// for it.
  bool claim(Seat &S);
  void release(size_t N);
  enum class Supply : uint8_t {
    Some,
    /// Other threads have all, and may not need it.
    Later,
    None,
  };
  /// A part of what is left of the launch's instructions, for this thread.
  Supply takeBudget();
  void returnBudget();
  /// Starts all CTAs that there are seats for, and chooses one of those in
  /// progress.
  void chooseCta();
  /// Runs a CTA for a while; false when the launch is over for this thread.
  bool advance();
  bool isLate() const;
  /// Whether the monitor stops the launch; notes where the CTAs are.
  bool isInterrupted();
  /// Tells the executable's engine what was done since the last time, unless
  /// that was little.
  void noteWork(CtaEnd End);
  void report(const Seat &S, CtaEnd End);
  void reportOldest(CtaEnd End);
  /// With all threads stopped: ends the launch when none of the CTAs in
  /// progress can get on, now or later.
  void endWhenStalled();
  /// Whether none of this worker's can, unless somebody else changes memory.
  bool isStalled(uint64_t &Steps) const;
  /// Whether somebody else may still change what all wait for.
  bool isPatient() const;
  /// CtaRunner::partWarps of all CTAs in progress.
  bool partWarps();
  void reportStall();
  void finish();

  const Executable &E;
  const Program &P;
  GlobalMemory &Memory;
  const LaunchConfig &Config;
  LaunchState &Common;
  unsigned MaxSeats;
  const uint64_t NumCtas;
  /// CTAs that a thread takes at a time. Neighbours mostly access neighbouring
  /// memory, which one host core should have for itself. Not more than there
  /// are seats: they may wait for each other.
  const uint64_t RunLength;
  static constexpr uint64_t MaxRunLength = 16, MinRuns = 32;
  /// Those that were taken and not yet started.
  uint64_t NextOwn = 0, EndOwn = 0;
  std::vector<Seat> Seats;
  /// Theirs, for who chooses among them; empty: to be listed anew.
  std::vector<const Cta *> InProgress;
  /// Those to use again.
  std::vector<std::unique_ptr<CtaRunner>> Idle;
  size_t Current = 0;
  uint64_t Budget = 0;
  /// Whether it counts among those who have some.
  bool IsHolder = false;
  /// Times that each seat had a turn, and how many make it time to look whether
  /// that leads anywhere.
  uint64_t Rounds = 0, NextLook = 1;
  bool HasAsked = false, HasLeft = false;
  WarpCounters Totals;
  uint64_t DoneCtas = 0;
  /// What the executable's engine was told.
  EngineWork Noted;
  ObserverList Observers;
  /// All of them, or null.
  ObserverList *Look = nullptr;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_WORKER_H
