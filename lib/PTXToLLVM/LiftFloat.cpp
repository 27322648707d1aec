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

#include "LiftFloat.h"
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

/// Marks an operation without rounding modifier: it may be fused with another.
static Value *mark(LiftContext &C, const Instruction &I, Value *V) {
  if (C.Parent.Options.FuseMulAdd && I.modifier(GrpRounding) == ModNone)
    if (auto *Call = dyn_cast<CallInst>(V))
      Call->setMetadata("heddle.fusable", MDNode::get(C.Context, {}));
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
static Value *routine(LiftContext &C, const Instruction &I, const Twine &Name) {
  SmallVector<Value *, 3> Sources;
  for (unsigned Index = 1; Index != I.Operands.size(); ++Index)
    Sources.push_back(C.read(I, Index));
  return C.builtin(Name + "_" + typeName(I.type()) + "_" + roundingName(I),
                   C.typeOf(I.type()), Sources);
}

/// Rounding as the machine codes it.
static unsigned roundingCode(const ptx::Instruction &I) {
  if (I.has(ModRm))
    return 1;
  if (I.has(ModRp))
    return 2;
  return I.has(ModRz) ? 3 : 0;
}

/// Whether f32 arithmetic is IEEE's, with denormals where .ftz does not flush.
static bool hasIeee(const LiftContext &C) {
  return C.Parent.Chip.has(abi::Feature::IeeeFloat);
}

/// An operation that says itself how it rounds, flushes and saturates.
static void liftIeee(LiftContext &C, const Instruction &I, HeddleOp Op,
                     ArrayRef<Value *> Sources) {
  SmallVector<Value *, 6> Args(Sources);
  for (unsigned Code :
       {roundingCode(I), unsigned(I.has(ModFtz)), unsigned(I.has(ModSat))})
    Args.push_back(C.Builder.getInt32(Code));
  C.writeResult(I, C.op(Op, Args));
}

/// \p V with its sign turned, bit by bit.
static Value *flipSign(LiftContext &C, Value *V) {
  Value *Bits = C.Builder.CreateBitCast(V, C.Builder.getInt32Ty());
  Bits = C.Builder.CreateXor(Bits, C.Builder.getInt32(0x80000000));
  return C.Builder.CreateBitCast(Bits, V->getType());
}

void liftFloatAdd(LiftContext &C, const Instruction &I, bool Subtract) {
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
  if (hasIeee(C))
    return liftIeee(C, I, HeddleOp::IeeeAdd,
                    {A, Subtract ? flipSign(C, B) : B});
  if (Subtract)
    B = C.op(HeddleOp::NegF32, {B});
  writeFloat(C, I,
             mark(C, I,
                  C.intrinsic(I.has(ModRz) ? Intrinsic::nvvm_add_rz_ftz_f
                                           : Intrinsic::nvvm_add_rn_ftz_f,
                              {A, B})));
}

void liftFloatMul(LiftContext &C, const Instruction &I) {
  Value *A = C.read(I, 1), *B = C.read(I, 2);
  if (isF64(I))
    return C.writeResult(I, C.intrinsic(byRounding(I, Intrinsic::nvvm_mul_rn_d,
                                                   Intrinsic::nvvm_mul_rz_d,
                                                   Intrinsic::nvvm_mul_rm_d,
                                                   Intrinsic::nvvm_mul_rp_d),
                                        {A, B}));
  if (!isF32(I))
    return C.unsupported(I);
  if (hasIeee(C))
    return liftIeee(C, I, HeddleOp::IeeeMul, {A, B});
  writeFloat(C, I,
             mark(C, I,
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
  // With f64 at hand a few of its instructions give the exact result.
  bool InDouble = C.Parent.hasDoubles() && roundingName(I) == "rn";
  return routine(C, I, InDouble ? "fma_in_f64" : "fma");
}

void liftFma(LiftContext &C, const Instruction &I) {
  if (!isF32(I) && !isF64(I))
    return C.unsupported(I);
  if (isF32(I) && hasIeee(C))
    return liftIeee(C, I, HeddleOp::IeeeFma,
                    {C.read(I, 1), C.read(I, 2), C.read(I, 3)});
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
  if (!isF32(I) && !isF64(I))
    return C.unsupported(I);
  if (isF64(I) || I.modifier(GrpRounding) != ModNone)
    return writeFloat(C, I, routine(C, I, "div"));
  if (I.has(ModFull))
    return writeFloat(C, I,
                      C.builtin("div_full_f32", C.Builder.getFloatTy(),
                                {C.read(I, 1), C.read(I, 2)}));
  // Without a modifier, as before PTX 1.4: .approx.
  writeFloat(C, I,
             C.intrinsic(Intrinsic::nvvm_div_approx_ftz_f,
                         {C.read(I, 1), C.read(I, 2)}));
}

void liftFloatMinMax(LiftContext &C, const Instruction &I) {
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

/// A denormal f32 is subnormal here, although arithmetic takes it for zero.
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
    Result = InRange(Smallest, Infinity);
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
