//===- LiftConvert.cpp - Conversions --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cvt between integers, f16, f32 and f64; cvta.
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

/// To f32, or to f64 when \p I asks for that.
Value *FunctionLifter::convertIntToFloat(const Instruction &I, Value *V) {
  bool Signed = isSigned(I.type());
  bool Is64 = bitWidth(I.type()) == 64;
  if (I.firstType() == ScalarType::F64) {
    V = Builder.CreateIntCast(V, Builder.getIntNTy(Is64 ? 64 : 32), Signed);
    using namespace Intrinsic;
    if (Is64)
      return intrinsic(Signed ? byRounding(I, nvvm_ll2d_rn, nvvm_ll2d_rz,
                                           nvvm_ll2d_rm, nvvm_ll2d_rp)
                              : byRounding(I, nvvm_ull2d_rn, nvvm_ull2d_rz,
                                           nvvm_ull2d_rm, nvvm_ull2d_rp),
                       {V});
    return intrinsic(Signed ? byRounding(I, nvvm_i2d_rn, nvvm_i2d_rz,
                                         nvvm_i2d_rm, nvvm_i2d_rp)
                            : byRounding(I, nvvm_ui2d_rn, nvvm_ui2d_rz,
                                         nvvm_ui2d_rm, nvvm_ui2d_rp),
                     {V});
  }
  if (Is64)
    return builtin(Twine(Signed ? "s64" : "u64") + "_to_f32_" + roundingName(I),
                   Builder.getFloatTy(), {V});
  V = Builder.CreateIntCast(V, Builder.getInt32Ty(), Signed);
  Intrinsic::ID ID =
      Signed ? byRounding(I, Intrinsic::nvvm_i2f_rn, Intrinsic::nvvm_i2f_rz,
                          Intrinsic::nvvm_i2f_rm, Intrinsic::nvvm_i2f_rp)
             : byRounding(I, Intrinsic::nvvm_ui2f_rn, Intrinsic::nvvm_ui2f_rz,
                          Intrinsic::nvvm_ui2f_rm, Intrinsic::nvvm_ui2f_rp);
  return intrinsic(ID, {V});
}

static Intrinsic::ID doubleToInt(const ptx::Instruction &I, bool Signed,
                                 bool Is64) {
  using namespace Intrinsic;
  if (Is64)
    return Signed ? byRounding(I, nvvm_d2ll_rn, nvvm_d2ll_rz, nvvm_d2ll_rm,
                               nvvm_d2ll_rp)
                  : byRounding(I, nvvm_d2ull_rn, nvvm_d2ull_rz, nvvm_d2ull_rm,
                               nvvm_d2ull_rp);
  return Signed
             ? byRounding(I, nvvm_d2i_rn, nvvm_d2i_rz, nvvm_d2i_rm, nvvm_d2i_rp)
             : byRounding(I, nvvm_d2ui_rn, nvvm_d2ui_rz, nvvm_d2ui_rm,
                          nvvm_d2ui_rp);
}

static Intrinsic::ID floatToInt(const ptx::Instruction &I, bool Signed) {
  using namespace Intrinsic;
  return Signed ? byRounding(I, nvvm_f2i_rn_ftz, nvvm_f2i_rz_ftz,
                             nvvm_f2i_rm_ftz, nvvm_f2i_rp_ftz)
                : byRounding(I, nvvm_f2ui_rn_ftz, nvvm_f2ui_rz_ftz,
                             nvvm_f2ui_rm_ftz, nvvm_f2ui_rp_ftz);
}

/// Always clamps. NaN becomes 0 from f32, and what the chip makes of it from
/// f64.
Value *FunctionLifter::convertFloatToInt(const Instruction &I, Value *V) {
  ScalarType To = I.firstType();
  bool Signed = isSigned(To), Is64 = bitWidth(To) == 64;
  if (V->getType()->isDoubleTy())
    V = intrinsic(doubleToInt(I, Signed, Is64), {V});
  else if (Is64)
    V = builtin(Twine("f32_to_") + (Signed ? "s64_" : "u64_") + roundingName(I),
                Builder.getInt64Ty(), {V});
  else
    V = intrinsic(floatToInt(I, Signed), {V});
  V = clamp(Builder, V, Signed, To);
  return Builder.CreateTrunc(V, Parent.typeOf(To));
}

