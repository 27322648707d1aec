//===- LiftBits.cpp - Bit fields and counts -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// popc, clz, bfind, brev, bmsk, szext, lop3, prmt, shf, dp4a, dp2a.
/// Each is one call, of LLVM's intrinsic where that means just the same; passes
/// in lib/Optimizer/Silicon take them apart for chips that lack them.
///
//===----------------------------------------------------------------------===//

#include "LiftOperation.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// A count of bits is a word, also of 64 of them.
static void writeCount(LiftContext &C, const Instruction &I, Value *Count) {
  C.writeResult(I, C.Builder.CreateTrunc(Count, C.Builder.getInt32Ty()));
}

void liftPopc(LiftContext &C, const Instruction &I) {
  writeCount(C, I,
             C.Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, C.read(I, 1)));
}

void liftClz(LiftContext &C, const Instruction &I) {
  writeCount(C, I,
             C.Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, C.read(I, 1),
                                             C.Builder.getFalse()));
}

void liftBrev(LiftContext &C, const Instruction &I) {
  C.writeResult(
      I, C.Builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, C.read(I, 1)));
}

void liftBfind(LiftContext &C, const Instruction &I) {
  liftAs(C, I,
         Twine("bfind.") + (I.has(ModShiftamt) ? "shiftamt." : "") +
             typeName(I.type()));
}

/// The chip takes place and length from one word.
void liftBfi(LiftContext &C, const Instruction &I) {
  if (!C.Parent.Chip.has(abi::Feature::BitFields))
    return liftOperation(C, I);
  Value *Place = C.Builder.CreateAnd(C.read(I, 3), 255);
  Value *Length = C.Builder.CreateShl(C.read(I, 4), 8);
  C.writeResult(
      I, C.op("bfi.field." + typeName(I.type()),
              {C.read(I, 1), C.read(I, 2), C.Builder.CreateOr(Length, Place)}));
}

/// "clamp." or "wrap.": what becomes of counts above 31.
static StringRef countMode(const Instruction &I) {
  return I.has(ModClamp) ? "clamp." : "wrap.";
}

void liftBmsk(LiftContext &C, const Instruction &I) {
  liftAs(C, I, "bmsk." + countMode(I) + "b32");
}

void liftSzext(LiftContext &C, const Instruction &I) {
  liftAs(C, I, "szext." + countMode(I) + typeName(I.type()));
}

void liftDp(LiftContext &C, const Instruction &I) {
  StringRef Name = I.opcode() == OpDp4a ? "dp4a."
                   : I.has(ModHi)       ? "dp2a.hi."
                                        : "dp2a.lo.";
  liftAs(C, I, Name + typeName(I.firstType()) + "." + typeName(I.type()));
}

void liftPrmt(LiftContext &C, const Instruction &I) {
  Modifier Mode = I.modifier(GrpPrmtMode);
  if (Mode == ModNone)
    return liftAs(C, I, "prmt.b32");
  liftAs(C, I, "prmt.b32." + modifierName(Mode));
}

void liftLop3(LiftContext &C, const Instruction &I) {
  Value *Table = C.Builder.getInt32(I.Operands[4].Bits & 255);
  Value *Word = C.op(HeddleOp::Lop3B32,
                     {C.read(I, 1), C.read(I, 2), C.read(I, 3), Table});
  Modifier Bool = I.modifier(GrpBoolOp);
  if (Bool != ModNone) {
    Value *Test = C.Builder.CreateIsNotNull(Word), *Other = C.read(I, 5);
    Test = Bool == ModAnd ? C.Builder.CreateAnd(Test, Other)
                          : C.Builder.CreateOr(Test, Other);
    C.write(*I.Operands[0].Second, Test, ScalarType::Pred);
  }
  C.writeResult(I, Word);
}

/// .wrap is LLVM's funnel shift.
void liftShf(LiftContext &C, const Instruction &I) {
  bool ToLeft = I.has(ModL);
  if (I.has(ModClamp))
    return liftAs(C, I, ToLeft ? "shf.l.clamp.b32" : "shf.r.clamp.b32");
  Value *Low = C.read(I, 1), *High = C.read(I, 2), *Count = C.read(I, 3);
  C.writeResult(I, C.intrinsic(ToLeft ? Intrinsic::fshl : Intrinsic::fshr,
                               {High, Low, Count}, Low->getType()));
}

} // namespace heddle
