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
/// Operations that the chip lacks are calls of builtins. Where f32 is IEEE's,
/// LiftIeee.cpp takes it.
///
//===----------------------------------------------------------------------===//

#include "LiftIeee.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// Writes \p V, clamped to [0, 1] when .sat asks for it.
static void writeFloat(LiftContext &C, const Instruction &I, Value *V) {
  if (I.has(ModSat))
    V = saturate(C, V);
  C.writeResult(I, V);
}

Value *markFusable(LiftContext &C, const Instruction &I, Value *V) {
  if (C.Parent.Options.FuseMulAdd && I.modifier(GrpRounding) == ModNone)
    if (auto *Call = dyn_cast<CallInst>(V))
      Call->setMetadata("heddle.fusable", MDNode::get(C.Context, {}));
  return V;
}

/// Chooses one of four intrinsics by the rounding modifier.
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
static Value *routine(LiftContext &C, const Instruction &I, const Twine &Name) {
  SmallVector<Value *, 3> Sources;
  for (unsigned Index = 1; Index != I.Operands.size(); ++Index)
    Sources.push_back(C.read(I, Index));
  return C.builtin(Name + "_" + typeName(I.type()) + "_" + roundingName(I),
                   C.typeOf(I.type()), Sources);
}

void liftFloatAdd(LiftContext &C, const Instruction &I, bool Subtract) {
  if (isHalf(I.firstType()))
    return liftHalf(C, I, Subtract ? "sub" : "add");
  if (hasIeee(C) && !isF64(I))
    return liftIeee(C, I, HeddleOp::IeeeAdd, Subtract);
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  if (isF64(I)) {
    if (Subtract)
      B = C.Builder.CreateFNeg(B);
    return C.writeResult(I, C.intrinsic(byRounding(I, Intrinsic::nvvm_add_rn_d,
                                                   Intrinsic::nvvm_add_rz_d,
                                                   Intrinsic::nvvm_add_rm_d,
                                                   Intrinsic::nvvm_add_rp_d),
                                        {A, B}));
  }
  if (!isF32(I))
    return C.unsupported(I);
  if (Subtract)
    B = C.op(HeddleOp::NegF32, {B});
  writeFloat(
      C, I,
      markFusable(C, I,
                  C.intrinsic(I.has(ModRz) ? Intrinsic::nvvm_add_rz_ftz_f
                                           : Intrinsic::nvvm_add_rn_ftz_f,
                              {A, B})));
}

void liftFloatMul(LiftContext &C, const Instruction &I) {
  if (isHalf(I.firstType()))
    return liftHalf(C, I, "mul");
  if (hasIeee(C) && !isF64(I))
    return liftIeee(C, I, HeddleOp::IeeeMul);
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  if (isF64(I))
    return C.writeResult(I, C.intrinsic(byRounding(I, Intrinsic::nvvm_mul_rn_d,
                                                   Intrinsic::nvvm_mul_rz_d,
                                                   Intrinsic::nvvm_mul_rm_d,
                                                   Intrinsic::nvvm_mul_rp_d),
                                        {A, B}));
  if (!isF32(I))
    return C.unsupported(I);
  writeFloat(
      C, I,
      markFusable(C, I,
                  C.intrinsic(I.has(ModRz) ? Intrinsic::nvvm_mul_rz_ftz_f
                                           : Intrinsic::nvvm_mul_rn_ftz_f,
                              {A, B})));
}

/// a * b + c, rounded once.
static Value *fused(LiftContext &C, const Instruction &I) {
  if (isF64(I))
    return C.intrinsic(
        byRounding(I, Intrinsic::nvvm_fma_rn_d, Intrinsic::nvvm_fma_rz_d,
                   Intrinsic::nvvm_fma_rm_d, Intrinsic::nvvm_fma_rp_d),
        {C.read(I, 1), C.read(I, 2), C.read(I, 3)});
  if (C.Parent.Options.FmaAsMad && roundingName(I) == "rn") {
    C.Parent.noteFmaAsMad(I.NameRange);
    return C.op(HeddleOp::MadF32, {C.read(I, 1), C.read(I, 2), C.read(I, 3)});
  }
  // Where the chip has f64, a few of its instructions give the exact result.
  bool InDouble = C.Parent.hasDoubles() && roundingName(I) == "rn";
  return routine(C, I, InDouble ? "fma_in_f64" : "fma");
}

