//===- LiftConvertIeee.cpp - Conversions of narrow floats -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cvt on chips that keep f32 denormals and know formats of fewer bits. A
/// number with more bits than an f32 is rounded to an odd f32 first, so that
/// the rounding to a narrower format comes out as the only one.
///
//===----------------------------------------------------------------------===//

#include "LiftConvert.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace heddle {

using namespace ptx;

static bool is16(ScalarType T) {
  return T == ScalarType::F16 || T == ScalarType::BF16;
}

/// A denormal \p V as the least normal number of its sign, which rounds to an
/// integral value as it would.
static Value *liftDenormal(LiftContext &C, Value *V) {
  Value *Bits = C.Builder.CreateBitCast(V, C.Builder.getInt32Ty());
  Value *Magnitude = C.Builder.CreateAnd(Bits, 0x7fffffff);
  Value *IsTiny = C.Builder.CreateICmpULT(
      C.Builder.CreateSub(Magnitude, C.Builder.getInt32(1)),
      C.Builder.getInt32(0x7fffff));
  Value *Lifted = C.Builder.CreateOr(C.Builder.CreateAnd(Bits, 0x80000000),
                                     C.Builder.getInt32(0x800000));
  return C.Builder.CreateBitCast(C.Builder.CreateSelect(IsTiny, Lifted, Bits),
                                 V->getType());
}

/// \p V, an f32, ready for operations that flush: .ftz, or a rounding that
/// takes denormals for zero anyway, needs nothing.
static Value *beforeRounding(LiftContext &C, const Instruction &I, Value *V) {
  bool Directed = I.has(ModRmi) || I.has(ModRpi);
  return Directed && !I.has(ModFtz) ? liftDenormal(C, V) : V;
}

/// The f32 or f64 that a source of any float type stands for.
static Value *sourceFloat(LiftContext &C, const Instruction &I) {
  Value *V = C.read(I, 1);
  if (is16(I.type()))
    V = widenHalf(C, V, I.type());
  return I.type() == ScalarType::F32 ? flushIfAsked(C, I, V) : V;
}

/// An integer as an f64 that every rounding to 24 bits and fewer treats like
/// it.
static Value *intToDouble(LiftContext &C, const Instruction &I, Value *V) {
  bool Signed = isSigned(I.type());
  if (bitWidth(I.type()) < 64) {
    V = C.Builder.CreateIntCast(V, C.Builder.getInt32Ty(), Signed);
    return C.intrinsic(
        Signed ? Intrinsic::nvvm_i2d_rn : Intrinsic::nvvm_ui2d_rn, {V});
  }
  // From 53 bits on, the lowest twelve become one that tells of them.
  Value *Biased =
      Signed ? C.Builder.CreateAdd(V, C.Builder.getInt64(1ll << 52)) : V;
  Value *Fits = C.Builder.CreateICmpULT(Biased, C.Builder.getInt64(1ll << 53));
  Value *Low = C.Builder.CreateAnd(V, 0xfff);
  Value *Sticky =
      C.Builder.CreateSelect(C.Builder.CreateIsNull(Low), C.Builder.getInt64(0),
                             C.Builder.getInt64(0x800));
  Value *Short = C.Builder.CreateOr(C.Builder.CreateSub(V, Low), Sticky);
  V = C.Builder.CreateSelect(Fits, V, Short);
  return C.intrinsic(
      Signed ? Intrinsic::nvvm_ll2d_rn : Intrinsic::nvvm_ull2d_rn, {V});
}

Value *clampForNarrow(LiftContext &C, const Instruction &I, Value *V) {
  if (I.has(ModSat))
    return saturateBits(C, V);
  if (!I.has(ModRelu))
    return V;
  return C.op(HeddleOp::IeeeMaxNan,
              {V, ConstantFP::get(V->getType(), 0.0), C.Builder.getInt32(0)});
}

