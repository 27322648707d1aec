//===- CtaRunner.cpp - Runs the warps of a CTA ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CtaRunner.h"
#include "SpinSearch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>

namespace heddle::sm {

std::unique_ptr<CtaRunner> CtaRunner::create(const Executable &E,
                                             GlobalMemory &Memory,
                                             const LaunchConfig &Config) {
  std::unique_ptr<Cta> C = Cta::create(E.P, Memory, Config);
  if (!C)
    return nullptr;
  std::unique_ptr<WarpPicker> Picker =
      Config.MakePicker ? Config.MakePicker()
                        : makeWarpPicker(Config.Order, Config.Seed);
  return std::unique_ptr<CtaRunner>(
      new CtaRunner(E, std::move(C), std::move(Picker)));
}

void CtaRunner::start(uint64_t Number, std::shared_ptr<Cluster> Group,
                      unsigned Rank) {
  const bool InCluster = Group != nullptr;
  C->start(Number, std::move(Group), Rank);
  Picker->start(*C);
  Slice.start(C->config().Seed, Number, InCluster);
}

/// Steps that are enough for a loop that polls.
static constexpr uint64_t PollingSteps = 61;
/// The length of a turn of a split warp. Its strands wait for each other more
/// often than warps do.
static constexpr uint64_t RestlessTurn = 251;

static uint64_t bitOf(unsigned Warp) { return uint64_t(1) << Warp; }

/// Calls \p Fn with each warp of \p Warps.
template <class FnT> static void forEach(uint64_t Warps, FnT Fn) {
  for (; Warps; Warps &= Warps - 1)
    Fn(unsigned(llvm::countr_zero(Warps)));
}

uint64_t CtaRunner::groupOf(unsigned N, unsigned MaxSize, Members Which) const {
  assert(C->runnable() & bitOf(N) && "whose turn it is can run");
  uint64_t Group = bitOf(N);
  if (C->warp(N).isRestless())
    return Group;
  unsigned Size = 1;
  uint64_t Others = C->runnable() & ~bitOf(N);
  if (Which == Members::Later)
    Others = N + 1 < Cta::MaxWarps ? Others >> (N + 1) << (N + 1) : 0;
  for (; Others && Size != MaxSize; Others &= Others - 1) {
    unsigned Other = unsigned(llvm::countr_zero(Others));
    if (C->warp(Other).pc() != C->warp(N).pc() || C->warp(Other).isRestless())
      continue;
    Group |= bitOf(Other);
    ++Size;
  }
  return Group;
}

void CtaRunner::letUnlock(unsigned N, WarpCounters &Counters, ObserverList *O) {
  if (C->lockOf(N) == NoLock)
    return;
  Warp &W = C->warp(N);
  if (O)
    O->turn(W);
  for (unsigned Step = 0;
       Step != 64 && C->lockOf(N) != NoLock && W.state() == WarpState::Running;
       ++Step)
    Run.run(W, 1, Counters, O);
}

bool CtaRunner::watchGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget,
                           uint32_t Meeting, WarpCounters &Counters,
                           ObserverList &O) {
  Interpreter::Looks AtBarriers(E);
  while (Budget) {
    assert(!Group.empty() && Group.front()->state() == WarpState::Running &&
           "nobody to watch");
    // As far as nobody looks, and at least one where nobody does.
    const uint32_t From = Group.front()->pc();
    const uint64_t Steps =
        std::min<uint64_t>({std::max(E.Code[From].Run, uint32_t(1)),
                            O.unneeded(Group, From), Budget, Meeting - From});
    Budget -= std::max<uint64_t>(Steps, 1);
    AtBarriers.begin(*Group.front(), From);
    if (Steps)
      Run.runGroup(Group, Steps, Interpreter::NoMeeting, Counters);
    else
      Run.watchGroup(Group, Counters, O);
    if (AtBarriers.wereInVain(Group))
      return false;
    // The warps after one that faulted do the instruction in their own turns.
    for (const Warp *W : Group)
      if (W->state() == WarpState::Faulted)
        return true;
    const uint32_t At = Group.front()->pc();
    for (const Warp *W : Group)
      if (W->state() != WarpState::Running || W->pc() != At || W->isRestless())
        return true;
    if (Meeting == Interpreter::NoMeeting)
      continue;
    if (At >= Meeting)
      return true;
    if (Interpreter::wentBack(E.Code[From], From, At))
      return false;
  }
  return true;
}

