//===- HoldLanes.cpp - hold-lanes -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps lanes meeting inside loops that talk to other threads.
///
///   again:                              again:
///     %got = cmpxchg ptr %lock, 0, 1      %got = cmpxchg ptr %lock, 0, 1
///     br %got, mine, next                 br %got, mine, next
///   mine:  (changes, unlocks)           mine:  (changes, unlocks)
///     br next                      =>     br next
///   next:                               next:
///     br %got, done, again                call void @heddle.meet()
///                                         br %got, done, again
///
/// Without it the optimizer sees that %got decides both branches and sends
/// `mine` straight to `done`, out of the loop. Then the lane that has the lock
/// waits behind the loop for the others, which wait in it for the lock.
///
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "hold-lanes"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumHeld, "Blocks of loops that lanes meet in");

namespace heddle {

/// Whether other threads can see what \p I does, or it sees what they do, while
/// the loop runs.
static bool talksToOthers(const Instruction &I) {
  return I.isAtomic() || I.isVolatile();
}

static bool talksToOthers(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *B) {
    return any_of(*B, [](const Instruction &I) { return talksToOthers(I); });
  });
}

PreservedAnalyses HoldLanesPass::run(Function &F, FunctionAnalysisManager &AM) {
  SmallPtrSet<BasicBlock *, 16> Held;
  for (const Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (talksToOthers(*L))
      for (BasicBlock *B : L->blocks())
        if (pred_size(B) > 1)
          Held.insert(B);
  if (Held.empty())
    return PreservedAnalyses::all();
  Function *Meet = declareHeddleOp(*F.getParent(), HeddleOp::Meet);
  for (BasicBlock &B : F) {
    if (!Held.contains(&B))
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": lanes meet in " << F.getName() << ", "
                      << B.getName() << '\n');
    IRBuilder<> Builder(&B, B.getFirstInsertionPt());
    // An instruction has a place in the PTX, this one that of its neighbour.
    Builder.SetCurrentDebugLocation(B.getTerminator()->getDebugLoc());
    Builder.CreateCall(Meet);
    ++NumHeld;
  }
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace heddle
