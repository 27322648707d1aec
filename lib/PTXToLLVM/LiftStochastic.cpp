//===- LiftStochastic.cpp - Conversions rounded by chance -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cvt.rs. The random bits are a fraction of a unit of the last place that the
/// result keeps: that fraction is added to the magnitude, and what is below the
/// unit is cut off. So the chance of rounding away from zero is what is cut off
/// in parts of the unit, in steps of 2^-n for n random bits.
///
/// Which bits each element takes is PTX's: its own half of the operand, or the
/// half that two elements share, or the byte in each half.
///
//===----------------------------------------------------------------------===//

#include "LiftConvert.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <cmath>

using namespace llvm;

namespace heddle {

using namespace ptx;

namespace {
/// A format as far as rounding to it goes.
struct Target {
  unsigned ExponentBits, FractionBits;
  /// The width of an element that shares its word with others.
  unsigned Width;
  /// How many bits of chance an element has.
  unsigned RandomBits;

  /// The exponent of the least normal number.
  int minExponent() const { return 2 - (1 << (ExponentBits - 1)); }
  /// Bits of an f32's fraction that a normal number does not keep.
  unsigned droppedBits() const { return 23 - FractionBits; }
};
} // namespace

/// \p Name: f16, bf16, or eXmY with X bits of exponent and Y of fraction.
static Target targetOf(StringRef Name) {
  if (Name == "f16")
    return {5, 10, 16, 13};
  if (Name == "bf16")
    return {8, 7, 16, 16};
  unsigned Exponent = unsigned(Name[1] - '0'),
           Fraction = unsigned(Name[3] - '0');
  bool IsNibble = Exponent + Fraction < 4;
  return {Exponent, Fraction, IsNibble ? 4u : 8u, IsNibble ? 8u : 16u};
}

/// The magnitude \p Bits of an f32 below the least normal number of \p To, cut
/// off after \p Random was added, as bits of an f32.
static Value *roundDenormal(LiftContext &C, Value *Bits, Value *Random,
                            const Target &To) {
  auto &B = C.Builder;
  Type *I64 = B.getInt64Ty();
  Value *Exponent = B.CreateLShr(Bits, 23);
  Value *IsNormal = B.CreateIsNotNull(Exponent);
  Value *Significand =
      B.CreateOr(B.CreateAnd(Bits, 0x7fffff),
                 B.CreateSelect(IsNormal, B.getInt32(1 << 23), B.getInt32(0)));
  Exponent = B.CreateSelect(IsNormal, Exponent, B.getInt32(1));
  // From 24 bits below the random ones on, nothing is ever carried.
  unsigned Least = To.droppedBits() + unsigned(To.minExponent() + 127);
  Value *Dropped = B.CreateBinaryIntrinsic(
      Intrinsic::umin, B.CreateSub(B.getInt32(Least), Exponent),
      B.getInt32(24 + To.RandomBits));
  Value *Chance = B.CreateShl(
      B.CreateZExt(Random, I64),
      B.CreateZExt(B.CreateSub(Dropped, B.getInt32(To.RandomBits)), I64));
  Value *Units =
      B.CreateLShr(B.CreateAdd(B.CreateZExt(Significand, I64), Chance),
                   B.CreateZExt(Dropped, I64));
  // Few enough to be exact.
  Value *Result = C.intrinsic(Intrinsic::nvvm_ui2f_rn,
                              {B.CreateTrunc(Units, B.getInt32Ty())});
  int LastPlace = To.minExponent() - int(To.FractionBits);
  Result =
      C.op(HeddleOp::IeeeMul,
           {Result, ConstantFP::get(B.getFloatTy(), std::ldexp(1.0, LastPlace)),
            B.getInt32(0), B.getInt32(0), B.getInt32(0)});
  return B.CreateBitCast(Result, B.getInt32Ty());
}

/// \p V, an f32, as one that \p To has, or that is too large for it.
static Value *roundByChance(LiftContext &C, Value *V, Value *Random,
                            const Target &To) {
  auto &B = C.Builder;
  Value *Bits = B.CreateBitCast(V, B.getInt32Ty());
  Value *Magnitude = B.CreateAnd(Bits, 0x7fffffff);
  // Where neighbours of f32 are a whole number of units apart, its bits count
  // them; a carry goes into the exponent.
  Value *Chance = B.CreateShl(Random, To.droppedBits() - To.RandomBits);
  Value *Rounded =
      B.CreateAnd(B.CreateAdd(Magnitude, Chance), ~0u << To.droppedBits());
  if (unsigned MinNormal = unsigned(To.minExponent() + 127) << 23;
      To.minExponent() > -126)
    Rounded = B.CreateSelect(B.CreateICmpULT(Magnitude, B.getInt32(MinNormal)),
                             roundDenormal(C, Magnitude, Random, To), Rounded);
  Value *IsFinite = B.CreateICmpULT(Magnitude, B.getInt32(0x7f800000));
  Rounded = B.CreateSelect(IsFinite, Rounded, Magnitude);
  return B.CreateBitCast(B.CreateOr(Rounded, B.CreateAnd(Bits, 0x80000000)),
                         V->getType());
}

/// The bits of chance of the elements, the uppermost first.
static SmallVector<Value *, 4> randomParts(LiftContext &C, Value *Random,
                                           const Target &To, unsigned Count) {
  auto &B = C.Builder;
  auto Bits = [&](unsigned First) {
    return B.CreateAnd(B.CreateLShr(Random, First), (1u << To.RandomBits) - 1);
  };
  if (Count == 2)
    return {Bits(16), Bits(0)};
  // In each half of the word a byte serves the upper two, and the other one the
  // lower two elements of four bits.
  if (To.RandomBits == 8)
    return {Bits(24), Bits(8), Bits(16), Bits(0)};
  return {Bits(16), Bits(16), Bits(0), Bits(0)};
}

void liftStochasticCvt(LiftContext &C, const Instruction &I) {
  StringRef Element = typeName(I.firstType());
  unsigned Count = Element.ends_with("x4") ? 4 : 2;
  Element = Element.drop_back(2);
  Target To = targetOf(Element);
  SmallVector<Value *, 4> Sources;
  if (Count == 4)
    for (const Operand &Source : C.elements(I.Operands[1], I.type()))
      Sources.push_back(C.read(Source));
  else
    Sources = {C.read(I, 1), C.read(I, 2)};
  SmallVector<Value *, 4> Random =
      randomParts(C, C.read(I.Operands.back()), To, Count);
  // The rest of the conversion is exact, or infinite.
  Value *Nearest = C.Builder.getInt32(0);
  Value *SatFinite = C.Builder.getInt32(I.has(ModSatfinite));
  Value *Result = C.Builder.getInt32(0);
  for (unsigned N = 0; N != Count; N += 2) {
    Value *Upper = roundByChance(C, Sources[N], Random[N], To);
    Value *Lower = roundByChance(C, Sources[N + 1], Random[N + 1], To);
    Value *Pair = C.op("narrow.pair." + Element,
                       {clampForNarrow(C, I, Upper),
                        clampForNarrow(C, I, Lower), Nearest, SatFinite});
    if (N != 0)
      Result = C.Builder.CreateShl(Result, 2 * To.Width);
    Result = C.Builder.CreateOr(Result, Pair);
  }
  C.writeResult(I, C.Builder.CreateTrunc(Result, C.typeOf(I.firstType())));
}

} // namespace heddle
