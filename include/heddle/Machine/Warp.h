//===- Warp.h - 32 threads and their program counter ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_WARP_H
#define HEDDLE_MACHINE_WARP_H

#include "heddle/Machine/Fault.h"
#include "heddle/Machine/Gathering.h"
#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/LaneContext.h"
#include "heddle/Machine/Strand.h"
#include "llvm/ADT/bit.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::sm {

/// Barriers of a CTA.
constexpr unsigned NumBarriers = 16;

enum class WarpState : uint8_t { Running, AtBarrier, Done, Faulted };

/// Why a warp stopped for good, as far as the warp knows.
struct WarpFault {
  enum ReasonKind : uint8_t {
    None,
    /// LaneContext::Fault has the details.
    Access,
    Illegal,
    Trap,
    StackMismatch,
    StackOverflow,
    BadTarget,
    BadBarrier,
    /// The host refused a service; Refusal says as what.
    Host,
  };
  ReasonKind Reason = None;
  uint32_t PC = 0;
  uint32_t Mask = 0;
  /// For the stack's faults, what was found and what was expected; what the
  /// host has to say.
  std::string Text;
  FaultKind Refusal = FaultKind::Trap;
};

class Cta;
class DeviceHeap;

/// The state of a warp, and the effect of instructions on its flow.
/// Instructions without one are executed elsewhere. Rules: tesla-isa.md section
/// 5.6. Where that leaves the order open, the lanes that fall through run first
/// and the lanes that branch wait.
class Warp {
public:
  Warp() = default;
  Warp(const Warp &) = delete;
  Warp &operator=(const Warp &) = delete;

  /// Becomes a copy of \p W. Its context goes on pointing to \p W's rows.
  void copyFrom(const Warp &W);

  /// Makes the warp ready to start at instruction 0 with the lanes in \p Valid.
  void start(uint32_t Valid);

  /// Makes it warp number \p N of the CTA \p Of, whose code it executes.
  void place(Cta &Of, unsigned N);
  const Cta &cta() const { return *Owner; }
  unsigned number() const { return Number; }

  WarpState state() const { return State; }
  /// The barrier this warp waits at; meaningful in state AtBarrier.
  unsigned barrier() const { return Barrier.Id; }
  /// The request of the last barrier instruction.
  const BarrierCall &barrierCall() const { return Barrier; }
  /// The request of \p I, a barrier, for the lanes \p Executing.
  BarrierCall barrierCall(const DecodedInst &I, uint32_t Executing) const;
  /// Continues behind the barrier, to which \p Zeros lanes of all warps came
  /// with a source that is 0, and \p Others with another.
  void release(unsigned Zeros, unsigned Others);

  uint32_t pc() const { return PC; }
  uint32_t active() const { return L.Active; }
  unsigned numActive() const { return NumActive; }
  /// Lanes that did not exit.
  uint32_t live() const { return Valid & ~Gone.Exited; }
  /// Place, masks and stack as words, for comparison.
  std::vector<uint32_t> controlState() const;
  /// Lanes with threads.
  uint32_t valid() const { return Valid; }
  const DivergenceStack &stack() const { return Stack; }
  /// Lanes that left, and how. Who returned or broke goes on when all have.
  using GoneLanes = abi::GoneLanes<uint32_t>;
  const GoneLanes &goneLanes() const { return Gone; }
  /// Lanes that wait on the stack for the active ones.
  uint32_t held() const { return Stack.lanes() & live() & ~L.Active; }
  const WarpFault &fault() const { return TheFault; }
  LaneContext &lanes() { return L; }
  const LaneContext &lanes() const { return L; }

  // The engines that execute instructions call the functions below.

