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
#include "heddle/ABI/ExchangeOps.inc"
#include "heddle/ABI/WideOps.inc"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/MemoryAccess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace heddle::sm {

void Interpreter::run(Warp &W, uint64_t Budget, WarpCounters &Counters,
                      ObserverList *Look) const {
  const uint64_t First = Counters.WarpInstructions;
  uint64_t Left = Budget;
  do {
    if (W.isRestless())
      runApart(W, Left, Counters, Look);
    if (Look)
      runSlice<true>(W, Left, Counters, Look);
    else if (HostCode && !W.isRestless())
      runTranslated<false>(W, Left, Left, Counters);
    else
      runSlice<false>(W, Left, Counters, nullptr);
    const uint64_t Issued = Counters.WarpInstructions - First;
    Left = Budget - std::min(Budget, Issued);
  } while (W.isToMeet() && Left);
}

template <bool ToBarrier>
uint64_t Interpreter::runTranslated(Warp &W, uint64_t Budget, uint64_t Given,
                                    WarpCounters &Counters) const {
  while (W.state() == WarpState::Running && Budget && !W.isToMeet()) {
    if constexpr (ToBarrier)
      if (E.Code[W.pc()].isBarrier())
        return Budget;
    const TranslatedProgram::Progress Did = HostCode->run(W, Budget);
    if (Did.WarpInstructions) {
      Counters.WarpInstructions += Did.WarpInstructions;
      Counters.ThreadInstructions += Did.ThreadInstructions;
      Counters.InHostCode += Did.WarpInstructions;
      ++Counters.HostEntries;
      Budget -= Did.WarpInstructions;
      continue;
    }
    // In the next turn there is more of it.
    if (Did.NeedsMore && Budget != Given)
      return Budget;
    const uint32_t From = W.pc();
    const uint64_t Steps = std::clamp<uint64_t>(
        E.Code[From].Run, 1, HostCode->nextEntry(From) - From);
    const uint64_t Before = Counters.WarpInstructions;
    runSlice<false>(W, std::min(Steps, Budget), Counters, nullptr);
    const uint64_t Issued = Counters.WarpInstructions - Before;
    Budget -= Issued;
    if (isForHostCode(E.Code[From]))
      Counters.Missed += Issued;
  }
  return Budget;
}

/// An instruction takes four clocks, of 32 lanes on eight units.
static constexpr uint64_t ClocksOfOne = 4;

/// %globaltimer, or a half of it.
static bool readsTimer(const DecodedInst &I) {
  if (I.is(WideOp::Counter))
    return I.Sub[0] != 0;
  return I.Sub[0] == TimerLowRegister || I.Sub[0] == TimerHighRegister;
}

uint64_t Interpreter::clockAt(const DecodedInst &I, uint64_t Issued) const {
  if (Clock && I.readsClock())
    if (std::optional<KernelTime> Now = Clock->now())
      return readsTimer(I) ? Now->Nanoseconds : Now->Clocks;
  return Issued * ClocksOfOne;
}

/// Whom each lane of \p W has to meet before \p I.
static Gathering::Row membersOf(const Warp &W, const DecodedInst &I) {
  Gathering::Row Named;
  if (!I.is(ExchangeOp::Sync)) {
    Named.fill(AllLanes);
    return Named;
  }
  const LaneContext &L = W.lanes();
  std::copy_n(L.Base[I.Src[0].Base] + size_t(I.Src[0].Row) * Lanes, Lanes,
              Named.begin());
  return Named;
}

static Meeting meetingAt(const DecodedInst &I) {
  if (!I.is(ExchangeOp::Sync))
    return Meeting::Exchange;
  return I.Sub[0] ? Meeting::SyncNext : Meeting::Sync;
}

static bool meet(Warp &W, const DecodedInst &I) {
  W.reunite();
  uint32_t AtHand = W.lanesAt(I);
  return !AtHand || W.meet(meetingAt(I), membersOf(W, I), AtHand);
}

