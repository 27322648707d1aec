//===- ChipModel.cpp - A grid on all SMs ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChipModel.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <functional>

namespace heddle::timing {

ChipModel::ChipModel(const Board &B, const KernelCosts &Costs, const Grid &Of,
                     IssuePolicy How, LiveWarps *Live, const Watchers &By,
                     LaunchTime &Into)
    : TheBoard(B), Rules(B, Costs, How, Live, By.Shown), TheGrid(Of),
      Total(Into), Memory(B, By) {
  const unsigned TPCs = B.count(Parameter::TPCs);
  const unsigned PerTPC = B.count(Parameter::SMsPerTPC);
  SMs.reserve(B.numSMs());
  for (unsigned N = 0; N != B.numSMs(); ++N)
    SMs.emplace_back(Rules, N, Of.CtasPerSM, Of.WarpsPerCta, Memory, Into);
  // The clusters have one each before one has a second, and so have their SMs.
  for (unsigned Place = 0; Place != Of.CtasPerSM; ++Place)
    for (unsigned SM = 0; SM != PerTPC; ++SM)
      for (unsigned TPC = 0; TPC != TPCs; ++TPC)
        Places.push_back({0, Places.size(), TPC * PerTPC + SM, Place});
  std::make_heap(Places.begin(), Places.end(), std::greater<FreePlace>());
}

void ChipModel::supply(uint64_t Number, std::unique_ptr<CtaTrace> Trace) {
  HeldBytes += Trace->bytes();
  Traces[Number] = std::move(Trace);
}

void ChipModel::addPlace(Clock At, unsigned SM, unsigned Place) {
  Places.push_back({At, SM, SM, Place});
  std::push_heap(Places.begin(), Places.end(), std::greater<FreePlace>());
}

bool ChipModel::dispatch() {
  const Clock Until = WindowStart + Memory.window();
  while (NextCta != TheGrid.Ctas && !Places.empty() &&
         Places.front().At < Until) {
    if (Rules.Live && !IsComplete && !Rules.Live->isThere(NextCta))
      return true;
    auto Found = Traces.find(NextCta);
    if (!Rules.Live && Found == Traces.end() && !IsComplete)
      return false;
    // Those that a fault kept from starting.
    if (IsComplete && Found == Traces.end()) {
      NextCta = TheGrid.Ctas;
      return true;
    }
    std::pop_heap(Places.begin(), Places.end(), std::greater<FreePlace>());
    const FreePlace P = Places.back();
    Places.pop_back();
    const Clock At = std::max(P.At, WindowStart);
    if (Rules.Live) {
      SMs[P.SM].start(P.Place, NextCta, nullptr, At);
    } else {
      BytesOf[{P.SM, P.Place}] = Found->second->bytes();
      SMs[P.SM].start(P.Place, NextCta, std::move(Found->second), At);
      Traces.erase(Found);
    }
    ++NextCta;
  }
  return true;
}

void ChipModel::collectEnded() {
  const Clock Gap = TheBoard.count(Parameter::CtaGap);
  for (unsigned N = 0; N != SMs.size(); ++N)
    for (const SMModel::EndedCta &E : SMs[N].takeEnded()) {
      LastEnd = std::max(LastEnd, E.At);
      if (Total.SampledCTAs)
        Total.Ends.push_back(E.At);
      if (!Rules.Live)
        HeldBytes -= BytesOf[{N, E.Place}];
      addPlace(E.At + Gap, N, E.Place);
    }
}

bool ChipModel::runWindow() {
  const Clock Until = WindowStart + Memory.window();
  for (; NextSM != SMs.size(); ++NextSM)
    if (SMModel &SM = SMs[NextSM];
        (SM.next() < Until || !SM.isEmpty()) && !SM.run(Until))
      return false;
  NextSM = 0;
  IsInWindow = false;
  Answers.clear();
  Fills.clear();
  Memory.serve(Until, Answers, Fills);
  for (const MemorySystem::Answer &A : Answers)
    SMs[A.SM].answer(A.Load, A.At);
  for (const MemorySystem::Fill &F : Fills)
    SMs[F.Of.SM].fill(F.Of, F.At);
  collectEnded();
  WindowStart = Until;
  return true;
}

Clock ChipModel::nextOfAll() const {
  Clock First = Never;
  for (const SMModel &SM : SMs)
    First = std::min(First, SM.next());
  const bool IsThere =
      !Rules.Live || IsComplete || Rules.Live->isThere(NextCta);
  if (NextCta != TheGrid.Ctas && !Places.empty() && IsThere)
    First = std::min(First, Places.front().At);
  return First;
}

void ChipModel::skipIdleTime() {
  const Clock End = WindowStart + Memory.window();
  Clock First = nextOfAll();
  if (First < End)
    return;
  if (!Memory.isIdle()) {
    First = std::min(First, Memory.next());
  } else if (First == Never) {
    for (SMModel &SM : SMs)
      SM.releaseBarriers();
    First = nextOfAll();
  }
  if (First == Never || First < End)
    return;
  WindowStart = First / Memory.window() * Memory.window();
  for (SMModel &SM : SMs)
    SM.skipTo(WindowStart);
}

bool ChipModel::isOver() const {
  // A launch that executes as it issues may have no further CTA yet.
  return (NextCta == TheGrid.Ctas || Rules.Live) && Memory.isIdle() &&
         nextOfAll() == Never;
}

void ChipModel::advance() {
  while (true) {
    if (!IsInWindow) {
      skipIdleTime();
      if (!dispatch() || isOver())
        return;
      IsInWindow = true;
    }
    if (!runWindow())
      return;
  }
}

void ChipModel::finish() {
  IsComplete = true;
  // Nothing is executed any more.
  if (Rules.Live)
    for (SMModel &SM : SMs)
      SM.stopAll();
  advance();
  Total.Cycles = std::max(LastEnd, Memory.lastTransfer());
  for (SMModel &SM : SMs)
    SM.finish(Total.Cycles);
  std::sort(Total.Ends.begin(), Total.Ends.end());
  Total.MovedBytes = Memory.movedBytes();
  for (unsigned N = 0; N != TheBoard.count(Parameter::Partitions); ++N)
    Total.PinsBusy += Memory.pinsBusy(N);
}

} // namespace heddle::timing