  /// \p N plain instructions were executed.
  void advance(uint32_t N) { PC += N; }
  /// The lanes at a joining instruction come to it: pops to the path that goes
  /// on. False: the warp switched away from the instruction, or faulted.
  bool join() {
    if (!Stack.empty() && Stack.top().Kind == EntryKind::Join)
      if (uint32_t Left = Stack.top().Mask & ~Gone.all()) [[likely]] {
        Stack.pop();
        activate(Left);
        return true;
      }
    return joinOthers();
  }
  /// Moves the warp to \p At, with the same lanes active as before, for an
  /// engine that kept place and stack elsewhere.
  void moveTo(uint32_t At) { PC = At; }
  void moveTo(uint32_t At, const DivergenceStack &Held) {
    PC = At;
    Stack = Held;
  }
  /// Moves the warp with those lanes active that the context says are active.
  void moveTo(uint32_t At, const DivergenceStack &Held, GoneLanes Left) {
    moveTo(At, Held);
    Gone = Left;
    NumActive = unsigned(llvm::popcount(L.Active));
  }
  /// Executes joinat.
  void joinAt(uint32_t Target) { push(EntryKind::Join, Target); }
  /// The active lanes exit, and the lanes that wait for them go on.
  void exitLanes();
  /// A branch that the lanes in \p Taken take.
  void branch(const DecodedInst &I, uint32_t Taken) {
    if (Taken == L.Active)
      jump(I.Target);
    else if (!Taken)
      ++PC;
    else
      diverge(I, Taken);
  }
  /// \p I, which is not plain; its predicate holds in the lanes \p Executing.
  void flow(const DecodedInst &I, uint32_t Executing);
  void fail(WarpFault::ReasonKind Reason, std::string Text = {});
  /// Faults because the host refused a service to \p Lane.
  void failHost(unsigned Lane, FaultKind Kind, std::string Text);
  /// Null without a heap.
  DeviceHeap *heap() const;
  /// Memory was freed: no warp of the CTA may take it for mapped.
  void forgetWindows();

  // The functions below are for warps that part into strands. The fields of the
  // strand that has the turn are the warp's.

  bool isSplit() const { return !Apart.empty(); }
  size_t numStrands() const { return Apart.size() + 1; }
  /// Whether the warp has parted since its start and is not whole again for
  /// good, or is to.
  bool isRestless() const {
    return IsRestless || IsToMeet || hasMetAcross() || isSplit();
  }
  /// Whether the warp is to part where its loop goes back: no lane is there
  /// between a meeting and the exchange that the meeting is for.
  bool isToPart() const { return IsToPart; }
  void askToPart() { IsRestless = IsToPart = true; }
  /// Whether lanes of any strand wait on its stack.
  bool anyHeld() const;
  /// The active lanes go on as a strand, and those that wait for them on the
  /// stack, if there are any, as another one, which gets the turn.
  void part();
  /// Ends the turn of the strand that has it; another one gets it.
  void endTurn();
  /// Turns in which lanes waited for the active ones of the strand that has the
  /// turn.
  unsigned turnsHeld() const { return TurnsHeld; }
  /// Takes in strands that are where the one with the turn is.
  void reunite();
  /// The lanes that execute \p I next: all that join first, if it joins; 0 if
  /// others have to come to it before.
  uint32_t lanesAt(const DecodedInst &I) const;
  /// The lanes \p AtHand come to a meeting, each with the members that are in
  /// \p Named. Those whose members are elsewhere wait, as strands of their own,
  /// and the others go on. False: all wait, and others have the turn.
  bool meet(Meeting Kind, const Gathering::Row &Named, uint32_t AtHand);
  // The functions below are for programs whose lanes wait for each other in
  // different branches.

  /// Whether the lanes at a meeting have to look which others come.
  bool isToMeet() const { return IsToMeet; }
  void askToMeet() { IsToMeet = true; }
  /// Whether lanes wait on the stack for those that come to \p I, a meeting.
  bool isPartOf(const DecodedInst &I) const {
    const uint32_t AtHand = L.Active == live() ? 0 : lanesAt(I);
    return AtHand && AtHand != live();
  }
  /// Whether others came and met the active lanes where they are: these have
  /// to execute their instruction by themselves, as the meeting is over.
  bool hasMetAcross() const { return HasMet && Across; }
  /// As hasMetAcross(), and resets it.
  bool takeMet() {
    IsToMeet = false;
    return std::exchange(HasMet, false);
  }
  /// The lanes \p AtHand come to a meeting of \p Kind, not 0, each with the
  /// members that are in \p Named. Returns all that have met: lanes of
  /// \p AtHand, and others that waited at meetings of the kind. Those whose
  /// members have not all come wait as strands of their own, and are taken out
  /// of \p AtHand. 0: all wait, and others have the turn.
  uint32_t gather(uint64_t Kind, const Gathering::Row &Named, uint32_t &AtHand);
  /// The state that lanes have in common that met.
  Gathering &gathering();
  bool hasGathering() const { return Across != nullptr; }
  /// The lanes with which the active ones have met at their instruction; 0
  /// where none of them is elsewhere. Resets it.
  uint32_t takeFellows();

