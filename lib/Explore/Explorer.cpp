//===- Explorer.cpp - Launches under many schedules -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Explore/Explorer.h"
#include "PreemptiveOrder.h"
#include "heddle/Explore/LateCopies.h"
#include "heddle/Machine/AddressNames.h"
#include "heddle/Sanitize/Checkers.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstring>
#include <set>

using namespace llvm;

namespace heddle::explore {

using sm::GlobalMemory;
using sm::LaunchConfig;
using sm::LaunchResult;

namespace {

/// The contents of a memory's buffers.
class Snapshot {
public:
  explicit Snapshot(const GlobalMemory &Memory) {
    for (const sm::Buffer &B : Memory.buffers())
      if (B.Data)
        Bytes.emplace_back(B.Data, B.Data + B.Size);
  }

  void restore(GlobalMemory &Memory) const {
    forEach(Memory, [](const sm::Buffer &B, ArrayRef<uint8_t> Then) {
      std::memcpy(B.Data, Then.data(), Then.size());
    });
  }

  /// Calls \p Fn with each buffer, and what it held.
  template <class FnT> void forEach(const GlobalMemory &Memory, FnT Fn) const {
    auto Then = Bytes.begin();
    for (const sm::Buffer &B : Memory.buffers())
      if (B.Data)
        Fn(B, ArrayRef<uint8_t>(*Then++));
  }

private:
  std::vector<std::vector<uint8_t>> Bytes;
};

/// Compares memory with what it held after the first run.
class Comparison {
public:
  Comparison(const sm::Program &Prog, const LaunchConfig &LC,
             Explorer::Difference &D)
      : P(Prog), Config(LC), To(D) {}

  /// Whether there is a difference.
  bool run(const Snapshot &First, const GlobalMemory &Memory) {
    First.forEach(Memory, [&](const sm::Buffer &B, ArrayRef<uint8_t> Then) {
      if (std::memcmp(B.Data, Then.data(), Then.size()) != 0)
        compare(B, Then);
    });
    return !To.What.empty();
  }

private:
  /// Lines that say all that is needed.
  static constexpr size_t MaxPlaces = 4;

  void compare(const sm::Buffer &B, ArrayRef<uint8_t> Then) {
    for (size_t At = 0; At < Then.size(); At += 4) {
      const size_t Size = std::min<size_t>(4, Then.size() - At);
      if (std::memcmp(B.Data + At, Then.data() + At, Size) == 0)
        continue;
      if (To.What.size() == MaxPlaces) {
        ++To.More;
        continue;
      }
      To.What.push_back(sm::nameOf(P, Config, B).text() + " + " +
                        std::to_string(At) + ": " + hex({B.Data + At, Size}) +
                        ", and first " + hex(Then.slice(At, Size)));
    }
  }

  static std::string hex(ArrayRef<uint8_t> Bytes) {
    uint32_t Word = 0;
    for (size_t N = Bytes.size(); N; --N)
      Word = Word << 8 | Bytes[N - 1];
    std::string Text;
    // utohexstr does not fit, as it gives 0 a digit more than its width.
    raw_string_ostream(Text)
        << format_hex(Word, 2 + unsigned(Bytes.size()) * 2);
    return Text;
  }

