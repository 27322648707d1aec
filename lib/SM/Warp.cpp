//===- Warp.cpp - 32 threads and their program counter --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Straight-line code goes to the handlers as a whole; what steers lanes is done
// here. Rules: tesla-isa.md section 5.6. Where that leaves the order open, the
// lanes that fall through run first and the lanes that branch wait.
//
//===----------------------------------------------------------------------===//

#include "Warp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace heddle::sm {

void Warp::start(uint32_t ValidLanes) {
  Valid = ValidLanes;
  L.Active = ValidLanes;
  PC = 0;
  Exited = Returned = Broke = 0;
  Stack.clear();
  State = ValidLanes ? WarpState::Running : WarpState::Done;
  TheFault = {};
}

void Warp::copyFrom(const Warp &W) {
  L = W.L;
  Stack = W.Stack;
  PC = W.PC;
  Valid = W.Valid;
  Exited = W.Exited;
  Returned = W.Returned;
  Broke = W.Broke;
  State = W.State;
  BarrierId = W.BarrierId;
  BarrierCount = W.BarrierCount;
  TheFault = W.TheFault;
}

std::vector<uint32_t> Warp::controlState() const {
  std::vector<uint32_t> Words = {PC, L.Active, Exited, Returned, Broke};
  for (const StackEntry &E : Stack.entries())
    Words.insert(Words.end(), {uint32_t(E.Kind), E.Target, E.Mask});
  return Words;
}

void Warp::fail(WarpFault::ReasonKind Reason, std::string Text) {
  TheFault = {Reason, PC, L.Active, std::move(Text)};
  State = WarpState::Faulted;
}

void Warp::run(llvm::ArrayRef<DecodedInst> Code, const HandlerTable &Table,
               uint64_t Budget, WarpCounters &Counters, Watcher *Look) {
  if (Look)
    runSlice<true>(Code, Table, Budget, Counters, Look);
  else
    runSlice<false>(Code, Table, Budget, Counters, nullptr);
}

