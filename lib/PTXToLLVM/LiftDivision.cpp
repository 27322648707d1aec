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

#include "LiftFloat.h"
#include "heddle/Builtins/Builtins.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

static void liftDivRem(LiftContext &C, const Instruction &I, bool Remainder) {
  bool Signed = isSigned(I.type());
  bool Is64 = bitWidth(I.type()) == 64;
  Type *T = C.Builder.getIntNTy(Is64 ? 64 : 32);
  Value *A = C.Builder.CreateIntCast(C.read(I, 1), T, Signed);
  Value *B = C.Builder.CreateIntCast(C.read(I, 2), T, Signed);
  Value *Result = nullptr;
  auto *Divisor = dyn_cast<ConstantInt>(B);
  if (Divisor && !Divisor->isZero() && !Divisor->isMinusOne()) {
    auto Opcode = Remainder
                      ? (Signed ? BinaryOperator::SRem : BinaryOperator::URem)
                      : (Signed ? BinaryOperator::SDiv : BinaryOperator::UDiv);
    Result = C.Builder.CreateBinOp(Opcode, A, B);
    C.noteSpelling();
  } else {
    bool IsWide = Is64 && C.Parent.Chip.has(abi::Feature::WideIntegers);
    Result = C.builtin(Twine(Signed ? "s" : "u") + (Remainder ? "rem" : "div") +
                           (Is64 ? "64" : "32") +
                           (IsWide ? StringRef(WideDivisionSuffix) : ""),
                       T, {A, B});
  }
  C.writeResult(I, C.Builder.CreateTrunc(Result, C.typeOf(I.type())));
}

void liftDiv(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatDiv(C, I);
  liftDivRem(C, I, /*Remainder=*/false);
}

void liftRem(LiftContext &C, const Instruction &I) {
  liftDivRem(C, I, /*Remainder=*/true);
}

} // namespace heddle
