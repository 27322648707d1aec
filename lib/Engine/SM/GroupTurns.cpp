//===- GroupTurns.cpp - Runs warps in lock-step ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warps at the same PC execute straight-line code an instruction at a time, so
// that a handler is entered once for all of them. They stay together over
// branches that all of them take, and over barriers.
//
//===----------------------------------------------------------------------===//

#include "FloatEnvironment.h"
#include "IssueEach.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

Interpreter::WarpGroup::WarpGroup(llvm::ArrayRef<Warp *> Members)
    : Warps(Members) {
  assert(Members.size() <= MaxGroup && "more than handlers take");
  for (unsigned K = 0; K != Members.size(); ++K)
    Contexts[K] = &Members[K]->lanes();
}

bool Interpreter::runGroupStraight(const WarpGroup &Group, const BoundInst &I,
                                   uint32_t N, WarpCounters &Counters,
                                   HostModes &Host) const {
  // Only the first instruction of a run reads the clock.
  if (I.readsClock())
    for (unsigned K = 0; K != Group.size(); ++K)
      Group.Contexts[K]->Clock = clockAt(I, Counters.WarpInstructions + K);
  GroupProgress Did =
      E.Table.ExecuteGroup(&I, N, Group.Contexts, Group.size(), Host);
  if (Did.Done == N) [[likely]] {
    uint64_t Active = 0;
    for (Warp *W : Group.Warps) {
      W->advance(N);
      Active += W->numActive();
    }
    Counters.WarpInstructions += uint64_t(N) * Group.size();
    Counters.ThreadInstructions += N * Active;
    return true;
  }
  assert(Did.Done < N && Did.Warps < Group.size() &&
         "a warp of the group faulted");
  for (unsigned K = 0; K != Group.size(); ++K) {
    Warp &W = *Group.Warps[K];
    uint32_t Mine = Did.Done + (K < Did.Warps);
    W.advance(Mine);
    if (K == Did.Warps) {
      // The faulting instruction was issued, too.
      ++Mine;
      W.fail(WarpFault::Access);
    }
    Counters.WarpInstructions += Mine;
    Counters.ThreadInstructions += Mine * uint64_t(W.numActive());
  }
  return false;
}

void Interpreter::flowGroup(const WarpGroup &Group, const BoundInst &I,
                            WarpCounters &Counters) const {
  if (I.Flow == FlowKind::JoinAt) {
    issueEach(Group.Warps, Counters,
              [&](Warp &W, unsigned) { W.joinAt(I.Target); });
    return;
  }
  if (I.isBarrier() && meetsAtOnce(Group.Warps, I)) {
    issueEach(Group.Warps, Counters, [](Warp &W, unsigned) { W.advance(1); });
    return;
  }
  uint32_t Executing[MaxGroup];
  E.Table.Predicates(I, Group.Contexts, Group.size(), Executing);
  if (I.Flow == FlowKind::Branch) {
    issueEach(Group.Warps, Counters,
              [&](Warp &W, unsigned K) { W.branch(I, Executing[K]); });
    return;
  }
  const uint64_t First = Counters.WarpInstructions;
  issueEach(Group.Warps, Counters, [&](Warp &W, unsigned K) {
    W.lanes().Clock = clockAt(I, First + K);
    W.flow(I, Executing[K]);
  });
}

void Interpreter::issueGroup(const WarpGroup &Group, const BoundInst &I,
                             WarpCounters &Counters, HostModes &Host) const {
  if (!I.isPlain()) {
    flowGroup(Group, I, Counters);
  } else if (I.Exit) {
    issueApart(Group.Warps, I, Counters, Host);
  } else if (I.isNop()) {
    issueEach(Group.Warps, Counters, [](Warp &W, unsigned) { W.advance(1); });
  } else {
    runGroupStraight(Group, I, 1, Counters, Host);
  }
}

