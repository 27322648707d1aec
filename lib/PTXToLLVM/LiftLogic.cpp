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

#include "LiftContext.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

void liftBitwise(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  if (I.opcode() == OpAnd)
    C.writeResult(I, C.Builder.CreateAnd(A, B));
  else if (I.opcode() == OpOr)
    C.writeResult(I, C.Builder.CreateOr(A, B));
  else
    C.writeResult(I, C.Builder.CreateXor(A, B));
}

void liftNot(LiftContext &C, const Instruction &I) {
  C.writeResult(I, C.Builder.CreateNot(C.read(I, 1)));
}

void liftCnot(LiftContext &C, const Instruction &I) {
  Value *IsZero = C.Builder.CreateIsNull(C.read(I, 1));
  C.writeResult(I, C.Builder.CreateZExt(IsZero, C.typeOf(I.type())));
}

// Counts clamp: a shift by the width or more leaves zeros, or signs. LLVM's
// shift by such a count is poison, so the count is clamped in the open.

static Value *shiftLeft(LiftContext &C, Value *A, Value *Count) {
  Type *T = A->getType();
  Value *InRange = C.Builder.CreateICmpULT(
      Count, C.Builder.getInt32(T->getIntegerBitWidth()));
  Value *Shifted =
      C.Builder.CreateShl(A, C.Builder.CreateZExtOrTrunc(Count, T));
  return C.Builder.CreateSelect(InRange, Shifted, Constant::getNullValue(T));
}

static Value *shiftRight(LiftContext &C, Value *A, Value *Count, bool Signed) {
  Type *T = A->getType();
  unsigned Width = T->getIntegerBitWidth();
  if (Signed) {
    Count = C.Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count,
                                            C.Builder.getInt32(Width - 1));
    return C.Builder.CreateAShr(A, C.Builder.CreateZExtOrTrunc(Count, T));
  }
  Value *InRange = C.Builder.CreateICmpULT(Count, C.Builder.getInt32(Width));
  Value *Shifted =
      C.Builder.CreateLShr(A, C.Builder.CreateZExtOrTrunc(Count, T));
  return C.Builder.CreateSelect(InRange, Shifted, Constant::getNullValue(T));
}

void liftShift(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *Count = C.read(I, 2);
  C.writeResult(I, I.opcode() == OpShl
                       ? shiftLeft(C, A, Count)
                       : shiftRight(C, A, Count, isSigned(I.type())));
}

} // namespace heddle
