//===- LaunchClock.cpp - Times launches that it observes ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Timing/LaunchClock.h"
#include "ChipModel.h"
#include "TraceRecorder.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/Occupancy.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Object/KernelInfo.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace heddle::timing {

/// Host memory for what CTAs have executed that are not timed yet.
static constexpr size_t MaxTraceBytes = size_t(400) << 20;

struct LaunchClock::State {
  State(const sm::Program &Of, const Board &B)
      : P(Of), TheBoard(B), Costs(Of, B) {}

  CtaRecorder &recorder(const sm::Cta &C) {
    if (C.number() != LastNumber || !LastUsed) {
      LastNumber = C.number();
      LastUsed = Recorders.at(LastNumber).get();
    }
    return *LastUsed;
  }

  const sm::Program &P;
  const Board &TheBoard;
  const KernelCosts Costs;
  RecorderRules Rules;
  LaunchTime Time;
  LaunchWork Work;
  std::unique_ptr<ChipModel> Chip;
  /// By number of CTAs in progress.
  std::map<uint64_t, std::unique_ptr<CtaRecorder>> Recorders;
  uint64_t LastNumber = 0;
  CtaRecorder *LastUsed = nullptr;
  uint64_t Events = 0;
};

LaunchClock::LaunchClock(std::shared_ptr<const Board> For)
    : Wanted(std::move(For)) {}
LaunchClock::~LaunchClock() = default;

/// What keeps code of \p P from being timed for \p B; empty: nothing.
static std::string misfit(const sm::Program &P, const Board &B) {
  const abi::Chip &Code = *abi::findChip(P.Module.ComputeCapability);
  const bool IsOfSilicon = B.GeometryName != "tx1";
  if (Code.Silicon && IsOfSilicon &&
      Code.ComputeCapability <= B.count(Parameter::Capability))
    return "";
  if (Code.Silicon == IsOfSilicon && !Code.Silicon)
    return "";
  return "the code is of " + std::string(Code.Name) + ", which board " +
         B.Name + " does not run";
}

void LaunchClock::startLaunch(const sm::LaunchView &L) {
  const abi::Chip *Code = abi::findChip(L.P.Module.ComputeCapability);
  const Board &B =
      Wanted ? *Wanted
             : defaultBoard(L.P.Module.ComputeCapability, Code->Silicon);
  Now = std::make_unique<State>(L.P, B);
  LaunchTime &T = Now->Time;
  T.Of = Wanted ? Wanted : std::make_shared<const Board>(B);
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
  T.WhyNone = misfit(L.P, B);
  if (T.isThere() && !T.CTAsPerSM)
    T.WhyNone = "no CTA of it fits an SM of board " + B.Name;
  if (T.isThere())
    Now->Chip = std::make_unique<ChipModel>(
        B, Now->Costs,
        ChipModel::Grid{T.CTAs, unsigned(T.CTAsPerSM), unsigned(T.WarpsPerCTA)},
        T);
}

bool LaunchClock::needs(uint32_t Index) const {
  return Now && Now->Chip && Now->Costs.isSeen(Index);
}

void LaunchClock::startCta(const sm::Cta &C) {
  if (Now->Chip)
    Now->Recorders[C.number()] = std::make_unique<CtaRecorder>(
        Now->P, Now->Costs, Now->Rules, C.number(), C.numWarps());
}

void LaunchClock::endCta(const sm::Cta &C) {
  if (!Now->Chip)
    return;
  std::unique_ptr<CtaTrace> Trace = Now->recorder(C).finish();
  Now->Recorders.erase(C.number());
  Now->LastUsed = nullptr;
  Now->Chip->supply(C.number(), std::move(Trace));
  Now->Chip->advance();
  checkMemory();
}

void LaunchClock::issue(const sm::Issue &E) {
  if (!Now->Chip)
    return;
  Now->recorder(E.W.cta()).issue(E, Now->Work);
  constexpr uint64_t Often = uint64_t(1) << 20;
  if (++Now->Events % Often == 0)
    checkMemory();
}

void LaunchClock::join(const sm::Warp &W, const sm::DecodedInst &I, uint32_t,
                       uint32_t GoesOn) {
  if (Now->Chip && !GoesOn)
    Now->recorder(W.cta()).switchPath(W.number(),
                                      uint32_t(&I - Now->P.Code.data()));
}

void LaunchClock::barrierReleased(const sm::Cta &C, unsigned Barrier) {
  if (Now->Chip)
    Now->recorder(C).barrierReleased(Barrier);
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
  Now->LastUsed = nullptr;
  Now->Chip.reset();
}

void LaunchClock::endLaunch() {
  if (Now->Chip) {
    // Those that did not come to their end.
    for (auto &[Number, R] : Now->Recorders)
      Now->Chip->supply(Number, R->finish());
    Now->Chip->finish();
    LaunchTime &T = Now->Time;
    T.FloatOperations = Now->Work.FloatOperations;
    T.UsefulBytes = Now->Work.UsefulBytes;
    for (const InstructionTime &I : T.Instructions)
      for (unsigned N = 0; N != NumStalls; ++N)
        T.Waits[N] += I.Waits[N];
  }
  Last = std::move(Now->Time);
  Now.reset();
}

std::optional<LaunchTime> LaunchClock::takeTime() {
  return std::exchange(Last, std::nullopt);
}

} // namespace heddle::timing
