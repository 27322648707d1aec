//===- CompareShifted.cpp - compare-shifted -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// InstCombine compares a value itself and not what has been shifted out of it,
/// even where the loop goes on with that. Then both are kept, and the next
/// round starts with a copy:
///
///   %half = lshr i32 %n, 1
///   %go = icmp ugt i32 %n, 1
///   =>
///   %half = lshr i32 %n, 1
///   %go = icmp ne i32 %half, 0
///
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "compare-shifted"

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(NumShifted, "Comparisons of shifted values");

/// A value that \p Whole has been shifted to when \p Cmp runs, by as much as
/// leaves all bits that \p Limit has; null: there is none.
static Instruction *shifted(Value *Whole, const APInt &Limit,
                            const ICmpInst &Cmp, const DominatorTree &DT,
                            unsigned &Bits) {
  Instruction *Found = nullptr;
  for (User *U : Whole->users()) {
    const APInt *Count;
    if (!match(U, m_LShr(m_Specific(Whole), m_APInt(Count))) ||
        Count->isZero() || Count->ugt(Limit.countr_zero()) ||
        !DT.dominates(cast<Instruction>(U), &Cmp))
      continue;
    if (!Found || Count->ugt(Bits)) {
      Found = cast<Instruction>(U);
      Bits = Count->getZExtValue();
    }
  }
  return Found;
}

/// False if \p Cmp does not ask whether a value is below a number that has no
/// other bits than some shifted value has.
static bool compareShifted(ICmpInst &Cmp, const DominatorTree &DT) {
  const APInt *Number;
  if (isa<Constant>(Cmp.getOperand(0)) ||
      !match(Cmp.getOperand(1), m_APInt(Number)))
    return false;
  bool IsBelow = Cmp.getPredicate() == ICmpInst::ICMP_ULT;
  if (!IsBelow && Cmp.getPredicate() != ICmpInst::ICMP_UGT)
    return false;
  APInt Limit = IsBelow ? *Number : *Number + 1;
  unsigned Bits = 0;
  Instruction *Shifted = Limit.isZero()
                             ? nullptr
                             : shifted(Cmp.getOperand(0), Limit, Cmp, DT, Bits);
  if (!Shifted)
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": compares" << *Shifted << " instead in"
                    << Cmp << '\n');
  assert(Bits && Bits <= Limit.countr_zero() &&
         "bits of the limit would be lost");
  Limit.lshrInPlace(Bits);
  if (Limit.isOne())
    Cmp.setPredicate(IsBelow ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE);
  Cmp.setOperand(0, Shifted);
  Cmp.setOperand(
      1, ConstantInt::get(Shifted->getType(),
                          IsBelow && !Limit.isOne() ? Limit : Limit - 1));
  return true;
}

namespace heddle {

PreservedAnalyses CompareShiftedPass::run(Function &F,
                                          FunctionAnalysisManager &AM) {
  const DominatorTree &DT = AM.getResult<DominatorTreeAnalysis>(F);
  bool Changed = false;
  for (Instruction &I : instructions(F))
    if (auto *Cmp = dyn_cast<ICmpInst>(&I); Cmp && compareShifted(*Cmp, DT)) {
      Changed = true;
      ++NumShifted;
    }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
