//===- LiftCompare.cpp - Comparison and selection -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// setp, set, selp, slct.
///
//===----------------------------------------------------------------------===//

#include "LiftIeee.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

static CmpInst::Predicate floatPredicate(Modifier Compare) {
  if (Compare == ModEq)
    return CmpInst::FCMP_OEQ;
  if (Compare == ModNe)
    return CmpInst::FCMP_ONE;
  if (Compare == ModLt)
    return CmpInst::FCMP_OLT;
  if (Compare == ModLe)
    return CmpInst::FCMP_OLE;
  if (Compare == ModGt)
    return CmpInst::FCMP_OGT;
  if (Compare == ModGe)
    return CmpInst::FCMP_OGE;
  if (Compare == ModEqu)
    return CmpInst::FCMP_UEQ;
  if (Compare == ModNeu)
    return CmpInst::FCMP_UNE;
  if (Compare == ModLtu)
    return CmpInst::FCMP_ULT;
  if (Compare == ModLeu)
    return CmpInst::FCMP_ULE;
  if (Compare == ModGtu)
    return CmpInst::FCMP_UGT;
  if (Compare == ModGeu)
    return CmpInst::FCMP_UGE;
  if (Compare == ModNum)
    return CmpInst::FCMP_ORD;
  assert(Compare == ModNan && "not a comparison of floats");
  return CmpInst::FCMP_UNO;
}

static CmpInst::Predicate intPredicate(Modifier Compare, bool Signed) {
  if (Compare == ModEq)
    return CmpInst::ICMP_EQ;
  if (Compare == ModNe)
    return CmpInst::ICMP_NE;
  if (Compare == ModLt || Compare == ModLo)
    return Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  if (Compare == ModLe || Compare == ModLs)
    return Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  if (Compare == ModGt || Compare == ModHi)
    return Signed ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
  assert((Compare == ModGe || Compare == ModHs) &&
         "not a comparison of integers");
  return Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
}

/// A side of a comparison. Where a denormal f32 constant compares as zero, that
/// is said here, so that no pass can mistake equality with it for identity.
static Value *comparand(LiftContext &C, const Instruction &I,
                        const Operand &Op) {
  Value *V = C.read(Op);
  if (hasIeee(C))
    return V->getType()->isFloatTy() ? flushIfAsked(C, I, V) : V;
  auto *Number = dyn_cast<ConstantFP>(V);
  if (Number && V->getType()->isFloatTy() && Number->getValueAPF().isDenormal())
    return ConstantFP::getZero(V->getType(), Number->isNegative());
  return V;
}

/// A comparison of f16 or bf16, in all bits of a word or its halves.
static Value *compareInWord(LiftContext &C, const Instruction &I) {
  // LLVM's predicates are sets of equal, greater, less, unordered.
  unsigned Set = floatPredicate(I.modifier(GrpCompare));
  return compareHalves(
      C, I, (Set & 1) << 1 | (Set & 2) << 1 | (Set & 4) >> 2 | (Set & 8));
}

static Value *compare(LiftContext &C, const Instruction &I, const Operand &A,
                      const Operand &B) {
  Modifier Compare = I.modifier(GrpCompare);
  if (isHalf(I.type()))
    return C.Builder.CreateIsNotNull(compareInWord(C, I));
  Value *L = comparand(C, I, A), *R = comparand(C, I, B);
  if (isFloat(I.type()))
    return C.Builder.CreateFCmp(floatPredicate(Compare), L, R);
  return C.Builder.CreateICmp(intPredicate(Compare, isSigned(I.type())), L, R);
}

/// \p Test, combined with the predicate operand as .and, .or or .xor says.
static Value *combine(LiftContext &C, Modifier Bool, Value *Test,
                      Value *Other) {
  if (Bool == ModAnd)
    return C.Builder.CreateAnd(Test, Other);
  if (Bool == ModOr)
    return C.Builder.CreateOr(Test, Other);
  return C.Builder.CreateXor(Test, Other);
}

static bool isHalfPair(ScalarType T) {
  return T == ScalarType::F16x2 || T == ScalarType::BF16x2;
}

