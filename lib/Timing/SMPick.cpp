//===- SMPick.cpp - Which warp of an SM is next ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SMModel.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace heddle::timing {

Clock SMModel::unitReady(unsigned Warp, Clock Until) const {
  const InstructionCost &C = *Warps[Warp].Cost;
  Clock Free = PortFree[unsigned(C.Where)];
  if (C.MayUseSFU)
    Free = std::min(Free, std::max(MulFree, PortFree[unsigned(Port::SFU)]));
  // How long the queue is later is known when the memory has worked on.
  return isHeldUp(C) ? std::max(Free, Until) : Free;
}

bool SMModel::isHeldUp(const InstructionCost &C) const {
  return C.Where == Port::Memory &&
         (Memory.underWay(Index) >= Rules.MaxUnderWay ||
          (C.IsStore && Memory.writesUnderWay(Index) >= Rules.MaxWrites));
}

/// Warps among which IssuePolicy::TwoLevel goes round first.
static constexpr unsigned GroupSize = 8;

unsigned SMModel::placeInTurn(unsigned N) const {
  const unsigned Count = unsigned(Warps.size());
  auto Behind = [&](unsigned Warp, unsigned Steps) {
    return Warp + Steps < Count ? Warp + Steps : Warp + Steps - Count;
  };
  switch (Rules.Policy) {
  case IssuePolicy::RoundRobin:
    return Behind(LastWarp, N + 1);
  case IssuePolicy::Oldest:
    return ByAge[N];
  case IssuePolicy::TwoLevel: {
    const unsigned First = LastWarp / GroupSize * GroupSize;
    const unsigned Size = std::min(GroupSize, Count - First);
    return N < Size ? First + (LastWarp - First + N + 1) % Size
                    : Behind(First, N);
  }
  }
  llvm_unreachable("covered switch");
}

bool SMModel::leavesSPs(unsigned Warp, Clock At) const {
  const Clock SFUFree = std::max(MulFree, PortFree[unsigned(Port::SFU)]);
  return Warps[Warp].Cost->MayUseSFU && SFUFree > At &&
         SFUFree < At + Rules.SFUMulBusy;
}

SMModel::Pick SMModel::pick(Clock At, Clock Until) const {
  Pick Best, Second;
  const unsigned Count = unsigned(Warps.size());
  const bool IsInTurns = Rules.Policy == IssuePolicy::RoundRobin;
  for (unsigned N = 0, Warp = LastWarp; N != Count; ++N) {
    // The usual order without a call for each warp.
    if (!IsInTurns)
      Warp = placeInTurn(N);
    else if (++Warp >= Count)
      Warp = 0;
    const Clock Own = Ready[Warp];
    if (Own >= Best.At)
      continue;
    const Clock Unit = unitReady(Warp, Until);
    const Clock First = std::max(Own, Unit);
    if (First >= Best.At)
      continue;
    Best = {Warp, First, ReadyFor[Warp]};
    if (Unit > Own)
      Best.For = Unit == Until && Warps[Warp].Cost->Where == Port::Memory
                     ? Stall::Queue
                     : Stall::Unit;
    if (First > At)
      continue;
    if (!leavesSPs(Warp, At))
      return Best;
    if (Second.At == Never)
      Second = Best;
    Best = Pick();
  }
  return Second.At == Never ? Best : Second;
}

void SMModel::noteIdle(const Pick &P, Clock From, Clock To) {
  if (To <= From)
    return;
  Stall For = P.For;
  // Nobody knows yet when one goes on: what the first of them waits for.
  if (P.At == Never)
    for (unsigned N = 0; N != Warps.size(); ++N)
      if (Living[N]) {
        For = Warps[N].IsThrough ? Stall::Global : ReadyFor[N];
        break;
      }
  Total.Idle[unsigned(For)] += To - From;
  LastIdle = For;
}

void SMModel::noteHoldUp(const Pick &P, Clock Until) {
  QueueSeen.reset();
  if (P.For != Stall::Queue)
    return;
  // Those that wait for the queue go on when it has moved, others as they are
  // ready.
  QueueSeen = {Memory.underWay(Index), Memory.writesUnderWay(Index)};
  Next = Never;
  for (unsigned Warp = 0; Warp != Warps.size(); ++Warp)
    if (Ready[Warp] != Never && !isHeldUp(*Warps[Warp].Cost))
      Next = std::min(
          Next, llvm::alignTo(std::max(Ready[Warp], unitReady(Warp, Until)),
                              Rules.PickInterval));
}

Clock SMModel::next() const {
  const bool HasMoved =
      QueueSeen && *QueueSeen != std::pair(Memory.underWay(Index),
                                           Memory.writesUnderWay(Index));
  return HasMoved ? Now : Next;
}

void SMModel::skipTo(Clock Start) {
  if (isEmpty() || Now >= Start)
    return;
  noteIdle(pick(Now, Start), Now, Start);
  Now = Start;
}

} // namespace heddle::timing
