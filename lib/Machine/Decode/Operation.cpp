//===- Operation.cpp - The table of operations ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/Operation.h"
#include "heddle/Machine/Instruction.h"
#include <array>
#include <cassert>
#include <iterator>

namespace heddle::sm {

static constexpr OperationInfo Table[] = {
#define HEDDLE_OPERATION(UNIT, NUMBER, NAME, SPACE, ACCESS, TRAITS, ...)       \
  {#UNIT #NAME, operationOf(Unit::UNIT, NUMBER), Space::SPACE,                 \
   AccessKind::ACCESS, TRAITS},
#include "heddle/ABI/Operations.inc"
};

/// By unit, where its first operation is.
static constexpr auto FirstOfUnit = [] {
  std::array<uint16_t, unsigned(Unit::Flow) + 1> First = {};
  for (const OperationInfo &Info : Table)
    for (unsigned N = unsigned(unitOf(Info.Op)) + 1; N < First.size(); ++N)
      ++First[N];
  return First;
}();

unsigned operationCount() { return unsigned(std::size(Table)); }

unsigned indexOf(Operation Op) {
  const unsigned Index = FirstOfUnit[unsigned(unitOf(Op))] + numberOf(Op);
  assert(Index < std::size(Table) && Table[Index].Op == Op &&
         "the table has each unit's operations by number");
  return Index;
}

const OperationInfo &operationInfo(unsigned Index) {
  assert(Index < std::size(Table) && "an index into the table");
  return Table[Index];
}

const OperationInfo &infoOf(Operation Op) { return operationInfo(indexOf(Op)); }

void DecodedInst::setOperation(Operation To) {
  const OperationInfo &Info = infoOf(To);
  Op = To;
  Where = Info.Where;
  Access = Info.Access;
  Traits = Info.Traits;
}

} // namespace heddle::sm
