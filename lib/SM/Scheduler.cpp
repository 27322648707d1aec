//===- Scheduler.cpp - Hands CTAs to host threads -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Scheduler.h"
#include "Worker.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/SM/LaunchMonitor.h"
#include "heddle/Support/HostThreads.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::sm {

/// Host memory for the registers, the local and the shared memory of all CTAs
/// in progress.
static constexpr uint64_t MaxBlockBytes = uint64_t(1) << 30;

/// Rows for what the instructions of \p P will have counted.
static std::vector<InstructionCounts> listInstructions(const Program &P) {
  std::vector<InstructionCounts> List;
  InstructionPrinter Printer(P);
  for (const DecodedInst &I : llvm::ArrayRef(P.Code).drop_back()) {
    object::LineEntry Place = P.Kernel.lineOf(I.Address);
    List.push_back({I.Address, Place.Line,
                    P.Module.Sources.text(Place.Line, Place.Column),
                    Printer.text(I.Address), Counters()});
  }
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
  R.Waves = llvm::divideCeil(NumBlocks, Places);
  return R;
}

/// What keeps CTAs from starting that others seem to wait for.
static llvm::Error outOfMemory(const LaunchState &Common, uint64_t NotStarted,
                               uint64_t Resident) {
  return llvm::createStringError(
      llvm::Twine(Common.IsOutOfMemory
                      ? "not enough host memory"
                      : "CTAs in progress may take " +
                            std::to_string(MaxBlockBytes >> 20) +
                            " MiB of host memory") +
      ", and those that fit in wait for " + llvm::Twine(NotStarted) +
      " that have not started; the SMs would hold " + llvm::Twine(Resident) +
      " at a time (--num-sms)");
}

static void noteNotStarted(LaunchState &Common, uint64_t NotStarted,
                           uint64_t NumBlocks) {
  if (!NotStarted)
    return;
  Common.Unfinished->Details +=
      "\n" + std::to_string(NotStarted) + " of " + std::to_string(NumBlocks) +
      " blocks have not started" +
      (Common.WhyUnfinished == BlockEnd::Stuck
           ? ": those that have fill the SMs (--num-sms)"
           : "");
}

llvm::Expected<LaunchResult> runGrid(const Program &P, GlobalMemory &Memory,
                                     const LaunchConfig &Config) {
  const uint64_t NumBlocks = Config.Grid.count();
  LaunchConfig LC = Config;
  abi::Occupancy Fits = abi::computeOccupancy(
      *Config.Geometry, unsigned(Config.Block.count()), P.Kernel.Info.Registers,
      Block::sharedBytes(P, Config));
  const uint64_t Resident =
      uint64_t(std::max(Fits.ActiveCTAs, 1u)) * std::max(Config.NumSMs, 1u);
  const uint64_t MaxSeats = std::clamp<uint64_t>(
      MaxBlockBytes / Block::bytes(P, Config), 1, Resident);
  // A trace comes from one thread.
  bool IsTraced = Config.Trace.isAny();
  HostThreads Threads(
      IsTraced ? 1
               : unsigned(std::clamp<uint64_t>(Config.HostThreads, 1,
                                               std::min(NumBlocks, MaxSeats))));
  LC.HostThreads = Threads.count();

  LaunchState Common(LC.HostThreads, Config.MaxInstructions);
  if (Config.TimeLimit)
    Common.Deadline = std::chrono::steady_clock::now() +
                      std::chrono::duration_cast<std::chrono::nanoseconds>(
                          std::chrono::duration<double>(*Config.TimeLimit));
  Common.Result.Stats.Resident = residency(Config, Fits, NumBlocks);
  if (Config.Count)
    Common.Result.Stats.ByInstruction = listInstructions(P);
  for (unsigned N = 0; N != LC.HostThreads; ++N) {
    // Each has one at least, so that all CTAs run in the end.
    std::unique_ptr<Block> First = Block::create(P, Memory, LC);
    if (!First)
      return llvm::createStringError("not enough host memory for " +
                                     llvm::Twine(LC.HostThreads) +
                                     " CTAs (--host-threads)");
    unsigned Seats =
        unsigned(MaxSeats / LC.HostThreads + (N < MaxSeats % LC.HostThreads));
    Common.Workers.push_back(std::make_unique<Worker>(P, Memory, LC, Common,
                                                      Seats, std::move(First)));
  }
  if (Config.Monitor)
    Config.Monitor->start(NumBlocks);
  Threads.run([&](unsigned N) { Common.Workers[N]->run(); });
  if (Config.Monitor)
    Config.Monitor->end();

  if (Config.Monitor && Config.Monitor->isInterrupted()) {
    std::string &Places = Common.Result.Interrupted.emplace();
    for (const auto &[Number, Warps] : Common.Interrupted) {
      uint64_t Row = Number / Config.Grid.X;
      Places += "block (" + std::to_string(Number % Config.Grid.X) + "," +
                std::to_string(Row % Config.Grid.Y) + "," +
                std::to_string(Row / Config.Grid.Y) + ")\n" + Warps;
    }
    return std::move(Common.Result);
  }
  if (Common.Result.TheFault || !Common.Unfinished)
    return std::move(Common.Result);
  uint64_t NotStarted =
      NumBlocks - std::min<uint64_t>(Common.NextBlock, NumBlocks);
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    NotStarted += W->notStarted();
  bool WantsMemory = Common.IsOutOfMemory || MaxSeats != Resident;
  if (NotStarted && WantsMemory && Common.WhyUnfinished == BlockEnd::Stuck)
    return outOfMemory(Common, NotStarted, Resident);
  noteNotStarted(Common, NotStarted, NumBlocks);
  Common.Result.TheFault = std::move(Common.Unfinished);
  return std::move(Common.Result);
}

} // namespace heddle::sm