void Interpreter::issueApart(llvm::ArrayRef<Warp *> Warps, const BoundInst &I,
                             WarpCounters &Counters, HostModes &Host) const {
  for (Warp *W : Warps) {
    W->lanes().Clock = clockAt(I, Counters.WarpInstructions);
    uint32_t Issued = issue<false>(*W, I, nullptr, Host);
    ++Counters.WarpInstructions;
    Counters.ThreadInstructions += uint64_t(llvm::popcount(Issued));
    // The warps after one that faulted do the instruction in their own turns.
    if (W->state() == WarpState::Faulted)
      return;
  }
}

void Interpreter::joinGroup(const WarpGroup &Group, const BoundInst &I,
                            WarpCounters &Counters, HostModes &Host) const {
  // The warps in which all lanes met. The others go back to lanes that have not
  // come yet.
  Warp *Joined[MaxGroup];
  unsigned Size = 0;
  for (Warp *W : Group.Warps) {
    const unsigned Came = W->numActive();
    if (W->join()) {
      // The clock counts the others in between.
      if (I.readsClock()) [[unlikely]]
        issueApart(W, I, Counters, Host);
      else
        Joined[Size++] = W;
      continue;
    }
    ++Counters.WarpInstructions;
    Counters.ThreadInstructions += Came;
    if (W->state() == WarpState::Faulted)
      break;
  }
  if (Size == Group.size())
    issueGroup(Group, I, Counters, Host);
  else if (Size)
    issueGroup(WarpGroup({Joined, Size}), I, Counters, Host);
}

bool Interpreter::runGroup(llvm::ArrayRef<Warp *> Warps, uint64_t Budget,
                           uint32_t Meeting, WarpCounters &Counters) const {
  const WarpGroup Group(Warps);
  assert(!Warps.empty() && Warps.size() <= MaxGroup && "a group of warps");
  uint32_t At = Warps.front()->pc();
  Looks AtBarriers(E);
  HostModes Host;
  while (Budget) {
    const uint32_t From = At;
    const BoundInst &I = E.Code[From];
    if (I.Run) {
      uint32_t N =
          uint32_t(std::min<uint64_t>({I.Run, Budget, Meeting - From}));
      if (!runGroupStraight(Group, I, N, Counters, Host))
        return true;
      Budget -= N;
      At += N;
      if (At >= Meeting)
        return true;
      continue;
    }
    if (partForMeeting(Warps, I))
      return true;
    AtBarriers.begin(*Warps.front(), From);
    if (I.Join)
      joinGroup(Group, I, Counters, Host);
    else
      issueGroup(Group, I, Counters, Host);
    if (AtBarriers.wereInVain(Warps))
      return false;
    --Budget;
    At = Warps.front()->pc();
    for (const Warp *W : Warps)
      if (W->state() != WarpState::Running || W->pc() != At || W->isRestless())
        return true;
    if (Meeting == NoMeeting)
      continue;
    if (At >= Meeting)
      return true;
    if (wentBack(I, From, At))
      return false;
  }
  return true;
}

bool Interpreter::wentBack(const DecodedInst &I, uint32_t From, uint32_t To) {
  return To < From || (To == From && !I.Join);
}

void Interpreter::watchGroup(llvm::ArrayRef<Warp *> Group,
                             WarpCounters &Counters, ObserverList &Look) const {
  const BoundInst &I = E.Code[Group.front()->pc()];
  HostModes Host;
  if (partForMeeting(Group, I))
    return;
  for (Warp *W : Group) {
    Look.turn(*W);
    W->lanes().Clock = clockAt(I, Counters.WarpInstructions);
    uint32_t Issued = step<true>(*W, I, &Look, Host);
    ++Counters.WarpInstructions;
    Counters.ThreadInstructions += uint64_t(llvm::popcount(Issued));
    if (W->state() == WarpState::Faulted)
      return;
  }
}

} // namespace heddle::sm
