//===- Worker.cpp - The SM's share of one host thread ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Worker.h"
#include "FloatEnvironment.h"
#include "heddle/Machine/FaultReport.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/LaunchMonitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <cstdlib>
#include <ctime>
#include <thread>
#include <utility>

namespace heddle::sm {

/// Warp-instructions that a host thread takes from the launch's at a time.
static constexpr uint64_t MostTaken = uint64_t(1) << 20;

Worker::Worker(const Executable &Exe, GlobalMemory &Mem, const LaunchConfig &LC,
               LaunchState &State, unsigned SeatLimit,
               std::vector<std::unique_ptr<CtaRunner>> First,
               llvm::ArrayRef<Observer *> LooksOn)
    : E(Exe), P(Exe.P), Memory(Mem), Config(LC), Common(State),
      MaxSeats(SeatLimit), NumCtas(LC.Grid.count()),
      Extents(clusterExtents(Exe.P.Kernel.Info, LC)),
      ClusterSize(unsigned(Extents.count())),
      RunLength(std::clamp<uint64_t>(NumCtas / (LC.HostThreads * MinRuns), 1,
                                     MaxRunLength)),
      Idle(std::move(First)) {
  for (Observer *O : LooksOn)
    Observers.add(*O);
  if (!Observers.empty()) {
    Observers.askNeeds(P.Code.size());
    Look = &Observers;
  }
}

bool Worker::canClaim() const {
  if (Seats.size() + ClusterSize > MaxSeats)
    return false;
  // Lower ones than a faulting CTA still run: one of them may fault, too.
  if (NextOwn != EndOwn)
    return NextOwn <= Common.FirstFault;
  return Common.FirstFault == ~uint64_t(0) && Common.NextCta < NumCtas;
}

/// Whether the host has memory left for what cannot do without, such as the
/// search for stalls. A CTA that leaves none is one too many.
static bool hasRoom() {
  constexpr size_t Bytes = size_t(64) << 20;
  // Volatile, or the compiler leaves the pair of calls out.
  void *volatile Room = std::malloc(Bytes);
  bool Has = Room != nullptr;
  std::free(Room);
  return Has;
}

bool Worker::makeRunners() {
  while (Idle.size() < ClusterSize) {
    std::unique_ptr<CtaRunner> Runner = CtaRunner::create(E, Memory, Config);
    if (!Runner || !hasRoom())
      return false;
    Idle.push_back(std::move(Runner));
  }
  return true;
}

bool Worker::claim() {
  if (!canClaim())
    return false;
  if (NextOwn == EndOwn) {
    const uint64_t Free = (MaxSeats - Seats.size()) / ClusterSize;
    const uint64_t Count =
        std::clamp<uint64_t>(RunLength / ClusterSize, 1, Free) * ClusterSize;
    uint64_t First = Common.NextCta.fetch_add(Count);
    if (First >= NumCtas) {
      // Not to wrap around, however often it is asked for.
      Common.NextCta = NumCtas;
      return false;
    }
    NextOwn = First;
    EndOwn = std::min(First + Count, NumCtas);
  }
  if (!makeRunners()) {
    // CTAs in progress may end and leave their memory to it.
    Common.IsOutOfMemory = true;
    MaxSeats = unsigned(Seats.size());
    return false;
  }
  assert(NextOwn % ClusterSize == 0 && NextOwn + ClusterSize <= EndOwn &&
         EndOwn <= NumCtas && "a CTA that the grid does not have");
  std::shared_ptr<Cluster> Group;
  if (ClusterSize != 1)
    Group = std::make_shared<Cluster>(NextOwn / ClusterSize, ClusterSize,
                                      unsigned(Config.Block.count()));
  for (unsigned Rank = 0; Rank != ClusterSize; ++Rank) {
    Seat &S = Seats.emplace_back();
    S.Runner = std::move(Idle.back());
    Idle.pop_back();
    S.Number = NextOwn++;
    S.Runner->start(ctaInOrder(S.Number, Extents, Config.Grid), Group, Rank);
    if (Look)
      Look->startCta(S.Runner->cta());
  }
  return true;
}

void Worker::release(size_t N) {
  assert(N < Seats.size() && Seats[N].Runner && "no CTA in progress");
  InProgress.clear();
  Seats[N].Runner->leaveCluster();
  Idle.push_back(std::move(Seats[N].Runner));
  Seats.erase(Seats.begin() + ptrdiff_t(N));
  if (Current >= Seats.size())
    Current = 0;
}

void Worker::returnBudget() {
  std::lock_guard<std::mutex> Guard(Common.BudgetLock);
  assert((Common.Holders || !IsHolder) && "more hold a budget than there are");
  Common.Holders -= IsHolder;
  IsHolder = false;
  Common.Left += std::exchange(Budget, 0);
}

Worker::Supply Worker::takeBudget() {
  returnBudget();
  std::lock_guard<std::mutex> Guard(Common.BudgetLock);
  const uint64_t Left = Common.Left;
  assert(!Budget && !IsHolder && "who takes a part has none");
  if (!Left)
    return Common.Holders ? Supply::Later : Supply::None;
  // A part, so that the other threads find some, too.
  Budget = Config.HostThreads <= 1 || Left <= LongTurn
               ? Left
               : std::min(Left / (2 * Config.HostThreads), MostTaken);
  Common.Left -= Budget;
  ++Common.Holders;
  IsHolder = true;
  return Supply::Some;
}

/// The processor time of the calling thread.
static uint64_t threadNanoseconds() {
  timespec Now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

/// Warp-instructions that take longer than to read the clock.
static constexpr uint64_t WorthTheClock = 256;

void Worker::startClock() {
  const uint64_t Warps = llvm::divideCeil(Config.Block.count(), Lanes);
  const bool IsSmall =
      P.Code.size() * Warps * NumCtas < WorthTheClock &&
      llvm::none_of(
          P.Code,
          [](const DecodedInst &I) {
            return I.Flow == FlowKind::Branch || I.Flow == FlowKind::Call;
          });
  // The time before belongs to no launch.
  if (E.Engine.isUndecided() && !IsSmall)
    Noted.Nanoseconds = threadNanoseconds();
}

void Worker::noteWork(uint64_t Least) {
  assert(Totals.WarpInstructions >= Noted.Issued &&
         "more is noted than was issued");
  if (Totals.WarpInstructions - Noted.Issued < Least)
    return;
  EngineWork Now = {Totals.WarpInstructions,
                    Totals.InHostCode,
                    Totals.HostEntries,
                    Totals.WithHostCode,
                    Totals.Missed,
                    DoneCtas,
                    threadNanoseconds(),
                    Totals.WarpInstructions * Lanes - Totals.ThreadInstructions,
                    Totals.OfShort};
  if (!Noted.Nanoseconds) {
    // Nobody knows how long it took so far.
    Noted = Now;
    return;
  }
  E.Engine.note(E, Now - Noted,
                {Seats.size() * Config.HostThreads,
                 NumCtas - std::min<uint64_t>(Common.NextCta, NumCtas)});
  // It may have made code.
  Now.Nanoseconds = threadNanoseconds();
  Noted = Now;
}

void Worker::report(const Seat &S, CtaEnd End) {
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  if (S.Number >= Common.FirstFault)
    return;
  Common.FirstFault = S.Number;
  Common.Result.TheFault = ctaFault(P, S.Runner->cta(), End, Memory, Config);
}

bool Worker::isLate() const {
  return Common.Deadline &&
         std::chrono::steady_clock::now() >= *Common.Deadline;
}

bool Worker::isInterrupted() {
  if (!Config.Monitor)
    return false;
  Config.Monitor->onTurn();
  if (!Config.Monitor->isInterrupted())
    return false;
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  for (const Seat &S : Seats)
    Common.Interrupted[S.Runner->cta().number()] =
        warpPlaces(P, S.Runner->cta());
  return true;
}

void Worker::chooseCta() {
  while (claim()) {
  }
  if (InProgress.size() != Seats.size()) {
    InProgress.clear();
    for (const Seat &S : Seats)
      InProgress.push_back(&S.Runner->cta());
  }
  Current = Config.Ctas->next(InProgress);
  assert(Current < Seats.size() && "no such CTA");
}

bool Worker::advance() {
  if (Common.Meeting.isCalled()) {
    Common.Meeting.meet([this] { endWhenStalled(); });
    HasAsked = false;
    // One that waits is told as soon as it does not.
    NextLook = Common.StalledSince ? Rounds + 1 : 2 * Rounds;
  }
  if (Common.IsOver || Common.IsSuspended || isInterrupted())
    return false;
  if (Seats.empty() && !claim())
    return false;
  if (Config.Ctas)
    chooseCta();
  assert(Current < Seats.size() && "no CTA in progress");
  if (Seats[Current].Number > Common.FirstFault) {
    release(Current);
    return true;
  }
  if (isLate()) {
    reportOldest(CtaEnd::Late);
    return false;
  }
  if (!Budget)
    switch (takeBudget()) {
    case Supply::Some:
      break;
    case Supply::Later:
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      return true;
    case Supply::None:
      reportOldest(CtaEnd::Paused);
      return false;
    }
  // Often enough, and seldom enough for several threads.
  auto NoteMuch = [this] {
    constexpr uint64_t Much = uint64_t(1) << 14;
    if (E.Engine.isUndecided())
      noteWork(Much);
  };
  CtaEnd End = Seats[Current].Runner->run(Budget, Totals, Look, NoteMuch);
  DoneCtas += End == CtaEnd::Done;
  NoteMuch();
  switch (End) {
  case CtaEnd::Done:
    if (Config.Monitor)
      Config.Monitor->finishCTA();
    release(Current);
    return true;
  case CtaEnd::Fault:
  case CtaEnd::Barrier:
    report(Seats[Current], End);
    release(Current);
    return true;
  case CtaEnd::Stuck:
  case CtaEnd::Paused:
  case CtaEnd::Late:
    break;
  }
  if (const size_t Further = Seats.size(); claim()) {
    Current = Further;
    return true;
  }
  Current = (Current + 1) % Seats.size();
  // Asked ever less often, because it costs time.
  if (Current == 0 && ++Rounds >= NextLook && !HasAsked) {
    HasAsked = true;
    Common.Meeting.ask();
  }
  return true;
}

/// The oldest CTA has waited longest for whatever does not happen.
void Worker::reportOldest(CtaEnd End) {
  assert(!Seats.empty() && "no CTA in progress");
  const Seat &Oldest = *std::min_element(
      Seats.begin(), Seats.end(),
      [](const Seat &A, const Seat &B) { return A.Number < B.Number; });
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  if (Oldest.Number >= Common.UnfinishedCta)
    return;
  Common.UnfinishedCta = Oldest.Number;
  Common.WhyUnfinished = End;
  Common.Unfinished = ctaFault(P, Oldest.Runner->cta(), End, Memory, Config);
}

bool Worker::isStalled(uint64_t &Steps, SpinInputs &Inputs) {
  if (HasLeft)
    return true;
  return !canClaim() && llvm::all_of(Seats, [&](const Seat &S) {
    if (S.Number > Common.FirstFault)
      return true;
    const bool Spins = S.Runner->spins(Steps, Totals.WarpInstructions);
    Inputs |= S.Runner->inputs();
    return Spins;
  });
}

void Worker::endWhenStalled() {
  // The search may take a part of the time that the launch has taken; it has
  // more the next time.
  constexpr uint64_t MinSteps = uint64_t(1) << 16, Share = 8;
  uint64_t Steps = 0;
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    Steps += W->Totals.WarpInstructions;
  Steps = std::max(Steps / Share, MinSteps);
  SpinInputs Inputs;
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    if (!W->isStalled(Steps, Inputs)) {
      Common.StalledSince.reset();
      if (Config.Monitor)
        Config.Monitor->onWork();
      Common.IsSuspended = isInDoubt();
      return;
    }
  bool Parts = false;
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    Parts |= W->partWarps();
  if (Parts || isPatient(Inputs))
    return;
  Common.IsOver = true;
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    W->reportStall();
}

bool Worker::seemsIdle(uint64_t &Steps) const {
  constexpr uint64_t Each = 512;
  return HasLeft || (!canClaim() && llvm::all_of(Seats, [&](const Seat &S) {
           return S.Number > Common.FirstFault ||
                  S.Runner->seemsIdle(Steps, Each, Totals.WarpInstructions);
         }));
}

bool Worker::isInDoubt() const {
  constexpr std::chrono::seconds Long(2);
  constexpr uint64_t MostSteps = uint64_t(1) << 18;
  if (!Config.Monitor || !Memory.isShared() ||
      std::chrono::steady_clock::now() - Common.Begun < Long)
    return false;
  uint64_t Steps = MostSteps;
  return llvm::all_of(Common.Workers,
                      [&](const auto &W) { return W->seemsIdle(Steps); }) &&
         Config.Monitor->onDoubt();
}

bool Worker::isPatient(const SpinInputs &Inputs) const {
  const bool IsOthers = Memory.isShared() && Inputs.Global;
  if ((!IsOthers && !Inputs.Clock) ||
      llvm::all_of(Common.Workers, [](const auto &W) { return W->HasLeft; }))
    return false;
  auto Now = std::chrono::steady_clock::now();
  if (!Common.StalledSince)
    Common.StalledSince = Now;
  const double Seconds =
      std::chrono::duration<double>(Now - *Common.StalledSince).count();
  // A warp that looks at the clock may soon have waited enough.
  constexpr double OfClock = 3;
  const double Limit = Config.StallSeconds * (Inputs.Clock ? OfClock : 1);
  if (!IsOthers || !Config.Monitor)
    return Seconds < Limit;
  const LaunchMonitor::Wait What = Config.Monitor->onWait(Seconds, Limit);
  Common.IsSuspended = What == LaunchMonitor::Wait::Suspend;
  return What != LaunchMonitor::Wait::End;
}

bool Worker::partWarps() {
  bool Any = false;
  // Looking was worth it, and may be soon again.
  Rounds = 0;
  for (const Seat &S : Seats)
    if (S.Number <= Common.FirstFault)
      Any |= S.Runner->partWarps();
  return Any;
}

/// Reports the CTA whose fault says most: preferably one that waits at a
/// barrier, then one with lanes that wait for others, else the oldest.
void Worker::reportStall() {
  auto Rank = [](FaultKind Kind) {
    return Kind == FaultKind::Barrier ? 0 : Kind == FaultKind::Deadlock ? 1 : 2;
  };
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  for (const Seat &S : Seats) {
    if (HasLeft || S.Number > Common.FirstFault)
      continue;
    Fault F = ctaFault(P, S.Runner->cta(), CtaEnd::Stuck, Memory, Config,
                       S.Runner->awaited());
    if (Common.Unfinished &&
        std::pair(Rank(Common.Unfinished->Kind), Common.UnfinishedCta) <
            std::pair(Rank(F.Kind), S.Number))
      continue;
    Common.UnfinishedCta = S.Number;
    Common.WhyUnfinished = CtaEnd::Stuck;
    Common.Unfinished = std::move(F);
  }
}

void Worker::finish() {
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  assert(HasLeft && !Budget && !IsHolder && "a part of the budget is lost");
  LaunchStats &S = Common.Result.Stats;
  S.WarpInstructions += Totals.WarpInstructions;
  S.ThreadInstructions += Totals.ThreadInstructions;
}

void Worker::run() {
  if (HasLeft)
    return;
  FloatEnvironment Guest;
  startClock();
  while (advance()) {
  }
  if (Common.IsSuspended)
    return;
  // Many small launches are as much work as a large one.
  if (E.Engine.isUndecided() && Noted.Nanoseconds)
    noteWork(WorthTheClock);
  returnBudget();
  HasLeft = true;
  Common.Meeting.leave(HasAsked, [this] { endWhenStalled(); });
  finish();
}

} // namespace heddle::sm
