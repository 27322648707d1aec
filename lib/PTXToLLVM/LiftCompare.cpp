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

#include "FunctionLifter.h"
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
Value *FunctionLifter::comparand(const Operand &Op) {
  Value *V = read(Op);
  auto *C = dyn_cast<ConstantFP>(V);
  if (C && V->getType()->isFloatTy() && C->getValueAPF().isDenormal())
    return ConstantFP::getZero(V->getType(), C->isNegative());
  return V;
}

Value *FunctionLifter::compare(const Instruction &I, const Operand &A,
                               const Operand &B) {
  Modifier Compare = I.modifier(GrpCompare);
  Value *L = comparand(A), *R = comparand(B);
  if (isFloat(I.type()))
    return Builder.CreateFCmp(floatPredicate(Compare), L, R);
  return Builder.CreateICmp(intPredicate(Compare, isSigned(I.type())), L, R);
}

/// \p Test, combined with the predicate operand as .and, .or or .xor says.
static Value *combine(IRBuilderBase &Builder, Modifier Bool, Value *Test,
                      Value *Other) {
  if (Bool == ModAnd)
    return Builder.CreateAnd(Test, Other);
  if (Bool == ModOr)
    return Builder.CreateOr(Test, Other);
  return Builder.CreateXor(Test, Other);
}

void FunctionLifter::liftSetp(const Instruction &I) {
  const Operand &Dest = I.Operands[0];
  Value *Test = compare(I, I.Operands[1], I.Operands[2]);
  Value *Opposite = Builder.CreateNot(Test);
  if (Modifier Bool = I.modifier(GrpBoolOp); Bool != ModNone) {
    Value *Other = read(I, 3);
    Test = combine(Builder, Bool, Test, Other);
    Opposite = combine(Builder, Bool, Opposite, Other);
  }
  write(Dest, Test);
  if (Dest.Second)
    write(*Dest.Second, Opposite, ScalarType::Pred);
}

void FunctionLifter::liftSet(const Instruction &I) {
  Value *Test = compare(I, I.Operands[1], I.Operands[2]);
  if (Modifier Bool = I.modifier(GrpBoolOp); Bool != ModNone)
    Test = combine(Builder, Bool, Test, read(I, 3));
  Type *T = Parent.typeOf(I.firstType());
  Constant *True =
      T->isFloatTy() ? ConstantFP::get(T, 1.0) : Constant::getAllOnesValue(T);
  writeResult(I, Builder.CreateSelect(Test, True, Constant::getNullValue(T)));
}

void FunctionLifter::liftSelp(const Instruction &I) {
  writeResult(I, Builder.CreateSelect(read(I, 3), read(I, 1), read(I, 2)));
}

void FunctionLifter::liftSlct(const Instruction &I) {
  Value *C = comparand(I.Operands[3]);
  Constant *Zero = Constant::getNullValue(C->getType());
  Value *Test = isFloat(I.type()) ? Builder.CreateFCmpOGE(C, Zero)
                                  : Builder.CreateICmpSGE(C, Zero);
  writeResult(I, Builder.CreateSelect(Test, read(I, 1), read(I, 2)));
}

} // namespace heddle
