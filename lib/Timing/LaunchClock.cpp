//===- LaunchClock.cpp - Times launches that it observes ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Timing/LaunchClock.h"
#include "ChipModel.h"
#include "LiveLaunch.h"
#include "TraceRecorder.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Machine/AddressNames.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/GlobalMemory.h"
#include "heddle/Object/KernelInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <map>

namespace heddle::timing {

/// Host memory for what CTAs have executed that are not timed yet.
static constexpr size_t MaxTraceBytes = size_t(400) << 20;

static PartitionLoad::Range rangeOfBuffer(const sm::GlobalMemory &Memory,
                                          uint64_t Address) {
  const sm::Buffer *B = Memory.find(abi::Address(Address));
  if (!B)
    return {1, 0};
  const uint64_t First = B->Address.value();
  return {First, First + (B->Size ? B->Size - 1 : 0)};
}

struct LaunchClock::State {
  State(const sm::LaunchView &L, const Board &B)
      : P(L.P), TheBoard(B), Costs(P, B), Launch(L),
        Load(B.count(Parameter::Partitions), [&Memory = L.Memory](uint64_t At) {
          return rangeOfBuffer(Memory, At);
        }) {}

  /// Null: the CTA is not one of those that are timed.
  CtaRecorder *recorder(const sm::Cta &C) {
    if (C.number() != LastNumber || !HasLast) {
      LastNumber = C.number();
      HasLast = true;
      auto Found = Recorders.find(LastNumber);
      LastUsed = Found == Recorders.end() ? nullptr : Found->second.get();
    }
    return LastUsed;
  }
  /// The place of a CTA among those that are timed.
  std::optional<uint64_t> placeOf(uint64_t Cta) const;

  const sm::Program &P;
  const Board &TheBoard;
  const KernelCosts Costs;
  RecorderRules Rules;
  LaunchTime Time;
  LaunchWork Work;
  /// Null: traces are replayed.
  std::unique_ptr<LiveLaunch> Live;
  std::unique_ptr<ChipModel> Chip;
  /// By number of CTAs in progress.
  std::map<uint64_t, std::unique_ptr<CtaRecorder>> Recorders;
  uint64_t LastNumber = 0;
  CtaRecorder *LastUsed = nullptr;
  bool HasLast = false;
  /// CTAs that the SMs hold at once, and by number of such a wave its place
  /// among those that are timed; none: all are.
  uint64_t Wave = 1;
  std::map<uint64_t, uint64_t> Sampled;
  uint64_t Events = 0;
  const sm::LaunchView Launch;
  PartitionLoad Load;