/// A predicate for each half.
static void liftSetpPair(LiftContext &C, const Instruction &I) {
  Value *Word = compareInWord(C, I);
  Modifier Bool = I.modifier(GrpBoolOp);
  const Operand &Dest = I.Operands[0];
  Value *Source = Bool == ModNone ? nullptr : C.read(I, 3);
  auto Test = [&](Value *Half) {
    Value *T = C.Builder.CreateIsNotNull(Half);
    return Source ? combine(C, Bool, T, Source) : T;
  };
  Value *LowTest = Test(C.Builder.CreateAnd(Word, 0xffff));
  Value *HighTest = Test(C.Builder.CreateLShr(Word, 16));
  C.write(Dest, LowTest);
  if (Dest.Second)
    C.write(*Dest.Second, HighTest, ScalarType::Pred);
}

void liftSetp(LiftContext &C, const Instruction &I) {
  if (isHalfPair(I.type()))
    return liftSetpPair(C, I);
  const Operand &Dest = I.Operands[0];
  Value *Test = compare(C, I, I.Operands[1], I.Operands[2]);
  Value *Opposite = C.Builder.CreateNot(Test);
  if (Modifier Bool = I.modifier(GrpBoolOp); Bool != ModNone) {
    Value *Other = C.read(I, 3);
    Test = combine(C, Bool, Test, Other);
    Opposite = combine(C, Bool, Opposite, Other);
  }
  C.write(Dest, Test);
  if (Dest.Second)
    C.write(*Dest.Second, Opposite, ScalarType::Pred);
}

/// The value that set writes where the test holds, in halves of a \p T for
/// pairs.
static Constant *valueOfTrue(LiftContext &C, ScalarType T) {
  Type *Target = C.typeOf(T);
  if (T == ScalarType::F32)
    return ConstantFP::get(Target, 1.0);
  if (T == ScalarType::F16)
    return ConstantInt::get(Target, 0x3c00);
  if (T == ScalarType::BF16)
    return ConstantInt::get(Target, 0x3f80);
  if (T == ScalarType::F16x2)
    return ConstantInt::get(Target, 0x3c003c00);
  if (T == ScalarType::BF16x2)
    return ConstantInt::get(Target, 0x3f803f80);
  return Constant::getAllOnesValue(Target);
}

/// A test for each half, in all its bits.
static void liftSetPair(LiftContext &C, const Instruction &I) {
  Value *Word = compareInWord(C, I);
  if (Modifier Bool = I.modifier(GrpBoolOp); Bool != ModNone)
    Word = combine(C, Bool, Word,
                   C.Builder.CreateSExt(C.read(I, 3), Word->getType()));
  C.writeResult(I, C.Builder.CreateAnd(Word, valueOfTrue(C, I.firstType())));
}

void liftSet(LiftContext &C, const Instruction &I) {
  if (isHalfPair(I.type()))
    return liftSetPair(C, I);
  Value *Test = compare(C, I, I.Operands[1], I.Operands[2]);
  if (Modifier Bool = I.modifier(GrpBoolOp); Bool != ModNone)
    Test = combine(C, Bool, Test, C.read(I, 3));
  Constant *True = valueOfTrue(C, I.firstType());
  C.writeResult(I, C.Builder.CreateSelect(
                       Test, True, Constant::getNullValue(True->getType())));
}

void liftSelp(LiftContext &C, const Instruction &I) {
  C.writeResult(
      I, C.Builder.CreateSelect(C.read(I, 3), C.read(I, 1), C.read(I, 2)));
}

void liftSlct(LiftContext &C, const Instruction &I) {
  Value *Chooser = comparand(C, I, I.Operands[3]);
  Constant *Zero = Constant::getNullValue(Chooser->getType());
  Value *Test = isFloat(I.type()) ? C.Builder.CreateFCmpOGE(Chooser, Zero)
                                  : C.Builder.CreateICmpSGE(Chooser, Zero);
  C.writeResult(I, C.Builder.CreateSelect(Test, C.read(I, 1), C.read(I, 2)));
}

} // namespace heddle
