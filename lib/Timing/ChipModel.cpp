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
                     LaunchTime &Into)
    : TheBoard(B), Rules(B, Costs), TheGrid(Of), Total(Into), Memory(B) {
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
    auto Found = Traces.find(NextCta);
    if (Found == Traces.end() && !IsComplete)
      return false;
    // Those that a fault kept from starting.
    if (Found == Traces.end()) {
      NextCta = TheGrid.Ctas;
      return true;
    }
    std::pop_heap(Places.begin(), Places.end(), std::greater<FreePlace>());
    const FreePlace P = Places.back();
    Places.pop_back();
    BytesOf[{P.SM, P.Place}] = Found->second->bytes();
    SMs[P.SM].start(P.Place, std::move(Found->second),
                    std::max(P.At, WindowStart));
    Traces.erase(Found);
    ++NextCta;
  }
  return true;
}

void ChipModel::collectEnded() {
  const Clock Gap = TheBoard.count(Parameter::CtaGap);
  for (unsigned N = 0; N != SMs.size(); ++N)
    for (const SMModel::EndedCta &E : SMs[N].takeEnded()) {
      LastEnd = std::max(LastEnd, E.At);
      HeldBytes -= BytesOf[{N, E.Place}];
      addPlace(E.At + Gap, N, E.Place);
    }
}

void ChipModel::runWindow() {
  const Clock Until = WindowStart + Memory.window();
  for (SMModel &SM : SMs)
    if (SM.next() < Until || !SM.isEmpty())
      SM.run(Until);
  Answers.clear();
  Fills.clear();
  Memory.serve(Until, Answers, Fills);
  for (const MemorySystem::Answer &A : Answers)
    SMs[A.SM].answer(A.Load, A.At);
  for (const MemorySystem::Fill &F : Fills)
    SMs[F.Of.SM].fill(F.Of, F.At);
  collectEnded();
  WindowStart = Until;
}

Clock ChipModel::nextOfAll() const {
  Clock First = Never;
  for (const SMModel &SM : SMs)
    First = std::min(First, SM.next());
  if (NextCta != TheGrid.Ctas && !Places.empty())
    First = std::min(First, Places.front().At);
  return First;
}

void ChipModel::skipIdleTime() {
  if (!Memory.isIdle())
    return;
  Clock First = nextOfAll();
  if (First == Never) {
    for (SMModel &SM : SMs)
      SM.releaseBarriers();
    First = nextOfAll();
  }
  if (First != Never && First >= WindowStart + Memory.window())
    WindowStart = First / Memory.window() * Memory.window();
}

bool ChipModel::isOver() const {
  return NextCta == TheGrid.Ctas && Memory.isIdle() && nextOfAll() == Never;
}

void ChipModel::advance() {
  while (true) {
    skipIdleTime();
    if (!dispatch() || isOver())
      return;
    runWindow();
  }
}

void ChipModel::finish() {
  IsComplete = true;
  advance();
  Total.Cycles = std::max(LastEnd, Memory.lastTransfer());
  for (SMModel &SM : SMs)
    SM.finish(Total.Cycles);
  Total.MovedBytes = Memory.movedBytes();
  for (unsigned N = 0; N != TheBoard.count(Parameter::Partitions); ++N) {
    Total.PinsBusy += Memory.pinsBusy(N);
    Total.BusiestPins = std::max(Total.BusiestPins, Memory.pinsBusy(N));
  }
}

} // namespace heddle::timing