static Value *narrowed(LiftContext &C, const Instruction &I,
                       const Twine &Format, ArrayRef<Value *> Sources) {
  SmallVector<Value *, 4> Args;
  for (Value *V : Sources)
    Args.push_back(clampForNarrow(C, I, V));
  Args.push_back(C.Builder.getInt32(roundingCode(I)));
  Args.push_back(C.Builder.getInt32(I.has(ModSatfinite)));
  return C.op("narrow." + Format, Args);
}

static void liftToHalf(LiftContext &C, const Instruction &I) {
  ScalarType To = I.firstType(), From = I.type();
  Value *V = nullptr;
  if (!isFloat(From)) {
    V = doubleToOddFloat(C, intToDouble(C, I, C.read(I, 1)));
  } else {
    // In a conversion to f16 .ftz has no effect: upwards and downwards NVIDIA's
    // chips round a denormal f32 to the least f16.
    bool FlushesNothing =
        To == ScalarType::F16 && From == ScalarType::F32 && I.has(ModFtz);
    V = FlushesNothing ? C.read(I, 1) : sourceFloat(C, I);
    if (I.modifier(GrpIntRounding) != ModNone)
      V = roundToIntegral(C, I, beforeRounding(C, I, V));
    if (V->getType()->isDoubleTy())
      V = doubleToOddFloat(C, V);
  }
  V = narrowed(C, I, typeName(To), {V});
  C.writeResult(I, C.Builder.CreateTrunc(V, C.Builder.getInt16Ty()));
}

static void liftToFloat(LiftContext &C, const Instruction &I) {
  Value *V = sourceFloat(C, I);
  if (V->getType()->isDoubleTy()) {
    V = C.intrinsic(doubleToFloat(I), {V});
    V = flushIfAsked(C, I, V);
  } else if (I.modifier(GrpIntRounding) != ModNone) {
    V = roundToIntegral(C, I, beforeRounding(C, I, V));
  } else if (I.type() == ScalarType::BF16) {
    V = flushIfAsked(C, I, V);
  }
  C.writeResult(I, I.has(ModSat) ? saturateBits(C, V) : V);
}

static void liftToDouble(LiftContext &C, const Instruction &I) {
  Value *V = sourceFloat(C, I);
  if (!V->getType()->isDoubleTy())
    V = C.Builder.CreateFPExt(V, C.Builder.getDoubleTy());
  else if (I.modifier(GrpIntRounding) != ModNone)
    V = roundToIntegral(C, I, V);
  C.writeResult(I, I.has(ModSat) ? saturate(C, V) : V);
}

