//===- LiftConvert.cpp - Conversions --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cvt between integers and f32, cvta.
///
//===----------------------------------------------------------------------===//

#include "FunctionLifter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

/// \p V, which holds a value of \p FromSigned signedness, clamped to what fits
/// \p To.
static Value *clamp(IRBuilderBase &Builder, Value *V, bool FromSigned,
                    ScalarType To) {
  unsigned Width = V->getType()->getIntegerBitWidth();
  unsigned Bits = bitWidth(To);
  auto Limit = [&](const APInt &Bound) {
    return ConstantInt::get(V->getType(), Bound);
  };
  if (!FromSigned) {
    unsigned MaxBits = isSigned(To) ? Bits - 1 : Bits;
    return MaxBits >= Width ? V
                            : Builder.CreateBinaryIntrinsic(
                                  Intrinsic::umin, V,
                                  Limit(APInt::getLowBitsSet(Width, MaxBits)));
  }
  if (!isSigned(To)) {
    V = Builder.CreateBinaryIntrinsic(Intrinsic::smax, V,
                                      Limit(APInt(Width, 0)));
    return Bits >= Width ? V
                         : Builder.CreateBinaryIntrinsic(
                               Intrinsic::smin, V,
                               Limit(APInt::getLowBitsSet(Width, Bits)));
  }
  if (Bits >= Width)
    return V;
  APInt Max = APInt::getSignedMaxValue(Bits).sext(Width);
  V = Builder.CreateBinaryIntrinsic(Intrinsic::smin, V, Limit(Max));
  return Builder.CreateBinaryIntrinsic(Intrinsic::smax, V, Limit(~Max));
}

Value *FunctionLifter::convertIntToInt(const Instruction &I, Value *V) {
  ScalarType To = I.firstType(), From = I.type();
  if (I.has(ModSat))
    V = clamp(Builder, V, isSigned(From), To);
  return Builder.CreateIntCast(V, Parent.typeOf(To), isSigned(From));
}

/// One of four intrinsics, by the rounding modifier.
static Intrinsic::ID byRounding(const Instruction &I, Intrinsic::ID Nearest,
                                Intrinsic::ID Zero, Intrinsic::ID Down,
                                Intrinsic::ID Up) {
  if (I.has(ModRz) || I.has(ModRzi))
    return Zero;
  if (I.has(ModRm) || I.has(ModRmi))
    return Down;
  if (I.has(ModRp) || I.has(ModRpi))
    return Up;
  return Nearest;
}

/// "rn", "rz", "rm" or "rp", as in names of builtins.
static StringRef roundingName(const Instruction &I) {
  if (I.has(ModRz) || I.has(ModRzi))
    return "rz";
  if (I.has(ModRm) || I.has(ModRmi))
    return "rm";
  if (I.has(ModRp) || I.has(ModRpi))
    return "rp";
  return "rn";
}

Value *FunctionLifter::convertIntToFloat(const Instruction &I, Value *V) {
  if (bitWidth(I.type()) == 64)
    return builtin(Twine(isSigned(I.type()) ? "s64" : "u64") + "_to_f32_" +
                       roundingName(I),
                   Builder.getFloatTy(), {V});
  V = Builder.CreateIntCast(V, Builder.getInt32Ty(), isSigned(I.type()));
  Intrinsic::ID ID =
      isSigned(I.type())
          ? byRounding(I, Intrinsic::nvvm_i2f_rn, Intrinsic::nvvm_i2f_rz,
                       Intrinsic::nvvm_i2f_rm, Intrinsic::nvvm_i2f_rp)
          : byRounding(I, Intrinsic::nvvm_ui2f_rn, Intrinsic::nvvm_ui2f_rz,
                       Intrinsic::nvvm_ui2f_rm, Intrinsic::nvvm_ui2f_rp);
  return intrinsic(ID, {V});
}

/// Always clamps; NaN becomes 0.
Value *FunctionLifter::convertFloatToInt(const Instruction &I, Value *V) {
  ScalarType To = I.firstType();
  if (bitWidth(To) == 64)
    return builtin(Twine("f32_to_") + (isSigned(To) ? "s64_" : "u64_") +
                       roundingName(I),
                   Builder.getInt64Ty(), {V});
  Intrinsic::ID ID =
      isSigned(To)
          ? byRounding(I, Intrinsic::nvvm_f2i_rn_ftz,
                       Intrinsic::nvvm_f2i_rz_ftz, Intrinsic::nvvm_f2i_rm_ftz,
                       Intrinsic::nvvm_f2i_rp_ftz)
          : byRounding(I, Intrinsic::nvvm_f2ui_rn_ftz,
                       Intrinsic::nvvm_f2ui_rz_ftz, Intrinsic::nvvm_f2ui_rm_ftz,
                       Intrinsic::nvvm_f2ui_rp_ftz);
  V = clamp(Builder, intrinsic(ID, {V}), isSigned(To), To);
  return Builder.CreateTrunc(V, Parent.typeOf(To));
}

Value *FunctionLifter::convertFloatToFloat(const Instruction &I, Value *V) {
  if (I.modifier(GrpIntRounding) != ModNone)
    return intrinsic(
        byRounding(I, Intrinsic::nvvm_round_ftz_f, Intrinsic::nvvm_trunc_ftz_f,
                   Intrinsic::nvvm_floor_ftz_f, Intrinsic::nvvm_ceil_ftz_f),
        {V});
  // Adding -0 changes nothing but denormals and NaN, which is the conversion.
  return intrinsic(Intrinsic::nvvm_add_rn_ftz_f,
                   {V, ConstantFP::getNegativeZero(V->getType())});
}

void FunctionLifter::liftCvt(const Instruction &I) {
  ScalarType To = I.firstType(), From = I.type();
  auto CanLift = [](ScalarType T) {
    return !isFloat(T) || T == ScalarType::F32;
  };
  if (!CanLift(To) || !CanLift(From))
    return unsupported(I);
  Value *V = read(I, 1);
  if (!isFloat(To))
    return writeResult(I, isFloat(From) ? convertFloatToInt(I, V)
                                        : convertIntToInt(I, V));
  // .sat and rounding to an integral value give the same in either order.
  writeFloat(I, isFloat(From) ? convertFloatToFloat(I, V)
                              : convertIntToFloat(I, V));
}

/// An address has the same bits in its space and as a generic one. Where the
/// access goes is found later, from where the address came from.
void FunctionLifter::liftCvta(const Instruction &I) {
  writeResult(I, read(I, 1));
}

} // namespace heddle
