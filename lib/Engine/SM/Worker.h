//===- Worker.h - The SM's share of one host thread -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A worker takes CTAs of the grid and runs them in turns. LaunchState is what
/// the workers of a launch share.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_WORKER_H
#define HEDDLE_LIB_ENGINE_SM_WORKER_H

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

/// The state that the host threads of a launch share.
struct LaunchState {
  using Time = std::chrono::steady_clock::time_point;
  LaunchState(unsigned Threads, uint64_t Instructions,
              std::optional<Time> Deadline)
      : Left(Instructions), Deadline(Deadline), Meeting(Threads),
        Output(Deadline) {}

  std::atomic<uint64_t> NextCta = 0;
  /// The warp-instructions of the limit that no thread has taken yet, and the
  /// number of threads that hold some.
  uint64_t Left;
  unsigned Holders = 0;
  std::mutex BudgetLock;
  /// The lowest CTA that faulted; later ones need not run.
  std::atomic<uint64_t> FirstFault = ~uint64_t(0);
  /// Set when no CTA that is left can make progress, or there is no memory for
  /// it.
  std::atomic<bool> IsOver = false;
  /// Set when the threads are to leave all as it is, for others to go on.
  std::atomic<bool> IsSuspended = false;
  std::atomic<bool> IsOutOfMemory = false;
  const std::optional<Time> Deadline;
  Rendezvous Meeting;
  const Time Begun = std::chrono::steady_clock::now();
  /// The time since when the launch has waited for others to change memory.
  std::optional<Time> StalledSince;
  std::vector<std::unique_ptr<Worker>> Workers;

  PrintedOutput Output;
  std::mutex ResultLock;
  LaunchResult Result;
  /// The fault to report for a launch that did not end, unless a CTA faulted,
  /// and the CTA that it is about.
  std::optional<Fault> Unfinished;
  CtaEnd WhyUnfinished = CtaEnd::Paused;
  uint64_t UnfinishedCta = ~uint64_t(0);
  /// The places of warps in interrupted CTAs, by the number of the CTA.
  std::map<uint64_t, std::string> Interrupted;
};

class Worker {
public:
  /// Makes a worker with at most \p SeatLimit CTAs in progress. \p First are
  /// the runners of the CTAs of the first cluster.
  Worker(const Executable &Exe, GlobalMemory &Mem, const LaunchConfig &LC,
         LaunchState &State, unsigned SeatLimit,
         std::vector<std::unique_ptr<CtaRunner>> First,
         llvm::ArrayRef<Observer *> Look);

  /// Runs until nothing is left to do for this thread, or the launch is
  /// suspended.
  void run();

  /// Returns the number of CTAs that it took and did not start.
  uint64_t notStarted() const { return EndOwn - NextOwn; }

private:
  /// The place of a CTA in progress.
  struct Seat {
    std::unique_ptr<CtaRunner> Runner;
    /// When it was started, among all: CTAs of a cluster follow each other.
    /// Without clusters that is its number in the grid.
    uint64_t Number = 0;
  };

  /// Returns whether there is a cluster to start, and a seat for each of its
  /// CTAs.
  bool canClaim() const;
  /// Starts the CTAs of the next cluster of the grid on new seats. Returns
  /// false if there is none, or no memory for it.
  bool claim();
  /// Makes sure that runners for a whole cluster are idle. Returns false if
  /// there is no memory for them.
  bool makeRunners();
  void release(size_t N);
  enum class Supply : uint8_t {
    Some,
    /// Other threads hold all instructions of the limit, and may return some.
    Later,
    None,
  };
  /// Takes a part of the launch's remaining instructions for this thread.
  Supply takeBudget();
  void returnBudget();
  /// Starts all CTAs that there are seats for, and chooses one of those in
  /// progress.
  void chooseCta();
  /// Runs a CTA for one slice; returns false when the launch is over for this
  /// thread.
  bool advance();
  bool isLate() const;
  /// Returns whether the monitor stops the launch; if so, records the places of
  /// the CTAs.
  bool isInterrupted();
  /// Reads the clock for noteWork(), if the launch may be large enough.
  void startClock();
  /// Reports the work since the last call to the executable's engine switch,
  /// unless it was less than \p Least warp-instructions.
  void noteWork(uint64_t Least);
  void report(const Seat &S, CtaEnd End);
  void reportOldest(CtaEnd End);
  /// Ends the launch if none of the CTAs in progress can ever make progress.
  /// All threads must be stopped.
  void endWhenStalled();
  /// Returns whether none of this worker's CTAs can run on unless somebody else
  /// changes memory, or time passes. Adds to \p Inputs what they look at.
  bool isStalled(uint64_t &Steps, SpinInputs &Inputs);
  /// Returns whether the launch, which works as far as one can tell, may wait
  /// all the same, and is to be suspended.
  bool isInDoubt() const;
  bool seemsIdle(uint64_t &Steps) const;
  /// Returns whether the launch, all of which waits, goes on to wait or is
  /// suspended: time, or somebody else, may still change the \p Inputs.
  bool isPatient(const SpinInputs &Inputs) const;
  /// Calls CtaRunner::partWarps for all CTAs in progress.
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
  const Dim3 Extents;
  const unsigned ClusterSize;
  /// The number of CTAs that a thread takes at a time. Neighbours mostly access
  /// neighbouring memory, which one host core should have for itself. At most
  /// the number of seats, since the CTAs may wait for each other.
  const uint64_t RunLength;
  static constexpr uint64_t MaxRunLength = 16, MinRuns = 32;
  /// The CTAs that were taken and not yet started.
  uint64_t NextOwn = 0, EndOwn = 0;
  std::vector<Seat> Seats;
  /// The CTAs of the seats, for a picker that chooses among them; empty if the
  /// list is stale.
  std::vector<const Cta *> InProgress;
  /// Runners of ended CTAs, for reuse.
  std::vector<std::unique_ptr<CtaRunner>> Idle;
  size_t Current = 0;
  uint64_t Budget = 0;
  /// Whether the thread counts among those that hold instructions.
  bool IsHolder = false;
  /// The number of turns that each seat had, and the number at which to look
  /// whether the CTAs make progress.
  uint64_t Rounds = 0, NextLook = 1;
  bool HasAsked = false, HasLeft = false;
  WarpCounters Totals;
  uint64_t DoneCtas = 0;
  /// The work that was reported to the engine switch.
  EngineWork Noted;
  ObserverList Observers;
  /// All observers; null if there are none.
  ObserverList *Look = nullptr;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_WORKER_H
