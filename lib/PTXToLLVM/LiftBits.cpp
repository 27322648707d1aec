//===- LiftBits.cpp - Bit fields and counts -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// popc, clz, brev, bfe, bfi, lop3, shf: instructions of later chips that
/// silicon does in several.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

void FunctionLifter::liftPopc(const Instruction &I) {
  Value *A = read(I, 1);
  Type *I32 = Builder.getInt32Ty();
  if (A->getType() == I32)
    return writeResult(I, Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, A));
  Value *Low = Builder.CreateTrunc(A, I32);
  Value *High = Builder.CreateTrunc(Builder.CreateLShr(A, 32), I32);
  writeResult(I, Builder.CreateAdd(
                     Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, Low),
                     Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, High)));
}

void FunctionLifter::liftClz(const Instruction &I) {
  Value *A = read(I, 1);
  Type *I32 = Builder.getInt32Ty();
  auto Count = [&](Value *V) {
    return Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, V,
                                         Builder.getFalse());
  };
  if (A->getType() == I32)
    return writeResult(I, Count(A));
  Value *High = Builder.CreateTrunc(Builder.CreateLShr(A, 32), I32);
  Value *Below = Builder.CreateAdd(Count(Builder.CreateTrunc(A, I32)),
                                   Builder.getInt32(32));
  writeResult(
      I, Builder.CreateSelect(Builder.CreateIsNull(High), Below, Count(High)));
}

void FunctionLifter::liftBrev(const Instruction &I) {
  Value *A = read(I, 1);
  Type *I32 = Builder.getInt32Ty();
  auto Reverse = [&](Value *V) {
    return Builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, V);
  };
  if (A->getType() == I32)
    return writeResult(I, Reverse(A));
  Type *I64 = A->getType();
  Value *Low = Reverse(Builder.CreateTrunc(A, I32));
  Value *High = Reverse(Builder.CreateTrunc(Builder.CreateLShr(A, 32), I32));
  Low = Builder.CreateShl(Builder.CreateZExt(Low, I64), 32);
  writeResult(I, Builder.CreateOr(Low, Builder.CreateZExt(High, I64)));
}

/// A mask of the lowest \p Count bits, all of them if it is too large.
Value *FunctionLifter::lowBits(Value *Count, Type *T) {
  return Builder.CreateNot(shiftLeft(Constant::getAllOnesValue(T), Count));
}

/// Position and length are bytes. What lies beyond the number is zero, or sign.
void FunctionLifter::liftBfe(const Instruction &I) {
  Value *A = read(I, 1);
  Type *T = A->getType();
  Value *Position = Builder.CreateAnd(read(I, 2), 255);
  Value *Length = Builder.CreateAnd(read(I, 3), 255);
  bool Signed = isSigned(I.type());
  Value *Field = shiftRight(A, Position, Signed);
  if (!Signed)
    return writeResult(I, Builder.CreateAnd(Field, lowBits(Length, T)));
  // Up to the top and back; a field without bits is zero.
  Value *Width = Builder.getInt32(T->getIntegerBitWidth());
  Value *Above = Builder.CreateSub(
      Width, Builder.CreateBinaryIntrinsic(Intrinsic::umin, Length, Width));
  Field = shiftRight(shiftLeft(Field, Above), Above, /*Signed=*/true);
  writeResult(I, Field);
}

void FunctionLifter::liftBfi(const Instruction &I) {
  Value *A = read(I, 1), *B = read(I, 2);
  Value *Position = Builder.CreateAnd(read(I, 3), 255);
  Value *Length = Builder.CreateAnd(read(I, 4), 255);
  Value *Mask = shiftLeft(lowBits(Length, A->getType()), Position);
  Value *Inserted = Builder.CreateAnd(shiftLeft(A, Position), Mask);
  Value *Kept = Builder.CreateAnd(B, Builder.CreateNot(Mask));
  writeResult(I, Builder.CreateOr(Inserted, Kept));
}

/// Bit i of the table is the result for a, b, c = bits 2, 1, 0 of i.
void FunctionLifter::liftLop3(const Instruction &I) {
  if (I.modifier(GrpBoolOp) != ModNone)
    return unsupported(I);
  Value *Sources[] = {read(I, 3), read(I, 2), read(I, 1)};
  uint64_t Table = I.Operands[4].Bits;
  Value *Result = Builder.getInt32(0);
  for (unsigned Row = 0; Row != 8; ++Row) {
    if (!(Table >> Row & 1))
      continue;
    Value *Term = Builder.getInt32(~0u);
    for (unsigned Bit = 0; Bit != 3; ++Bit) {
      Value *V = Sources[Bit];
      Term = Builder.CreateAnd(Term, Row >> Bit & 1 ? V : Builder.CreateNot(V));
    }
    Result = Builder.CreateOr(Result, Term);
  }
  writeResult(I, Result);
}

/// The middle of {b, a} shifted: to the left its upper word is wanted, to the
/// right the lower.
void FunctionLifter::liftShf(const Instruction &I) {
  Value *Low = read(I, 1), *High = read(I, 2), *Count = read(I, 3);
  Value *Width = Builder.getInt32(32);
  Count = I.has(ModClamp)
              ? Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count, Width)
              : Builder.CreateAnd(Count, 31);
  Value *Rest = Builder.CreateSub(Width, Count);
  bool ToLeft = I.has(ModL);
  writeResult(I,
              Builder.CreateOr(shiftLeft(High, ToLeft ? Count : Rest),
                               shiftRight(Low, ToLeft ? Rest : Count, false)));
}

} // namespace heddle
