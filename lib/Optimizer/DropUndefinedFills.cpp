//===- DropUndefinedFills.cpp - drop-undefined-fills ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For a variable that did not become registers, a fill with heddle.undefined
/// says nothing that the memory does not say itself:
///
///   %u = call i32 @heddle.undefined(i32 7, i32 3)
///   %b = trunc i32 %u to i8
///   call void @llvm.memset(ptr %v, i8 %b, ...)   =>
///
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "drop-undefined-fills"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumFillsDropped, "Fills dropped");

namespace heddle {

static bool isUndefined(const Value *V) {
  while (const auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  const auto *Call = dyn_cast<CallInst>(V);
  return Call && heddleOpOf(*Call) == HeddleOp::Undefined;
}

PreservedAnalyses DropUndefinedFillsPass::run(Function &F,
                                              FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Fill = dyn_cast<MemSetInst>(&I);
    if (!Fill || !isUndefined(Fill->getValue()))
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": drops" << *Fill << '\n');
    Fill->eraseFromParent();
    ++NumFillsDropped;
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace heddle