/// Converts a float to an integer. By the PTX ISA NaN becomes 0, or the sign
/// bit of the result where it or the source has 64 bits. The chip's conversions
/// do this to 32 and 64 bits.
static void liftToInt(LiftContext &C, const Instruction &I) {
  Value *V = sourceFloat(C, I);
  unsigned Bits = bitWidth(I.firstType());
  // As an f64, which has no denormals of f32, the number reaches 64 bits.
  if (V->getType()->isFloatTy() && Bits == 64)
    V = C.Builder.CreateFPExt(V, C.Builder.getDoubleTy());
  if (V->getType()->isFloatTy())
    V = beforeRounding(C, I, V);
  Value *Result = convertFloatToInt(C, I, V);
  // Clamped from 32 bits, only a signed result keeps its sign bit.
  if (V->getType()->isDoubleTy() && Bits < 32 && !isSigned(I.firstType()))
    Result = C.Builder.CreateSelect(
        C.Builder.CreateFCmpUNO(V, V),
        ConstantInt::get(Result->getType(), 1u << (Bits - 1)), Result);
  C.writeResult(I, Result);
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// "e4m3" of e4m3x2; empty for what is no pair.
static StringRef elementName(ScalarType T) {
  StringRef Name = typeName(T);
  return Name.consume_back("x2") && T != ScalarType::F32x2 ? Name : "";
}

/// The upper and the lower element of the source, as f32.
static SmallVector<Value *, 2> elementsOfSource(LiftContext &C,
                                                const Instruction &I) {
  if (I.type() == ScalarType::F32)
    return {C.read(I, 1), C.read(I, 2)};
  Value *Whole = C.Builder.CreateZExt(C.read(I, 1), C.Builder.getInt32Ty());
  unsigned Width = bitWidth(I.type()) / 2;
  auto Widened = [&](Value *V) {
    if (I.type() == ScalarType::F16x2)
      return C.op(HeddleOp::H2f, {V});
    return C.op("widen." + elementName(I.type()), {V});
  };
  return {Widened(C.Builder.CreateLShr(Whole, Width)), Widened(Whole)};
}

static void liftToPair(LiftContext &C, const Instruction &I) {
  Value *V = narrowed(C, I, "pair." + elementName(I.firstType()),
                      elementsOfSource(C, I));
  C.writeResult(I, C.Builder.CreateTrunc(V, C.typeOf(I.firstType())));
}

void liftIeeeCvt(LiftContext &C, const Instruction &I) {
  ScalarType To = I.firstType(), From = I.type();
  if (I.has(ModRs))
    return liftStochasticCvt(C, I);
  if (!elementName(To).empty())
    return liftToPair(C, I);
  if (To == ScalarType::TF32)
    return C.writeResult(
        I, narrowed(C, I, I.has(ModRna) ? "tf32a" : "tf32", {C.read(I, 1)}));
  bool IsKnown = isConvertible(To) || is16(To);
  if (!IsKnown || !(isConvertible(From) || is16(From)))
    return C.unsupported(I);
  if (!isFloat(To))
    return liftToInt(C, I);
  if (is16(To))
    return liftToHalf(C, I);
  if (!isFloat(From)) {
    Value *V = convertIntToFloat(C, I, C.read(I, 1));
    return C.writeResult(I, I.has(ModSat) ? saturate(C, V) : V);
  }
  return To == ScalarType::F64 ? liftToDouble(C, I) : liftToFloat(C, I);
}

//===----------------------------------------------------------------------===//
// cvt.pack
//===----------------------------------------------------------------------===//

/// The bits of an element, and whether it is signed.
static std::pair<unsigned, bool> packedElement(const Instruction &I) {
  Modifier Element = I.modifier(GrpElement);
  if (Element == ModNone)
    return {bitWidth(I.firstType()), isSigned(I.firstType())};
  return {Element == ModU2 || Element == ModS2 ? 2 : 4,
          Element == ModS2 || Element == ModS4};
}

/// The result is both sources clamped to a few bits each, the first above the
/// second, and above them the low bits of the third.
void liftCvtPack(LiftContext &C, const Instruction &I) {
  if (!C.Parent.Chip.has(abi::Feature::HalfArithmetic))
    return C.unsupported(I);
  auto [Bits, Signed] = packedElement(I);
  Type *I32 = C.Builder.getInt32Ty();
  APInt Max = Signed ? APInt::getSignedMaxValue(Bits).zext(32)
                     : APInt::getMaxValue(Bits).zext(32);
  APInt Min = Signed ? ~Max : APInt(32, 0);
  auto Clamped = [&](Value *V) {
    V = C.Builder.CreateBinaryIntrinsic(Intrinsic::smin, V,
                                        ConstantInt::get(I32, Max));
    V = C.Builder.CreateBinaryIntrinsic(Intrinsic::smax, V,
                                        ConstantInt::get(I32, Min));
    return C.Builder.CreateAnd(V, APInt::getLowBitsSet(32, Bits));
  };
  Value *Result = C.Builder.CreateOr(
      C.Builder.CreateShl(Clamped(C.read(I, 1)), Bits), Clamped(C.read(I, 2)));
  if (I.Operands.size() > 3)
    Result =
        C.Builder.CreateOr(Result, C.Builder.CreateShl(C.read(I, 3), 2 * Bits));
  C.writeResult(I, Result);
}

} // namespace heddle