void liftFma(LiftContext &C, const Instruction &I) {
  if (isHalf(I.firstType()))
    return liftHalfFma(C, I);
  if (hasIeee(C) && !isF64(I))
    return liftIeee(C, I, HeddleOp::IeeeFma);
  if (!isF32(I) && !isF64(I))
    return C.unsupported(I);
  writeFloat(C, I, fused(C, I));
}

void liftFloatMad(LiftContext &C, const Instruction &I) {
  if (!isF32(I) && !isF64(I))
    return C.unsupported(I);
  // From sm_20 on it is fma.
  if (isF32(I) && hasIeee(C))
    return liftFma(C, I);
  // A rounding modifier asks for a fused operation, as f64 always does.
  if (isF64(I) || I.modifier(GrpRounding) != ModNone)
    return writeFloat(C, I, fused(C, I));
  writeFloat(
      C, I, C.op(HeddleOp::MadF32, {C.read(I, 1), C.read(I, 2), C.read(I, 3)}));
}

void liftFloatDiv(LiftContext &C, const Instruction &I) {
  if (hasIeee(C) && !isF64(I))
    return liftIeeeDiv(C, I);
  if (!isF32(I) && !isF64(I))
    return C.unsupported(I);
  if (isF64(I) || I.modifier(GrpRounding) != ModNone)
    return writeFloat(C, I, routine(C, I, "div"));
  if (I.has(ModFull))
    return writeFloat(C, I,
                      C.builtin("div_full_f32", C.Builder.getFloatTy(),
                                {C.read(I, 1), C.read(I, 2)}));
  // Without a modifier, as before PTX 1.4, this is .approx.
  writeFloat(C, I,
             C.intrinsic(Intrinsic::nvvm_div_approx_ftz_f,
                         {C.read(I, 1), C.read(I, 2)}));
}