CtaRunner::Party CtaRunner::hindmost(uint64_t Among) const {
  Party P;
  uint32_t Lowest = Interpreter::NoMeeting;
  forEach(Among & C->runnable(), [&](unsigned N) {
    Warp &W = C->warp(N);
    // One that has parted has a turn of its own.
    if (W.isRestless())
      return;
    if (W.pc() < Lowest) {
      P.Meeting = Lowest;
      Lowest = W.pc();
      P.Size = 0;
    } else if (W.pc() != Lowest) {
      P.Meeting = std::min(P.Meeting, W.pc());
      return;
    }
    assert(P.Size < std::size(P.Warps) && "more warps than a group has");
    P.Warps[P.Size++] = &W;
  });
  return P;
}

bool CtaRunner::turnOfGroup(uint64_t Group, uint64_t Budget,
                            WarpCounters &Counters, ObserverList *O) {
  assert(Group && !(Group & ~C->runnable()) && "who has the turn can run");
  while (true) {
    const Party P = hindmost(Group);
    const uint64_t Length = P.Size ? Budget / P.Size : 0;
    if (!Length)
      return true;
    const uint64_t Before = Counters.WarpInstructions;
    bool Onward = O ? watchGroup(P.warps(), Length, P.Meeting, Counters, *O)
                    : Run.runGroup(P.warps(), Length, P.Meeting, Counters);
    Budget -= std::min(Budget, Counters.WarpInstructions - Before);
    for (const Warp *W : P.warps())
      if (W->state() != WarpState::Running && !C->noteStop(W->number(), O))
        return false;
    // A warp that waits for a locked word of s[] branches back to try again;
    // the warp that holds the lock must get a turn.
    if (!Onward || E.P.UsesLocks)
      return true;
  }
}

void CtaRunner::turnOfOne(Warp &W, uint64_t Length, WarpCounters &Counters,
                          ObserverList *O) {
  if (O)
    O->turn(W);
  if (!TurnByTurn)
    Length = std::min(Length, Slice.left());
  if (W.isRestless())
    Length = std::min(Length, RestlessTurn);
  Run.run(W, Length, Counters, O);
  if (W.isRestless())
    shareTurns(W, Counters, O);
}

uint64_t CtaRunner::running(uint64_t Among) const {
  uint64_t Warps = 0;
  forEach(Among, [&](unsigned N) {
    if (C->warp(N).state() == WarpState::Running)
      Warps |= bitOf(N);
  });
  return Warps;
}

bool CtaRunner::turn(uint64_t Left, WarpCounters &Counters, ObserverList *O) {
  Turn T = Picker->next(C->runnable());
  assert(C->runnable() >> T.Warp & 1 && T.Length && "no turn");
  C->noteTurn(T.Warp);
  // Groups go on behind barriers; whoever chooses among CTAs does so at each.
  // Host code runs a warp at a time, and only meets others at barriers.
  const bool IsTranslated = Run.hasHostCode() && !O;
  const bool MayGroup =
      T.MayGroup && !TurnByTurn && !(IsTranslated && E.P.UsesLocks);
  uint64_t Group =
      MayGroup ? IsTranslated
                     ? groupOf(T.Warp, Cta::MaxWarps, Members::All)
                     : groupOf(T.Warp, Interpreter::MaxGroup, Members::Later)
               : bitOf(T.Warp);
  const unsigned Size = unsigned(llvm::popcount(Group));
  // The warps that ran and whose stops are not yet recorded.
  uint64_t Ran;
  const bool IsAlone =
      Size == 1 && !(IsTranslated && MayGroup && !C->warp(T.Warp).isRestless());
  if (IsAlone || Left < Size) {
    Ran = Group = bitOf(T.Warp);
    turnOfOne(C->warp(T.Warp), std::min(T.Length, Left), Counters, O);
  } else {
    // A slice may end late, as who steps on alone leaves the others for good.
    uint64_t Length =
        std::min({T.Length, Left / Size, llvm::divideCeil(Slice.left(), Size)});
    Ran = Group;
    if (IsTranslated) {
      llvm::SmallVector<Warp *, Cta::MaxWarps> Warps;
      forEach(Group, [&](unsigned N) { Warps.push_back(&C->warp(N)); });
      Run.runGroupTranslated(Warps, Length, Counters);
    } else {
      if (!turnOfGroup(Group, Length * Size, Counters, O))
        return false;
      Ran = running(Group);
    }
  }
  if (T.UntilUnlocked && E.P.UsesLocks)
    forEach(Ran, [&](unsigned N) { letUnlock(N, Counters, O); });
  const uint64_t Unfinished = running(Ran);
  assert(!(Ran & ~Group) && "who ran had the turn");
  Picker->over(Group, Unfinished);
  for (uint64_t Stopped = Ran & ~Unfinished; Stopped; Stopped &= Stopped - 1)
    if (!C->noteStop(unsigned(llvm::countr_zero(Stopped)), O))
      return false;
  return true;
}

