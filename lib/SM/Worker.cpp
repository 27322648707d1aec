//===- Worker.cpp - The SM's share of one host thread ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Worker.h"
#include "FaultReport.h"
#include "FloatEnvironment.h"
#include "heddle/SM/LaunchMonitor.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::sm {

/// Warp-instructions after which a CTA shares its host thread with another. A
/// prime, as Block::Slice is.
static constexpr uint64_t Quantum = 1048573;

Worker::Worker(const Program &Prog, GlobalMemory &Mem, const LaunchConfig &LC,
               LaunchState &State, unsigned SeatLimit,
               std::unique_ptr<Block> First)
    : P(Prog), Memory(Mem), Config(LC), Common(State), MaxSeats(SeatLimit),
      NumBlocks(LC.Grid.count()),
      RunLength(std::clamp<uint64_t>(NumBlocks / (LC.HostThreads * MinRuns), 1,
                                     MaxRunLength)),
      Counting(P) {
  Idle.push_back(std::move(First));
  if (Config.Count)
    Watchers.add(Counting);
  if (Config.Trace.OS)
    Watchers.add(Trace.emplace(P, Config.Trace));
  if (Config.Trace.Events)
    Watchers.add(Events.emplace(P, Config.Trace));
  if (!Config.Trace.Breaks.empty())
    Watchers.add(Break.emplace(P, Config.Trace));
  if (!Config.Trace.Watches.empty())
    Watchers.add(Watch.emplace(P, Memory, Config.Trace));
  if (!Watchers.empty())
    Look = &Watchers;
}

bool Worker::canClaim() const {
  if (Seats.size() >= MaxSeats)
    return false;
  // Lower ones than a faulting CTA still run: one of them may fault, too.
  if (NextOwn != EndOwn)
    return NextOwn <= Common.FirstFault;
  return Common.FirstFault == ~uint64_t(0) && Common.NextBlock < NumBlocks;
}

bool Worker::claim(Seat &S) {
  if (!canClaim())
    return false;
  if (NextOwn == EndOwn) {
    uint64_t Count = std::min<uint64_t>(RunLength, MaxSeats - Seats.size());
    uint64_t First = Common.NextBlock.fetch_add(Count);
    if (First >= NumBlocks) {
      // Not to wrap around, however often it is asked for.
      Common.NextBlock = NumBlocks;
      return false;
    }
    NextOwn = First;
    EndOwn = std::min(First + Count, NumBlocks);
  }
  if (Idle.empty()) {
    S.B = Block::create(P, Memory, Config);
    if (!S.B) {
      // Those in progress may end, and leave theirs.
      Common.IsOutOfMemory = true;
      MaxSeats = unsigned(Seats.size());
      return false;
    }
  } else {
    S.B = std::move(Idle.back());
    Idle.pop_back();
  }
  S.Number = NextOwn++;
  uint64_t Row = S.Number / Config.Grid.X;
  S.B->start(uint32_t(S.Number % Config.Grid.X), uint32_t(Row % Config.Grid.Y),
             uint32_t(Row / Config.Grid.Y));
  if (Look)
    Look->startBlock(*S.B);
  return true;
}

void Worker::release(size_t N) {
  Idle.push_back(std::move(Seats[N].B));
  Seats.erase(Seats.begin() + ptrdiff_t(N));
  if (Current >= Seats.size())
    Current = 0;
}

/// A part of what is left, so that the other threads find some, too.
uint64_t Worker::takeBudget() {
  uint64_t Left = Common.Budget, Share;
  do {
    Share = Config.HostThreads <= 1 || Left <= Block::Slice
                ? Left
                : std::min(Left / (2 * Config.HostThreads), Quantum);
  } while (Share && !Common.Budget.compare_exchange_weak(Left, Left - Share));
  return Share;
}

