//===- LiftInteger.cpp - Integer arithmetic -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// add, sub, mul, mad and their carry, 24-bit and saturating kinds, sad, neg,
/// abs, min, max. Everything wraps: no nsw, no nuw. Forms for floats branch off
/// to LiftFloat.cpp.
///
//===----------------------------------------------------------------------===//

#include "LiftFloat.h"
#include "LiftOperation.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// a + b + \p CarryIn; sets the carry flag when \p I has .cc.
static Value *addWithCarry(LiftContext &C, const Instruction &I, Value *A,
                           Value *B, Value *CarryIn) {
  Value *Partial = C.Builder.CreateAdd(A, B);
  Value *Sum =
      C.Builder.CreateAdd(Partial, C.Builder.CreateZExt(CarryIn, A->getType()));
  if (I.has(ModCc)) {
    Value *Out = C.Builder.CreateOr(C.Builder.CreateICmpULT(Partial, A),
                                    C.Builder.CreateICmpULT(Sum, Partial));
    C.writeCarry(Out);
  }
  return Sum;
}

static bool isPackedInteger(const Instruction &I) {
  return I.type() == ScalarType::U16x2 || I.type() == ScalarType::S16x2;
}

void liftAdd(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatAdd(C, I, /*Subtract=*/false);
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  if (isPackedInteger(I))
    return C.writeResult(I, C.op(HeddleOp::Add2, {A, B}));
  if (I.has(ModCc))
    return C.writeResult(I, addWithCarry(C, I, A, B, C.Builder.getFalse()));
  if (I.has(ModSat))
    return C.writeResult(
        I, C.intrinsic(Intrinsic::sadd_sat, {A, B}, A->getType()));
  C.writeResult(I, C.Builder.CreateAdd(A, B));
}

void liftSub(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatAdd(C, I, /*Subtract=*/true);
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  // The flag of a subtraction is the carry of a + ~b + 1: no borrow.
  if (I.has(ModCc))
    return C.writeResult(
        I, addWithCarry(C, I, A, C.Builder.CreateNot(B), C.Builder.getTrue()));
  if (I.has(ModSat))
    return C.writeResult(
        I, C.intrinsic(Intrinsic::ssub_sat, {A, B}, A->getType()));
  C.writeResult(I, C.Builder.CreateSub(A, B));
}

void liftAddc(LiftContext &C, const Instruction &I) {
  Value *CarryIn = C.readCarry(I);
  C.writeResult(I, addWithCarry(C, I, C.read(I, 1), C.read(I, 2), CarryIn));
}

void liftSubc(LiftContext &C, const Instruction &I) {
  Value *CarryIn = C.readCarry(I);
  Value *B = C.Builder.CreateNot(C.read(I, 2));
  C.writeResult(I, addWithCarry(C, I, C.read(I, 1), B, CarryIn));
}

/// The product that .lo, .hi or .wide of \p I asks for.
static Value *multiply(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  if (I.has(ModLo))
    return C.Builder.CreateMul(A, B);
  unsigned Width = bitWidth(I.type());
  bool Signed = isSigned(I.type());
  if (Width == 64)
    return C.intrinsic(
        Signed ? Intrinsic::nvvm_mulhi_ll : Intrinsic::nvvm_mulhi_ull, {A, B});
  Type *Wide = C.Builder.getIntNTy(2 * Width);
  Value *Product =
      C.Builder.CreateMul(C.Builder.CreateIntCast(A, Wide, Signed),
                          C.Builder.CreateIntCast(B, Wide, Signed));
  if (I.has(ModWide))
    return Product;
  return C.Builder.CreateTrunc(C.Builder.CreateLShr(Product, Width),
                               A->getType());
}

void liftMul(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatMul(C, I);
  C.writeResult(I, multiply(C, I));
}

/// Adds the third source; with .sat as the signed addition that clamps.
static Value *addTerm(LiftContext &C, const Instruction &I, Value *Product) {
  Value *Term = C.read(I, 3);
  if (I.has(ModSat))
    return C.intrinsic(Intrinsic::sadd_sat, {Product, Term}, Term->getType());
  if (I.has(ModCc))
    return addWithCarry(C, I, Product, Term, C.Builder.getFalse());
  return C.Builder.CreateAdd(Product, Term);
}

void liftMad(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatMad(C, I);
  C.writeResult(I, addTerm(C, I, multiply(C, I)));
}

void liftMadc(LiftContext &C, const Instruction &I) {
  Value *CarryIn = C.readCarry(I);
  C.writeResult(I, addWithCarry(C, I, multiply(C, I), C.read(I, 3), CarryIn));
}

static Value *multiply24(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  bool Signed = isSigned(I.type());
  if (I.has(ModHi))
    return C.op(Signed ? HeddleOp::Mul24HiS32 : HeddleOp::Mul24HiU32, {A, B});
  return C.intrinsic(
      Signed ? Intrinsic::nvvm_mul24_i : Intrinsic::nvvm_mul24_ui, {A, B});
}

void liftMul24(LiftContext &C, const Instruction &I) {
  C.writeResult(I, multiply24(C, I));
}

void liftMad24(LiftContext &C, const Instruction &I) {
  C.writeResult(I, addTerm(C, I, multiply24(C, I)));
}

void liftSad(LiftContext &C, const Instruction &I) {
  if (bitWidth(I.type()) == 32)
    return liftOperation(C, I);
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  bool Signed = isSigned(I.type());
  Value *Max = C.Builder.CreateBinaryIntrinsic(
      Signed ? Intrinsic::smax : Intrinsic::umax, A, B);
  Value *Min = C.Builder.CreateBinaryIntrinsic(
      Signed ? Intrinsic::smin : Intrinsic::umin, A, B);
  C.writeResult(
      I, C.Builder.CreateAdd(C.read(I, 3), C.Builder.CreateSub(Max, Min)));
}

void liftNeg(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatNeg(C, I);
  C.writeResult(I, C.Builder.CreateNeg(C.read(I, 1)));
}

void liftAbs(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatAbs(C, I);
  // The most negative number is its own absolute value, not poison.
  C.writeResult(I, C.Builder.CreateBinaryIntrinsic(Intrinsic::abs, C.read(I, 1),
                                                   C.Builder.getFalse()));
}

void liftMinMax(LiftContext &C, const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatMinMax(C, I);
  if (isPackedInteger(I)) {
    Value *V = C.op(mnemonic(I.opcode()) + "." + typeName(I.type()),
                    {C.read(I, 1), C.read(I, 2)});
    if (I.has(ModRelu))
      V = C.op(HeddleOp::Max2S16, {V, C.Builder.getInt32(0)});
    return C.writeResult(I, V);
  }
  bool Signed = isSigned(I.type());
  Intrinsic::ID ID = I.opcode() == OpMin
                         ? (Signed ? Intrinsic::smin : Intrinsic::umin)
                         : (Signed ? Intrinsic::smax : Intrinsic::umax);
  Value *V = C.Builder.CreateBinaryIntrinsic(ID, C.read(I, 1), C.read(I, 2));
  if (I.has(ModRelu))
    V = C.Builder.CreateBinaryIntrinsic(Intrinsic::smax, V,
                                        Constant::getNullValue(V->getType()));
  C.writeResult(I, V);
}

} // namespace heddle
