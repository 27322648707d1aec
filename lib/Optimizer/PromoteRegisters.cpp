//===- PromoteRegisters.cpp - promote-registers ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers of PTX that are read as what they were written become SSA values:
///
///   %r1 = alloca i32
///   store i32 7, ptr %r1
///   %v = load i32, ptr %r1     =>     7
///
/// SROA does the same, and cuts every variable into slices first, which takes
/// several times as long. It is left with those that need it.
///
//===----------------------------------------------------------------------===//

#include "RegisterPromoter.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "promote-registers"

using namespace llvm;

namespace heddle {

PreservedAnalyses PromoteRegistersPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  SmallVector<AllocaInst *, 64> Registers;
  // The order is that of SROA, and with it the order of phis.
  for (Instruction &I : reverse(F.getEntryBlock()))
    if (auto *A = dyn_cast<AllocaInst>(&I))
      if (isPromotableSlot(*A))
        Registers.push_back(A);
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": promotes " << Registers.size() << " of "
                    << F.getName() << '\n');
  if (Registers.empty())
    return PreservedAnalyses::all();
  RegisterPromoter(F, AM.getResult<DominatorTreeAnalysis>(F)).run(Registers);
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

} // namespace heddle