/// Within f32.
Value *FunctionLifter::convertFloat(const Instruction &I, Value *V) {
  if (I.modifier(GrpIntRounding) != ModNone)
    return intrinsic(
        byRounding(I, Intrinsic::nvvm_round_ftz_f, Intrinsic::nvvm_trunc_ftz_f,
                   Intrinsic::nvvm_floor_ftz_f, Intrinsic::nvvm_ceil_ftz_f),
        {V});
  // Adding -0 changes nothing but denormals and NaN, which is the conversion.
  return intrinsic(Intrinsic::nvvm_add_rn_ftz_f,
                   {V, ConstantFP::getNegativeZero(V->getType())});
}

/// Within f64.
Value *FunctionLifter::convertDouble(const Instruction &I, Value *V) {
  if (I.modifier(GrpIntRounding) == ModNone)
    return V;
  return intrinsic(byRounding(I, Intrinsic::nvvm_round_d,
                              Intrinsic::nvvm_trunc_d, Intrinsic::nvvm_floor_d,
                              Intrinsic::nvvm_ceil_d),
                   {V});
}

/// f64 to f32 on the way to f16: cut off, and the last bit tells of anything
/// lost, so that the second rounding comes out as the only one.
Value *FunctionLifter::doubleToOddFloat(Value *V) {
  Value *Cut = intrinsic(Intrinsic::nvvm_d2f_rz, {V});
  Value *IsInexact =
      Builder.CreateFCmpONE(Builder.CreateFPExt(Cut, V->getType()), V);
  Value *Bits = Builder.CreateBitCast(Cut, Builder.getInt32Ty());
  Bits = Builder.CreateOr(Bits,
                          Builder.CreateZExt(IsInexact, Builder.getInt32Ty()));
  return Builder.CreateBitCast(Bits, Cut->getType());
}

/// \p V, an f32 other than 0, with a magnitude of at least 2^-30, which every
/// rounding to f16 treats as anything smaller. The chip takes what is below
/// 2^-33 for zero, also where the rounding leads away from zero. Denormals of
/// f32 are zero, unless they stand for an f64 (\p FromDouble).
Value *FunctionLifter::liftTinyFloat(Value *V, bool FromDouble) {
  constexpr uint32_t Tiny = 97 << 23, LeastNormal = 1 << 23;
  Value *Bits = Builder.CreateBitCast(V, Builder.getInt32Ty());
  Value *Magnitude = Builder.CreateAnd(Bits, 0x7fffffff);
  uint32_t Least = FromDouble ? 1 : LeastNormal;
  Value *IsTiny = Builder.CreateICmpULT(
      Builder.CreateSub(Magnitude, Builder.getInt32(Least)),
      Builder.getInt32(Tiny - Least));
  Value *Lifted = Builder.CreateOr(Builder.CreateAnd(Bits, 0x80000000), Tiny);
  return Builder.CreateBitCast(Builder.CreateSelect(IsTiny, Lifted, Bits),
                               V->getType());
}

/// \p V, an f32, as the f16 that \p I asks for, in 16 bits.
Value *FunctionLifter::floatToHalf(const Instruction &I, Value *V) {
  HeddleOp Op = HeddleOp::F2hRn;
  if (I.has(ModRm) || I.has(ModRp))
    V = liftTinyFloat(V, I.type() == ScalarType::F64);
  // Behind a rounding to an integral value all are exact.
  if (I.has(ModRz))
    Op = HeddleOp::F2hRz;
  else if (I.has(ModRm))
    Op = HeddleOp::F2hRm;
  else if (I.has(ModRp))
    Op = HeddleOp::F2hRp;
  return Builder.CreateTrunc(op(Op, {V}), Builder.getInt16Ty());
}