void Interpreter::runApart(Warp &W, uint64_t &Budget, WarpCounters &Counters,
                           ObserverList *Look) const {
  while ((W.isSplit() || W.isToPart() || W.isToMeet() || W.hasMetAcross()) &&
         W.state() == WarpState::Running && Budget) {
    --Budget;
    uint32_t From = W.pc();
    const BoundInst &I = E.Code[From];
    if (E.P.meetsAcross(I)
            ? !meetAcross(W, I, Look)
            : W.isSplit() && !E.P.MeetsAcross && I.meetsLanes() && !meet(W, I))
      continue;
    if (Look)
      runSlice<true>(W, 1, Counters, Look, /*HasMet=*/true);
    else
      runSlice<false>(W, 1, Counters, nullptr, /*HasMet=*/true);
    if (W.isToPart() && W.state() == WarpState::Running && W.pc() <= From)
      W.part();
  }
}

template <bool Observed>
void Interpreter::runSlice(Warp &W, uint64_t Budget, WarpCounters &Counters,
                           ObserverList *Look, bool HasMet) const {
  LaneContext &L = W.lanes();
  Warp *const Alone = &W;
  HostModes Host;
  while (W.state() == WarpState::Running && Budget) {
    const BoundInst &I = E.Code[W.pc()];
    uint32_t N = 1;
    unsigned Threads = W.numActive();
    L.Clock = clockAt(I, Counters.WarpInstructions);
    uint32_t Straight = I.Run;
    if (!Straight && !std::exchange(HasMet, false) && partForMeeting(Alone, I))
      return;
    [[maybe_unused]] uint32_t Unneeded = 0;
    if constexpr (Observed) {
      Unneeded = Look->unneeded(Alone, W.pc());
      Straight = std::min(Straight, Unneeded);
    }
    if (Straight) {
      N = uint32_t(std::min<uint64_t>(Straight, Budget));
      uint32_t Done = E.Table.Execute(&I, N, L, Host);
      W.advance(Done);
      if (Done != N) {
        // The faulting instruction was issued, too.
        N = Done + 1;
        W.fail(WarpFault::Access);
      }
    } else if (Observed && Unneeded) {
      Threads = unsigned(llvm::popcount(step<false>(W, I, nullptr, Host)));
    } else {
      Threads = unsigned(llvm::popcount(step<Observed>(W, I, Look, Host)));
    }
    Counters.WarpInstructions += N;
    Counters.ThreadInstructions += uint64_t(N) * Threads;
    Budget -= N;
  }
}

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

/// Whether \p Group is all that \p I, a barrier, waits for.
static bool meetsAtOnce(llvm::ArrayRef<Warp *> Group, const DecodedInst &I) {
  const Cta &C = Group.front()->cta();
  // Lanes in other branches may come to it by themselves.
  if (C.program().MeetsAcross &&
      llvm::any_of(Group, [](const Warp *W) { return W->held(); }))
    return false;
  return C.meetsAtOnce(I, unsigned(Group.size()));
}

/// Has each warp of \p Group do one instruction by \p Do, which gets its
/// number there.
template <class DoT>
static void issueEach(llvm::ArrayRef<Warp *> Group, WarpCounters &Counters,
                      DoT Do) {
  uint64_t Threads = 0;
  unsigned Issued = 0;
  for (Warp *W : Group) {
    Threads += W->numActive();
    Do(*W, Issued++);
    // The warps after one that faulted do the instruction in their own turns.
    if (W->state() == WarpState::Faulted) [[unlikely]]
      break;
  }
  Counters.WarpInstructions += Issued;
  Counters.ThreadInstructions += Threads;
}

