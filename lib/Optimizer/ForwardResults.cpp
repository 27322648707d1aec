//===- ForwardResults.cpp - forward-results -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A device function with several results returns a struct. Once the function
/// is inlined, the caller takes apart what was put together just before:
///
///   %1 = insertvalue { i64, i16 } { i64 0, i16 poison }, i16 %h, 1
///   %2 = extractvalue { i64, i16 } %1, 0
///   =>  i64 0
///
/// InstSimplify does that as long as no element is a constant, and selection
/// knows no structs.
///
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "forward-results"

using namespace llvm;

namespace heddle {

PreservedAnalyses ForwardResultsPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Extract = dyn_cast<ExtractValueInst>(&I);
    if (!Extract)
      continue;
    Value *V = FindInsertedValue(Extract->getAggregateOperand(),
                                 Extract->getIndices());
    if (!V)
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << *Extract << " is" << *V << '\n');
    assert(V->getType() == Extract->getType() && "another part of the struct");
    Extract->replaceAllUsesWith(V);
    Extract->eraseFromParent();
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
