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
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/MemoryAccess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cassert>
#include <utility>

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

void Interpreter::Looks::begin(const Warp &W, uint32_t At) {
  const BoundInst &I = E.Code[At];
  const LaneContext &L = W.lanes();
  From = At;
  IsLook = false;
  if (!I.isOfMbarrier() || !L.Active)
    return;
  // One that changes nothing.
  const uint32_t *What = L.Base[I.Src[1].Base] + size_t(I.Src[1].Row) * Lanes +
                         llvm::countr_zero(L.Active);
  IsLook = !What[0] && !What[Lanes];
}

bool Interpreter::Looks::wereInVain(llvm::ArrayRef<Warp *> Warps) {
  if (!IsLook) [[likely]]
    return false;
  assert(!Warps.empty() && "nobody has looked");
  bool InVain = From == LastFrom && Seen.size() == Warps.size();
  LastFrom = From;
  Seen.resize(Warps.size());
  for (auto [W, Last] : llvm::zip_equal(Warps, Seen)) {
    const LaneContext &L = W->lanes();
    if (!L.Active)
      return false;
    const uint32_t *Row = L.Base[WarpRows] +
                          size_t(E.Code[From].DstRow) * Lanes +
                          llvm::countr_zero(L.Active);
    const uint64_t Now = uint64_t(Row[Lanes]) << 32 | Row[0];
    InVain &= std::exchange(Last, Now) == Now;
  }
  return InVain;
}

template <bool Observed>
void Interpreter::runSlice(Warp &W, uint64_t Budget, WarpCounters &Counters,
                           ObserverList *Look, bool HasMet) const {
  LaneContext &L = W.lanes();
  Warp *const Alone = &W;
  Looks AtBarriers(E);
  HostModes Host;
  while (W.state() == WarpState::Running && Budget) {
    const uint32_t From = W.pc();
    const BoundInst &I = E.Code[From];
    uint32_t N = 1;
    bool InVain = false;
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
      AtBarriers.begin(W, From);
      Threads = unsigned(llvm::popcount(step<Observed>(W, I, Look, Host)));
      InVain = AtBarriers.wereInVain(Alone);
    }
    Counters.WarpInstructions += N;
    Counters.ThreadInstructions += uint64_t(N) * Threads;
    Budget = InVain ? 0 : Budget - N;
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
  if (!I.isPlain()) {
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

// Turns of groups and of host code fall back on these.
template void Interpreter::runSlice<false>(Warp &, uint64_t, WarpCounters &,
                                           ObserverList *, bool) const;
template uint32_t Interpreter::step<true>(Warp &, const BoundInst &,
                                          ObserverList *, HostModes &) const;
template uint32_t Interpreter::issue<false>(Warp &, const BoundInst &,
                                            ObserverList *, HostModes &) const;

} // namespace heddle::sm