  const sm::Program &P;
  const LaunchConfig &Config;
  Explorer::Difference &To;
};

} // namespace

/// Whether threads order what they do at \p I, or tell each other.
static bool isSync(const sm::Program &P, const sm::DecodedInst &I) {
  if (I.isBarrier() || I.meetsLanes() || I.isAtomic() ||
      I.imageAccess() == sm::AccessKind::Atomic ||
      I.access() == sm::AccessKind::Lock ||
      I.access() == sm::AccessKind::Unlock)
    return true;
  object::LineEntry Place = P.Kernel.lineOf(I.Address);
  return P.Module.Operations &&
         P.Module.Operations->find(Place.Line, Place.Column);
}

/// Addresses of the instructions at which threads can notice each other:
/// ordering ones and those of \p Races, or, with \p All, every access of
/// memory that threads share.
static std::vector<uint32_t>
pointsOf(const sm::Program &P, const sanitize::Findings &Races, bool All) {
  std::set<uint32_t> Points;
  for (const sanitize::Finding &F : Races.list())
    for (const sanitize::FindingSide &S : F.Sides)
      Points.insert(S.PC);
  for (const sm::DecodedInst &I : P.Code) {
    bool Shares =
        (I.access() != sm::AccessKind::None && I.space() != sm::Space::Local &&
         I.space() != sm::Space::Const) ||
        I.imageAccess() != sm::AccessKind::None;
    if (isSync(P, I) || (All && Shares))
      Points.insert(I.Address);
  }
  return {Points.begin(), Points.end()};
}

static Expected<LaunchResult> runInOrder(const sm::Executable &E,
                                         GlobalMemory &Memory,
                                         const LaunchConfig &Config,
                                         PreemptiveOrder &Order) {
  LaunchConfig Ordered = Config;
  Ordered.Ctas = &Order;
  Ordered.MakePicker = [&] { return Order.makeWarpPicker(); };
  return sm::launch(E, Memory, Ordered);
}

/// Some numbers below \p Count, ascending.
static std::vector<uint64_t> chooseSome(SplitMix64 &Numbers, uint64_t Count) {
  constexpr uint64_t Most = 4;
  std::set<uint64_t> Chosen;
  for (uint64_t Left = Count ? 1 + Numbers.next() % Most : 0; Left; --Left)
    Chosen.insert(Numbers.next() % Count);
  return {Chosen.begin(), Chosen.end()};
}

/// The limit on a run's instructions: one that takes so much longer than the
/// first has been unlucky, or spins.
static uint64_t limitFor(const LaunchResult &First) {
  constexpr uint64_t Least = uint64_t(1) << 24, Factor = 256;
  return Least + Factor * First.Stats.WarpInstructions;
}

static bool takesLong(const LaunchResult &R) {
  return R.TheFault && (R.TheFault->Kind == sm::FaultKind::InstructionLimit ||
                        R.TheFault->Kind == sm::FaultKind::Timeout);
}

namespace {

/// The runs of a launch behind the first.
class FurtherRuns {
public:
  FurtherRuns(const sm::Executable &Exe, GlobalMemory &Mem,
              const LaunchConfig &LC, const LaunchResult &First,
              const sanitize::Findings &Races,
              ArrayRef<sm::Observer *> Checkers, bool IsLate)
      : E(Exe), Memory(Mem), Config(LC),
        Likely(pointsOf(sm::programOf(E), Races, /*All=*/false)),
        Every(pointsOf(sm::programOf(E), Races, /*All=*/true)) {
    // Only checkers observe further runs: a trace shows the first run alone.
    Config.Observers.assign(Checkers.begin(), Checkers.end());
    if (IsLate)
      Config.Observers.push_back(&Copies);
    Config.MaxInstructions = std::min(Config.MaxInstructions, limitFor(First));
  }

  bool hasLikely() const { return !Likely.empty(); }

