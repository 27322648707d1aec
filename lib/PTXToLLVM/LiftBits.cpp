//===- LiftBits.cpp - Bit fields and counts -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// popc, clz, bfind, brev, bfe, bfi, bmsk, szext, lop3, prmt, shf, dp4a, dp2a:
/// instructions of later chips that silicon does in several.
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

/// The place of the highest bit that is set, or that differs from the sign; all
/// ones if there is none. .shiftamt counts from the top instead.
void FunctionLifter::liftBfind(const Instruction &I) {
  Value *A = read(I, 1);
  Type *I32 = Builder.getInt32Ty();
  unsigned Width = bitWidth(I.type());
  if (isSigned(I.type()))
    A = Builder.CreateXor(A, Builder.CreateAShr(A, Width - 1));
  auto Zeros = [&](Value *V) {
    return Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, V,
                                         Builder.getFalse());
  };
  Value *Above = nullptr;
  if (Width == 32) {
    Above = Zeros(A);
  } else {
    Value *High = Builder.CreateTrunc(Builder.CreateLShr(A, 32), I32);
    Value *Low = Builder.CreateAdd(Zeros(Builder.CreateTrunc(A, I32)),
                                   Builder.getInt32(32));
    Above = Builder.CreateSelect(Builder.CreateIsNull(High), Low, Zeros(High));
  }
  // All bits zero: as many zeros as bits.
  Value *Place = Builder.CreateSub(Builder.getInt32(Width - 1), Above);
  if (I.has(ModShiftamt))
    Place = Builder.CreateSelect(
        Builder.CreateICmpEQ(Above, Builder.getInt32(Width)),
        Builder.getInt32(~0u), Above);
  writeResult(I, Place);
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

/// A mask of length c from bit b on; .wrap takes both modulo 32.
void FunctionLifter::liftBmsk(const Instruction &I) {
  Value *First = read(I, 1), *Length = read(I, 2);
  if (!I.has(ModClamp)) {
    First = Builder.CreateAnd(First, 31);
    Length = Builder.CreateAnd(Length, 31);
  }
  writeResult(I, shiftLeft(lowBits(Length, Builder.getInt32Ty()), First));
}

/// The lowest bits, extended.
void FunctionLifter::liftSzext(const Instruction &I) {
  Value *A = read(I, 1), *Length = read(I, 2);
  if (!I.has(ModClamp))
    Length = Builder.CreateAnd(Length, 31);
  if (!isSigned(I.type()))
    return writeResult(I, Builder.CreateAnd(A, lowBits(Length, A->getType())));
  Value *Width = Builder.getInt32(32);
  Value *Above = Builder.CreateSub(
      Width, Builder.CreateBinaryIntrinsic(Intrinsic::umin, Length, Width));
  writeResult(I, shiftRight(shiftLeft(A, Above), Above, /*Signed=*/true));
}

/// Four bytes of each, or two halves and two bytes, multiplied and added up.
void FunctionLifter::liftDp(const Instruction &I) {
  Value *A = read(I, 1), *B = read(I, 2), *Sum = read(I, 3);
  bool IsDp4 = I.opcode() == OpDp4a;
  auto Part = [&](Value *V, unsigned Index, unsigned Width, ScalarType Type) {
    V = Builder.CreateTrunc(Builder.CreateLShr(V, Index * Width),
                            Builder.getIntNTy(Width));
    return Builder.CreateIntCast(V, Builder.getInt32Ty(), isSigned(Type));
  };
  unsigned FirstByte = I.has(ModHi) ? 2 : 0;
  for (unsigned Index = 0; Index != (IsDp4 ? 4 : 2); ++Index) {
    Value *L = Part(A, Index, IsDp4 ? 8 : 16, I.firstType());
    Value *R = Part(B, FirstByte + Index, 8, I.type());
    Sum = Builder.CreateAdd(Sum, Builder.CreateMul(L, R));
  }
  writeResult(I, Sum);
}

/// Byte \p Index, an i32 from 0 to 7, of the eight bytes {b, a}; bit 3 of
/// \p Index asks for eight copies of its sign.
Value *FunctionLifter::permutedByte(Value *Bytes, Value *Index) {
  Type *I64 = Builder.getInt64Ty();
  Value *Count = Builder.CreateShl(Builder.CreateAnd(Index, 7), 3);
  Value *Byte = Builder.CreateTrunc(
      Builder.CreateLShr(Bytes, Builder.CreateZExt(Count, I64)),
      Builder.getInt8Ty());
  Value *Sign = Builder.CreateAShr(Byte, 7);
  Value *WantsSign = Builder.CreateIsNotNull(Builder.CreateAnd(Index, 8));
  return Builder.CreateZExt(Builder.CreateSelect(WantsSign, Sign, Byte),
                            Builder.getInt32Ty());
}

/// The byte that place \p Place of the result takes under the prmt mode of \p
/// I, if \p Control are the low two bits of the control word.
static unsigned permutedIndex(const ptx::Instruction &I, unsigned Place,
                              unsigned Control) {
  Modifier Mode = I.modifier(GrpPrmtMode);
  if (Mode == ModF4e)
    return Place + Control;
  if (Mode == ModB4e)
    return (Control + 8 - Place) % 8;
  if (Mode == ModRc8)
    return Control;
  if (Mode == ModEcl)
    return std::max(Place, Control);
  if (Mode == ModEcr)
    return std::min(Place, Control);
  assert(Mode == ModRc16 && "not a mode of prmt");
  return Place % 2 + Control % 2 * 2;
}

void FunctionLifter::liftPrmt(const Instruction &I) {
  Type *I64 = Builder.getInt64Ty();
  Value *Bytes = Builder.CreateZExt(read(I, 2), I64);
  Bytes = Builder.CreateOr(Builder.CreateShl(Bytes, 32),
                           Builder.CreateZExt(read(I, 1), I64));
  Value *Control = read(I, 3);
  Value *Result = Builder.getInt32(0);
  for (unsigned Place = 0; Place != 4; ++Place) {
    Value *Index = nullptr;
    if (I.modifier(GrpPrmtMode) == ModNone) {
      Index = Builder.CreateAnd(Builder.CreateLShr(Control, 4 * Place), 15);
    } else {
      Value *Low = Builder.CreateAnd(Control, 3);
      Index = Builder.getInt32(permutedIndex(I, Place, 3));
      for (unsigned C = 0; C != 3; ++C)
        Index = Builder.CreateSelect(
            Builder.CreateICmpEQ(Low, Builder.getInt32(C)),
            Builder.getInt32(permutedIndex(I, Place, C)), Index);
    }
    Value *Byte = permutedByte(Bytes, Index);
    Result = Builder.CreateOr(Result, Builder.CreateShl(Byte, 8 * Place));
  }
  writeResult(I, Result);
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