bool CtaRunner::comesBack(Warp &W, uint64_t &Steps, WarpCounters &Counters,
                          ObserverList *O) const {
  if (C->lockOf(W.number()) != NoLock)
    return false;
  const uint32_t From = W.pc();
  const std::vector<uint32_t> Before = stateOf(E.P, W, C->localWords());
  while (Steps) {
    --Steps;
    Run.run(W, 1, Counters, O);
    if (W.state() != WarpState::Running)
      return false;
    if (W.pc() == From && stateOf(E.P, W, C->localWords()) == Before)
      return true;
  }
  return false;
}

void CtaRunner::shareTurns(Warp &W, WarpCounters &Counters, ObserverList *O) {
  // A loop that counts its attempts is in another state each time.
  constexpr unsigned Patience = 64;
  uint64_t Steps = PollingSteps;
  if (W.state() == WarpState::Running && W.held() && !W.isToPart() &&
      ((MayLook && comesBack(W, Steps, Counters, O)) ||
       W.turnsHeld() >= Patience))
    W.askToPart();
  if (W.state() == WarpState::Running && !W.isToPart())
    W.endTurn();
}

bool CtaRunner::partWarps() {
  bool Any = false;
  for (uint64_t Rest = E.P.PartsWarps ? C->runnable() : 0; Rest;
       Rest &= Rest - 1) {
    Warp &W = C->warp(unsigned(llvm::countr_zero(Rest)));
    Any |= W.anyHeld();
    // Also where nobody is held yet: it will be so in the next warp that gets
    // the lock, and need not be proved again.
    W.askToPart();
  }
  return Any;
}

CtaRunner::Look CtaRunner::lookOn(uint64_t Left, WarpCounters &Counters,
                                  ObserverList *O) {
  // All warps run as far, so that those in lock-step stay so.
  bool Waits = true;
  for (uint64_t Rest = C->runnable(); Rest; Rest &= Rest - 1) {
    if (Left < PollingSteps)
      return Look::Works;
    Left -= PollingSteps;
    unsigned N = unsigned(llvm::countr_zero(Rest));
    Warp &W = C->warp(N);
    C->noteTurn(N);
    if (O)
      O->turn(W);
    uint64_t Steps = PollingSteps;
    Waits = Waits && comesBack(W, Steps, Counters, O);
    if (W.state() == WarpState::Running && Steps)
      Run.run(W, Steps, Counters, O);
    if (E.P.UsesLocks)
      letUnlock(N, Counters, O);
    if (!C->noteStop(N, O))
      return Look::Faulted;
  }
  return Waits ? Look::Waits : Look::Works;
}

CtaEnd CtaRunner::run(uint64_t &Left, WarpCounters &Counters, ObserverList *O,
                      llvm::function_ref<void()> OnSlice) {
  // Threads fill all warps but the last.
  const unsigned Warps = C->numWarps();
  const bool HasShort = C->warp(Warps - 1).valid() != AllLanes;
  std::optional<CtaEnd> End;
  bool WasAlone = false;
  while (true) {
    if (!O) {
      const TranslatedProgram *Code = E.Engine.current();
      const bool AsksForShort = HasShort && (Code || Warps == 1);
      Run.useHostCode(Code, AsksForShort ? E.Engine.forShortWarps(E) : nullptr);
    }
    const uint64_t First = Counters.WarpInstructions;
    End = runTurns(Left, Counters, O, WasAlone);
    if (HasShort)
      Counters.OfShort += (Counters.WarpInstructions - First) / Warps;
    if (Run.hasHostCode())
      Counters.WithHostCode += Counters.WarpInstructions - First;
    if (End)
      return *End;
    OnSlice();
  }
}

