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
/// its product. It is spelled out in intrinsics, since LLVM's own operations
/// promise something else; see tesla-isa.md 5.2.
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

/// Writes \p V, clamped to [0, 1] when .sat asks for it.
void FunctionLifter::writeFloat(const Instruction &I, Value *V) {
  if (I.has(ModSat))
    V = intrinsic(Intrinsic::nvvm_saturate_ftz_f, {V});
  writeResult(I, V);
}

/// Marks an operation without rounding modifier: it may be fused with another.
Value *FunctionLifter::mark(const Instruction &I, Value *V) {
  if (Parent.Options.FuseMulAdd && I.modifier(GrpRounding) == ModNone)
    if (auto *Call = dyn_cast<CallInst>(V))
      Call->setMetadata("heddle.fusable", MDNode::get(Context, {}));
  return V;
}

void FunctionLifter::liftFloatAdd(const Instruction &I, bool Subtract) {
  if (!isF32(I))
    return unsupported(I);
  Value *A = read(I, 1), *B = read(I, 2);
  if (Subtract)
    B = op(HeddleOp::NegF32, {B});
  writeFloat(I, mark(I, intrinsic(I.has(ModRz) ? Intrinsic::nvvm_add_rz_ftz_f
                                               : Intrinsic::nvvm_add_rn_ftz_f,
                                  {A, B})));
}

void FunctionLifter::liftFloatMul(const Instruction &I) {
  if (!isF32(I))
    return unsupported(I);
  writeFloat(I, mark(I, intrinsic(I.has(ModRz) ? Intrinsic::nvvm_mul_rz_ftz_f
                                               : Intrinsic::nvvm_mul_rn_ftz_f,
                                  {read(I, 1), read(I, 2)})));
}

void FunctionLifter::liftFloatMad(const Instruction &I) {
  if (!isF32(I))
    return unsupported(I);
  // With a rounding modifier it is a fused operation, of later chips.
  if (I.modifier(GrpRounding) != ModNone)
    return unsupported(I, ": fused multiply-add");
  writeFloat(I, op(HeddleOp::MadF32, {read(I, 1), read(I, 2), read(I, 3)}));
}

void FunctionLifter::liftFloatDiv(const Instruction &I) {
  if (!isF32(I) || I.modifier(GrpRounding) != ModNone || I.has(ModFull))
    return unsupported(I);
  // Without a modifier, as before PTX 1.4: .approx.
  writeFloat(
      I, intrinsic(Intrinsic::nvvm_div_approx_ftz_f, {read(I, 1), read(I, 2)}));
}

void FunctionLifter::liftFloatMinMax(const Instruction &I) {
  if (!isF32(I) || I.has(ModNaN) || I.has(ModXorsign))
    return unsupported(I);
  writeFloat(I, intrinsic(I.opcode() == OpMin ? Intrinsic::nvvm_fmin_ftz_f
                                              : Intrinsic::nvvm_fmax_ftz_f,
                          {read(I, 1), read(I, 2)}));
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

void FunctionLifter::liftApprox(const Instruction &I) {
  if (!isF32(I) || I.modifier(GrpRounding) != ModNone)
    return unsupported(I);
  writeFloat(I, intrinsic(approximation(I.opcode()), {read(I, 1)}));
}

} // namespace heddle
