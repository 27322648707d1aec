//===- Conditions.cpp - Which conditions of $c are looked at --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"
#include "heddle/ABI/IntegerOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include <cassert>

using namespace llvm;

namespace heddle::decompile {

bool writesFlags(const sm::DecodedInst &I) {
  return I.has(sm::WritesCondition) || I.is(sm::MoveOp::ToCondition) ||
         I.is(sm::MoveOp::Vote);
}

bool holdsFor(unsigned Code, bool Z, bool S, bool C, bool O) {
  const bool Holds[ConditionCodes] = {false,
                                      (S && !Z) != O,
                                      Z && !S,
                                      S != (Z || O),
                                      !Z && S == O,
                                      !Z,
                                      S == O,
                                      !Z || !S,
                                      Z && S,
                                      S != O,
                                      Z,
                                      Z || S != O,
                                      !S != (Z || O),
                                      !Z || S,
                                      (!S || Z) != O,
                                      true,
                                      O,
                                      C,
                                      !Z && C,
                                      S,
                                      false,
                                      false,
                                      false,
                                      false,
                                      false,
                                      false,
                                      false,
                                      false,
                                      !S,
                                      Z || !C,
                                      !C,
                                      !O};
  return Holds[Code];
}

bool looksAtOverflow(unsigned Code) {
  for (unsigned Flags = 0; Flags != 4; ++Flags) {
    const bool Z = Flags & 1, S = Flags & 2;
    if (holdsFor(Code, Z, S, false, false) != holdsFor(Code, Z, S, false, true))
      return true;
  }
  return false;
}

ConditionSet testedBy(const sm::DecodedInst &I) {
  ConditionSet Set;
  auto Add = [&](unsigned Register, unsigned Code) {
    assert(Register < ConditionRegisters && Code < ConditionCodes &&
           "the decoder lets no other by");
    if (Code != CodeNever && Code != CodeAlways)
      Set.set(Register * ConditionCodes + Code);
  };
  if (I.isPredicated())
    Add(I.CondReg, I.Cond);
  if (I.is(sm::IntegerOp::AddCarry32) || I.is(sm::IntegerOp::AddCarry16) ||
      I.is(sm::IntegerOp::MulAddCarry))
    Add(I.CondReg, CodeCarry);
  if (I.is(sm::MoveOp::Vote))
    Add(I.CondReg, I.Sub[0]);
  if (I.is(sm::MoveOp::FromCondition))
    for (unsigned Code : {CodeZero, CodeSign, CodeCarry, CodeOverflow})
      Add(I.CondReg, Code);
  return Set;
}

static ConditionSet allOf(unsigned Register) {
  ConditionSet Set;
  for (unsigned Code = 0; Code != ConditionCodes; ++Code)
    Set.set(Register * ConditionCodes + Code);
  return Set;
}

Conditions::Conditions(const sm::Program &P, const Flow &F)
    : Behind(F.Nodes.size()) {
  std::vector<ConditionSet> Before(F.Nodes.size());
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (size_t N = F.Nodes.size(); N-- != 0;) {
      const FlowNode &Node = F.Nodes[N];
      const sm::DecodedInst &I = P.Code[Node.PC];
      for (uint32_t Successor : {Node.Next, Node.Taken})
        if (Successor != NoNode)
          Behind[N] |= Before[Successor];
      ConditionSet Now = Behind[N];
      if (writesFlags(I) && !I.isPredicated())
        Now &= ~allOf(I.CCDst);
      Now |= testedBy(I);
      Changed |= Now != Before[N];
      Before[N] = Now;
    }
  }
}

bool Conditions::isTested(uint32_t Node, unsigned Register) const {
  return (Behind[Node] & allOf(Register)).any();
}

} // namespace heddle::decompile
