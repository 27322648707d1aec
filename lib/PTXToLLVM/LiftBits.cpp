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

#include "LiftLogic.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

void liftPopc(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1);
  Type *I32 = C.Builder.getInt32Ty();
  if (A->getType() == I32)
    return C.writeResult(I,
                         C.Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, A));
  Value *Low = C.Builder.CreateTrunc(A, I32);
  Value *High = C.Builder.CreateTrunc(C.Builder.CreateLShr(A, 32), I32);
  C.writeResult(I, C.Builder.CreateAdd(
                       C.Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, Low),
                       C.Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, High)));
}

void liftClz(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1);
  Type *I32 = C.Builder.getInt32Ty();
  auto Count = [&](Value *V) {
    return C.Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, V,
                                           C.Builder.getFalse());
  };
  if (A->getType() == I32)
    return C.writeResult(I, Count(A));
  Value *High = C.Builder.CreateTrunc(C.Builder.CreateLShr(A, 32), I32);
  Value *Below = C.Builder.CreateAdd(Count(C.Builder.CreateTrunc(A, I32)),
                                     C.Builder.getInt32(32));
  C.writeResult(I, C.Builder.CreateSelect(C.Builder.CreateIsNull(High), Below,
                                          Count(High)));
}

/// The place of the highest bit that is set, or that differs from the sign; all
/// ones if there is none. .shiftamt counts from the top instead.
void liftBfind(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1);
  Type *I32 = C.Builder.getInt32Ty();
  unsigned Width = bitWidth(I.type());
  if (isSigned(I.type()))
    A = C.Builder.CreateXor(A, C.Builder.CreateAShr(A, Width - 1));
  auto Zeros = [&](Value *V) {
    return C.Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, V,
                                           C.Builder.getFalse());
  };
  Value *Above = nullptr;
  if (Width == 32) {
    Above = Zeros(A);
  } else {
    Value *High = C.Builder.CreateTrunc(C.Builder.CreateLShr(A, 32), I32);
    Value *Low = C.Builder.CreateAdd(Zeros(C.Builder.CreateTrunc(A, I32)),
                                     C.Builder.getInt32(32));
    Above =
        C.Builder.CreateSelect(C.Builder.CreateIsNull(High), Low, Zeros(High));
  }
  // All bits zero: as many zeros as bits.
  Value *Place = C.Builder.CreateSub(C.Builder.getInt32(Width - 1), Above);
  if (I.has(ModShiftamt))
    Place = C.Builder.CreateSelect(
        C.Builder.CreateICmpEQ(Above, C.Builder.getInt32(Width)),
        C.Builder.getInt32(~0u), Above);
  C.writeResult(I, Place);
}

void liftBrev(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1);
  Type *I32 = C.Builder.getInt32Ty();
  auto Reverse = [&](Value *V) {
    return C.Builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, V);
  };
  if (A->getType() == I32)
    return C.writeResult(I, Reverse(A));
  Type *I64 = A->getType();
  Value *Low = Reverse(C.Builder.CreateTrunc(A, I32));
  Value *High =
      Reverse(C.Builder.CreateTrunc(C.Builder.CreateLShr(A, 32), I32));
  Low = C.Builder.CreateShl(C.Builder.CreateZExt(Low, I64), 32);
  C.writeResult(I, C.Builder.CreateOr(Low, C.Builder.CreateZExt(High, I64)));
}

/// A mask of the lowest \p Count bits, all of them if it is too large.
static Value *lowBits(LiftContext &C, Value *Count, Type *T) {
  return C.Builder.CreateNot(shiftLeft(C, Constant::getAllOnesValue(T), Count));
}

/// Position and length are bytes. What lies beyond the number is zero, or sign.
void liftBfe(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1);
  Type *T = A->getType();
  Value *Position = C.Builder.CreateAnd(C.read(I, 2), 255);
  Value *Length = C.Builder.CreateAnd(C.read(I, 3), 255);
  bool Signed = isSigned(I.type());
  Value *Field = shiftRight(C, A, Position, Signed);
  if (!Signed)
    return C.writeResult(I, C.Builder.CreateAnd(Field, lowBits(C, Length, T)));
  // Up to the top and back; a field without bits is zero.
  Value *Width = C.Builder.getInt32(T->getIntegerBitWidth());
  Value *Above = C.Builder.CreateSub(
      Width, C.Builder.CreateBinaryIntrinsic(Intrinsic::umin, Length, Width));
  Field = shiftRight(C, shiftLeft(C, Field, Above), Above, /*Signed=*/true);
  C.writeResult(I, Field);
}

void liftBfi(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  Value *Position = C.Builder.CreateAnd(C.read(I, 3), 255);
  Value *Length = C.Builder.CreateAnd(C.read(I, 4), 255);
  Value *Mask = shiftLeft(C, lowBits(C, Length, A->getType()), Position);
  Value *Inserted = C.Builder.CreateAnd(shiftLeft(C, A, Position), Mask);
  Value *Kept = C.Builder.CreateAnd(B, C.Builder.CreateNot(Mask));
  C.writeResult(I, C.Builder.CreateOr(Inserted, Kept));
}

/// A mask of length c from bit b on; .wrap takes both modulo 32.
void liftBmsk(LiftContext &C, const Instruction &I) {
  Value *First = C.read(I, 1), *Length = C.read(I, 2);
  if (!I.has(ModClamp)) {
    First = C.Builder.CreateAnd(First, 31);
    Length = C.Builder.CreateAnd(Length, 31);
  }
  C.writeResult(
      I, shiftLeft(C, lowBits(C, Length, C.Builder.getInt32Ty()), First));
}