/// An f32 or f64 made from the source of \p I, which may be an integer or f16.
/// What goes to f16 is an f32 first.
Value *FunctionLifter::convertToFloat(const Instruction &I, Value *V) {
  ScalarType To = I.firstType(), From = I.type();
  if (!isFloat(From))
    return convertIntToFloat(I, V);
  if (From == ScalarType::F16)
    V = op(HeddleOp::H2f, {Builder.CreateZExt(V, Builder.getInt32Ty())});
  bool FromDouble = V->getType()->isDoubleTy();
  if (To == ScalarType::F64)
    return FromDouble ? convertDouble(I, V)
                      : Builder.CreateFPExt(V, Builder.getDoubleTy());
  if (!FromDouble)
    return To == ScalarType::F16 && I.modifier(GrpIntRounding) == ModNone
               ? V
               : convertFloat(I, V);
  if (To == ScalarType::F16)
    return doubleToOddFloat(V);
  V = intrinsic(byRounding(I, Intrinsic::nvvm_d2f_rn, Intrinsic::nvvm_d2f_rz,
                           Intrinsic::nvvm_d2f_rm, Intrinsic::nvvm_d2f_rp),
                {V});
  return I.has(ModFtz) ? convertFloat(I, V) : V;
}

/// \p V clamped to [0, 1]; NaN gives 0.
Value *FunctionLifter::saturate(Value *V) {
  if (V->getType()->isFloatTy())
    return intrinsic(Intrinsic::nvvm_saturate_ftz_f, {V});
  Type *T = V->getType();
  V = intrinsic(Intrinsic::nvvm_fmax_d, {V, ConstantFP::get(T, 0.0)});
  return intrinsic(Intrinsic::nvvm_fmin_d, {V, ConstantFP::get(T, 1.0)});
}

/// \p V clamped to [0, 1] without flushing denormals: what is below 0 or NaN
/// becomes 0, what is above 1 becomes 1, as comparisons of the bits find out.
Value *FunctionLifter::saturateBits(Value *V) {
  Value *Bits = Builder.CreateBitCast(V, Builder.getInt32Ty());
  Value *IsNumber = Builder.CreateICmpSLE(Bits, Builder.getInt32(0x7f800000));
  Bits = Builder.CreateBinaryIntrinsic(Intrinsic::smin, Bits,
                                       Builder.getInt32(0x3f800000));
  Bits =
      Builder.CreateBinaryIntrinsic(Intrinsic::smax, Bits, Builder.getInt32(0));
  Bits = Builder.CreateSelect(IsNumber, Bits, Builder.getInt32(0));
  return Builder.CreateBitCast(Bits, V->getType());
}

static bool isConvertible(ScalarType T) {
  return !isFloat(T) || T == ScalarType::F16 || T == ScalarType::F32 ||
         T == ScalarType::F64;
}

void FunctionLifter::liftCvt(const Instruction &I) {
  ScalarType To = I.firstType(), From = I.type();
  if (!isConvertible(To) || !isConvertible(From))
    return unsupported(I);
  Value *V = read(I, 1);
  if (!isFloat(To)) {
    if (!isFloat(From))
      return writeResult(I, convertIntToInt(I, V));
    if (From == ScalarType::F16)
      V = op(HeddleOp::H2f, {Builder.CreateZExt(V, Builder.getInt32Ty())});
    return writeResult(I, convertFloatToInt(I, V));
  }
  bool KeepsBits =
      I.has(ModSat) && !I.has(ModFtz) && I.modifier(GrpIntRounding) == ModNone;
  if (KeepsBits && To == ScalarType::F32 && From == ScalarType::F32)
    return writeResult(I, saturateBits(V));
  // On its way to f16 a denormal f32 may stand for an f64.
  KeepsBits &= From == ScalarType::F64 && To != ScalarType::F64;
  V = convertToFloat(I, V);
  // .sat and rounding to an integral value give the same in either order.
  if (I.has(ModSat))
    V = KeepsBits ? saturateBits(V) : saturate(V);
  writeResult(I, To == ScalarType::F16 ? floatToHalf(I, V) : V);
}

/// An address has the same bits in its space and as a generic one. Where the
/// access goes is found later, from where the address came from.
void FunctionLifter::liftCvta(const Instruction &I) {
  writeResult(I, read(I, 1));
}

} // namespace heddle
