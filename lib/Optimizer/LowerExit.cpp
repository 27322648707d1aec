//===- LowerExit.cpp - lower-exit -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel ends by one return. An exit of a device function that was inlined
/// into it goes there:
///
///   call void @heddle.exit()    =>    br label %return
///   unreachable, or br label %behind
///
/// Instructions behind it in the block, another exit for one, are never run.
///
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "lower-exit"

using namespace llvm;

namespace heddle {

/// The block of \p F that only returns; made in front of a return with work.
static BasicBlock *returnBlock(Function &F) {
  for (BasicBlock &B : F)
    if (auto *Return = dyn_cast<ReturnInst>(B.getTerminator()))
      return Return == &B.front() ? &B : B.splitBasicBlock(Return, "return");
  // All paths exit.
  auto *B = BasicBlock::Create(F.getContext(), "return", &F);
  ReturnInst::Create(F.getContext(), B);
  return B;
}

/// The first exit of \p B; null if there is none.
static CallBase *firstExit(BasicBlock &B) {
  for (Instruction &I : B)
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && heddleOpOf(*Call) == HeddleOp::Exit)
      return Call;
  return nullptr;
}

/// Ends the block of \p Exit there, by a branch to \p Return.
static void leaveAt(CallBase &Exit, BasicBlock &Return) {
  assert(isa<ReturnInst>(Return.getTerminator()) && "exits go to a return");
  BasicBlock *B = Exit.getParent();
  for (BasicBlock *Behind : successors(B))
    Behind->removePredecessor(B);
  BranchInst *Branch = BranchInst::Create(&Return, Exit.getIterator());
  Branch->setDebugLoc(Exit.getDebugLoc());
  while (&B->back() != Branch) {
    Instruction &Dead = B->back();
    // Blocks that only this one led to may use it.
    if (!Dead.use_empty())
      Dead.replaceAllUsesWith(PoisonValue::get(Dead.getType()));
    Dead.eraseFromParent();
  }
}

PreservedAnalyses LowerExitPass::run(Function &F, FunctionAnalysisManager &) {
  // Elsewhere it waits for being inlined, or is an instruction in the end.
  if (F.getCallingConv() != CallingConv::PTX_Kernel)
    return PreservedAnalyses::all();
  SmallVector<CallBase *, 4> Exits;
  for (BasicBlock &B : F)
    if (CallBase *Exit = firstExit(B))
      Exits.push_back(Exit);
  if (Exits.empty())
    return PreservedAnalyses::all();
  BasicBlock *Return = returnBlock(F);
  for (CallBase *Exit : Exits) {
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": exit of " << F.getName() << " in "
                      << Exit->getParent()->getName() << " goes to "
                      << Return->getName() << '\n');
    leaveAt(*Exit, *Return);
  }
  return PreservedAnalyses::none();
}

} // namespace heddle