template <bool Watched>
void Warp::runSlice(llvm::ArrayRef<DecodedInst> Code, const HandlerTable &Table,
                    uint64_t Budget, WarpCounters &Counters, Watcher *Look) {
  while (State == WarpState::Running && Budget) {
    const DecodedInst &I = Code[PC];
    uint32_t Issued = L.Active;
    uint32_t N = 1;
    if (I.Run && !Watched) {
      N = uint32_t(std::min<uint64_t>(I.Run, Budget));
      L.Clock = Counters.WarpInstructions;
      uint32_t Done = Table.Execute(&I, N, L);
      PC += Done;
      if (Done != N) {
        // The faulting instruction was issued, too.
        N = Done + 1;
        fail(WarpFault::Access);
      }
    } else {
      L.Clock = Counters.WarpInstructions;
      Issued = step<Watched>(I, Table, Look);
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

bool Warp::runGroupStraight(llvm::ArrayRef<Warp *> Group, const DecodedInst &I,
                            const HandlerTable &Table, uint32_t N,
                            WarpCounters &Counters) {
  LaneContext *Contexts[MaxGroup];
  for (unsigned K = 0; K != Group.size(); ++K) {
    // Only the first instruction of a run reads the clock.
    Group[K]->L.Clock = Counters.WarpInstructions + K;
    Contexts[K] = &Group[K]->L;
  }
  GroupProgress Did =
      Table.ExecuteGroup(&I, N, Contexts, unsigned(Group.size()));
  bool Faulted = Did.Done != N;
  uint64_t Issued = 0, Threads = 0;
  for (unsigned K = 0; K != Group.size(); ++K) {
    Warp &W = *Group[K];
    uint32_t Mine = Did.Done + (Faulted && K < Did.Warps);
    W.PC += Mine;
    if (Faulted && K == Did.Warps) {
      // The faulting instruction was issued, too.
      ++Mine;
      W.fail(WarpFault::Access);
    }
    Issued += Mine;
    Threads += Mine * uint64_t(lanesIn(W.L.Active));
  }
  Counters.WarpInstructions += Issued;
  Counters.ThreadInstructions += Threads;
  return !Faulted;
}

void Warp::runGroup(llvm::ArrayRef<Warp *> Group,
                    llvm::ArrayRef<DecodedInst> Code, const HandlerTable &Table,
                    uint64_t Budget, WarpCounters &Counters) {
  uint32_t At = Group.front()->PC;
  bool Together = true;
  while (Together && Budget) {
    const DecodedInst &I = Code[At];
    uint32_t N = 1;
    if (I.Run) {
      N = uint32_t(std::min<uint64_t>(I.Run, Budget));
      if (!runGroupStraight(Group, I, Table, N, Counters))
        return;
    } else {
      uint64_t Issued = 0, Threads = 0;
      for (Warp *W : Group) {
        W->L.Clock = Counters.WarpInstructions + Issued;
        Threads += lanesIn(W->step<false>(I, Table, nullptr));
        ++Issued;
        // Who has not yet done this instruction does it in its own turn.
        if (W->State == WarpState::Faulted)
          break;
      }
      Counters.WarpInstructions += Issued;
      Counters.ThreadInstructions += Threads;
    }
    Budget -= N;
    At = Group.front()->PC;
    for (const Warp *W : Group)
      Together &= W->State == WarpState::Running && W->PC == At;
  }
}

template <bool Watched>
uint32_t Warp::step(const DecodedInst &I, const HandlerTable &Table,
                    Watcher *Look) {
  uint32_t Issued = L.Active;
  if (I.Join) {
    bool Joined = join();
    if constexpr (Watched)
      Look->join(*this, I, Issued, Joined ? L.Active : 0);
    if (!Joined)
      return Issued;
    Issued = L.Active;
  }
  [[maybe_unused]] uint32_t Executing = 0;
  if constexpr (Watched) {
    Executing = Table.Predicate(I, L);
    Look->issue({*this, I, L.Active, Executing});
  }
  if (I.Flow != FlowKind::Plain) {
    if (I.Flow == FlowKind::Branch)
      branch(I, I.Cond == CondAlways ? L.Active : Table.Predicate(I, L));
    else
      flow(I, Table);
    return Issued;
  }
  if (!I.IsNop && Table.Execute(&I, 1, L) != 1) {
    fail(WarpFault::Access);
    return Issued;
  }
  if constexpr (Watched)
    Look->executed({*this, I, L.Active, Executing});
  if (I.Exit) {
    Exited |= L.Active;
    resume();
  } else {
    ++PC;
  }
  return Issued;
}

bool Warp::join() {
  while (true) {
    if (Stack.empty()) {
      fail(WarpFault::StackMismatch, "join on an empty divergence stack");
      return false;
    }
    StackEntry E = Stack.top();
    if (E.Kind != EntryKind::Branch && E.Kind != EntryKind::Join) {
      fail(WarpFault::StackMismatch, std::string("join found a ") +
                                         entryName(E.Kind) +
                                         " entry on the divergence stack");
      return false;
    }
    Stack.pop();
    uint32_t Left = E.Mask & ~gone();
    if (E.Kind == EntryKind::Join) {
      L.Active = Left;
      if (Left)
        return true;
      resume();
      return false;
    }
    if (Left) {
      L.Active = Left;
      jump(E.Target);
      return false;
    }
  }
}

void Warp::resume() {
  L.Active = 0;
  while (!Stack.empty()) {
    StackEntry E = Stack.top();
    uint32_t Left = 0;
    switch (E.Kind) {
    case EntryKind::Branch:
      Left = E.Mask & ~gone();
      break;
    case EntryKind::Join:
      // The join at its target pops the entry; it is only dropped here when
      // nobody is left to get there.
      Left = E.Mask & ~gone();
      if (Left) {
        L.Active = Left;
        jump(E.Target);
        return;
      }
      break;
    case EntryKind::Break:
      Left = E.Mask & Broke & ~(Exited | Returned);
      Broke &= ~E.Mask;
      break;
    case EntryKind::Call:
      Left = E.Mask & Returned & ~Exited;
      Returned &= ~E.Mask;
      break;
    }
    Stack.pop();
    if (Left) {
      L.Active = Left;
      jump(E.Target);
      return;
    }
  }
  State = WarpState::Done;
}

void Warp::jump(uint32_t Target) {
  if (Target == NoTarget) {
    fail(WarpFault::BadTarget);
    return;
  }
  PC = Target;
}

void Warp::push(EntryKind Kind, uint32_t Target) {
  if (Stack.push(Kind, Target, L.Active))
    ++PC;
  else
    fail(WarpFault::StackOverflow);
}

void Warp::branch(const DecodedInst &I, uint32_t Taken) {
  if (Taken == L.Active) {
    jump(I.Target);
    return;
  }
  if (Taken) {
    if (I.Target == NoTarget) {
      fail(WarpFault::BadTarget);
      return;
    }
    if (!Stack.push(EntryKind::Branch, I.Target, Taken)) {
      fail(WarpFault::StackOverflow);
      return;
    }
    L.Active &= ~Taken;
  }
  ++PC;
}

void Warp::flow(const DecodedInst &I, const HandlerTable &Table) {
  switch (I.Flow) {
  case FlowKind::Plain:
    return;
  case FlowKind::Branch:
    branch(I, Table.Predicate(I, L));
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
  case FlowKind::Break: {
    uint32_t Leaving = Table.Predicate(I, L);
    if (!Leaving) {
      ++PC;
      return;
    }
    if (I.Flow == FlowKind::Break) {
      if (!Stack.canBreak()) {
        fail(WarpFault::StackMismatch,
             Stack.inCall() ? "break found a call entry on the divergence stack"
                            : "break without a break entry on the divergence "
                              "stack");
        return;
      }
      Broke |= Leaving;
    } else if (Stack.inCall()) {
      Returned |= Leaving;
    } else {
      Exited |= Leaving;
    }
    L.Active &= ~Leaving;
    if (L.Active)
      ++PC;
    else
      resume();
    return;
  }
  case FlowKind::Barrier:
    BarrierId = I.Sub[0];
    BarrierCount = I.Imm;
    ++PC;
    State = WarpState::AtBarrier;
    return;
  case FlowKind::Trap:
    fail(WarpFault::Trap);
    return;
  case FlowKind::Illegal:
    fail(WarpFault::Illegal);
    return;
  }
}

} // namespace heddle::sm