  void noteCamping();
};

/// Returns the name in the PTX of the buffer at \p Address; empty for none.
static std::string bufferAt(const sm::LaunchView &L, uint64_t Address) {
  const sm::Buffer *B = L.Memory.find(abi::Address(Address));
  return B ? sm::nameOf(L.P, L.Config, *B).Name : "";
}

void LaunchClock::State::noteCamping() {
  Load.finish();
  Time.BusiestPins = Load.busiest() / TicksPerClock;
  const PartitionLoad::Camper Of = Load.camper();
  Time.CampedWays = Of.Ways;
  if (Of.IsBuffer)
    Time.CampedBuffer = bufferAt(Launch, Of.Address);
}

std::optional<uint64_t> LaunchClock::State::placeOf(uint64_t Cta) const {
  if (Sampled.empty())
    return Cta;
  auto Found = Sampled.find(Cta / Wave);
  if (Found == Sampled.end())
    return std::nullopt;
  return Found->second * Wave + Cta % Wave;
}

LaunchClock::LaunchClock(ClockOptions How) : Wanted(std::move(How)) {}
LaunchClock::~LaunchClock() = default;

std::shared_ptr<const Board> LaunchClock::boardOf(unsigned Capability) const {
  if (Wanted.For)
    return Wanted.For;
  return std::make_shared<const Board>(
      defaultBoard(Capability, abi::findChip(Capability)->Silicon));
}

void LaunchClock::startLaunch(const sm::LaunchView &L) {
  std::shared_ptr<const Board> For = boardOf(L.P.Module.ComputeCapability);
  const Board &B = *For;
  Now = std::make_unique<State>(L, B);
  LaunchTime &T = Now->Time;
  T.Of = std::move(For);
  const auto Threads = unsigned(L.Config.Block.count());
  const object::KernelInfo &Info = L.P.Kernel.Info;
  const abi::Geometry &G = B.geometry();
  const abi::Occupancy Fits = abi::computeOccupancy(
      G, Threads, Info.Registers,
      object::sharedBytesOn(Info, G, L.Config.DynamicSharedBytes));
  T.CTAs = L.Config.Grid.count();
  T.CTAsPerSM = Fits.ActiveCTAs;
  T.WarpsPerCTA = (Threads + sm::Lanes - 1) / sm::Lanes;
  T.Instructions.resize(L.P.Code.size());
  Now->Rules.IsStrict = B.count(Parameter::Capability) < 12;
  Now->Rules.LocalBytes = Info.LocalBytes;
  Now->Rules.ResidentWarps =
      std::max<uint64_t>(1, uint64_t(B.numSMs()) * T.CTAsPerSM * T.WarpsPerCTA);
  T.WhyNone = misfit(L.P.Module.ComputeCapability, B);
  if (T.isThere() && !T.CTAsPerSM)
    T.WhyNone = "no CTA of it fits an SM of board " + B.Name;
  if (T.isThere())
    startModel(L);
}

/// The waves that are timed lie as far from each other as the grid allows,
/// since CTAs in different parts of it may have different things to do.
void LaunchClock::chooseSample() {
  LaunchTime &T = Now->Time;
  const uint64_t Count = Wanted.SampledWaves;
  Now->Wave = uint64_t(T.Of->numSMs()) * T.CTAsPerSM;
  const uint64_t Whole = T.CTAs / Now->Wave;
  // Where little would be left out, nothing is.
  if (Now->Live || !Count || Whole < Count + Count / 2)
    return;
  for (uint64_t N = 0; N != Count; ++N)
    Now->Sampled[N * (Whole - 1) / (Count - 1)] = N;
  T.SampledCTAs = Count * Now->Wave;
}

void LaunchClock::startModel(const sm::LaunchView &L) {
  LaunchTime &T = Now->Time;
  // An order that others choose is replayed.
  if (Wanted.IsLive && L.Config.Ctas == this)
    Now->Live = std::make_unique<LiveLaunch>(Now->Costs, Now->Rules, Now->Work);
  chooseSample();
  Now->Chip = std::make_unique<ChipModel>(
      *T.Of, Now->Costs,
      ChipModel::Grid{T.SampledCTAs ? T.SampledCTAs : T.CTAs,
                      unsigned(T.CTAsPerSM), unsigned(T.WarpsPerCTA)},
      Wanted.Policy, Now->Live.get(), Watchers{&Now->Load, Shown.get()}, T);
  if (Shown)
    Shown->startLaunch(L.P, *T.Of, unsigned(T.WarpsPerCTA));
  if (Now->Live)
    Now->Live->setModel(Now->Chip.get());
}

bool LaunchClock::needs(uint32_t Index) const {
  return Now && Now->Chip && (Now->Live || Now->Costs.isSeen(Index));
}

bool LaunchClock::needsOfQuiet(uint32_t Index) const {
  return Now && Now->Sampled.empty() && needs(Index);
}

bool LaunchClock::isQuiet(const sm::Warp &W) const {
  return !Now || Now->Sampled.empty() || !Now->recorder(W.cta());
}

void LaunchClock::startCta(const sm::Cta &C) {
  if (Now->Live)
    Now->Live->startCta(C);
  else if (Now->Chip && Now->placeOf(C.number())) {
    Now->Recorders[C.number()] = std::make_unique<CtaRecorder>(
        Now->P, Now->Costs, Now->Rules, C.numWarps());
    Now->HasLast = false;
    if (!Now->Sampled.empty())
      LoudWarps += C.numWarps();
  }
}

void LaunchClock::endCta(const sm::Cta &C) {
  if (Now->Live)
    Now->Live->endCta(C);
  if (!Now->Chip || Now->Live)
    return;
  CtaRecorder *Of = Now->recorder(C);
  if (!Of)
    return;
  std::unique_ptr<CtaTrace> Trace = Of->finish();
  Now->Recorders.erase(C.number());
  Now->HasLast = false;
  if (!Now->Sampled.empty())
    LoudWarps -= C.numWarps();
  Now->Chip->supply(*Now->placeOf(C.number()), std::move(Trace));
  Now->Chip->advance();
  checkMemory();
}

void LaunchClock::issue(const sm::Issue &E) {
  if (!Now->Chip)
    return;
  if (Now->Live)
    return Now->Live->issue(E);
  CtaRecorder *Of = Now->recorder(E.W.cta());
  if (!Of)
    return;
  Of->issue(E, Now->Work);
  constexpr uint64_t Often = uint64_t(1) << 20;
  if (++Now->Events % Often == 0)
    checkMemory();
}

void LaunchClock::join(const sm::Warp &W, const sm::DecodedInst &I,
                       uint32_t Came, uint32_t GoesOn) {
  if (!Now->Chip)
    return;
  const auto Index = uint32_t(&I - Now->P.Code.data());
  if (Now->Live) {
    if (!GoesOn)
      Now->Live->switchPath(W);
  } else if (CtaRecorder *Of = Now->recorder(W.cta())) {
    Of->join(W.number(), Index, Came, GoesOn != 0, Now->Work);
  }
}

void LaunchClock::barrierReleased(const sm::Cta &C, unsigned Barrier) {
  if (Now->Live)
    Now->Live->barrierReleased();
  else if (Now->Chip)
    if (CtaRecorder *Of = Now->recorder(C))
      Of->barrierReleased(Barrier);
}

/// Lets each CTA have the turns that its launch says.
class LaunchClock::Follower final : public sm::WarpPicker {
public:
  explicit Follower(const LaunchClock &C) : Of(C) {}

