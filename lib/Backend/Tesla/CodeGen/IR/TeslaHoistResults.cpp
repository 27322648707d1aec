//===- TeslaHoistResults.cpp - Take words and conditions apart early ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A shuffle gives a word and a condition, as one i64. In its own block either
/// is there for nothing; for another block selection carries the whole, which
/// makes a word of a condition that nobody asks for. This pass takes the word
/// where it is made:
///
///   %r = call i64 @heddle.shfl.down(...)        %r = call i64 ...
///   br ...                                ->    %w = trunc i64 %r to i32
///   next:                                       br ...
///   %w = trunc i64 %r to i32                    next:
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-hoist-results"

using namespace llvm;
using namespace heddle;

ALWAYS_ENABLED_STATISTIC(NumHoisted, "Number of words of results hoisted");

namespace {
class TeslaHoistResults : public FunctionPass {
public:
  static char ID;
  TeslaHoistResults() : FunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla result hoisting"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;
};
} // namespace

char TeslaHoistResults::ID = 0;

INITIALIZE_PASS(TeslaHoistResults, DEBUG_TYPE, "Tesla result hoisting", false,
                false)

FunctionPass *llvm::createTeslaHoistResultsPass() {
  return new TeslaHoistResults();
}

bool TeslaHoistResults::runOnFunction(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getType()->isIntegerTy(64) || !heddleOpOf(*Call))
      continue;
    for (User *U : make_early_inc_range(Call->users())) {
      auto *Word = dyn_cast<TruncInst>(U);
      if (!Word || Word->getParent() == Call->getParent())
        continue;
      LLVM_DEBUG(dbgs() << DEBUG_TYPE ": moves" << *Word << " to" << *Call
                        << '\n');
      Word->moveAfter(Call);
      ++NumHoisted;
      Changed = true;
    }
  }
  return Changed;
}