void Worker::report(const Seat &S, BlockEnd End) {
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  if (S.Number >= Common.FirstFault)
    return;
  Common.FirstFault = S.Number;
  Common.Result.TheFault = blockFault(P, *S.B, End, Memory, Config);
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
    Common.Interrupted[S.Number] = warpPlaces(P, *S.B);
  return true;
}

bool Worker::advance() {
  if (Common.Meeting.isCalled()) {
    Common.Meeting.meet([this] { endWhenStalled(); });
    HasAsked = false;
    NextLook = 2 * Rounds;
  }
  if (Common.IsOver || isInterrupted())
    return false;
  if (Seats.empty()) {
    Seat S;
    if (!claim(S))
      return false;
    Seats.push_back(std::move(S));
  }
  if (Seats[Current].Number > Common.FirstFault) {
    release(Current);
    return true;
  }
  if (isLate()) {
    reportOldest(BlockEnd::Late);
    return false;
  }
  if (!Budget && !(Budget = takeBudget())) {
    reportOldest(BlockEnd::Paused);
    return false;
  }
  uint64_t Part = std::min(Budget, Quantum);
  Budget -= Part;
  BlockEnd End = Seats[Current].B->run(Part, Totals, Look);
  Budget += Part;
  switch (End) {
  case BlockEnd::Done:
    if (Config.Monitor)
      Config.Monitor->finishCTA();
    release(Current);
    return true;
  case BlockEnd::Fault:
  case BlockEnd::Barrier:
    report(Seats[Current], End);
    release(Current);
    return true;
  case BlockEnd::Stuck:
  case BlockEnd::Paused:
  case BlockEnd::Late:
    break;
  }
  Seat Further;
  if (claim(Further)) {
    Seats.push_back(std::move(Further));
    Current = Seats.size() - 1;
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
void Worker::reportOldest(BlockEnd End) {
  const Seat &Oldest = *std::min_element(
      Seats.begin(), Seats.end(),
      [](const Seat &A, const Seat &B) { return A.Number < B.Number; });
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  if (Oldest.Number >= Common.UnfinishedBlock)
    return;
  Common.UnfinishedBlock = Oldest.Number;
  Common.WhyUnfinished = End;
  Common.Unfinished = blockFault(P, *Oldest.B, End, Memory, Config);
}

bool Worker::isStalled(uint64_t &Steps) const {
  if (HasLeft)
    return true;
  return !canClaim() && llvm::all_of(Seats, [&](const Seat &S) {
    return S.Number > Common.FirstFault || S.B->spins(Steps);
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
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    if (!W->isStalled(Steps))
      return;
  Common.IsOver = true;
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    W->reportStall();
}

/// Of all CTAs the one whose report says most: a barrier that is waited at,
/// lanes that are held back, or else the oldest.
void Worker::reportStall() {
  auto Rank = [](FaultKind Kind) {
    return Kind == FaultKind::Barrier ? 0 : Kind == FaultKind::Deadlock ? 1 : 2;
  };
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  for (const Seat &S : Seats) {
    if (HasLeft || S.Number > Common.FirstFault)
      continue;
    Fault F = blockFault(P, *S.B, BlockEnd::Stuck, Memory, Config);
    if (Common.Unfinished &&
        std::pair(Rank(Common.Unfinished->Kind), Common.UnfinishedBlock) <
            std::pair(Rank(F.Kind), S.Number))
      continue;
    Common.UnfinishedBlock = S.Number;
    Common.WhyUnfinished = BlockEnd::Stuck;
    Common.Unfinished = std::move(F);
  }
}

void Worker::finish() {
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  LaunchStats &S = Common.Result.Stats;
  S.WarpInstructions += Totals.WarpInstructions;
  S.ThreadInstructions += Totals.ThreadInstructions;
  if (Config.Count)
    Counting.addTo(S);
}

void Worker::run() {
  FloatEnvironment Guest;
  while (advance()) {
  }
  HasLeft = true;
  Common.Meeting.leave(HasAsked, [this] { endWhenStalled(); });
  finish();
}

} // namespace heddle::sm