  /// Forgets all strands but one, number 0 being the one that has the turn.
  /// False if that one waits for lanes of the warp.
  bool keepStrand(size_t N);
  /// The strands that do not have the turn.
  llvm::ArrayRef<Strand> apart() const { return Apart; }

private:
  void activate(uint32_t Mask) {
    if (Mask == L.Active)
      return;
    L.Active = Mask;
    NumActive = unsigned(llvm::popcount(Mask));
  }
  /// Joins where other lanes come first, or there are none.
  bool joinOthers();
  /// No lane is active: continues with what the stack holds.
  void resume();
  bool canGoOn(const Strand &S) const {
    if (S.MeetingKind)
      return teamOf(S.MeetingKind, S.Awaited, S.AtHand).IsComplete;
    return !S.IsAtBarrier && !(S.Awaited & live() & ~S.lanes());
  }
  /// Lanes that wait for each other, and whether they are all that they name.
  struct Team {
    uint32_t Lanes;
    bool IsComplete;
  };
  Team teamOf(uint64_t Kind, uint32_t Members, uint32_t AtHand) const;
  /// The active lanes wait at a barrier, and the lanes that wait for them go
  /// on.
  void partAtBarrier();
  /// The next strand in turn that can go on, else null.
  Strand *nextStrand();
  /// As nextStrand(), or else a strand that waits for lanes; null: all are at
  /// barriers.
  Strand *anyStrand();
  /// Gives the turn to \p S, which is one of Apart.
  void load(Strand &S);
  /// Whom a strand waits for, and at a meeting of which kind: see Strand.
  struct Wait {
    uint32_t Awaited;
    uint64_t MeetingKind;
  };
  /// The lanes \p AtHand of the strand that has the turn become one without:
  /// its others go on or, if there are none, the next strand does.
  void leaveBehind(uint32_t AtHand, Wait For = {});
  /// Parts lanes at one instruction: those in \p Group become a strand, and
  /// \p Others keep the turn.
  void setAside(uint32_t Group, uint32_t Others, Wait For);
  /// Has \p Groups, which are \p AtHand, wait, each as a strand.
  void waitInGroups(llvm::ArrayRef<MemberGroup> Groups, uint32_t AtHand,
                    uint64_t Kind);
  /// All lanes of the strand that has the turn have exited.
  void endStrand();
  /// The strand that has the turn has come to a barrier.
  void waitApart();
  /// All strands are at barriers: those at the same one come as one warp.
  void arriveForAll();
  /// The strand that has the turn, as one that has none.
  Strand unload() const;
  void diverge(const DecodedInst &I, uint32_t Taken);
  void jump(uint32_t Target) {
    if (Target == NoTarget)
      fail(WarpFault::BadTarget);
    else
      PC = Target;
  }
  void push(EntryKind Kind, uint32_t Target) {
    if (Stack.push(Kind, Target, L.Active)) [[likely]]
      ++PC;
    else
      fail(WarpFault::StackOverflow);
  }
  void stopAtBarrier(const DecodedInst &I, uint32_t Executing);
  /// A return or a break of the lanes in \p Leaving.
  void leave(const DecodedInst &I, uint32_t Leaving);
  void putBarrierResult(const BarrierCall &Call, unsigned Zeros,
                        unsigned Others);

  LaneContext L = {};
  Cta *Owner = nullptr;
  unsigned Number = 0;
  /// As the code wants it: see object::Module.
  abi::FirstSide SideThatGoesOn = abi::FirstSide::FallThrough;
  DivergenceStack Stack;
  uint32_t PC = 0;
  /// Lanes in L.Active.
  unsigned NumActive = 0;
  uint32_t Valid = 0;
  GoneLanes Gone = {};
  WarpState State = WarpState::Done;
  BarrierCall Barrier;
  /// The other strands; the first has waited longest.
  std::vector<Strand> Apart;
  bool HasMet = false, IsRestless = false, IsToPart = false, IsToMeet = false;
  /// Null as long as nobody met across branches.
  std::unique_ptr<Gathering> Across;
  unsigned TurnsHeld = 0;
  WarpFault TheFault;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_WARP_H
