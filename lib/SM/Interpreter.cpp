//===- Interpreter.cpp - Runs warps by their handlers ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Straight-line code goes to the handlers as a whole; what steers lanes is the
// warp's doing.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "FloatEnvironment.h"
#include "heddle/Machine/MemoryAccess.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace heddle::sm {

void Interpreter::run(Warp &W, uint64_t Budget, WarpCounters &Counters,
                      Observer *Look) const {
  if (W.isRestless())
    runApart(W, Budget, Counters, Look);
  if (Look)
    runSlice<true>(W, Budget, Counters, Look);
  else
    runSlice<false>(W, Budget, Counters, nullptr);
}

/// Whom the lanes \p AtHand of \p W have to meet before \p I.
static uint32_t membersOf(const Warp &W, const DecodedInst &I,
                          uint32_t AtHand) {
  if (I.Op != Operation::ExchangeSync)
    return AllLanes;
  const LaneContext &L = W.lanes();
  const uint32_t *Masks = L.Base[I.Src[0].Base] + size_t(I.Src[0].Row) * Lanes;
  uint32_t Members = 0;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if (AtHand >> Lane & 1)
      Members |= Masks[Lane];
  return Members;
}

static Meeting meetingAt(const DecodedInst &I) {
  if (I.Op != Operation::ExchangeSync)
    return Meeting::Exchange;
  return I.Sub[0] ? Meeting::SyncNext : Meeting::Sync;
}

static bool meet(Warp &W, const DecodedInst &I) {
  W.reunite();
  uint32_t AtHand = W.lanesAt(I);
  return !AtHand || W.meet(meetingAt(I), membersOf(W, I, AtHand), AtHand);
}

void Interpreter::runApart(Warp &W, uint64_t &Budget, WarpCounters &Counters,
                           Observer *Look) const {
  while ((W.isSplit() || W.isToPart()) && W.state() == WarpState::Running &&
         Budget) {
    --Budget;
    uint32_t From = W.pc();
    const DecodedInst &I = E.P.Code[From];
    if (W.isSplit() && I.meetsLanes() && !meet(W, I))
      continue;
    if (Look)
      runSlice<true>(W, 1, Counters, Look);
    else
      runSlice<false>(W, 1, Counters, nullptr);
    if (W.isToPart() && W.state() == WarpState::Running && W.pc() <= From)
      W.part();
  }
}

template <bool Observed>
void Interpreter::runSlice(Warp &W, uint64_t Budget, WarpCounters &Counters,
                           Observer *Look) const {
  LaneContext &L = W.lanes();
  HostModes Host;
  while (W.state() == WarpState::Running && Budget) {
    const BoundInst &I = E.Code[W.pc()];
    uint32_t Issued = L.Active;
    uint32_t N = 1;
    L.Clock = Counters.WarpInstructions;
    uint32_t Straight = I.Run;
    if constexpr (Observed)
      Straight = std::min(Straight, Look->unneeded(W, W.pc()));
    if (Straight) {
      N = uint32_t(std::min<uint64_t>(Straight, Budget));
      uint32_t Done = E.Table.Execute(&I, N, L, Host);
      W.advance(Done);
      if (Done != N) {
        // The faulting instruction was issued, too.
        N = Done + 1;
        W.fail(WarpFault::Access);
      }
    } else {
      Issued = step<Observed>(W, I, Look, Host);
    }
    Counters.WarpInstructions += N;
    Counters.ThreadInstructions += N * uint64_t(llvm::popcount(Issued));
    Budget -= N;
  }
}

/// A warp with all lanes active is the usual case, and not every host counts
/// bits in one instruction.
static unsigned lanesIn(uint32_t Mask) {
  return Mask == AllLanes ? Lanes : unsigned(llvm::popcount(Mask));
}

