//===- Warp.cpp - 32 threads and their program counter --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Machine/Warp.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/HostServices.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

namespace heddle::sm {

void Warp::place(Cta &Of, unsigned N) {
  Owner = &Of;
  Number = N;
  SideThatGoesOn = Of.program().Module.SideThatGoesOn;
}

void Warp::start(uint32_t ValidLanes) {
  Valid = ValidLanes;
  L.Active = ValidLanes;
  NumActive = unsigned(llvm::popcount(ValidLanes));
  PC = 0;
  Gone = {};
  Stack.clear();
  Apart.clear();
  HasMet = IsRestless = IsToPart = IsToMeet = false;
  Across.reset();
  TurnsHeld = 0;
  State = ValidLanes ? WarpState::Running : WarpState::Done;
  TheFault = {};
}

void Warp::copyFrom(const Warp &W) {
  assert(&W != this && "a warp copied from itself");
  L = W.L;
  Owner = W.Owner;
  Number = W.Number;
  SideThatGoesOn = W.SideThatGoesOn;
  Stack = W.Stack;
  PC = W.PC;
  NumActive = W.NumActive;
  Valid = W.Valid;
  Gone = W.Gone;
  State = W.State;
  Barrier = W.Barrier;
  Apart = W.Apart;
  HasMet = W.HasMet;
  IsRestless = W.IsRestless;
  IsToPart = W.IsToPart;
  IsToMeet = W.IsToMeet;
  Across = W.Across ? std::make_unique<Gathering>(*W.Across) : nullptr;
  TurnsHeld = W.TurnsHeld;
  TheFault = W.TheFault;
}

std::vector<uint32_t> Warp::controlState() const {
  std::vector<uint32_t> Words = {PC, L.Active, Gone.Exited, Gone.Returned,
                                 Gone.Broke};
  for (const StackEntry &E : Stack.entries())
    Words.insert(Words.end(), {uint32_t(E.Kind), E.Target, E.Mask});
  return Words;
}

void Warp::fail(WarpFault::ReasonKind Reason, std::string Text) {
  assert(Reason != WarpFault::None && "a fault without a reason");
  TheFault = {Reason, PC, L.Active, std::move(Text), FaultKind::Trap};
  State = WarpState::Faulted;
}

void Warp::failHost(unsigned Lane, FaultKind Kind, std::string Text) {
  assert(Lane < Lanes && "no lane of a warp");
  TheFault = {WarpFault::Host, PC, uint32_t(1) << Lane, std::move(Text), Kind};
  State = WarpState::Faulted;
}

DeviceHeap *Warp::heap() const { return Owner->heap(); }

void Warp::forgetWindows() { Owner->forgetWindows(); }

bool Warp::joinOthers() {
  assert(State == WarpState::Running && "only who runs joins");
  while (true) {
    if (Stack.empty()) {
      fail(WarpFault::StackMismatch, "join on an empty divergence stack");
      return false;
    }
    const StackEntry E = Stack.top();
    const abi::AtJoin Found = abi::atJoin(E.Kind);
    if (Found == abi::AtJoin::Mismatch) {
      fail(WarpFault::StackMismatch, std::string("join found a ") +
                                         entryName(E.Kind) +
                                         " entry on the divergence stack");
      return false;
    }
    Stack.pop();
    const uint32_t Left = abi::popLanes(E.Kind, E.Mask, Gone);
    if (Found == abi::AtJoin::Own) {
      activate(Left);
      if (Left)
        return true;
      resume();
      return false;
    }
    if (Left) {
      activate(Left);
      jump(E.Target);
      return false;
    }
  }
}

void Warp::resume() {
  activate(0);
  while (!Stack.empty()) {
    const StackEntry E = Stack.top();
    const uint32_t Left = abi::popLanes(E.Kind, E.Mask, Gone);
    if (!Left || !abi::staysForItsJoin(E.Kind))
      Stack.pop();
    if (Left) {
      activate(Left);
      jump(E.Target);
      return;
    }
  }
  State = WarpState::Done;
  if (isSplit())
    endStrand();
}

void Warp::exitLanes() {
  assert(L.Active && "nobody exits");
  Gone.Exited |= L.Active;
  resume();
}

void Warp::diverge(const DecodedInst &I, uint32_t Taken) {
  assert(Taken && Taken != L.Active && !(Taken & ~L.Active) &&
         "some active lanes branch, and some do not");
  if (I.Target == NoTarget) {
    fail(WarpFault::BadTarget);
    return;
  }
  const auto Sides =
      abi::partingOf(SideThatGoesOn, L.Active, Taken, I.Target, PC + 1);
  if (!Stack.push(EntryKind::Branch, Sides.WaitAt, Sides.Wait)) {
    fail(WarpFault::StackOverflow);
    return;
  }
  activate(Sides.On);
  PC = Sides.OnAt;
}

void Warp::leave(const DecodedInst &I, uint32_t Leaving) {
  assert(!(Leaving & ~L.Active) && "who leaves is active");
  if (!Leaving) {
    ++PC;
    return;
  }
  const abi::Leaving How = leavingOf(I.Flow);
  const bool HasScope = Stack.hasScope(How);
  if (How == abi::Leaving::Break && !HasScope) {
    fail(WarpFault::StackMismatch,
         Stack.inCall() ? "break found a call entry on the divergence stack"
                        : "break without a break entry on the divergence "
                          "stack");
    return;
  }
  abi::leave(How, HasScope, Leaving, Gone);
  activate(L.Active & ~Leaving);
  if (L.Active)
    ++PC;
  else
    resume();
}

BarrierCall Warp::barrierCall(const DecodedInst &I, uint32_t Executing) const {
  BarrierCall Call;
  Call.Kind = BarrierKind(I.Sub[1]);
  Call.Executing = Executing;
  Call.ResultRow = I.DstRow;
  if (I.Sub[2] == BarrierFixed) {
    Call.Id = I.Sub[0];
    Call.Count = I.Imm;
    return Call;
  }
  auto Row = [&](unsigned N) {
    return L.Base[I.Src[N].Base] + I.Src[N].Row * Lanes;
  };
  // Lanes that disagree are not defined; the first has its way.
  unsigned First = Executing ? unsigned(llvm::countr_zero(Executing)) : 0;
  Call.Id = Row(0)[First];
  // No warps are as many as never come.
  if (I.Sub[2] == BarrierOfSome)
    Call.Count = Row(1)[First] % Lanes ? 0 : Row(1)[First] / Lanes;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if (Executing >> Lane & 1)
      ++(Row(2)[Lane] ? Call.Others : Call.Zeros);
  return Call;
}

void Warp::stopAtBarrier(const DecodedInst &I, uint32_t Executing) {
  assert(!(Executing & ~L.Active) && "who waits is active");
  if (!Executing) {
    ++PC;
    return;
  }
  BarrierCall Call = barrierCall(I, Executing);
  if (Call.Id >= NumBarriers) {
    fail(WarpFault::BadBarrier,
         ("there is no barrier " + llvm::Twine(Call.Id)).str());
    return;
  }
  if (I.Sub[2] == BarrierOfSome && Call.Count == 0) {
    fail(WarpFault::BadBarrier, "a barrier is for threads of whole warps");
    return;
  }
  Barrier = Call;
  ++PC;
  State = WarpState::AtBarrier;
  if (Owner->program().MeetsAcross && held())
    partAtBarrier();
  else if (isSplit())
    waitApart();
}

void Warp::putBarrierResult(const BarrierCall &Call, unsigned Zeros,
                            unsigned Others) {
  uint32_t Result = 0;
  switch (Call.Kind) {
  case BarrierKind::Wait:
  case BarrierKind::Arrive:
    return;
  case BarrierKind::Popc:
    Result = Others;
    break;
  case BarrierKind::And:
    Result = Zeros ? 0 : ~0u;
    break;
  case BarrierKind::Or:
    Result = Others ? ~0u : 0;
    break;
  }
  uint32_t *Row = L.Base[WarpRows] + Call.ResultRow * Lanes;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    if (Call.Executing >> Lane & 1)
      Row[Lane] = Result;
}

void Warp::release(unsigned Zeros, unsigned Others) {
  assert(State == WarpState::AtBarrier && "goes on behind no barrier");
  State = WarpState::Running;
  putBarrierResult(Barrier, Zeros, Others);
  if (!isSplit())
    return;
  for (Strand &S : Apart)
    if (S.IsAtBarrier && S.Barrier.Id == Barrier.Id) {
      S.IsAtBarrier = false;
      putBarrierResult(S.Barrier, Zeros, Others);
    }
  reunite();
}

void Warp::flow(const DecodedInst &I, uint32_t Executing) {
  assert(!(Executing & ~L.Active) && "who executes is active");
  switch (I.Flow) {
  case FlowKind::Plain:
    llvm_unreachable("does not steer lanes");
  case FlowKind::Branch:
    branch(I, Executing);
    return;
  case FlowKind::Call:
    if (!Stack.push(EntryKind::Call, PC + 1, L.Active))
      fail(WarpFault::StackOverflow);
    else
      jump(I.Target);
    return;
  case FlowKind::JoinAt:
    push(EntryKind::Join, I.Target);
    return;
  case FlowKind::ReturnAt:
    push(EntryKind::Call, I.Target);
    return;
  case FlowKind::BreakAt:
    push(EntryKind::Break, I.Target);
    return;
  case FlowKind::Return:
  case FlowKind::Break:
    leave(I, Executing);
    return;
  case FlowKind::Barrier:
    stopAtBarrier(I, Executing);
    return;
  case FlowKind::Trap:
    fail(WarpFault::Trap);
    return;
  case FlowKind::HostCall:
    if (!callHost(*this, I, Executing))
      return;
    if (I.Exit)
      exitLanes();
    else
      ++PC;
    return;
  case FlowKind::Illegal:
    fail(WarpFault::Illegal);
    return;
  }
}

} // namespace heddle::sm
