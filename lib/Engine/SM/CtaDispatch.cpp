//===- CtaDispatch.cpp - Hands CTAs to host threads -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CTAs of a grid are taken in order by the host threads. A CTA that runs
// long shares its host thread with further ones, as many as the SMs hold, so
// that it may wait for what they do.
//
//===----------------------------------------------------------------------===//

#include "Worker.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Machine/HostPages.h"
#include "heddle/Machine/HostServices.h"
#include "heddle/Machine/LaunchLimits.h"
#include "heddle/Machine/LaunchMonitor.h"
#include "heddle/Support/HostThreads.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

namespace heddle::sm {

/// Host memory for the registers, the local and the shared memory of all CTAs
/// in progress.
static constexpr uint64_t MaxCtaBytes = uint64_t(1) << 30;

static Residency residency(const LaunchConfig &Config, const abi::Occupancy &O,
                           uint64_t NumCtas) {
  Residency R;
  R.NumSMs = std::max(Config.NumSMs, 1u);
  R.CTAsPerSM = O.ActiveCTAs;
  R.WarpsPerSM = O.ActiveWarps;
  R.MaxWarps = O.MaxWarps;
  R.Limiters = O.limiterNames();
  R.CTAs = NumCtas;
  uint64_t Places = uint64_t(R.NumSMs) * std::max(R.CTAsPerSM, 1u);
  R.Waves = llvm::divideCeil(NumCtas, Places);
  return R;
}

/// The error for a launch whose CTAs seem to wait for others that cannot start.
static llvm::Error outOfMemory(const LaunchState &Common, uint64_t NotStarted,
                               uint64_t Resident) {
  return llvm::createStringError(
      llvm::Twine(Common.IsOutOfMemory ? "not enough host memory"
                                       : "CTAs in progress may take " +
                                             std::to_string(MaxCtaBytes >> 20) +
                                             " MiB of host memory") +
      ", and those that fit in wait for " + llvm::Twine(NotStarted) +
      " that have not started; the SMs would hold " + llvm::Twine(Resident) +
      " at a time (--num-sms)");
}

static void noteNotStarted(LaunchState &Common, uint64_t NotStarted,
                           uint64_t NumCtas) {
  if (!NotStarted)
    return;
  Common.Unfinished->Details +=
      "\n" + std::to_string(NotStarted) + " of " + std::to_string(NumCtas) +
      " blocks have not started" +
      (Common.WhyUnfinished == CtaEnd::Stuck
           ? ": those that have fill the SMs (--num-sms)"
           : "");
}

namespace {

/// The observers of a launch, and those that were split off for further host
/// threads.
class ObserverParts {
public:
  /// Takes parts for \p Threads host threads, if there are such of all.
  ObserverParts(llvm::ArrayRef<Observer *> Observers, unsigned Threads)
      : Whole(Observers) {
    for (unsigned N = 1; N < Threads && CanSplit; ++N)
      splitOnce();
  }

  /// Whether the launch may have several host threads.
  bool canSplit() const { return CanSplit; }
  /// Returns the observers for host thread \p N.
  llvm::SmallVector<Observer *, 4> of(unsigned N) const {
    assert(N * Whole.size() <= Parts.size() &&
           "observers of a thread that there is not");
    llvm::SmallVector<Observer *, 4> List;
    for (size_t K = 0; K != Whole.size(); ++K)
      List.push_back(N == 0 ? Whole[K]
                            : Parts[(N - 1) * Whole.size() + K].get());
    return List;
  }
  void end() {
    for (size_t K = 0; K != Parts.size(); ++K)
      Whole[K % Whole.size()]->merge(*Parts[K]);
    for (Observer *O : Whole)
      O->endLaunch();
  }

private:
  void splitOnce() {
    for (Observer *O : Whole) {
      Parts.push_back(O->split());
      if (!Parts.back()) {
        CanSplit = false;
        Parts.clear();
        return;
      }
    }
  }

