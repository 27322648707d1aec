//===- DebugMarks.cpp - What the lifter tells a debugger ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Intrinsics/DebugMarks.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

static constexpr char UnassignedMark[] = "heddle.unassigned";
static constexpr char CompareMark[] = "heddle.compare";
static constexpr uint64_t UnassignedStep = dwarf::DW_OP_LLVM_tag_offset;

void heddle::markUnassigned(Instruction &Store) {
  Store.setMetadata(UnassignedMark, MDNode::get(Store.getContext(), {}));
}

bool heddle::isUnassigned(const Instruction &Store) {
  return Store.hasMetadata(UnassignedMark);
}

DIExpression *heddle::unassignedExpression(LLVMContext &Context) {
  return DIExpression::get(Context, {UnassignedStep, 0});
}

bool heddle::isUnassigned(const DIExpression &Expression) {
  return any_of(Expression.expr_ops(), [](DIExpression::ExprOperand Op) {
    return Op.getOp() == UnassignedStep;
  });
}

void heddle::markComparisons(Function &F) {
  Type *Word = Type::getInt32Ty(F.getContext());
  for (Instruction &I : instructions(F)) {
    auto *Compare = dyn_cast<CmpInst>(&I);
    if (!Compare)
      continue;
    // LLVM puts constants last, which is no inversion.
    const bool IsSwapped = isa<Constant>(Compare->getOperand(0));
    const CmpInst::Predicate P =
        IsSwapped ? Compare->getSwappedPredicate() : Compare->getPredicate();
    I.setMetadata(CompareMark,
                  MDNode::get(F.getContext(), {ConstantAsMetadata::get(
                                                  ConstantInt::get(Word, P))}));
  }
}

/// Whether \p Compare has the predicate that it was lifted with.
static bool isAsLifted(const CmpInst &Compare) {
  const MDNode *Mark = Compare.getMetadata(CompareMark);
  if (!Mark || Mark->getNumOperands() != 1)
    return false;
  const auto *P = mdconst::dyn_extract<ConstantInt>(Mark->getOperand(0));
  const bool IsSwapped = isa<Constant>(Compare.getOperand(0));
  return P && P->equalsInt(IsSwapped ? Compare.getSwappedPredicate()
                                     : Compare.getPredicate());
}

bool heddle::mayBeInverted(const Value &V) {
  if (const auto *Compare = dyn_cast<CmpInst>(&V))
    return !isAsLifted(*Compare);
  // InstCombine says it by the name of what it makes, where values have names.
  return isa<Instruction>(V) && V.getType()->isIntegerTy(1) &&
         (V.getContext().shouldDiscardValueNames() ||
          V.getName().contains(".not"));
}