void liftFloatMinMax(LiftContext &C, const Instruction &I) {
  if (isHalf(I.type()))
    return liftHalfMinMax(C, I);
  if (hasIeee(C) && !isF64(I))
    return liftIeeeMinMax(C, I);
  if ((!isF32(I) && !isF64(I)) || I.has(ModNaN) || I.has(ModXorsign))
    return C.unsupported(I);
  bool IsMin = I.opcode() == OpMin;
  Intrinsic::ID ID =
      IsMin ? Intrinsic::nvvm_fmin_ftz_f : Intrinsic::nvvm_fmax_ftz_f;
  if (isF64(I))
    ID = IsMin ? Intrinsic::nvvm_fmin_d : Intrinsic::nvvm_fmax_d;
  writeFloat(C, I, C.intrinsic(ID, {C.read(I, 1), C.read(I, 2)}));
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

void liftApprox(LiftContext &C, const Instruction &I) {
  if (isHalf(I.type()))
    return liftHalf(C, I, mnemonic(I.opcode()));
  if (hasIeee(C) && !isF64(I))
    return liftIeeeFunction(C, I);
  if (isF64(I) && I.has(ModApprox) && I.has(ModFtz))
    return liftGrossFunction(C, I);
  if (I.opcode() == OpTanh)
    return C.unsupported(I);
  bool IsRounded = isF64(I) || I.modifier(GrpRounding) != ModNone;
  if ((!isF32(I) && !isF64(I)) ||
      (IsRounded && routineName(I.opcode()).empty()))
    return C.unsupported(I);
  if (IsRounded)
    return writeFloat(C, I, routine(C, I, routineName(I.opcode())));
  writeFloat(C, I, C.intrinsic(approximation(I.opcode()), {C.read(I, 1)}));
}

//===----------------------------------------------------------------------===//
// Bits of a number
//===----------------------------------------------------------------------===//

/// Where f32 is IEEE's and .ftz does not ask for more, only the sign changes.
static bool changesSignOnly(const LiftContext &C, const Instruction &I) {
  return isF32(I) && hasIeee(C) && !flushes(C, I);
}

void liftFloatNeg(LiftContext &C, const Instruction &I) {
  if (isHalf(I.type()))
    return liftHalfSign(C, I);
  Value *A = C.read(I, 1);
  if (changesSignOnly(C, I))
    return C.writeResult(I, flipSign(C, A));
  if (isF32(I))
    return C.writeResult(I, C.op(HeddleOp::NegF32, {A}));
  if (isF64(I))
    return C.writeResult(I, C.Builder.CreateFNeg(A));
  C.unsupported(I);
}

void liftFloatAbs(LiftContext &C, const Instruction &I) {
  if (isHalf(I.type()))
    return liftHalfSign(C, I);
  Value *A = C.read(I, 1);
  if (changesSignOnly(C, I)) {
    Value *Bits = C.Builder.CreateBitCast(A, C.Builder.getInt32Ty());
    Bits = C.Builder.CreateAnd(Bits, 0x7fffffff);
    return C.writeResult(I, C.Builder.CreateBitCast(Bits, A->getType()));
  }
  if (isF32(I))
    return C.writeResult(I, C.intrinsic(Intrinsic::nvvm_fabs_ftz_f, {A}));
  if (isF64(I))
    return C.writeResult(I, C.Builder.CreateUnaryIntrinsic(Intrinsic::fabs, A));
  C.unsupported(I);
}

/// A denormal f32 is subnormal here, also where arithmetic takes it for zero.
void liftTestp(LiftContext &C, const Instruction &I) {
  if (I.modifier(GrpTest) == ModNone)
    return C.unsupported(I, ": which property it tests is not written");
  Type *T = isF64(I) ? C.Builder.getInt64Ty() : C.Builder.getInt32Ty();
  Value *Bits = C.Builder.CreateBitCast(C.read(I, 1), T);
  const fltSemantics &Semantics = C.typeOf(I.type())->getFltSemantics();
  Value *Infinity =
      ConstantInt::get(T, APFloat::getInf(Semantics).bitcastToAPInt());
  Value *Smallest = ConstantInt::get(
      T, APFloat::getSmallestNormalized(Semantics).bitcastToAPInt());
  Value *One = ConstantInt::get(T, 1);
  // Magnitudes are ordered as integers: zero, subnormal, normal, infinity, NaN.
  Bits = C.Builder.CreateAnd(
      Bits,
      ConstantInt::get(T, APInt::getSignedMaxValue(T->getIntegerBitWidth())));
  auto InRange = [&](Value *First, Value *End) {
    return C.Builder.CreateICmpULT(C.Builder.CreateSub(Bits, First),
                                   C.Builder.CreateSub(End, First));
  };
  Value *Result = nullptr;
  if (I.has(ModFinite))
    Result = C.Builder.CreateICmpULT(Bits, Infinity);
  else if (I.has(ModInfinite))
    Result = C.Builder.CreateICmpEQ(Bits, Infinity);
  else if (I.has(ModNumber))
    Result = C.Builder.CreateICmpULE(Bits, Infinity);
  else if (I.has(ModNotanumber))
    Result = C.Builder.CreateICmpUGT(Bits, Infinity);
  else if (I.has(ModNormal))
    // Zero counts as normal.
    Result = C.Builder.CreateOr(InRange(Smallest, Infinity),
                                C.Builder.CreateIsNull(Bits));
  else
    Result = InRange(One, Smallest);
  C.writeResult(I, Result);
}

/// The magnitude of the second source with the sign of the first.
void liftCopysign(LiftContext &C, const Instruction &I) {
  Type *T = isF64(I) ? C.Builder.getInt64Ty() : C.Builder.getInt32Ty();
  Value *Sign = C.Builder.CreateBitCast(C.read(I, 1), T);
  Value *Magnitude = C.Builder.CreateBitCast(C.read(I, 2), T);
  APInt SignBit = APInt::getSignMask(T->getIntegerBitWidth());
  Value *Bits = C.Builder.CreateOr(C.Builder.CreateAnd(Sign, SignBit),
                                   C.Builder.CreateAnd(Magnitude, ~SignBit));
  C.writeResult(I, C.Builder.CreateBitCast(Bits, C.typeOf(I.type())));
}

} // namespace heddle
