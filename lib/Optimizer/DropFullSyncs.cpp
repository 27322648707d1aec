//===- DropFullSyncs.cpp - drop-full-syncs --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The member mask of shfl.sync and the like is most often a constant that
/// names all lanes. The operation behind it then waits for all of them by
/// itself:
///
///   call void @heddle.warpsync.next(i32 -1)
///   %x = call i32 @heddle.redux.add.u32(...)   =>   %x = call ...
///
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "drop-full-syncs"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumSyncsDropped, "Meetings of all lanes dropped");

namespace heddle {

PreservedAnalyses DropFullSyncsPass::run(Function &F,
                                         FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || heddleOpOf(*Call) != HeddleOp::WarpSyncNext ||
        !match(Call->getArgOperand(0), PatternMatch::m_AllOnes()))
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": drops" << *Call << " in " << F.getName()
                      << '\n');
    Call->eraseFromParent();
    ++NumSyncsDropped;
    Changed = true;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace heddle
