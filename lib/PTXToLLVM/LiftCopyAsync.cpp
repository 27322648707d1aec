//===- LiftCopyAsync.cpp - cp.async ---------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies of one thread. When they happen is open until the thread waits for
/// them; here they have happened when the instruction has, as a load and a
/// store, so that there is nothing to wait for.
///
//===----------------------------------------------------------------------===//

#include "LiftBulkCopy.h"
#include "LiftMemory.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

void markForCheckers(LiftContext &C) {
  if (C.Builder.GetInsertBlock()->getParent()->hasFnAttribute(
          Attribute::SanitizeThread))
    C.intrinsic(Intrinsic::nvvm_membar_cta, {});
}

namespace {
/// From where to where, and how much at most.
struct Copy {
  Value *To, *From;
  unsigned Bytes;
};
} // namespace

static Type *typeOf(LiftContext &C, const Copy &What) {
  assert(What.Bytes % 4 == 0 && isPowerOf2_32(What.Bytes) && What.Bytes <= 16 &&
         "the front end lets no such size pass");
  Type *I32 = C.Builder.getInt32Ty();
  return What.Bytes == 4 ? I32 : FixedVectorType::get(I32, What.Bytes / 4);
}

static void copyAll(LiftContext &C, const Copy &What) {
  const Align Whole(What.Bytes);
  Value *V = C.Builder.CreateAlignedLoad(typeOf(C, What), What.From, Whole);
  C.Builder.CreateAlignedStore(V, What.To, Whole);
}

static void storeZeros(LiftContext &C, const Copy &What) {
  C.Builder.CreateAlignedStore(Constant::getNullValue(typeOf(C, What)), What.To,
                               Align(What.Bytes));
}

/// The first \p Count bytes one by one, zeros behind them.
static void copyBytes(LiftContext &C, const Copy &What, Value *Count) {
  IRBuilderBase &B = C.Builder;
  storeZeros(C, What);
  assert(Count->getType()->isIntegerTy(32) && "a count of bytes is a word");
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Loop = C.newBlock("byte"), *Next = C.newBlock("copied");
  B.CreateCondBr(B.CreateIsNull(Count), Next, Loop);
  B.SetInsertPoint(Loop);
  PHINode *At = B.CreatePHI(B.getInt32Ty(), 2);
  At->addIncoming(B.getInt32(0), Before);
  Type *I8 = B.getInt8Ty();
  Value *V = B.CreateAlignedLoad(I8, B.CreateGEP(I8, What.From, At), Align(1));
  B.CreateAlignedStore(V, B.CreateGEP(I8, What.To, At), Align(1));
  Value *Following = B.CreateAdd(At, B.getInt32(1));
  At->addIncoming(Following, Loop);
  B.CreateCondBr(B.CreateICmpULT(Following, Count), Loop, Next);
  B.SetInsertPoint(Next);
}

/// Everything where \p All is true, else what \p Otherwise copies.
template <class FnT>
static void copyIf(LiftContext &C, const Copy &What, Value *All,
                   FnT Otherwise) {
  if (const auto *Known = dyn_cast<ConstantInt>(All)) {
    if (Known->isOne())
      return copyAll(C, What);
    return Otherwise();
  }
  BasicBlock *Whole = C.newBlock("whole"), *Part = C.newBlock("part"),
             *Next = C.newBlock("done");
  C.Builder.CreateCondBr(All, Whole, Part);
  C.Builder.SetInsertPoint(Whole);
  copyAll(C, What);
  C.Builder.CreateBr(Next);
  C.Builder.SetInsertPoint(Part);
  Otherwise();
  C.startBlock(Next);
}

/// The fourth operand, unless it is a hint about caches, is how many bytes
/// there are to read, or whether to read none.
static void copyAsync(LiftContext &C, const Instruction &I) {
  IRBuilderBase &B = C.Builder;
  Copy What;
  What.Bytes = unsigned(I.Operands[2].Bits);
  What.To = pointerInto(C, StateSpace::Shared, I.Operands[0], What.Bytes);
  What.From = pointerInto(C, StateSpace::Global, I.Operands[1], What.Bytes);
  if (!What.To || !What.From)
    return;
  const unsigned Given =
      unsigned(I.Operands.size()) - (I.has(ModL2CacheHint) ? 1 : 0);
  assert(Given >= 3 && Given <= 4 && "cp.async has one operand more at most");
  if (Given == 3)
    return copyAll(C, What);
  const Operand &Limit = I.Operands[3];
  if (Limit.Type == ScalarType::Pred)
    return copyIf(C, What, B.CreateNot(C.read(Limit)),
                  [&] { storeZeros(C, What); });
  Value *Count = C.read(Limit);
  copyIf(C, What, B.CreateICmpUGE(Count, B.getInt32(What.Bytes)),
         [&] { copyBytes(C, What, Count); });
}

/// In code for checkers nobody takes what is copied for what memory holds: it
/// may not have come.
void liftCpAsync(LiftContext &C, const Instruction &I) {
  markForCheckers(C);
  copyAsync(C, I);
  markForCheckers(C);
}

/// commit_group, wait_group and wait_all.
void liftCpAsyncGroup(LiftContext &C, const Instruction &) {
  markForCheckers(C);
}

} // namespace heddle
