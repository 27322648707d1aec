//===- Scheduler.cpp - Hands CTAs to host threads -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"
#include "Block.h"
#include "Counting.h"
#include "EventWatcher.h"
#include "FaultReport.h"
#include "FloatEnvironment.h"
#include "TextTrace.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include <atomic>
#include <mutex>
#include <thread>

namespace heddle::sm {

namespace {

/// Warp-instructions after which a CTA shares its host thread with another.
constexpr uint64_t Quantum = uint64_t(1) << 20;

/// What the host threads of a launch have in common.
struct SharedState {
  std::atomic<uint64_t> NextBlock = 0;
  /// Warp-instructions that no thread has taken yet.
  std::atomic<uint64_t> Budget;
  /// The lowest CTA that faulted; later ones need not run.
  std::atomic<uint64_t> FirstFault = ~uint64_t(0);
  std::mutex ResultLock;
  LaunchResult Result;
};

/// The SM's share of one host thread.
class Worker {
public:
  Worker(const Program &Prog, GlobalMemory &Mem, const LaunchConfig &LC,
         SharedState &State, unsigned MaxSeats);

  void run();

private:
  /// A CTA in progress.
  struct Seat {
    std::unique_ptr<Block> B;
    uint64_t Number = 0;
  };

  /// Puts the next CTA of the grid on \p S. False: there is none.
  bool claim(Seat &S);
  void release(size_t N);
  uint64_t takeBudget();
  /// Runs a CTA for a while; false when the launch is over for this thread.
  bool advance();
  void report(const Seat &S, BlockEnd End);
  void reportOldest(BlockEnd End);
  bool isStuck();
  void finish();

  const Program &P;
  GlobalMemory &Memory;
  const LaunchConfig &Config;
  SharedState &Common;
  const unsigned MaxSeats;
  const uint64_t NumBlocks;
  /// CTAs that a thread takes at a time. Neighbours mostly access neighbouring
  /// memory, which one host core should have for itself. Not more than fit on
  /// the SM together: they may wait for each other.
  const uint64_t RunLength;
  static constexpr uint64_t MaxRunLength = 16, MinRuns = 32;
  /// Those that were taken and not yet started.
  uint64_t NextOwn = 0, EndOwn = 0;
  std::vector<Seat> Seats;
  /// Blocks to use again.
  std::vector<std::unique_ptr<Block>> Idle;
  size_t Current = 0;
  uint64_t Budget = 0;
  /// Times that each seat had a turn, and how many make it time to look whether
  /// that leads anywhere.
  uint64_t Rounds = 0, NextProbe = 1;
  WarpCounters Totals;
  CountingWatcher Counting;
  std::optional<TextTrace> Trace;
  std::optional<EventWatcher> Events;
  WatcherList Watchers;
  Watcher *Look = nullptr;
};

Worker::Worker(const Program &Prog, GlobalMemory &Mem, const LaunchConfig &LC,
               SharedState &State, unsigned SeatLimit)
    : P(Prog), Memory(Mem), Config(LC), Common(State), MaxSeats(SeatLimit),
      NumBlocks(uint64_t(LC.Grid.X) * LC.Grid.Y * LC.Grid.Z),
      RunLength(std::clamp<uint64_t>(
          std::min<uint64_t>(NumBlocks / (LC.HostThreads * MinRuns), SeatLimit),
          1, MaxRunLength)),
      Counting(P) {
  if (Config.Count)
    Watchers.add(Counting);
  if (Config.Trace.OS)
    Watchers.add(Trace.emplace(P, Config.Trace));
  if (Config.Trace.Events)
    Watchers.add(Events.emplace(P, Config.Trace));
  if (!Watchers.empty())
    Look = &Watchers;
}

bool Worker::claim(Seat &S) {
  if (NextOwn == EndOwn) {
    if (Common.FirstFault != ~uint64_t(0))
      return false;
    NextOwn = Common.NextBlock.fetch_add(RunLength);
    EndOwn = std::min(NextOwn + RunLength, NumBlocks);
    if (NextOwn >= NumBlocks) {
      // Not to wrap around, however often it is asked for.
      Common.NextBlock = NextOwn = EndOwn = NumBlocks;
      return false;
    }
  }
  // Lower ones than a faulting CTA still run: one of them may fault, too.
  if (NextOwn > Common.FirstFault)
    return false;
  uint64_t Number = NextOwn++;
  if (Idle.empty()) {
    S.B = std::make_unique<Block>(P, Memory, Config);
  } else {
    S.B = std::move(Idle.back());
    Idle.pop_back();
  }
  S.Number = Number;
  uint64_t Row = Number / Config.Grid.X;
  S.B->start(uint32_t(Number % Config.Grid.X), uint32_t(Row % Config.Grid.Y),
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

bool Worker::advance() {
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
    release(Current);
    return true;
  case BlockEnd::Fault:
  case BlockEnd::Barrier:
    report(Seats[Current], End);
    release(Current);
    return true;
  case BlockEnd::Stuck:
  case BlockEnd::Paused:
    break;
  }
  Seat Further;
  if (Seats.size() < MaxSeats && claim(Further)) {
    Seats.push_back(std::move(Further));
    Current = Seats.size() - 1;
  } else {
    Current = (Current + 1) % Seats.size();
    if (Current == 0)
      return !isStuck();
  }
  return true;
}

/// After a round of the CTAs in progress: whether none of them can get on, now
/// or later. Asked ever less often, because it costs the time of some thousand
/// instructions. With other host threads nobody can be sure; there the
/// instruction limit ends the launch.
bool Worker::isStuck() {
  if (Config.HostThreads > 1 || ++Rounds < NextProbe)
    return false;
  NextProbe = 2 * Rounds;
  for (Current = 0; Current != Seats.size(); ++Current) {
    switch (Seats[Current].B->probe(Budget, Totals, Look)) {
    case Block::Motion::Spins:
      continue;
    case Block::Motion::Moves:
      Current = 0;
      return false;
    case Block::Motion::Faulted:
      report(Seats[Current], BlockEnd::Fault);
      release(Current);
      return false;
    }
  }
  Current = 0;
  reportOldest(BlockEnd::Stuck);
  return true;
}

/// The oldest CTA has waited longest for whatever does not happen.
void Worker::reportOldest(BlockEnd End) {
  report(*std::min_element(
             Seats.begin(), Seats.end(),
             [](const Seat &A, const Seat &B) { return A.Number < B.Number; }),
         End);
  uint64_t Started = std::min<uint64_t>(Common.NextBlock, NumBlocks);
  if (Started == NumBlocks)
    return;
  std::lock_guard<std::mutex> Guard(Common.ResultLock);
  Common.Result.TheFault->Details +=
      "\n" + std::to_string(NumBlocks - Started) + " of " +
      std::to_string(NumBlocks) +
      " blocks have not started: those that have fill the SMs (--num-sms)";
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
  finish();
}

} // namespace

/// Rows for what the instructions of \p P will have counted.
static std::vector<InstructionCounts> listInstructions(const Program &P) {
  std::vector<InstructionCounts> List;
  InstructionPrinter Printer(P);
  for (const DecodedInst &I : llvm::ArrayRef(P.Code).drop_back())
    List.push_back({I.Address, P.Kernel.lineOf(I.Address).Line,
                    Printer.text(I.Address), Counters()});
  return List;
}

static Residency residency(const LaunchConfig &Config, const abi::Occupancy &O,
                           uint64_t NumBlocks) {
  Residency R;
  R.NumSMs = std::max(Config.NumSMs, 1u);
  R.CTAsPerSM = O.ActiveCTAs;
  R.WarpsPerSM = O.ActiveWarps;
  R.MaxWarps = O.MaxWarps;
  R.Limiters = O.limiterNames();
  R.CTAs = NumBlocks;
  uint64_t Places = uint64_t(R.NumSMs) * std::max(R.CTAsPerSM, 1u);
  R.Waves = (NumBlocks + Places - 1) / Places;
  return R;
}

LaunchResult runGrid(const Program &P, GlobalMemory &Memory,
                     const LaunchConfig &Config) {
  SharedState Common;
  Common.Budget = Config.MaxInstructions;
  uint64_t NumBlocks = uint64_t(Config.Grid.X) * Config.Grid.Y * Config.Grid.Z;
  LaunchConfig LC = Config;
  // A trace comes from one thread.
  LC.HostThreads =
      Config.Trace.OS || Config.Trace.Events
          ? 1
          : unsigned(std::clamp<uint64_t>(Config.HostThreads, 1, NumBlocks));
  Block Measured(P, Memory, LC);
  abi::Occupancy Fits = abi::computeOccupancy(
      *Config.Geometry, Config.Block.X * Config.Block.Y * Config.Block.Z,
      P.Kernel.Info.Registers, Measured.sharedBytes());
  uint64_t Resident = uint64_t(std::max(Fits.ActiveCTAs, 1u)) *
                      std::max(Config.NumSMs, 1u) / LC.HostThreads;
  unsigned Seats = unsigned(std::max<uint64_t>(Resident, 1));
  Common.Result.Stats.Resident = residency(Config, Fits, NumBlocks);
  if (Config.Count)
    Common.Result.Stats.ByInstruction = listInstructions(P);
  auto Run = [&] { Worker(P, Memory, LC, Common, Seats).run(); };
  std::vector<std::thread> Threads;
  for (unsigned N = 1; N < LC.HostThreads; ++N)
    Threads.emplace_back(Run);
  Run();
  for (std::thread &T : Threads)
    T.join();
  return std::move(Common.Result);
}

} // namespace heddle::sm
