//===- ConvertJudge.cpp - Conversions below 64 bits -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Model/ConvertJudge.h"
#include "heddle/Model/ChipFloat.h"

namespace heddle::model {

using namespace sm;

static constexpr uint32_t SignBit = 0x80000000;

static Rounding modeOf(RoundingMode Mode) {
  switch (Mode) {
  case RoundingMode::Nearest:
    return Rounding::Nearest;
  case RoundingMode::Down:
    return Rounding::Down;
  case RoundingMode::Up:
    return Rounding::Up;
  case RoundingMode::Zero:
    return Rounding::Zero;
  }
  __builtin_unreachable();
}

/// The bits of an integer type, and its sign; no bits for a float.
struct IntegerShape {
  unsigned Bits;
  bool IsSigned;
};

static IntegerShape shapeOf(CvtType T) {
  switch (T) {
  case CvtType::U8:
    return {8, false};
  case CvtType::S8:
    return {8, true};
  case CvtType::U16:
    return {16, false};
  case CvtType::S16:
    return {16, true};
  case CvtType::U32:
    return {32, false};
  case CvtType::S32:
    return {32, true};
  case CvtType::F16:
  case CvtType::F32:
    return {0, false};
  }
  __builtin_unreachable();
}

/// The lowest bits of \p V as a number of this shape.
static int64_t extended(uint64_t V, IntegerShape Shape) {
  const unsigned Unused = 64 - Shape.Bits;
  return Shape.IsSigned ? int64_t(V << Unused) >> Unused
                        : int64_t(V << Unused >> Unused);
}

/// The chip gives zero for what is below 2^-33 in any mode, where PTX rounds.
static uint32_t toHalf(uint32_t F, Rounding Mode) {
  if ((F >> 23 & 0xff) <= 0x5d)
    return F >> 16 & 0x8000;
  return floatToHalf(F, Mode);
}

static uint32_t fromInteger(const DecodedInst &I, int64_t V, CvtType To,
                            Rounding Mode) {
  if (I.has(Abs1))
    V = V < 0 ? -V : V;
  if (I.has(Negate))
    V = -V;
  const Exact Number = {Exact::Finite, V < 0, u128(V < 0 ? -V : V), 0};
  if (const IntegerShape Shape = shapeOf(To); Shape.Bits)
    return uint32_t(extended(
        roundToInteger(Number, Mode, Shape.Bits, Shape.IsSigned), Shape));
  uint32_t F = roundToFloat(Number, Mode);
  if (I.has(Saturate))
    F = saturateFloat(F);
  return To == CvtType::F16 ? toHalf(F, Mode) : F;
}

static uint32_t fromFloat(const DecodedInst &I, uint32_t F, CvtType To,
                          Rounding Mode) {
  if (I.has(Abs1))
    F &= ~SignBit;
  if (I.has(Negate))
    F ^= SignBit;
  if (const IntegerShape Shape = shapeOf(To); Shape.Bits)
    return uint32_t(extended(
        roundToInteger(exactOf(F), Mode, Shape.Bits, Shape.IsSigned), Shape));
  F = canonicalFloat(F);
  if (I.has(Saturate) && F != ChipNaN)
    F = saturateFloat(F);
  if (I.has(RoundToInt))
    F = roundIntegral(F, Mode);
  return To == CvtType::F16 ? toHalf(F, Mode) : F;
}

uint32_t judgeConversion(const DecodedInst &I, uint32_t Bits) {
  const auto From = CvtType(I.Sub[0]), To = CvtType(I.Sub[1]);
  const Rounding Mode = modeOf(RoundingMode(I.Sub[2]));
  if (const IntegerShape Shape = shapeOf(From); Shape.Bits)
    return fromInteger(I, extended(Bits, Shape), To, Mode);
  if (From == CvtType::F16)
    Bits = halfToFloat(uint16_t(Bits));
  return fromFloat(I, Bits, To, Mode);
}

} // namespace heddle::model
