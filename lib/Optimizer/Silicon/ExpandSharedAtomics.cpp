//===- ExpandSharedAtomics.cpp - expand-shared-atomics --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory has no atomic operations, but a load that locks a word and a
/// store that unlocks it:
///
///   %old = atomicrmw add ptr addrspace(3) %p, i32 %v monotonic
///   =>
///   retry:
///     %r = call i64 @heddle.lds.lock(i32 %p)
///     br %got-lock, store, next
///   store:
///     call void @heddle.sts.unlock(i32 %p, i32 (trunc %r) + %v)
///     br next
///   next:
///     br %got-lock, done, retry
///
/// The store is inside the loop: the lanes that failed wait for those that got
/// the lock before they try again.
///
//===----------------------------------------------------------------------===//

#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Intrinsics/Unsupported.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"
#include <cassert>

#define DEBUG_TYPE "expand-shared-atomics"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumSharedAtomicsExpanded, "Shared atomics expanded");

static bool isShared(const Value *Pointer) {
  return Pointer->getType()->getPointerAddressSpace() == heddle::abi::Shared;
}

/// The pointer of an atomic on shared memory; else null.
static Value *sharedPointer(Instruction &I) {
  Value *Pointer = nullptr;
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    Pointer = RMW->getPointerOperand();
  else if (auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    Pointer = CAS->getPointerOperand();
  return Pointer && isShared(Pointer) ? Pointer : nullptr;
}

/// Reports what the chip cannot do.
static bool check(Instruction &I) {
  StringRef ChipName = heddle::attributes::TargetChip.get(*I.getFunction());
  const heddle::abi::Chip *Chip = heddle::abi::findChip(ChipName);
  Type *T = isa<AtomicRMWInst>(I) ? I.getType() : I.getOperand(1)->getType();
  bool IsWord = T->isIntegerTy(32);
  if (IsWord && (!Chip || Chip->has(heddle::abi::Feature::SharedLocks)))
    return true;
  auto Needed = IsWord ? heddle::abi::Feature::SharedLocks
                       : heddle::abi::Feature::WiderAtomics;
  heddle::reportUnsupported(
      I, "this atomic operation on shared memory is not supported on " +
             ChipName + "; the lowest chip that has it is " +
             heddle::abi::describeChip(heddle::abi::lowestChipWith(Needed)));
  return false;
}

/// The value to store when \p Old was there.
static Value *newValue(IRBuilder<> &Builder, Instruction &I, Value *Old) {
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return buildAtomicRMWValue(RMW->getOperation(), Builder, Old,
                               RMW->getValOperand());
  auto &CAS = cast<AtomicCmpXchgInst>(I);
  Value *IsEqual = Builder.CreateICmpEQ(Old, CAS.getCompareOperand());
  return Builder.CreateSelect(IsEqual, CAS.getNewValOperand(), Old);
}

/// Replaces the parts of \p Pair that are taken out of it, by themselves or
/// behind a freeze: what was read is no poison.
static void replaceParts(Instruction &Pair, Value *Old, Value *IsEqual) {
  for (User *U : make_early_inc_range(Pair.users())) {
    if (auto *Part = dyn_cast<ExtractValueInst>(U)) {
      Part->replaceAllUsesWith(Part->getIndices()[0] == 0 ? Old : IsEqual);
      Part->eraseFromParent();
    } else if (auto *Frozen = dyn_cast<FreezeInst>(U)) {
      replaceParts(*Frozen, Old, IsEqual);
      if (Frozen->use_empty())
        Frozen->eraseFromParent();
    }
  }
}

/// Selection is spared the pairs, as far as their parts are all that is used.
static void replacePair(IRBuilder<> &Builder, AtomicCmpXchgInst &CAS,
                        Value *Old) {
  Value *IsEqual = Builder.CreateICmpEQ(Old, CAS.getCompareOperand());
  replaceParts(CAS, Old, IsEqual);
  if (CAS.use_empty())
    return;
  Value *Pair =
      Builder.CreateInsertValue(PoisonValue::get(CAS.getType()), Old, 0);
  CAS.replaceAllUsesWith(Builder.CreateInsertValue(Pair, IsEqual, 1));
}

static void expandSharedAtomic(Instruction &I, Value *Pointer) {
  assert(isShared(Pointer) && I.isAtomic() && "nothing to lock");
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": locks" << I << '\n');
  Module &M = *I.getModule();
  LLVMContext &Context = I.getContext();
  BasicBlock *Before = I.getParent();
  BasicBlock *After = SplitBlock(Before, &I);
  After->setName("locked.done");
  Function *F = Before->getParent();
  auto *Retry = BasicBlock::Create(Context, "lock", F, After);
  auto *Store = BasicBlock::Create(Context, "locked", F, After);
  auto *Next = BasicBlock::Create(Context, "unlocked", F, After);
  Before->getTerminator()->setSuccessor(0, Retry);

  IRBuilder<> Builder(Retry);
  Builder.SetCurrentDebugLocation(I.getDebugLoc());
  Value *Address = Builder.CreatePtrToInt(Pointer, Builder.getInt32Ty());
  Value *Both = Builder.CreateCall(
      heddle::declareHeddleOp(M, heddle::HeddleOp::LdsLock), {Address});
  Value *Old = Builder.CreateTrunc(Both, Builder.getInt32Ty());
  Value *HasLock = Builder.CreateICmpSLT(Both, Builder.getInt64(0));
  Builder.CreateCondBr(HasLock, Store, Next);

  Builder.SetInsertPoint(Store);
  Builder.CreateCall(heddle::declareHeddleOp(M, heddle::HeddleOp::StsUnlock),
                     {Address, newValue(Builder, I, Old)});
  Builder.CreateBr(Next);

  Builder.SetInsertPoint(Next);
  Builder.CreateCondBr(HasLock, After, Retry);

  Builder.SetInsertPoint(&I);
  if (auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    replacePair(Builder, *CAS, Old);
  else
    I.replaceAllUsesWith(Old);
  I.eraseFromParent();
  ++NumSharedAtomicsExpanded;
}

namespace heddle {

PreservedAnalyses ExpandSharedAtomicsPass::run(Function &F,
                                               FunctionAnalysisManager &) {
  SmallVector<Instruction *, 8> Atomics;
  for (Instruction &I : instructions(F))
    if (sharedPointer(I))
      Atomics.push_back(&I);
  bool Changed = false;
  for (Instruction *I : Atomics) {
    if (!check(*I))
      continue;
    expandSharedAtomic(*I, sharedPointer(*I));
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle
