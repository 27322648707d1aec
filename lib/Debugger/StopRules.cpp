//===- StopRules.cpp - Where a launch stops -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StopRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace heddle::debugger {

void StopRules::forget(const sm::Cta &C) {
  for (unsigned N = 0; N != C.numWarps(); ++N)
    Positions.erase(&C.warp(N));
}

void StopRules::follow(const sm::Issue &E) {
  Position &Now = Positions[&E.W];
  Last = Now;
  // On in the same line is not another time, but round a loop is.
  Arrived = Now.Line != E.I.Line || E.I.Address <= Now.Address ||
            (E.Active & Now.Active) == 0;
  Now = {E.I.Line, E.I.Address, E.Active};
}

bool StopRules::matches(const sm::Issue &E, const Breakpoint &B) const {
  if (!is_contained(B.Lines, E.I.Line))
    return false;
  // Several lines that one place of a source became are one stop.
  if (Last.Line != E.I.Line && is_contained(B.Lines, Last.Line) &&
      E.I.Address > Last.Address && (E.Active & Last.Active))
    return false;
  const sm::Cta &C = E.W.cta();
  if (B.Block && *B.Block != C.index())
    return false;
  if (B.Warp && *B.Warp != E.W.number())
    return false;
  if (B.Thread) {
    bool IsActive = false;
    for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
      IsActive |=
          (E.Active >> Lane & 1) && C.thread(E.W.number(), Lane) == *B.Thread;
    if (!IsActive)
      return false;
  }
  if (B.Condition.empty())
    return true;
  // A register that has no value there has none that the condition is about.
  Expected<uint32_t> Where =
      V.lanesWhere({C.number(), E.W.number()}, B.Condition);
  if (Where)
    return *Where != 0;
  consumeError(Where.takeError());
  return false;
}

bool StopRules::matches(const sm::Issue &E, const UserState &State,
                        Stop &S) const {
  if (!Arrived || E.I.Line == 0)
    return false;
  for (const Breakpoint &B : State.Breakpoints)
    if (matches(E, B)) {
      S.Reason = Stop::Breakpoint;
      S.Id = B.Id;
      return true;
    }
  return false;
}

const Watchpoint *StopRules::written(const sm::Issue &E,
                                     const UserState &State) {
  for (const Watchpoint &W : State.Watchpoints)
    for (const sm::MemoryAccess &A : E.Accesses) {
      if (A.Where != (W.IsShared ? sm::Space::Shared : sm::Space::Global) ||
          A.Kind == sm::AccessKind::Load ||
          (W.IsShared && W.Block != E.W.cta().number()))
        continue;
      for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
        if ((E.Executing & A.Mask) >> Lane & 1 &&
            A.Address[Lane] < W.Address + W.Bytes &&
            W.Address < A.Address[Lane] + A.Bytes)
          return &W;
    }
  return nullptr;
}

bool StopRules::isStepped(const sm::Issue &E, const Resume &How,
                          WarpName Focus) const {
  const WarpName Name{E.W.cta().number(), E.W.number()};
  if (How.IsOfBlock ? Name.Block != Focus.Block : !(Name == Focus))
    return false;
  switch (How.Kind) {
  case Resume::Instruction:
  case Resume::ReverseInstruction:
    return true;
  case Resume::Line:
  case Resume::ReverseLine:
    return Arrived && E.I.Line != 0;
  case Resume::Continue:
  case Resume::ReverseContinue:
  case Resume::Restart:
  case Resume::Leave:
  case Resume::Quit:
    return false;
  }
  llvm_unreachable("unknown way to go on");
}

} // namespace heddle::debugger