  void start(const sm::Cta &) override { Last = 0; }
  sm::Turn next(uint64_t Runnable) override {
    sm::Turn T;
    T.Length = 1;
    if (Of.Now->Live) {
      T.Warp = Of.Now->Live->warp(Runnable);
      return T;
    }
    const uint64_t Later =
        Last == 63 ? 0 : Runnable >> (Last + 1) << (Last + 1);
    T.Warp = Last = unsigned(llvm::countr_zero(Later ? Later : Runnable));
    T.Length = sm::LongTurn;
    T.UntilUnlocked = true;
    return T;
  }

private:
  const LaunchClock &Of;
  unsigned Last = 0;
};

std::unique_ptr<sm::WarpPicker> LaunchClock::makePicker() {
  return std::make_unique<Follower>(*this);
}

size_t LaunchClock::next(llvm::ArrayRef<const sm::Cta *> InProgress) {
  if (Now->Live)
    return Now->Live->next(InProgress);
  LastCta = LastCta + 1 < InProgress.size() ? LastCta + 1 : 0;
  return LastCta;
}

std::optional<sm::KernelTime> LaunchClock::now() const {
  if (!Now || !Now->Live)
    return std::nullopt;
  const Clock At = Now->Live->now();
  return sm::KernelTime{
      Clocks + At,
      uint64_t(Nanoseconds + double(At) * 1e9 / Now->TheBoard.hertz())};
}

void LaunchClock::checkMemory() {
  size_t Bytes = Now->Chip->heldBytes();
  for (const auto &[Number, R] : Now->Recorders)
    Bytes += R->bytes();
  if (Bytes > MaxTraceBytes)
    giveUp("what its CTAs execute at the same time takes more than " +
           std::to_string(MaxTraceBytes >> 20) + " MiB of host memory");
}

void LaunchClock::giveUp(std::string Why) {
  Now->Time.WhyNone = std::move(Why);
  Now->Recorders.clear();
  Now->HasLast = false;
  LoudWarps = 0;
  Now->Chip.reset();
}

void LaunchClock::endLaunch() {
  if (Now->Chip) {
    if (Now->Live)
      Now->Live->finish();
    // Those that did not come to their end.
    for (auto &[Number, R] : Now->Recorders)
      Now->Chip->supply(*Now->placeOf(Number), R->finish());
    Now->Chip->finish();
    LaunchTime &T = Now->Time;
    Now->noteCamping();
    const Clock Modelled = T.Cycles;
    T.FloatOperations = Now->Work.FloatOperations;
    T.UsefulBytes = Now->Work.UsefulBytes;
    for (const InstructionTime &I : T.Instructions)
      for (unsigned N = 0; N != NumStalls; ++N)
        T.Waits[N] += I.Waits[N];
    // One that a fault has stopped is what it is.
    if (T.SampledCTAs && T.Ends.size() == T.SampledCTAs)
      T.extrapolate(Now->Wave);
    else
      T.SampledCTAs = 0;
    if (Shown)
      Shown->endLaunch(Modelled, uint64_t(T.microseconds() * 1e6));
    Clocks += uint64_t(T.microseconds() * (*T.Of)[Parameter::SPClock]);
    Nanoseconds += T.microseconds() * 1e3;
  }
  Last = std::move(Now->Time);
  LoudWarps = 0;
  Now.reset();
}

void LaunchClock::showIn(sm::EventTrace &To, std::optional<unsigned> OneWarp) {
  Shown = std::make_unique<Timeline>(To, OneWarp);
}

std::optional<LaunchTime> LaunchClock::takeTime() {
  return std::exchange(Last, std::nullopt);
}

} // namespace heddle::timing
