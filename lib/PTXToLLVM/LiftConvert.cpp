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

#include "LiftConvert.h"
#include "LiftCluster.h"
#include "heddle/ABI/GenericAddress.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cassert>

using namespace llvm;

namespace heddle {

using namespace ptx;

/// \p V, which holds a value of \p FromSigned signedness, clamped to what fits
/// \p To.
static Value *clamp(LiftContext &C, Value *V, bool FromSigned, ScalarType To) {
  unsigned Width = V->getType()->getIntegerBitWidth();
  unsigned Bits = bitWidth(To);
  assert(Bits && Bits <= 64 && isInteger(To) && "clamped to no integer");
  auto Limit = [&](const APInt &Bound) {
    return ConstantInt::get(V->getType(), Bound);
  };
  if (!FromSigned) {
    unsigned MaxBits = isSigned(To) ? Bits - 1 : Bits;
    return MaxBits >= Width ? V
                            : C.Builder.CreateBinaryIntrinsic(
                                  Intrinsic::umin, V,
                                  Limit(APInt::getLowBitsSet(Width, MaxBits)));
  }
  if (!isSigned(To)) {
    V = C.Builder.CreateBinaryIntrinsic(Intrinsic::smax, V,
                                        Limit(APInt(Width, 0)));
    return Bits >= Width ? V
                         : C.Builder.CreateBinaryIntrinsic(
                               Intrinsic::smin, V,
                               Limit(APInt::getLowBitsSet(Width, Bits)));
  }
  if (Bits >= Width)
    return V;
  APInt Max = APInt::getSignedMaxValue(Bits).sext(Width);
  V = C.Builder.CreateBinaryIntrinsic(Intrinsic::smin, V, Limit(Max));
  return C.Builder.CreateBinaryIntrinsic(Intrinsic::smax, V, Limit(~Max));
}

static Value *convertIntToInt(LiftContext &C, const Instruction &I, Value *V) {
  ScalarType To = I.firstType(), From = I.type();
  if (I.has(ModSat))
    V = clamp(C, V, isSigned(From), To);
  return C.Builder.CreateIntCast(V, C.typeOf(To), isSigned(From));
}

/// Chooses one of four intrinsics by the rounding modifier.
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

/// Converts to f32, or to f64 when \p I asks for that.
Value *convertIntToFloat(LiftContext &C, const Instruction &I, Value *V) {
  bool Signed = isSigned(I.type());
  bool Is64 = bitWidth(I.type()) == 64;
  if (I.firstType() == ScalarType::F64) {
    V = C.Builder.CreateIntCast(V, C.Builder.getIntNTy(Is64 ? 64 : 32), Signed);
    using namespace Intrinsic;
    if (Is64)
      return C.intrinsic(Signed ? byRounding(I, nvvm_ll2d_rn, nvvm_ll2d_rz,
                                             nvvm_ll2d_rm, nvvm_ll2d_rp)
                                : byRounding(I, nvvm_ull2d_rn, nvvm_ull2d_rz,
                                             nvvm_ull2d_rm, nvvm_ull2d_rp),
                         {V});
    return C.intrinsic(Signed ? byRounding(I, nvvm_i2d_rn, nvvm_i2d_rz,
                                           nvvm_i2d_rm, nvvm_i2d_rp)
                              : byRounding(I, nvvm_ui2d_rn, nvvm_ui2d_rz,
                                           nvvm_ui2d_rm, nvvm_ui2d_rp),
                       {V});
  }
  if (Is64)
    return C.builtin(Twine(Signed ? "s64" : "u64") + "_to_f32_" +
                         roundingName(I),
                     C.Builder.getFloatTy(), {V});
  V = C.Builder.CreateIntCast(V, C.Builder.getInt32Ty(), Signed);
  Intrinsic::ID ID =
      Signed ? byRounding(I, Intrinsic::nvvm_i2f_rn, Intrinsic::nvvm_i2f_rz,
                          Intrinsic::nvvm_i2f_rm, Intrinsic::nvvm_i2f_rp)
             : byRounding(I, Intrinsic::nvvm_ui2f_rn, Intrinsic::nvvm_ui2f_rz,
                          Intrinsic::nvvm_ui2f_rm, Intrinsic::nvvm_ui2f_rp);
  return C.intrinsic(ID, {V});
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
Value *convertFloatToInt(LiftContext &C, const Instruction &I, Value *V) {
  assert((V->getType()->isDoubleTy() || V->getType()->isFloatTy()) &&
         "halves are f32 by now");
  ScalarType To = I.firstType();
  bool Signed = isSigned(To), Is64 = bitWidth(To) == 64;
  if (V->getType()->isDoubleTy())
    V = C.intrinsic(doubleToInt(I, Signed, Is64), {V});
  else if (Is64)
    V = C.builtin(Twine("f32_to_") + (Signed ? "s64_" : "u64_") +
                      roundingName(I),
                  C.Builder.getInt64Ty(), {V});
  else
    V = C.intrinsic(floatToInt(I, Signed), {V});
  V = clamp(C, V, Signed, To);
  return C.Builder.CreateTrunc(V, C.typeOf(To));
}

Value *roundToIntegral(LiftContext &C, const Instruction &I, Value *V) {
  assert((V->getType()->isDoubleTy() || V->getType()->isFloatTy()) &&
         "halves are f32 by now");
  using namespace Intrinsic;
  ID IDOfFloat = byRounding(I, nvvm_round_ftz_f, nvvm_trunc_ftz_f,
                            nvvm_floor_ftz_f, nvvm_ceil_ftz_f);
  ID IDOfDouble =
      byRounding(I, nvvm_round_d, nvvm_trunc_d, nvvm_floor_d, nvvm_ceil_d);
  return C.intrinsic(V->getType()->isFloatTy() ? IDOfFloat : IDOfDouble, {V});
}

/// Converts within f32.
static Value *convertFloat(LiftContext &C, const Instruction &I, Value *V) {
  if (I.modifier(GrpIntRounding) != ModNone)
    return roundToIntegral(C, I, V);
  // Adding -0 changes nothing but denormals and NaN, which is the conversion.
  return C.intrinsic(Intrinsic::nvvm_add_rn_ftz_f,
                     {V, ConstantFP::getNegativeZero(V->getType())});
}

/// Converts within f64.
static Value *convertDouble(LiftContext &C, const Instruction &I, Value *V) {
  return I.modifier(GrpIntRounding) == ModNone ? V : roundToIntegral(C, I, V);
}

Intrinsic::ID doubleToFloat(const Instruction &I) {
  return byRounding(I, Intrinsic::nvvm_d2f_rn, Intrinsic::nvvm_d2f_rz,
                    Intrinsic::nvvm_d2f_rm, Intrinsic::nvvm_d2f_rp);
}

/// f64 to f32 on the way to f16: cut off, and the last bit tells of anything
/// lost, so that the second rounding comes out as the only one.
Value *doubleToOddFloat(LiftContext &C, Value *V) {
  Value *Cut = C.intrinsic(Intrinsic::nvvm_d2f_rz, {V});
  Value *IsInexact =
      C.Builder.CreateFCmpONE(C.Builder.CreateFPExt(Cut, V->getType()), V);
  Value *Bits = C.Builder.CreateBitCast(Cut, C.Builder.getInt32Ty());
  Bits = C.Builder.CreateOr(
      Bits, C.Builder.CreateZExt(IsInexact, C.Builder.getInt32Ty()));
  return C.Builder.CreateBitCast(Bits, Cut->getType());
}

/// \p V, an f32 other than 0, with a magnitude of at least 2^-30, which every
/// rounding to f16 treats as anything smaller. The chip takes what is below
/// 2^-33 for zero, also where the rounding leads away from zero. Denormals of
/// f32 are zero, unless they stand for an f64 (\p FromDouble).
static Value *liftTinyFloat(LiftContext &C, Value *V, bool FromDouble) {
  constexpr uint32_t Tiny = 97 << 23, LeastNormal = 1 << 23;
  Value *Bits = C.Builder.CreateBitCast(V, C.Builder.getInt32Ty());
  Value *Magnitude = C.Builder.CreateAnd(Bits, 0x7fffffff);
  uint32_t Least = FromDouble ? 1 : LeastNormal;
  Value *IsTiny = C.Builder.CreateICmpULT(
      C.Builder.CreateSub(Magnitude, C.Builder.getInt32(Least)),
      C.Builder.getInt32(Tiny - Least));
  Value *Lifted =
      C.Builder.CreateOr(C.Builder.CreateAnd(Bits, 0x80000000), Tiny);
  return C.Builder.CreateBitCast(C.Builder.CreateSelect(IsTiny, Lifted, Bits),
                                 V->getType());
}

/// \p V, an f32, as the f16 that \p I asks for, in 16 bits.
static Value *floatToHalf(LiftContext &C, const Instruction &I, Value *V) {
  HeddleOp Op = HeddleOp::F2hRn;
  if (I.has(ModRm) || I.has(ModRp))
    V = liftTinyFloat(C, V, I.type() == ScalarType::F64);
  // Behind a rounding to an integral value all conversions are exact.
  if (I.has(ModRz))
    Op = HeddleOp::F2hRz;
  else if (I.has(ModRm))
    Op = HeddleOp::F2hRm;
  else if (I.has(ModRp))
    Op = HeddleOp::F2hRp;
  return C.Builder.CreateTrunc(C.op(Op, {V}), C.Builder.getInt16Ty());
}

/// \p V, an f32, as an f64. LLVM takes comparisons of extended values for those
/// of the values themselves, in which the silicon makes zeros of denormals: an
/// intrinsic that it does not look through keeps them apart.
static Value *extendFloat(LiftContext &C, Value *V) {
  Type *Double = C.Builder.getDoubleTy();
  if (!C.Parent.Chip.Silicon)
    return C.Builder.CreateFPExt(V, Double);
  return C.Builder.CreateConstrainedFPCast(
      Intrinsic::experimental_constrained_fpext, V, Double,
      /*FMFSource=*/nullptr, /*Name=*/"", /*FPMathTag=*/nullptr,
      /*Rounding=*/std::nullopt, fp::ebIgnore);
}

/// The source of \p I, which may be an integer or f16, as an f32 or f64. A
/// source that becomes an f16 is an f32 first.
static Value *convertToFloat(LiftContext &C, const Instruction &I, Value *V) {
  ScalarType To = I.firstType(), From = I.type();
  if (!isFloat(From))
    return convertIntToFloat(C, I, V);
  if (From == ScalarType::F16)
    V = C.op(HeddleOp::H2f, {C.Builder.CreateZExt(V, C.Builder.getInt32Ty())});
  bool FromDouble = V->getType()->isDoubleTy();
  if (To == ScalarType::F64)
    return FromDouble ? convertDouble(C, I, V) : extendFloat(C, V);
  if (!FromDouble)
    return To == ScalarType::F16 && I.modifier(GrpIntRounding) == ModNone
               ? V
               : convertFloat(C, I, V);
  if (To == ScalarType::F16)
    return doubleToOddFloat(C, V);
  V = C.intrinsic(doubleToFloat(I), {V});
  return I.has(ModFtz) ? convertFloat(C, I, V) : V;
}

/// \p V clamped to [0, 1]; NaN gives 0.
Value *saturate(LiftContext &C, Value *V) {
  if (V->getType()->isFloatTy())
    return C.intrinsic(Intrinsic::nvvm_saturate_ftz_f, {V});
  Type *T = V->getType();
  V = C.intrinsic(Intrinsic::nvvm_fmax_d, {V, ConstantFP::get(T, 0.0)});
  return C.intrinsic(Intrinsic::nvvm_fmin_d, {V, ConstantFP::get(T, 1.0)});
}

/// \p V clamped to [0, 1] without flushing denormals: what is below 0 or NaN
/// becomes 0, what is above 1 becomes 1, as comparisons of the bits find out.
Value *saturateBits(LiftContext &C, Value *V) {
  Value *Bits = C.Builder.CreateBitCast(V, C.Builder.getInt32Ty());
  Value *IsNumber =
      C.Builder.CreateICmpSLE(Bits, C.Builder.getInt32(0x7f800000));
  Bits = C.Builder.CreateBinaryIntrinsic(Intrinsic::smin, Bits,
                                         C.Builder.getInt32(0x3f800000));
  Bits = C.Builder.CreateBinaryIntrinsic(Intrinsic::smax, Bits,
                                         C.Builder.getInt32(0));
  Bits = C.Builder.CreateSelect(IsNumber, Bits, C.Builder.getInt32(0));
  return C.Builder.CreateBitCast(Bits, V->getType());
}

bool isConvertible(ScalarType T) {
  return !isFloat(T) || T == ScalarType::F16 || T == ScalarType::F32 ||
         T == ScalarType::F64;
}

void liftCvt(LiftContext &C, const Instruction &I) {
  ScalarType To = I.firstType(), From = I.type();
  if (hasIeee(C) && (isFloat(To) || isFloat(From)))
    return liftIeeeCvt(C, I);
  if (!isConvertible(To) || !isConvertible(From))
    return C.unsupported(I);
  Value *V = C.read(I, 1);
  if (!isFloat(To)) {
    if (!isFloat(From))
      return C.writeResult(I, convertIntToInt(C, I, V));
    if (From == ScalarType::F16)
      V = C.op(HeddleOp::H2f,
               {C.Builder.CreateZExt(V, C.Builder.getInt32Ty())});
    return C.writeResult(I, convertFloatToInt(C, I, V));
  }
  // From f64 there is no flushing, and on its way to f16 a denormal f32 may
  // stand for an f64.
  bool KeepsBits = I.has(ModSat) && !I.has(ModFtz) &&
                   I.modifier(GrpIntRounding) == ModNone &&
                   From == ScalarType::F64 && To != ScalarType::F64;
  V = convertToFloat(C, I, V);
  // .sat and rounding to an integral value give the same in either order.
  if (I.has(ModSat))
    V = KeepsBits ? saturateBits(C, V) : saturate(C, V);
  C.writeResult(I, To == ScalarType::F16 ? floatToHalf(C, I, V) : V);
}

/// The upper word of generic addresses in the window of \p Space.
static uint32_t windowWord(StateSpace Space) {
  switch (Space) {
  // Kernels have their parameters in shared memory.
  case StateSpace::Param:
  case StateSpace::Shared:
    return abi::SharedWindowWord;
  case StateSpace::Local:
    return abi::LocalWindowWord;
  case StateSpace::Const:
    return abi::ConstWindowWord;
  case StateSpace::Global:
  case StateSpace::Generic:
  case StateSpace::Reg:
  case StateSpace::Tex:
    return 0;
  }
  llvm_unreachable("covered switch");
}

/// Refuses generic addresses of 32 bits, which have no room for a window.
static bool checkGenericWidth(LiftContext &C, const Instruction &I,
                              const ptx::Operand &Address) {
  if (!Address.isRegister() || bitWidth(Address.reg()->Type) != 32)
    return true;
  C.error(I.NameRange, "'" + I.spelling() +
                           "' is not supported with 32-bit addresses: a "
                           "generic address of " +
                           C.Parent.Chip.Name + " has 64 bits");
  return false;
}

/// Where the chip has no generic accesses, an address has the same bits in its
/// space and as a generic one, and its space is found later, from its origin.
/// Else the upper word holds the space.
void liftCvta(LiftContext &C, const Instruction &I) {
  Value *V = C.read(I, 1);
  uint32_t Window = windowWord(I.space());
  if (!Window || !C.Parent.Chip.has(abi::Feature::GenericAddresses))
    return C.writeResult(I, V);
  if (!checkGenericWidth(C, I, I.Operands[0]))
    return;
  Type *I64 = C.Builder.getInt64Ty();
  if (I.has(ModSharedCluster)) {
    V = I.has(ModTo)
            ? clusterOfGeneric(C, C.Builder.CreateZExt(V, I64))
            : genericOfCluster(C, C.fitBits(V, C.Builder.getInt32Ty()));
    return C.writeResult(I, C.fitBits(V, C.typeOf(I.type())));
  }
  V = C.Builder.CreateZExt(C.fitBits(V, C.Builder.getInt32Ty()), I64);
  if (!I.has(ModTo))
    V = C.Builder.CreateOr(V, C.Builder.getInt64(abi::windowBase(Window)));
  C.writeResult(I, C.fitBits(V, C.typeOf(I.type())));
}

/// Whether the upper word names the window; global is what no window has.
void liftIsspacep(LiftContext &C, const Instruction &I) {
  if (!C.Parent.Chip.has(abi::Feature::GenericAddresses))
    return C.unsupported(I);
  if (!checkGenericWidth(C, I, I.Operands[1]))
    return;
  Value *Word = C.Builder.CreateTrunc(
      C.Builder.CreateLShr(
          C.Builder.CreateZExt(C.read(I.Operands[1]), C.Builder.getInt64Ty()),
          32),
      C.Builder.getInt32Ty());
  auto Is = [&](uint32_t Window) {
    return C.Builder.CreateICmpEQ(Word, C.Builder.getInt32(Window));
  };
  Value *OfCluster = isInClusterWindow(
      C, C.Builder.CreateZExt(C.read(I.Operands[1]), C.Builder.getInt64Ty()));
  if (I.has(ModSharedCluster))
    return C.writeResult(
        I, C.Builder.CreateOr(Is(abi::SharedWindowWord), OfCluster));
  if (uint32_t Window = windowWord(I.space()))
    return C.writeResult(I, Is(Window));
  Value *InWindow = C.Builder.CreateOr(Is(abi::SharedWindowWord), OfCluster);
  InWindow = C.Builder.CreateOr(InWindow, Is(abi::LocalWindowWord));
  InWindow = C.Builder.CreateOr(InWindow, Is(abi::ConstWindowWord));
  C.writeResult(I, C.Builder.CreateNot(InWindow));
}

} // namespace heddle
