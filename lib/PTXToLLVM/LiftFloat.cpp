//===- LiftFloat.cpp - f32 arithmetic -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// f32 as the silicon computes it: denormals flushed, one NaN, mad truncating
/// its product; f64 by IEEE 754. Both are spelled out in intrinsics, since
/// LLVM's own operations promise something else; see tesla-isa.md 5.2 and 5.4.
/// What the chip lacks are calls of builtins.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

bool FunctionLifter::isF32(const Instruction &I) const {
  return I.type() == ScalarType::F32;
}

bool FunctionLifter::isF64(const Instruction &I) const {
  return I.type() == ScalarType::F64;
}

/// Writes \p V, clamped to [0, 1] when .sat asks for it.
void FunctionLifter::writeFloat(const Instruction &I, Value *V) {
  if (I.has(ModSat))
    V = saturate(V);
  writeResult(I, V);
}

/// Marks an operation without rounding modifier: it may be fused with another.
Value *FunctionLifter::mark(const Instruction &I, Value *V) {
  if (Parent.Options.FuseMulAdd && I.modifier(GrpRounding) == ModNone)
    if (auto *Call = dyn_cast<CallInst>(V))
      Call->setMetadata("heddle.fusable", MDNode::get(Context, {}));
  return V;
}

/// One of four intrinsics, by the rounding modifier.
static Intrinsic::ID byRounding(const ptx::Instruction &I,
                                Intrinsic::ID Nearest, Intrinsic::ID Zero,
                                Intrinsic::ID Down, Intrinsic::ID Up) {
  if (I.has(ModRz))
    return Zero;
  if (I.has(ModRm))
    return Down;
  return I.has(ModRp) ? Up : Nearest;
}

/// "rn", "rz", "rm" or "rp", as in names of builtins.
static StringRef roundingName(const ptx::Instruction &I) {
  if (I.has(ModRz))
    return "rz";
  if (I.has(ModRm))
    return "rm";
  return I.has(ModRp) ? "rp" : "rn";
}

/// The result of builtin \p Name, for the type and the rounding of \p I, with
/// all its sources.
Value *FunctionLifter::routine(const Instruction &I, const Twine &Name) {
  SmallVector<Value *, 3> Sources;
  for (unsigned Index = 1; Index != I.Operands.size(); ++Index)
    Sources.push_back(read(I, Index));
  return builtin(Name + "_" + typeName(I.type()) + "_" + roundingName(I),
                 Parent.typeOf(I.type()), Sources);
}

void FunctionLifter::liftFloatAdd(const Instruction &I, bool Subtract) {
  Value *A = read(I, 1), *B = read(I, 2);
  if (isF64(I)) {
    if (Subtract)
      B = Builder.CreateFNeg(B);
    return writeResult(I, intrinsic(byRounding(I, Intrinsic::nvvm_add_rn_d,
                                               Intrinsic::nvvm_add_rz_d,
                                               Intrinsic::nvvm_add_rm_d,
                                               Intrinsic::nvvm_add_rp_d),
                                    {A, B}));
  }
  if (!isF32(I))
    return unsupported(I);
  if (Subtract)
    B = op(HeddleOp::NegF32, {B});
  writeFloat(I, mark(I, intrinsic(I.has(ModRz) ? Intrinsic::nvvm_add_rz_ftz_f
                                               : Intrinsic::nvvm_add_rn_ftz_f,
                                  {A, B})));
}

void FunctionLifter::liftFloatMul(const Instruction &I) {
  Value *A = read(I, 1), *B = read(I, 2);
  if (isF64(I))
    return writeResult(I, intrinsic(byRounding(I, Intrinsic::nvvm_mul_rn_d,
                                               Intrinsic::nvvm_mul_rz_d,
                                               Intrinsic::nvvm_mul_rm_d,
                                               Intrinsic::nvvm_mul_rp_d),
                                    {A, B}));
  if (!isF32(I))
    return unsupported(I);
  writeFloat(I, mark(I, intrinsic(I.has(ModRz) ? Intrinsic::nvvm_mul_rz_ftz_f
                                               : Intrinsic::nvvm_mul_rn_ftz_f,
                                  {A, B})));
}

/// a * b + c, rounded once.
Value *FunctionLifter::fused(const Instruction &I) {
  if (isF64(I))
    return intrinsic(
        byRounding(I, Intrinsic::nvvm_fma_rn_d, Intrinsic::nvvm_fma_rz_d,
                   Intrinsic::nvvm_fma_rm_d, Intrinsic::nvvm_fma_rp_d),
        {read(I, 1), read(I, 2), read(I, 3)});
  if (Parent.Options.FmaAsMad && roundingName(I) == "rn") {
    Parent.noteFmaAsMad(I.NameRange);
    return op(HeddleOp::MadF32, {read(I, 1), read(I, 2), read(I, 3)});
  }
  // With f64 at hand a few of its instructions give the exact result.
  bool InDouble = Parent.hasDoubles() && roundingName(I) == "rn";
  return routine(I, InDouble ? "fma_in_f64" : "fma");
}

void FunctionLifter::liftFma(const Instruction &I) {
  if (!isF32(I) && !isF64(I))
    return unsupported(I);
  writeFloat(I, fused(I));
}

void FunctionLifter::liftFloatMad(const Instruction &I) {
  if (!isF32(I) && !isF64(I))
    return unsupported(I);
  // A rounding modifier asks for a fused operation, as f64 always does.
  if (isF64(I) || I.modifier(GrpRounding) != ModNone)
    return writeFloat(I, fused(I));
  writeFloat(I, op(HeddleOp::MadF32, {read(I, 1), read(I, 2), read(I, 3)}));
}