  llvm::ArrayRef<Observer *> Whole;
  bool CanSplit = true;
  std::vector<std::unique_ptr<Observer>> Parts;
};

/// Lists the places of the CTAs that an interrupt stopped.
std::string placesText(const LaunchState &Common, const Dim3 &Grid) {
  std::string Places;
  for (const auto &[Number, Warps] : Common.Interrupted) {
    uint64_t Row = Number / Grid.X;
    Places += "block (" + std::to_string(Number % Grid.X) + "," +
              std::to_string(Row % Grid.Y) + "," +
              std::to_string(Row / Grid.Y) + ")\n" + Warps;
  }
  return Places;
}

/// Makes the result of a launch after all its threads have ended.
llvm::Expected<LaunchResult> conclude(LaunchState &Common,
                                      const LaunchConfig &Config,
                                      uint64_t MaxSeats, uint64_t Resident) {
  const uint64_t NumCtas = Config.Grid.count();
  Common.Result.Output = Common.Output.take(Common.FirstFault);
  if (Config.Monitor && Config.Monitor->isInterrupted()) {
    Common.Result.Interrupted = placesText(Common, Config.Grid);
    return std::move(Common.Result);
  }
  if (Common.Result.TheFault || !Common.Unfinished)
    return std::move(Common.Result);
  uint64_t NotStarted = NumCtas - std::min<uint64_t>(Common.NextCta, NumCtas);
  for (const std::unique_ptr<Worker> &W : Common.Workers)
    NotStarted += W->notStarted();
  bool WantsMemory = Common.IsOutOfMemory || MaxSeats != Resident;
  if (NotStarted && WantsMemory && Common.WhyUnfinished == CtaEnd::Stuck)
    return outOfMemory(Common, NotStarted, Resident);
  noteNotStarted(Common, NotStarted, NumCtas);
  Common.Result.TheFault = std::move(Common.Unfinished);
  return std::move(Common.Result);
}

/// When the time of a launch that starts at once is used up.
std::optional<LaunchState::Time> deadline(const LaunchConfig &Config) {
  // The clock has no numbers for much later, and nobody waits so long.
  constexpr double LongestTime = 1e9;
  if (!Config.TimeLimit || !(*Config.TimeLimit < LongestTime))
    return std::nullopt;
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::duration<double>(*Config.TimeLimit));
}

/// A launch of a grid whose limits were checked.
class GridRun final : public SuspendedLaunch {
public:
  GridRun(const Executable &E, GlobalMemory &Memory,
          const LaunchConfig &Config);

  /// Runs the grid to its end, or until it is suspended.
  void begin();
  bool isSuspended() const { return Common && Common->IsSuspended; }
  /// Makes the result of a launch that was not suspended. Fails if the host had
  /// no memory for it.
  llvm::Expected<LaunchResult> end();

private:
  llvm::Expected<LaunchResult> run(LaunchMonitor &Watch) override;
  void keepPlaces();
  bool makeWorkers();
  void go(HostThreads &Threads);

