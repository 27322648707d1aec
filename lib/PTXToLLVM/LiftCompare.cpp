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

#include "LiftContext.h"
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

/// A side of a comparison. A denormal f32 constant compares as zero; said here,
/// no pass can mistake equality with it for identity.
static Value *comparand(LiftContext &C, const Operand &Op) {
  Value *V = C.read(Op);
  auto *Number = dyn_cast<ConstantFP>(V);
  if (Number && V->getType()->isFloatTy() && Number->getValueAPF().isDenormal())
    return ConstantFP::getZero(V->getType(), Number->isNegative());
  return V;
}

static Value *compare(LiftContext &C, const Instruction &I, const Operand &A,
                      const Operand &B) {
  Modifier Compare = I.modifier(GrpCompare);
  Value *L = comparand(C, A), *R = comparand(C, B);
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

void liftSetp(LiftContext &C, const Instruction &I) {
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

void liftSet(LiftContext &C, const Instruction &I) {
  Value *Test = compare(C, I, I.Operands[1], I.Operands[2]);
  if (Modifier Bool = I.modifier(GrpBoolOp); Bool != ModNone)
    Test = combine(C, Bool, Test, C.read(I, 3));
  Type *T = C.typeOf(I.firstType());
  Constant *True =
      T->isFloatTy() ? ConstantFP::get(T, 1.0) : Constant::getAllOnesValue(T);
  C.writeResult(I,
                C.Builder.CreateSelect(Test, True, Constant::getNullValue(T)));
}

void liftSelp(LiftContext &C, const Instruction &I) {
  C.writeResult(
      I, C.Builder.CreateSelect(C.read(I, 3), C.read(I, 1), C.read(I, 2)));
}

void liftSlct(LiftContext &C, const Instruction &I) {
  Value *Chooser = comparand(C, I.Operands[3]);
  Constant *Zero = Constant::getNullValue(Chooser->getType());
  Value *Test = isFloat(I.type()) ? C.Builder.CreateFCmpOGE(Chooser, Zero)
                                  : C.Builder.CreateICmpSGE(Chooser, Zero);
  C.writeResult(I, C.Builder.CreateSelect(Test, C.read(I, 1), C.read(I, 2)));
}

} // namespace heddle