bool Interpreter::runGroupStraight(llvm::ArrayRef<Warp *> Group,
                                   const BoundInst &I, uint32_t N,
                                   WarpCounters &Counters,
                                   HostModes &Host) const {
  LaneContext *Contexts[MaxGroup];
  for (unsigned K = 0; K != Group.size(); ++K) {
    LaneContext &L = Group[K]->lanes();
    // Only the first instruction of a run reads the clock.
    L.Clock = Counters.WarpInstructions + K;
    Contexts[K] = &L;
  }
  GroupProgress Did =
      E.Table.ExecuteGroup(&I, N, Contexts, unsigned(Group.size()), Host);
  bool Faulted = Did.Done != N;
  uint64_t Issued = 0, Threads = 0;
  for (unsigned K = 0; K != Group.size(); ++K) {
    Warp &W = *Group[K];
    uint32_t Mine = Did.Done + (Faulted && K < Did.Warps);
    W.advance(Mine);
    if (Faulted && K == Did.Warps) {
      // The faulting instruction was issued, too.
      ++Mine;
      W.fail(WarpFault::Access);
    }
    Issued += Mine;
    Threads += Mine * uint64_t(lanesIn(W.active()));
  }
  Counters.WarpInstructions += Issued;
  Counters.ThreadInstructions += Threads;
  return !Faulted;
}

void Interpreter::runGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget,
                           WarpCounters &Counters) const {
  uint32_t At = Group.front()->pc();
  bool Together = true;
  HostModes Host;
  while (Together && Budget) {
    const BoundInst &I = E.Code[At];
    uint32_t N = 1;
    if (I.Run) {
      N = uint32_t(std::min<uint64_t>(I.Run, Budget));
      if (!runGroupStraight(Group, I, N, Counters, Host))
        return;
    } else {
      uint64_t Issued = 0, Threads = 0;
      for (Warp *W : Group) {
        W->lanes().Clock = Counters.WarpInstructions + Issued;
        Threads += lanesIn(step<false>(*W, I, nullptr, Host));
        ++Issued;
        // Who has not yet done this instruction does it in its own turn.
        if (W->state() == WarpState::Faulted)
          break;
      }
      Counters.WarpInstructions += Issued;
      Counters.ThreadInstructions += Threads;
    }
    Budget -= N;
    At = Group.front()->pc();
    for (const Warp *W : Group)
      Together &= W->state() == WarpState::Running && W->pc() == At;
  }
}

template <bool Observed>
uint32_t Interpreter::step(Warp &W, const BoundInst &I, Observer *Look,
                           HostModes &Host) const {
  LaneContext &L = W.lanes();
  uint32_t Issued = L.Active;
  if (I.Join) {
    bool Joined = W.join();
    if constexpr (Observed)
      Look->join(W, E.P.Code[size_t(&I - E.Code.data())], Issued,
                 Joined ? L.Active : 0);
    if (!Joined)
      return Issued;
    Issued = L.Active;
  }
  [[maybe_unused]] uint32_t Executing = 0;
  [[maybe_unused]] AccessList Accesses;
  if constexpr (Observed) {
    Executing = E.Table.Predicate(I, L);
    Accesses.collect(I, L);
    Look->issue(
        {W, E.P.Code[W.pc()], W.pc(), L.Active, Executing, Accesses.list()});
  }
  if (I.Flow != FlowKind::Plain) {
    uint32_t Taken = I.isPredicated() ? E.Table.Predicate(I, L) : L.Active;
    if (I.Flow == FlowKind::Branch)
      W.branch(I, Taken);
    else
      W.flow(I, Taken);
    return Issued;
  }
  if (!I.isNop() && E.Table.Execute(&I, 1, L, Host) != 1) {
    W.fail(WarpFault::Access);
    return Issued;
  }
  if constexpr (Observed) {
    Host.follow(GuestMode);
    Look->executed(
        {W, E.P.Code[W.pc()], W.pc(), L.Active, Executing, Accesses.list()});
  }
  if (I.Exit)
    W.exitLanes();
  else
    W.advance(1);
  return Issued;
}

} // namespace heddle::sm
