//===- LiftLogic.cpp - Logic and shifts -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// and, or, xor, not, cnot, shl, shr.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

void FunctionLifter::liftBitwise(const Instruction &I) {
  Value *A = read(I, 1), *B = read(I, 2);
  if (I.opcode() == OpAnd)
    writeResult(I, Builder.CreateAnd(A, B));
  else if (I.opcode() == OpOr)
    writeResult(I, Builder.CreateOr(A, B));
  else
    writeResult(I, Builder.CreateXor(A, B));
}

void FunctionLifter::liftNot(const Instruction &I) {
  writeResult(I, Builder.CreateNot(read(I, 1)));
}

void FunctionLifter::liftCnot(const Instruction &I) {
  Value *IsZero = Builder.CreateIsNull(read(I, 1));
  writeResult(I, Builder.CreateZExt(IsZero, Parent.typeOf(I.type())));
}

// Counts clamp: a shift by the width or more leaves zeros, or signs. LLVM's
// shift by such a count is poison, so the count is clamped in the open.

Value *FunctionLifter::shiftLeft(Value *A, Value *Count) {
  Type *T = A->getType();
  Value *InRange =
      Builder.CreateICmpULT(Count, Builder.getInt32(T->getIntegerBitWidth()));
  Value *Shifted = Builder.CreateShl(A, Builder.CreateZExtOrTrunc(Count, T));
  return Builder.CreateSelect(InRange, Shifted, Constant::getNullValue(T));
}

Value *FunctionLifter::shiftRight(Value *A, Value *Count, bool Signed) {
  Type *T = A->getType();
  unsigned Width = T->getIntegerBitWidth();
  if (Signed) {
    Count = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count,
                                          Builder.getInt32(Width - 1));
    return Builder.CreateAShr(A, Builder.CreateZExtOrTrunc(Count, T));
  }
  Value *InRange = Builder.CreateICmpULT(Count, Builder.getInt32(Width));
  Value *Shifted = Builder.CreateLShr(A, Builder.CreateZExtOrTrunc(Count, T));
  return Builder.CreateSelect(InRange, Shifted, Constant::getNullValue(T));
}

void FunctionLifter::liftShift(const Instruction &I) {
  Value *A = read(I, 1), *Count = read(I, 2);
  writeResult(I, I.opcode() == OpShl
                     ? shiftLeft(A, Count)
                     : shiftRight(A, Count, isSigned(I.type())));
}

} // namespace heddle