/// The lowest bits, extended.
void liftSzext(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *Length = C.read(I, 2);
  if (!I.has(ModClamp))
    Length = C.Builder.CreateAnd(Length, 31);
  if (!isSigned(I.type()))
    return C.writeResult(
        I, C.Builder.CreateAnd(A, lowBits(C, Length, A->getType())));
  Value *Width = C.Builder.getInt32(32);
  Value *Above = C.Builder.CreateSub(
      Width, C.Builder.CreateBinaryIntrinsic(Intrinsic::umin, Length, Width));
  C.writeResult(I,
                shiftRight(C, shiftLeft(C, A, Above), Above, /*Signed=*/true));
}

/// Four bytes of each, or two halves and two bytes, multiplied and added up.
void liftDp(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *B = C.read(I, 2), *Sum = C.read(I, 3);
  bool IsDp4 = I.opcode() == OpDp4a;
  auto Part = [&](Value *V, unsigned Index, unsigned Width, ScalarType Type) {
    V = C.Builder.CreateTrunc(C.Builder.CreateLShr(V, Index * Width),
                              C.Builder.getIntNTy(Width));
    return C.Builder.CreateIntCast(V, C.Builder.getInt32Ty(), isSigned(Type));
  };
  unsigned FirstByte = I.has(ModHi) ? 2 : 0;
  for (unsigned Index = 0; Index != (IsDp4 ? 4 : 2); ++Index) {
    Value *L = Part(A, Index, IsDp4 ? 8 : 16, I.firstType());
    Value *R = Part(B, FirstByte + Index, 8, I.type());
    Sum = C.Builder.CreateAdd(Sum, C.Builder.CreateMul(L, R));
  }
  C.writeResult(I, Sum);
}

/// Byte \p Index, an i32 from 0 to 7, of the eight bytes {b, a}; bit 3 of
/// \p Index asks for eight copies of its sign.
static Value *permutedByte(LiftContext &C, Value *Bytes, Value *Index) {
  Type *I64 = C.Builder.getInt64Ty();
  Value *Count = C.Builder.CreateShl(C.Builder.CreateAnd(Index, 7), 3);
  Value *Byte = C.Builder.CreateTrunc(
      C.Builder.CreateLShr(Bytes, C.Builder.CreateZExt(Count, I64)),
      C.Builder.getInt8Ty());
  Value *Sign = C.Builder.CreateAShr(Byte, 7);
  Value *WantsSign = C.Builder.CreateIsNotNull(C.Builder.CreateAnd(Index, 8));
  return C.Builder.CreateZExt(C.Builder.CreateSelect(WantsSign, Sign, Byte),
                              C.Builder.getInt32Ty());
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

void liftPrmt(LiftContext &C, const Instruction &I) {
  Type *I64 = C.Builder.getInt64Ty();
  Value *Bytes = C.Builder.CreateZExt(C.read(I, 2), I64);
  Bytes = C.Builder.CreateOr(C.Builder.CreateShl(Bytes, 32),
                             C.Builder.CreateZExt(C.read(I, 1), I64));
  Value *Control = C.read(I, 3);
  Value *Result = C.Builder.getInt32(0);
  for (unsigned Place = 0; Place != 4; ++Place) {
    Value *Index = nullptr;
    if (I.modifier(GrpPrmtMode) == ModNone) {
      Index = C.Builder.CreateAnd(C.Builder.CreateLShr(Control, 4 * Place), 15);
    } else {
      Value *Low = C.Builder.CreateAnd(Control, 3);
      Index = C.Builder.getInt32(permutedIndex(I, Place, 3));
      for (unsigned Case = 0; Case != 3; ++Case)
        Index = C.Builder.CreateSelect(
            C.Builder.CreateICmpEQ(Low, C.Builder.getInt32(Case)),
            C.Builder.getInt32(permutedIndex(I, Place, Case)), Index);
    }
    Value *Byte = permutedByte(C, Bytes, Index);
    Result = C.Builder.CreateOr(Result, C.Builder.CreateShl(Byte, 8 * Place));
  }
  C.writeResult(I, Result);
}

/// Bit i of the table is the result for a, b, c = bits 2, 1, 0 of i.
void liftLop3(LiftContext &C, const Instruction &I) {
  if (I.modifier(GrpBoolOp) != ModNone)
    return C.unsupported(I);
  Value *Sources[] = {C.read(I, 3), C.read(I, 2), C.read(I, 1)};
  uint64_t Table = I.Operands[4].Bits;
  Value *Result = C.Builder.getInt32(0);
  for (unsigned Row = 0; Row != 8; ++Row) {
    if (!(Table >> Row & 1))
      continue;
    Value *Term = C.Builder.getInt32(~0u);
    for (unsigned Bit = 0; Bit != 3; ++Bit) {
      Value *V = Sources[Bit];
      Term = C.Builder.CreateAnd(Term,
                                 Row >> Bit & 1 ? V : C.Builder.CreateNot(V));
    }
    Result = C.Builder.CreateOr(Result, Term);
  }
  C.writeResult(I, Result);
}

/// The middle of {b, a} shifted: to the left its upper word is wanted, to the
/// right the lower.
void liftShf(LiftContext &C, const Instruction &I) {
  Value *Low = C.read(I, 1), *High = C.read(I, 2), *Count = C.read(I, 3);
  Value *Width = C.Builder.getInt32(32);
  Count = I.has(ModClamp)
              ? C.Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count, Width)
              : C.Builder.CreateAnd(Count, 31);
  Value *Rest = C.Builder.CreateSub(Width, Count);
  bool ToLeft = I.has(ModL);
  C.writeResult(
      I, C.Builder.CreateOr(shiftLeft(C, High, ToLeft ? Count : Rest),
                            shiftRight(C, Low, ToLeft ? Rest : Count, false)));
}

} // namespace heddle
