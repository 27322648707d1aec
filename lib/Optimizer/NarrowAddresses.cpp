//===- NarrowAddresses.cpp - narrow-addresses -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// On chips with 32-bit addresses the upper half of 64-bit address arithmetic
/// goes nowhere. DemandedBits proves it, through loops as well; operations that
/// need only the low 32 bits are done in 32 bits:
///
///   %a = phi i64 [ %base, ... ], [ %b, ... ]     %a = phi i32 ...
///   %b = add i64 %a, 4                       =>  %b = add i32 %a, 4
///   %l = trunc i64 %a to i32                     (uses of %l use %a)
///
/// InstCombine leaves above all the phi undone.
///
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "narrow-addresses"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumNarrowed, "64-bit instructions made 32-bit");

namespace {

class Narrower {
public:
  Narrower(Function &F, DemandedBits &Demanded) : F(F), Demanded(Demanded) {}
  bool run();

private:
  bool isCandidate(Instruction &I);
  Value *narrow(Value *V);
  Value *truncated(Value *V);
  Value *build(Instruction &I);
  void fillPhis();
  void dropAssumptions();
  void replaceUses();

  Function &F;
  DemandedBits &Demanded;
  SetVector<Instruction *> Candidates;
  /// Candidates and leaves, and their 32-bit values.
  DenseMap<Value *, Value *> Narrow;
};

} // namespace

/// The low half of the result follows from the low halves of the operands.
static bool isLowHalfOperation(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::PHI:
  case Instruction::Select:
    return true;
  case Instruction::Shl: {
    auto *Count = dyn_cast<ConstantInt>(I.getOperand(1));
    return Count && Count->getValue().ult(32);
  }
  }
  return false;
}

bool Narrower::isCandidate(Instruction &I) {
  return I.getType()->isIntegerTy(64) && isLowHalfOperation(I) &&
         !I.use_empty() && Demanded.getDemandedBits(&I).getActiveBits() <= 32;
}

/// A leaf: the low half of a 64-bit value that stays.
Value *Narrower::truncated(Value *V) {
  Type *I32 = Type::getInt32Ty(F.getContext());
  if (auto *C = dyn_cast<ConstantInt>(V))
    return ConstantInt::get(I32, C->getValue().trunc(32));
  if (auto *Cast = dyn_cast<CastInst>(V)) {
    Value *Source = Cast->getOperand(0);
    if (isa<ZExtInst, SExtInst>(Cast) && Source->getType() == I32)
      return Source;
  }
  assert(V->getType()->isIntegerTy(64) && "a leaf has an upper half");
  IRBuilder<> Builder(F.getContext());
  if (auto *I = dyn_cast<Instruction>(V)) {
    Builder.SetInsertPoint(*I->getInsertionPointAfterDef());
    Builder.SetCurrentDebugLocation(I->getDebugLoc());
  } else {
    Builder.SetInsertPoint(F.getEntryBlock().getFirstInsertionPt());
  }
  return Builder.CreateTrunc(V, I32);
}

/// The 32-bit value of \p V, built when it is not there yet. Operands come
/// first; phis, which alone close cycles, are filled later.
Value *Narrower::narrow(Value *V) {
  if (Value *Known = Narrow.lookup(V))
    return Known;
  auto *I = dyn_cast<Instruction>(V);
  Value *Result = I && Candidates.contains(I) ? build(*I) : truncated(V);
  return Narrow[V] = Result;
}

Value *Narrower::build(Instruction &I) {
  assert(I.getType()->isIntegerTy(64) && "has no upper word to lose");
  IRBuilder<> Builder(&I);
  Type *I32 = Builder.getInt32Ty();
  Value *Result = nullptr;
  if (auto *Phi = dyn_cast<PHINode>(&I))
    Result = Builder.CreatePHI(I32, Phi->getNumIncomingValues());
  else if (auto *Select = dyn_cast<SelectInst>(&I))
    Result = Builder.CreateSelect(Select->getCondition(),
                                  narrow(Select->getTrueValue()),
                                  narrow(Select->getFalseValue()));
  else
    Result =
        Builder.CreateBinOp(cast<BinaryOperator>(I).getOpcode(),
                            narrow(I.getOperand(0)), narrow(I.getOperand(1)));
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": makes" << I << " 32-bit" << '\n');
  ++NumNarrowed;
  return Result;
}

void Narrower::fillPhis() {
  for (Instruction *I : Candidates)
    if (auto *Phi = dyn_cast<PHINode>(I))
      for (auto [Block, V] : zip(Phi->blocks(), Phi->incoming_values()))
        cast<PHINode>(Narrow[Phi])->addIncoming(narrow(V), Block);
}

/// Users keep seeing 64 bits, but other ones: what they assumed of the upper
/// half (nuw, disjoint, nneg) may no longer hold.
void Narrower::dropAssumptions() {
  SmallVector<Instruction *, 32> Worklist(Candidates.begin(), Candidates.end());
  SmallPtrSet<Instruction *, 32> Seen(Candidates.begin(), Candidates.end());
  while (!Worklist.empty())
    for (User *U : Worklist.pop_back_val()->users()) {
      auto *I = cast<Instruction>(U);
      if (!I->getType()->isIntOrIntVectorTy() || !Seen.insert(I).second)
        continue;
      if (Demanded.getDemandedBits(I).isAllOnes())
        continue;
      I->dropPoisonGeneratingAnnotations();
      Worklist.push_back(I);
    }
}

void Narrower::replaceUses() {
  for (Instruction *I : Candidates) {
    Value *Low = Narrow[I];
    assert(Low && Low->getType()->isIntegerTy(32) &&
           "each candidate has its lower half");
    Value *Wide = nullptr;
    for (Use &U : make_early_inc_range(I->uses())) {
      auto *UserI = cast<Instruction>(U.getUser());
      if (Candidates.contains(UserI))
        continue;
      if (isa<TruncInst>(UserI) && UserI->getType()->isIntegerTy(32)) {
        UserI->replaceAllUsesWith(Low);
        UserI->eraseFromParent();
        continue;
      }
      if (!Wide) {
        IRBuilder<> Builder(F.getContext());
        Builder.SetInsertPoint(*I->getInsertionPointAfterDef());
        Builder.SetCurrentDebugLocation(I->getDebugLoc());
        Wide = Builder.CreateZExt(Low, I->getType());
      }
      U.set(Wide);
    }
  }
  for (Instruction *I : Candidates)
    I->dropAllReferences();
  for (Instruction *I : Candidates)
    I->eraseFromParent();
}

bool Narrower::run() {
  for (Instruction &I : instructions(F))
    if (isCandidate(I))
      Candidates.insert(&I);
  if (Candidates.empty())
    return false;
  dropAssumptions();
  for (Instruction *I : Candidates)
    narrow(I);
  fillPhis();
  replaceUses();
  return true;
}

namespace heddle {

PreservedAnalyses NarrowAddressesPass::run(Function &F,
                                           FunctionAnalysisManager &AM) {
  if (!Narrower(F, AM.getResult<DemandedBitsAnalysis>(F)).run())
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