void Interpreter::flowGroup(const WarpGroup &Group, const BoundInst &I,
                            WarpCounters &Counters) const {
  if (I.Flow == FlowKind::JoinAt) {
    issueEach(Group.Warps, Counters,
              [&](Warp &W, unsigned) { W.joinAt(I.Target); });
    return;
  }
  if (I.Flow == FlowKind::Barrier && meetsAtOnce(Group.Warps, I)) {
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
  if (I.Flow != FlowKind::Plain) {
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
  uint32_t At = Warps.front()->pc();
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
    if (I.Join)
      joinGroup(Group, I, Counters, Host);
    else
      issueGroup(Group, I, Counters, Host);
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

void Interpreter::runGroupTranslated(llvm::ArrayRef<Warp *> Warps,
                                     uint64_t Budget,
                                     WarpCounters &Counters) const {
  llvm::SmallVector<uint64_t, Cta::MaxWarps> Left(Warps.size(), Budget);
  while (true) {
    const TranslatedProgram::GroupProgress Did =
        HostCode->runGroup(Warps, Left);
    Counters.WarpInstructions += Did.WarpInstructions;
    Counters.ThreadInstructions += Did.ThreadInstructions;
    Counters.InHostCode += Did.WarpInstructions;
    Counters.HostEntries += Did.Entries;
    for (size_t K = Did.Ran ? Did.Ran - 1 : 0; K != Warps.size(); ++K) {
      Left[K] = runTranslated<true>(*Warps[K], Left[K], Budget, Counters);
      // The warps after one that faulted run in their own turns.
      if (Warps[K]->state() == WarpState::Faulted) [[unlikely]]
        return;
    }
    const uint32_t At = Warps.front()->pc();
    const BoundInst &I = E.Code[At];
    const bool Together = llvm::all_of(Warps, [&](const Warp *W) {
      return W->state() == WarpState::Running && W->pc() == At &&
             !W->isRestless();
    });
    if (!Together || !I.isBarrier() || I.Join || llvm::is_contained(Left, 0) ||
        !meetsAtOnce(Warps, I))
      break;
    issueEach(Warps, Counters, [](Warp &W, unsigned) { W.advance(1); });
    for (uint64_t &Mine : Left)
      --Mine;
  }
  // The last warp to arrive at the barrier waits for the next turn of the
  // others, too, so that all stay together.
  for (auto [W, Mine] : llvm::zip_equal(Warps, Left)) {
    if (W->state() != WarpState::Running || !Mine ||
        !E.Code[W->pc()].isBarrier() || W->isRestless())
      continue;
    runSlice<false>(*W, 1, Counters, nullptr);
    if (W->state() == WarpState::Faulted) [[unlikely]]
      return;
  }
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

template <bool Observed>
uint32_t Interpreter::step(Warp &W, const BoundInst &I, ObserverList *Look,
                           HostModes &Host) const {
  if (I.Join) {
    LaneContext &L = W.lanes();
    uint32_t Came = L.Active;
    bool Joined = W.join();
    if constexpr (Observed)
      Look->join(W, E.P.Code[size_t(&I - E.Code.data())], Came,
                 Joined ? L.Active : 0);
    if (!Joined)
      return Came;
  }
  return issue<Observed>(W, I, Look, Host);
}

template <bool Observed>
uint32_t Interpreter::issue(Warp &W, const BoundInst &I, ObserverList *Look,
                            HostModes &Host) const {
  LaneContext &L = W.lanes();
  uint32_t Issued = L.Active;
  [[maybe_unused]] uint32_t Executing = 0;
  [[maybe_unused]] AccessList Accesses;
  const bool Meets = E.P.meetsAcross(I);
  [[maybe_unused]] const uint32_t Fellows = Meets ? W.takeFellows() : 0;
  if constexpr (Observed) {
    Executing = I.isPredicated() ? E.Table.Predicate(I, L) : L.Active;
    Accesses.collect(I, L);
    Look->issue({W, E.P.Code[W.pc()], W.pc(), L.Active, Executing,
                 Accesses.list(), Fellows});
  }
  if (I.Flow != FlowKind::Plain) {
    uint32_t Taken = I.isPredicated() ? E.Table.Predicate(I, L) : L.Active;
    if (I.Flow == FlowKind::Branch)
      W.branch(I, Taken);
    else
      W.flow(I, Taken);
    return Issued;
  }
  if (!I.isNop() && !(Meets && deliver(W, I)) &&
      E.Table.Execute(&I, 1, L, Host) != 1) {
    W.fail(WarpFault::Access);
    return Issued;
  }
  if constexpr (Observed) {
    Host.follow(GuestMode);
    Look->executed({W, E.P.Code[W.pc()], W.pc(), L.Active, Executing,
                    Accesses.list(), Fellows});
  }
  if (I.Exit)
    W.exitLanes();
  else
    W.advance(1);
  return Issued;
}

} // namespace heddle::sm
