//===- ExpandLop3.cpp - expand-lop3 ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function of three bits, given by its table, as the or of its rows:
///
///   %r = call i32 @heddle.lop3.b32(%a, %b, %c, i32 128)  =>  and of all three
///
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "expand-lop3"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumLop3sExpanded,
                         "Operations on three words expanded");

namespace heddle {

/// Bit i of the table is the result for a, b, c = bits 2, 1, 0 of i.
static Value *expandLop3(Expander &B, CallInst &Call) {
  if (operationName(Call) != "lop3.b32")
    return nullptr;
  auto *Constant = dyn_cast<ConstantInt>(Call.getArgOperand(3));
  if (!Constant || Constant->getValue().ugt(*maxImmediate(HeddleType::ValImm8)))
    return nullptr;
  uint64_t Table = Constant->getZExtValue();
  Value *Result = B.getInt32(0);
  for (unsigned Row = 0; Row != 8; ++Row) {
    if (!(Table >> Row & 1))
      continue;
    Value *Term = B.getInt32(~0u);
    for (unsigned Bit = 0; Bit != 3; ++Bit) {
      Value *V = Call.getArgOperand(2 - Bit);
      Term = B.CreateAnd(Term, Row >> Bit & 1 ? V : B.CreateNot(V));
    }
    Result = B.CreateOr(Result, Term);
  }
  return Result;
}

PreservedAnalyses ExpandLop3Pass::run(Function &F, FunctionAnalysisManager &) {
  return expandCalls(F, expandLop3, NumLop3sExpanded);
}

} // namespace heddle
