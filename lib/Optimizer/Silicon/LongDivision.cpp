//===- LongDivision.cpp - Divisions of more than 64 bits ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongDivision.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/IntegerDivision.h"

using namespace llvm;

namespace heddle {

/// The result of \p I, of which the divisor is 2^\p Log, or -2^\p Log if it is
/// signed.
static Value *byPowerOfTwo(IRBuilder<> &Builder, const BinaryOperator &I,
                           unsigned Log, bool IsNegative) {
  const unsigned Width = I.getType()->getIntegerBitWidth();
  const APInt Multiples = APInt::getBitsSetFrom(Width, Log);
  Value *A = I.getOperand(0);
  if (I.getOpcode() == Instruction::UDiv)
    return Builder.CreateLShr(A, Log);
  if (I.getOpcode() == Instruction::URem)
    return Builder.CreateAnd(A, ~Multiples);
  // Rounds towards zero: what is added takes a negative number there.
  Value *Rounded = A;
  if (Log) {
    Value *Sign = Builder.CreateAShr(A, Width - 1);
    Rounded = Builder.CreateAdd(A, Builder.CreateLShr(Sign, Width - Log));
  }
  if (I.getOpcode() == Instruction::SRem)
    return Builder.CreateSub(A, Builder.CreateAnd(Rounded, Multiples));
  Value *Quotient = Builder.CreateAShr(Rounded, Log);
  return IsNegative ? Builder.CreateNeg(Quotient) : Quotient;
}

void expandLongDivision(BinaryOperator &I) {
  const bool IsSigned =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  if (auto *C = dyn_cast<ConstantInt>(I.getOperand(1))) {
    const bool IsNegative = IsSigned && C->isNegative();
    const APInt Size = IsNegative ? -C->getValue() : C->getValue();
    if (Size.isPowerOf2()) {
      IRBuilder<> Builder(&I);
      Value *Result = byPowerOfTwo(Builder, I, Size.logBase2(), IsNegative);
      if (isa<Instruction>(Result))
        Result->takeName(&I);
      I.replaceAllUsesWith(Result);
      I.eraseFromParent();
      return;
    }
  }
  if (I.getOpcode() == Instruction::UDiv || I.getOpcode() == Instruction::SDiv)
    expandDivision(&I);
  else
    expandRemainder(&I);
}

} // namespace heddle
