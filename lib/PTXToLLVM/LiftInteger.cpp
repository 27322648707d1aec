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

#include "FunctionLifter.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

void FunctionLifter::liftAdd(const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatAdd(I, /*Subtract=*/false);
  Value *A = read(I, 1), *B = read(I, 2);
  if (I.has(ModCc))
    return writeResult(I, addWithCarry(I, A, B, Builder.getFalse()));
  if (I.has(ModSat))
    return writeResult(I, intrinsic(Intrinsic::sadd_sat, {A, B}, A->getType()));
  writeResult(I, Builder.CreateAdd(A, B));
}

void FunctionLifter::liftSub(const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatAdd(I, /*Subtract=*/true);
  Value *A = read(I, 1), *B = read(I, 2);
  // The flag of a subtraction is the carry of a + ~b + 1: no borrow.
  if (I.has(ModCc))
    return writeResult(
        I, addWithCarry(I, A, Builder.CreateNot(B), Builder.getTrue()));
  if (I.has(ModSat))
    return writeResult(I, intrinsic(Intrinsic::ssub_sat, {A, B}, A->getType()));
  writeResult(I, Builder.CreateSub(A, B));
}

/// a + b + \p CarryIn; sets the carry flag when \p I has .cc.
Value *FunctionLifter::addWithCarry(const Instruction &I, Value *A, Value *B,
                                    Value *CarryIn) {
  Value *Partial = Builder.CreateAdd(A, B);
  Value *Sum =
      Builder.CreateAdd(Partial, Builder.CreateZExt(CarryIn, A->getType()));
  if (I.has(ModCc)) {
    Value *Out = Builder.CreateOr(Builder.CreateICmpULT(Partial, A),
                                  Builder.CreateICmpULT(Sum, Partial));
    AllocaInst *Flag = carryFlag();
    if (Guard)
      Out = Builder.CreateSelect(Guard, Out,
                                 Builder.CreateLoad(Builder.getInt1Ty(), Flag));
    Builder.CreateStore(Out, Flag);
  }
  return Sum;
}

void FunctionLifter::liftAddc(const Instruction &I) {
  Value *CarryIn = Builder.CreateLoad(Builder.getInt1Ty(), carryFlag());
  writeResult(I, addWithCarry(I, read(I, 1), read(I, 2), CarryIn));
}

void FunctionLifter::liftSubc(const Instruction &I) {
  Value *CarryIn = Builder.CreateLoad(Builder.getInt1Ty(), carryFlag());
  Value *B = Builder.CreateNot(read(I, 2));
  writeResult(I, addWithCarry(I, read(I, 1), B, CarryIn));
}

/// The product that .lo, .hi or .wide of \p I asks for.
Value *FunctionLifter::multiply(const Instruction &I) {
  Value *A = read(I, 1), *B = read(I, 2);
  if (I.has(ModLo))
    return Builder.CreateMul(A, B);
  unsigned Width = bitWidth(I.type());
  bool Signed = isSigned(I.type());
  if (Width == 64)
    return intrinsic(
        Signed ? Intrinsic::nvvm_mulhi_ll : Intrinsic::nvvm_mulhi_ull, {A, B});
  Type *Wide = Builder.getIntNTy(2 * Width);
  Value *Product = Builder.CreateMul(Builder.CreateIntCast(A, Wide, Signed),
                                     Builder.CreateIntCast(B, Wide, Signed));
  if (I.has(ModWide))
    return Product;
  return Builder.CreateTrunc(Builder.CreateLShr(Product, Width), A->getType());
}

void FunctionLifter::liftMul(const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatMul(I);
  writeResult(I, multiply(I));
}

/// Adds the third source; with .sat as the signed addition that clamps.
Value *FunctionLifter::addTerm(const Instruction &I, Value *Product) {
  Value *C = read(I, 3);
  if (I.has(ModSat))
    return intrinsic(Intrinsic::sadd_sat, {Product, C}, C->getType());
  if (I.has(ModCc))
    return addWithCarry(I, Product, C, Builder.getFalse());
  return Builder.CreateAdd(Product, C);
}

void FunctionLifter::liftMad(const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatMad(I);
  writeResult(I, addTerm(I, multiply(I)));
}

void FunctionLifter::liftMadc(const Instruction &I) {
  Value *CarryIn = Builder.CreateLoad(Builder.getInt1Ty(), carryFlag());
  writeResult(I, addWithCarry(I, multiply(I), read(I, 3), CarryIn));
}

Value *FunctionLifter::multiply24(const Instruction &I) {
  Value *A = read(I, 1), *B = read(I, 2);
  bool Signed = isSigned(I.type());
  if (I.has(ModHi))
    return op(Signed ? HeddleOp::Mul24HiS32 : HeddleOp::Mul24HiU32, {A, B});
  return intrinsic(Signed ? Intrinsic::nvvm_mul24_i : Intrinsic::nvvm_mul24_ui,
                   {A, B});
}

void FunctionLifter::liftMul24(const Instruction &I) {
  writeResult(I, multiply24(I));
}

void FunctionLifter::liftMad24(const Instruction &I) {
  writeResult(I, addTerm(I, multiply24(I)));
}

void FunctionLifter::liftSad(const Instruction &I) {
  Value *A = read(I, 1), *B = read(I, 2);
  bool Signed = isSigned(I.type());
  Value *Max = Builder.CreateBinaryIntrinsic(
      Signed ? Intrinsic::smax : Intrinsic::umax, A, B);
  Value *Min = Builder.CreateBinaryIntrinsic(
      Signed ? Intrinsic::smin : Intrinsic::umin, A, B);
  writeResult(I, Builder.CreateAdd(read(I, 3), Builder.CreateSub(Max, Min)));
}

void FunctionLifter::liftNeg(const Instruction &I) {
  Value *A = read(I, 1);
  if (isF32(I))
    return writeResult(I, op(HeddleOp::NegF32, {A}));
  if (isF64(I))
    return writeResult(I, Builder.CreateFNeg(A));
  if (isFloat(I.type()))
    return unsupported(I);
  writeResult(I, Builder.CreateNeg(A));
}

void FunctionLifter::liftAbs(const Instruction &I) {
  Value *A = read(I, 1);
  if (isF32(I))
    return writeResult(I, intrinsic(Intrinsic::nvvm_fabs_ftz_f, {A}));
  if (isF64(I))
    return writeResult(I, Builder.CreateUnaryIntrinsic(Intrinsic::fabs, A));
  if (isFloat(I.type()))
    return unsupported(I);
  // The most negative number is its own absolute value, not poison.
  writeResult(
      I, Builder.CreateBinaryIntrinsic(Intrinsic::abs, A, Builder.getFalse()));
}

void FunctionLifter::liftMinMax(const Instruction &I) {
  if (isFloat(I.type()))
    return liftFloatMinMax(I);
  if (I.has(ModRelu))
    return unsupported(I);
  bool Signed = isSigned(I.type());
  Intrinsic::ID ID = I.opcode() == OpMin
                         ? (Signed ? Intrinsic::smin : Intrinsic::umin)
                         : (Signed ? Intrinsic::smax : Intrinsic::umax);
  writeResult(I, Builder.CreateBinaryIntrinsic(ID, read(I, 1), read(I, 2)));
}

} // namespace heddle