  /// Runs the launch with preemptions at any accesses or where they are likely
  /// to matter; notes the schedule in \p S.
  Expected<LaunchResult> run(bool AtAny, SplitMix64 &Numbers, Schedule &S) {
    S.Seed = Numbers.next();
    S.Points = AtAny ? Every : Likely;
    PreemptiveOrder Order(sm::programOf(E), S.Points, S.Seed,
                          chooseSome(Numbers, Passed[AtAny]));
    Expected<LaunchResult> Result = runInOrder(E, Memory, Config, Order);
    Passed[AtAny] = Order.passed();
    S.Preemptions = Order.preemptions();
    return Result;
  }

private:
  const sm::Executable &E;
  GlobalMemory &Memory;
  LaunchConfig Config;
  LateCopies Copies;
  const std::vector<uint32_t> Likely, Every;
  /// How many points the last run with either of them passed.
  std::array<uint64_t, 2> Passed = {0, 0};
};

} // namespace

Expected<LaunchResult> Explorer::run(const sm::Executable &E,
                                     GlobalMemory &Memory,
                                     const LaunchConfig &Config) {
  const uint64_t Launch = Launches++;
  const sm::Program &P = sm::programOf(E);
  const Snapshot Before(Memory);
  const LaunchIdentity Identity = identityOf(P, Memory, Config);

  sanitize::Findings Races(/*Most=*/1 << 16);
  std::unique_ptr<sm::Observer> Checker = sanitize::makeRaceChecker({}, Races);
  LaunchConfig First = Config;
  First.Observers.push_back(Checker.get());
  Expected<LaunchResult> Result = sm::launch(E, Memory, First);
  if (!Result || Result->Interrupted)
    return Result;
  if (Memory.heap())
    return createStringError("--schedule=explore does not go with kernels that "
                             "allocate memory, as '" +
                             P.Kernel.Info.Name + "' does");
  if (Result->TheFault)
    return Result;
  const Snapshot After(Memory);

  FurtherRuns Further(E, Memory, Config, *Result, Races, Checkers, IsLate);
  bool IsFound = false;
  for (uint64_t Run = 2; Run <= Runs && (!IsFound || !Checkers.empty());
       ++Run) {
    SplitMix64 Numbers(Seed ^ SplitMix64(Launch << 32 ^ Run).next());
    Difference D;
    D.Run = Run;
    D.Order.Launch = Launch;
    D.Order.Of = Identity;
    D.SourceName = P.Module.SourceName;
    Before.restore(Memory);
    const bool AtAny = !Further.hasLikely() || Run > Runs / 2 + 1;
    Expected<LaunchResult> Next = Further.run(AtAny, Numbers, D.Order);
    if (!Next || Next->Interrupted)
      return Next;
    ++Tried;
    if (takesLong(*Next)) {
      ++Stopped;
      continue;
    }
    if (Next->TheFault)
      D.What.push_back("it faults: " + Next->TheFault->Message);
    if (Comparison(P, Config, D).run(After, Memory) && !IsFound) {
      IsFound = true;
      Found.push_back(std::move(D));
    }
  }
  After.restore(Memory);
  return Result;
}

/// Says why \p Now is another launch than \p Then; empty if it is the same.
static std::string otherThan(const LaunchIdentity &Then,
                             const LaunchIdentity &Now) {
  auto Text = [](const std::array<uint32_t, 3> &V) {
    return sm::tripleText(V);
  };
  if (Then.Kernel != Now.Kernel)
    return "it is of kernel '" + Then.Kernel + "', not '" + Now.Kernel + "'";
  if (Then.Chip != Now.Chip)
    return "it is of chip " + Then.Chip + ", not " + Now.Chip;
  if (Then.Grid != Now.Grid)
    return "its grid is " + Text(Then.Grid) + ", not " + Text(Now.Grid);
  if (Then.Block != Now.Block)
    return "its block is " + Text(Then.Block) + ", not " + Text(Now.Block);
  if (Then.DynamicSharedBytes != Now.DynamicSharedBytes)
    return "it is of " + std::to_string(Then.DynamicSharedBytes) +
           " bytes of dynamic shared memory, not " +
           std::to_string(Now.DynamicSharedBytes);
  if (Then.NumSMs != Now.NumSMs)
    return "it is of " + std::to_string(Then.NumSMs) + " SMs, not " +
           std::to_string(Now.NumSMs);
  if (Then.CodeHash != Now.CodeHash)
    return "the code of kernel '" + Then.Kernel + "' is another";
  if (Then.DataHash != Now.DataHash)
    return "the arguments, or what the buffers hold, are others";
  return {};
}

/// Says where the preemptions \p Done differ from the schedule \p S though
/// points and data agree; empty if they do not.
static std::string otherThan(const Schedule &S, ArrayRef<Preemption> Done) {
  auto Text = [](const Preemption &N) {
    return "warp " + std::to_string(N.Warp) + " of block " +
           sm::tripleText(N.Block) + " at line " + std::to_string(N.Line);
  };
  for (const auto &[Then, Now] : zip(S.Preemptions, Done))
    if (Then.Block != Now.Block || Then.Warp != Now.Warp ||
        Then.Line != Now.Line)
      return "at point " + std::to_string(Then.Point) + " " + Text(Now) +
             " gives way, not " + Text(Then);
  return {};
}

/// Says which point of \p S is none of the program's; empty if all are.
static std::string strayPoint(const Schedule &S, const sm::Program &P) {
  std::set<uint32_t> Addresses;
  for (const sm::DecodedInst &I : P.Code)
    Addresses.insert(I.Address);
  for (uint32_t Point : S.Points)
    if (!Addresses.count(Point))
      return "there is no instruction at " + std::to_string(Point) +
             ", one of its points";
  return {};
}

Expected<LaunchResult> Replayer::run(const sm::Executable &E,
                                     GlobalMemory &Memory,
                                     const LaunchConfig &Config) {
  if (Launches++ != S.Launch)
    return sm::launch(E, Memory, Config);
  const sm::Program &P = sm::programOf(E);
  auto Misfit = [this](const Twine &Why) {
    return createStringError("schedule '" + Path +
                             "' does not fit this launch: " + Why);
  };
  std::string Other = otherThan(S.Of, identityOf(P, Memory, Config));
  if (Other.empty())
    Other = strayPoint(S, P);
  if (!Other.empty())
    return Misfit(Other);
  std::vector<uint64_t> Chosen;
  Chosen.reserve(S.Preemptions.size());
  for (const Preemption &N : S.Preemptions)
    Chosen.push_back(N.Point);
  PreemptiveOrder Order(P, S.Points, S.Seed, std::move(Chosen));
  LateCopies Copies;
  LaunchConfig Mine = Config;
  if (IsLate)
    Mine.Observers.push_back(&Copies);
  Expected<LaunchResult> Result = runInOrder(E, Memory, Mine, Order);
  if (!Result || Result->Interrupted)
    return Result;
  Other = otherThan(S, Order.preemptions());
  if (!Other.empty())
    return Misfit(Other);
  if (Order.preemptions().size() != S.Preemptions.size())
    return Misfit("it passed " + Twine(Order.passed()) +
                  " points, and was to give way at " +
                  Twine(S.Preemptions[Order.preemptions().size()].Point));
  return Result;
}

} // namespace heddle::explore