std::optional<CtaEnd> CtaRunner::runTurns(uint64_t &Left,
                                          WarpCounters &Counters,
                                          ObserverList *O, bool &WasAlone) {
  while (C->runnable()) {
    if (!Left)
      return CtaEnd::Paused;
    const bool IsAlone =
        llvm::has_single_bit(C->runnable()) && C->living() != 1;
    if (IsAlone && !WasAlone)
      Slice.shorten();
    WasAlone = IsAlone;
    const uint64_t Before = Counters.WarpInstructions;
    const bool IsOver = !TurnByTurn && Slice.left() == 0;
    Look Seen = Look::Works;
    if (!IsOver)
      Seen = turn(Left, Counters, O) ? Look::Works : Look::Faulted;
    else if (MayLook)
      Seen = lookOn(Left, Counters, O);
    const uint64_t Issued = Counters.WarpInstructions - Before;
    Left -= std::min(Left, Issued);
    if (Seen == Look::Faulted)
      return CtaEnd::Fault;
    if (TurnByTurn && C->runnable())
      return CtaEnd::Paused;
    if (!IsOver)
      Slice.take(Issued);
    else if (Slice.renew(Seen == Look::Waits))
      return CtaEnd::Paused;
    else if (E.Engine.isUndecided() && !O)
      return std::nullopt;
  }
  if (C->living())
    return CtaEnd::Barrier;
  if (O)
    O->endCta(*C);
  return CtaEnd::Done;
}

void CtaRunner::noteFound(const SpinSearch &Search) {
  Inputs |= Search.inputs();
  if (const std::optional<AwaitedBarrier> &A = Search.awaited())
    Awaited.push_back(*A);
}

bool CtaRunner::spins(uint64_t &Steps, uint64_t Issued) {
  Awaited.clear();
  Inputs = {};
  // Its last warp exited where its turn was over; the next one finds the end.
  if (!C->living())
    return false;
  // Words that nobody unlocks any more. Who holds one comes first, since that
  // decides what the others can lock.
  llvm::DenseSet<uint32_t> Taken;
  llvm::SmallVector<unsigned, Cta::MaxWarps> Others;
  SpinSearch Search(E, C->memory().isShared(), C->localWords(), Taken, Issued);
  for (unsigned N = 0; N != C->numWarps(); ++N) {
    bool CanRun = C->runnable() >> N & 1;
    uint32_t Held = C->lockOf(N);
    if (CanRun && Held == NoLock) {
      Others.push_back(N);
      continue;
    }
    if (CanRun && !Search.spins(C->warp(N), Held, Steps))
      return false;
    noteFound(Search);
    if (Held != NoLock && (!CanRun || Search.keepsLock()))
      Taken.insert(Held);
  }
  return llvm::all_of(Others, [&](unsigned N) {
    const Warp &W = C->warp(N);
    if (!Search.spins(W, NoLock, Steps))
      return false;
    noteFound(Search);
    // One whose lanes will wait for each other where it is not yet can only be
    // parted there.
    return !E.P.PartsWarps || !Search.holdsLanes() || W.anyHeld();
  });
}

bool CtaRunner::seemsIdle(uint64_t &Steps, uint64_t Each, uint64_t Issued) {
  const llvm::DenseSet<uint32_t> NoneTaken;
  SpinSearch Search(E, C->memory().isShared(), C->localWords(), NoneTaken,
                    Issued);
  for (uint64_t Rest = C->runnable(); Rest; Rest &= Rest - 1) {
    const unsigned N = unsigned(llvm::countr_zero(Rest));
    if (Steps < Each)
      return false;
    uint64_t Own = Each;
    const bool IsIdle =
        Search.spins(C->warp(N), C->lockOf(N), Own) || Search.ranOut();
    Steps -= Each - Own;
    if (!IsIdle)
      return false;
  }
  return C->living() != 0;
}

} // namespace heddle::sm