void FunctionLifter::liftFloatDiv(const Instruction &I) {
  if (!isF32(I) && !isF64(I))
    return unsupported(I);
  if (isF64(I) || I.modifier(GrpRounding) != ModNone)
    return writeFloat(I, routine(I, "div"));
  if (I.has(ModFull))
    return writeFloat(I, builtin("div_full_f32", Builder.getFloatTy(),
                                 {read(I, 1), read(I, 2)}));
  // Without a modifier, as before PTX 1.4: .approx.
  writeFloat(
      I, intrinsic(Intrinsic::nvvm_div_approx_ftz_f, {read(I, 1), read(I, 2)}));
}

void FunctionLifter::liftFloatMinMax(const Instruction &I) {
  if ((!isF32(I) && !isF64(I)) || I.has(ModNaN) || I.has(ModXorsign))
    return unsupported(I);
  bool IsMin = I.opcode() == OpMin;
  Intrinsic::ID ID =
      IsMin ? Intrinsic::nvvm_fmin_ftz_f : Intrinsic::nvvm_fmax_ftz_f;
  if (isF64(I))
    ID = IsMin ? Intrinsic::nvvm_fmin_d : Intrinsic::nvvm_fmax_d;
  writeFloat(I, intrinsic(ID, {read(I, 1), read(I, 2)}));
}

static Intrinsic::ID approximation(Opcode Op) {
  if (Op == OpRcp)
    return Intrinsic::nvvm_rcp_approx_ftz_f;
  if (Op == OpSqrt)
    return Intrinsic::nvvm_sqrt_approx_ftz_f;
  if (Op == OpRsqrt)
    return Intrinsic::nvvm_rsqrt_approx_ftz_f;
  if (Op == OpSin)
    return Intrinsic::nvvm_sin_approx_ftz_f;
  if (Op == OpCos)
    return Intrinsic::nvvm_cos_approx_ftz_f;
  if (Op == OpLg2)
    return Intrinsic::nvvm_lg2_approx_ftz_f;
  assert(Op == OpEx2 && "not a function of the SFU");
  return Intrinsic::nvvm_ex2_approx_ftz_f;
}

/// "rcp", "sqrt" or "rsqrt": the functions that f64 has, or rounding.
static StringRef routineName(Opcode Op) {
  if (Op == OpRcp)
    return "rcp";
  if (Op == OpSqrt)
    return "sqrt";
  return Op == OpRsqrt ? "rsqrt" : "";
}

void FunctionLifter::liftApprox(const Instruction &I) {
  bool IsRounded = isF64(I) || I.modifier(GrpRounding) != ModNone;
  if ((!isF32(I) && !isF64(I)) ||
      (IsRounded && routineName(I.opcode()).empty()))
    return unsupported(I);
  if (IsRounded)
    return writeFloat(I, routine(I, routineName(I.opcode())));
  writeFloat(I, intrinsic(approximation(I.opcode()), {read(I, 1)}));
}

//===----------------------------------------------------------------------===//
// Bits of a number
//===----------------------------------------------------------------------===//

/// A denormal f32 is subnormal here, although arithmetic takes it for zero.
void FunctionLifter::liftTestp(const Instruction &I) {
  if (I.modifier(GrpTest) == ModNone)
    return unsupported(I, ": which property it tests is not written");
  Type *T = isF64(I) ? Builder.getInt64Ty() : Builder.getInt32Ty();
  Value *Bits = Builder.CreateBitCast(read(I, 1), T);
  const fltSemantics &Semantics = Parent.typeOf(I.type())->getFltSemantics();
  Value *Infinity =
      ConstantInt::get(T, APFloat::getInf(Semantics).bitcastToAPInt());
  Value *Smallest = ConstantInt::get(
      T, APFloat::getSmallestNormalized(Semantics).bitcastToAPInt());
  Value *One = ConstantInt::get(T, 1);
  // Magnitudes are ordered as integers: zero, subnormal, normal, infinity, NaN.
  Bits = Builder.CreateAnd(
      Bits,
      ConstantInt::get(T, APInt::getSignedMaxValue(T->getIntegerBitWidth())));
  auto InRange = [&](Value *First, Value *End) {
    return Builder.CreateICmpULT(Builder.CreateSub(Bits, First),
                                 Builder.CreateSub(End, First));
  };
  Value *Result = nullptr;
  if (I.has(ModFinite))
    Result = Builder.CreateICmpULT(Bits, Infinity);
  else if (I.has(ModInfinite))
    Result = Builder.CreateICmpEQ(Bits, Infinity);
  else if (I.has(ModNumber))
    Result = Builder.CreateICmpULE(Bits, Infinity);
  else if (I.has(ModNotanumber))
    Result = Builder.CreateICmpUGT(Bits, Infinity);
  else if (I.has(ModNormal))
    Result = InRange(Smallest, Infinity);
  else
    Result = InRange(One, Smallest);
  writeResult(I, Result);
}

/// The magnitude of the second source with the sign of the first.
void FunctionLifter::liftCopysign(const Instruction &I) {
  Type *T = isF64(I) ? Builder.getInt64Ty() : Builder.getInt32Ty();
  Value *Sign = Builder.CreateBitCast(read(I, 1), T);
  Value *Magnitude = Builder.CreateBitCast(read(I, 2), T);
  APInt SignBit = APInt::getSignMask(T->getIntegerBitWidth());
  Value *Bits = Builder.CreateOr(Builder.CreateAnd(Sign, SignBit),
                                 Builder.CreateAnd(Magnitude, ~SignBit));
  writeResult(I, Builder.CreateBitCast(Bits, Parent.typeOf(I.type())));
}

} // namespace heddle