  const Executable &E;
  GlobalMemory &Memory;
  LaunchConfig Config;
  const abi::Occupancy Fits;
  const uint64_t NumCtas, ClusterSize, Resident, MaxSeats;
  llvm::SmallVector<uint8_t, 64> Params;
  llvm::SmallVector<llvm::ArrayRef<uint8_t>, 17> Banks;
  HostPages Pages;
  std::optional<ObserverParts> Observers;
  std::optional<LaunchState> Common;
  bool HasMemory = true;
};

abi::Occupancy occupancyOf(const Program &P, const LaunchConfig &Config) {
  return abi::computeOccupancy(
      *Config.Geometry, unsigned(Config.Block.count()), P.Kernel.Info.Registers,
      object::sharedBytesOn(P.Kernel.Info, *Config.Geometry,
                            Config.DynamicSharedBytes));
}

GridRun::GridRun(const Executable &Exe, GlobalMemory &Mem,
                 const LaunchConfig &Wanted)
    : E(Exe), Memory(Mem), Config(Wanted), Fits(occupancyOf(Exe.P, Wanted)),
      NumCtas(Wanted.Grid.count()),
      // The CTAs of a cluster are in progress together, whatever that takes.
      ClusterSize(clusterExtents(Exe.P.Kernel.Info, Wanted).count()),
      Resident(uint64_t(std::max(Fits.ActiveCTAs, 1u)) *
               std::max(Wanted.NumSMs, 1u)),
      MaxSeats(
          std::max(std::clamp<uint64_t>(MaxCtaBytes / Cta::bytes(Exe.P, Wanted),
                                        1, std::max(Resident, ClusterSize)),
                   ClusterSize)) {
  assert(NumCtas && NumCtas % ClusterSize == 0 && "a grid of whole clusters");
  if (Config.Monitor)
    keepPlaces();
  if (Memory.isShared())
    Config.Pages = &Pages;
}

/// The launch may outlive its call, and what the caller has there.
void GridRun::keepPlaces() {
  Params.assign(Config.Params.begin(), Config.Params.end());
  Config.Params = Params;
  Banks.assign(Config.ConstantBanks.begin(), Config.ConstantBanks.end());
  Config.ConstantBanks = Banks;
}

bool GridRun::makeWorkers() {
  for (unsigned N = 0; N != Config.HostThreads; ++N) {
    // Each has one at least, so that all CTAs run in the end.
    std::vector<std::unique_ptr<CtaRunner>> First(ClusterSize);
    for (std::unique_ptr<CtaRunner> &Runner : First) {
      Runner = CtaRunner::create(E, Memory, Config);
      if (!Runner)
        return false;
    }
    const uint64_t Clusters = MaxSeats / ClusterSize;
    unsigned Seats =
        unsigned(ClusterSize * (Clusters / Config.HostThreads +
                                (N < Clusters % Config.HostThreads)));
    Common->Workers.push_back(std::make_unique<Worker>(
        E, Memory, Config, *Common, Seats, std::move(First), Observers->of(N)));
  }
  return true;
}

void GridRun::go(HostThreads &Threads) {
  Threads.run([&](unsigned N) { Common->Workers[N]->run(); });
}

void GridRun::begin() {
  unsigned Wanted = unsigned(std::clamp<uint64_t>(
      Config.HostThreads, 1, std::min(NumCtas, MaxSeats) / ClusterSize));
  if (Config.Ctas) {
    Wanted = 1;
    Config.Ctas->start();
  }
  for (Observer *O : Config.Observers)
    O->startLaunch({E.P, Memory, Config, E});
  Observers.emplace(Config.Observers, Wanted);
  HostThreads Threads(Observers->canSplit() ? Wanted : 1);
  Config.HostThreads = Threads.count();

  Common.emplace(Config.HostThreads, Config.MaxInstructions, deadline(Config));
  Config.Output = &Common->Output;
  Common->Result.Stats.Resident = residency(Config, Fits, NumCtas);
  HasMemory = makeWorkers();
  if (!HasMemory)
    return;
  if (Config.Monitor)
    Config.Monitor->start(NumCtas);
  go(Threads);
}

llvm::Expected<LaunchResult> GridRun::run(LaunchMonitor &Watch) {
  assert(Common->IsSuspended && "it runs on by itself");
  HostThreads Threads(Config.HostThreads);
  if (Threads.count() < Config.HostThreads)
    return llvm::createStringError(
        "not enough host threads for a launch to go on (--host-threads)");
  Config.Monitor = &Watch;
  Watch.start(NumCtas);
  Common->IsSuspended = false;
  go(Threads);
  assert(!Common->IsSuspended && "suspended twice");
  return end();
}

llvm::Expected<LaunchResult> GridRun::end() {
  if (HasMemory && Config.Monitor)
    Config.Monitor->end();
  Observers->end();
  if (!HasMemory)
    return llvm::createStringError("not enough host memory for " +
                                   llvm::Twine(Config.HostThreads) +
                                   " CTAs (--host-threads)");
  return conclude(*Common, Config, MaxSeats, Resident);
}

} // namespace

llvm::Expected<LaunchResult> launch(const Executable &E, GlobalMemory &Memory,
                                    const LaunchConfig &Config) {
  LaunchResult Result;
  Result.TheFault = checkLaunch(E.P, Config);
  if (Result.TheFault)
    return Result;
  if (E.UsesHeap)
    if (llvm::Error Err = Memory.makeHeap(Config.HeapBytes))
      return std::move(Err);
  auto Run = std::make_unique<GridRun>(E, Memory, Config);
  Run->begin();
  if (!Run->isSuspended())
    return Run->end();
  Config.Monitor->keep(std::move(Run));
  return Result;
}

} // namespace heddle::sm
