//===- LiftDivision.cpp - Integer division and remainder ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's division is undefined for a zero divisor and on overflow, PTX's is
/// not. So only a constant divisor other than 0 and -1 becomes an instruction;
/// the rest are calls of builtins, which the optimizer links in.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle {

using ptx::bitWidth;
using ptx::isFloat;
using ptx::isSigned;

void FunctionLifter::liftDivRem(const Instruction &I, bool Remainder) {
  bool Signed = isSigned(I.type());
  bool Is64 = bitWidth(I.type()) == 64;
  Type *T = Builder.getIntNTy(Is64 ? 64 : 32);
  Value *A = Builder.CreateIntCast(read(I, 1), T, Signed);
  Value *B = Builder.CreateIntCast(read(I, 2), T, Signed);
  Value *Result = nullptr;
  auto *Divisor = dyn_cast<ConstantInt>(B);
  if (Divisor && !Divisor->isZero() && !Divisor->isMinusOne()) {
    auto Opcode = Remainder
                      ? (Signed ? BinaryOperator::SRem : BinaryOperator::URem)
                      : (Signed ? BinaryOperator::SDiv : BinaryOperator::UDiv);
    Result = Builder.CreateBinOp(Opcode, A, B);
    noteSpelling();
  } else {
    Result = builtin(Twine(Signed ? "s" : "u") + (Remainder ? "rem" : "div") +
                         (Is64 ? "64" : "32"),
                     T, {A, B});
  }
  writeResult(I, Builder.CreateTrunc(Result, Parent.typeOf(I.type())));
}

void FunctionLifter::liftDiv(const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatDiv(I);
  liftDivRem(I, /*Remainder=*/false);
}

void FunctionLifter::liftRem(const Instruction &I) {
  liftDivRem(I, /*Remainder=*/true);
}

} // namespace heddle
