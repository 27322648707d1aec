//===- WordJudgeFloat.cpp - f32, f64, SFU and cvt of the model ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordJudgeImpl.h"
#include "heddle/Model/ChipFloat.h"
#include "heddle/Model/ConvertJudge.h"
#include "heddle/Model/DoubleJudge.h"

namespace heddle::model {

using namespace sm;

constexpr uint32_t SignBit = 0x80000000;

static uint32_t modify(uint32_t V, bool Negative, bool Absolute) {
  if (Absolute)
    V &= ~SignBit;
  return Negative ? V ^ SignBit : V;
}

static Rounding roundingIf(bool ToZero) {
  return ToZero ? Rounding::Zero : Rounding::Nearest;
}

/// The operand's value; a denormal is a zero.
static double valueOf(uint32_t Bits) {
  return std::bit_cast<float>(canonicalFloat(Bits));
}

static bool isNaN32(uint32_t V) { return (V & ~SignBit) > 0x7f800000; }

/// greater -> 0, equal -> Z, less -> S, NaN -> Z+S
void LaneJudge::flagsOfFloat(uint32_t V) {
  double D = valueOf(V);
  flags(std::isnan(D) ? FlagZ | FlagS : D == 0 ? FlagZ : D < 0 ? FlagS : 0);
}

void LaneJudge::floatResult(uint32_t V, bool Sat) {
  if (Sat && !isNaN32(V))
    V = V & SignBit ? 0 : V > 0x3f800000 ? 0x3f800000 : V;
  write(V, true);
  flagsOfFloat(V);
}

/// src3 >= 0 ? src1 : src2; NaN: src2
void LaneJudge::select(bool Negate) {
  uint32_t X = source1(true), Y = source2(true);
  double Z = valueOf(modify(source3(true), Negate, false));
  uint32_t R = Z >= 0 ? X : Y;
  write(R, true);
  flags((R & ~SignBit) == 0 ? FlagZ : R & SignBit ? FlagS : 0);
}

std::optional<uint32_t> LaneJudge::special() {
  if (!isLong()) {
    uint32_t V = readRegister(a(9, 14), true);
    return sfuRcp(modify(V, a(22), a(15)));
  }
  uint32_t V = readRegister(a(9, 15), true);
  uint32_t Modified = modify(V, b(26), b(20));
  switch (secondary()) {
  case 0:
    return sfuRcp(Modified);
  case 2:
    return sfuRsqrt(Modified);
  case 3:
    return sfuLg2(Modified);
  case 4:
    return sfuReducedSin(V, /*IsCosine=*/false);
  case 5:
    return sfuReducedSin(V, /*IsCosine=*/true);
  case 6: {
    uint32_t R = sfuReducedEx2(V);
    // Results are never negative.
    return b(27) && !isNaN32(R) && R > 0x3f800000 ? 0x3f800000 : R;
  }
  }
  return std::nullopt;
}

bool LaneJudge::floats() {
  if (primary() == 9) {
    std::optional<uint32_t> R = special();
    if (R)
      write(*R, true);
    return R.has_value();
  }
  if (!isLong()) {
    uint32_t X = source1(true), Y = source2(true);
    switch (primary()) {
    case 0xb:
      floatResult(addFloat(modify(X, a(15), false), modify(Y, a(22), false),
                           Rounding::Nearest),
                  a(8));
      return true;
    case 0xc:
      floatResult(mulFloat(modify(X, a(15), false), modify(Y, a(22), false),
                           Rounding::Nearest),
                  a(8));
      return true;
    case 0xe:
      floatResult(madFloat(modify(X, a(15), false), Y,
                           modify(source3(true), a(22), false)),
                  a(8));
      return true;
    }
    return false;
  }
  uint32_t X = source1(true);
  switch (primary() << 4 | secondary()) {
  case 0xb0:
  case 0xb1:
    floatResult(addFloat(modify(X, b(26), false),
                         modify(source3(true), b(27), false),
                         roundingIf(a(16, 17) == 3)),
                secondary());
    return true;
  case 0xc0:
    floatResult(mulFloat(modify(X, b(26), false),
                         modify(source2(true), b(27), false),
                         roundingIf(b(14, 15) == 3)),
                b(20));
    return true;
  case 0xe0:
  case 0xe1:
    floatResult(madFloat(modify(X, b(26), false), source2(true),
                         modify(source3(true), b(27), false)),
                secondary());
    return true;
  case 0xb3: {
    double U = valueOf(modify(X, b(26), b(20)));
    double V = valueOf(modify(source2(true), b(27), b(19)));
    bool True = b(U < V ? 14 : U == V ? 15 : U > V ? 16 : 17);
    write(True ? 0xffffffff : 0, true);
    flags(True ? FlagS : FlagZ);
    return true;
  }
  case 0xb4:
  case 0xb5:
    floatResult(minMaxFloat(modify(X, b(26), b(20)),
                            modify(source2(true), b(27), b(19)),
                            secondary() == 4),
                false);
    return true;
  case 0xb6:
    X = modify(X, b(26), b(20));
    write(b(14) ? sfuReduceEx2(X) : sfuReduceSin(X), true);
    // Nothing says what a number that is none is compared as.
    return !b(6);
  case 0xc2:
  case 0xc3:
    select(secondary() == 3);
    return true;
  }
  return false;
}

/// Lanes of a quad read src1 from one of them.
bool LaneJudge::quad() {
  // All lanes read before one of them writes.
  const auto Registers = W.R;
  const unsigned Ops[] = {b(26, 27), b(24, 25), b(22, 23), a(20, 21)};
  unsigned Select = a(16, 18);
  for (L = 0; L != JudgeWarp::Lanes; ++L) {
    bool Executes = W.Active >> L & 1;
    if (!Executes || !judgeCondition(b(7, 11), W.C[b(12, 13)][L]))
      continue;
    uint32_t Own = Registers[b(14, 20)][L];
    uint32_t Other = Select < 4 ? Registers[a(9, 15)][(L & ~3u) + Select] : 0;
    switch (Ops[L & 3]) {
    case 0:
      Own = addFloat(Other, Own, Rounding::Nearest);
      break;
    case 1:
      Own = addFloat(Own, Other ^ SignBit, Rounding::Nearest);
      break;
    case 2:
      Own = addFloat(Other, Own ^ SignBit, Rounding::Nearest);
      break;
    case 3: // a number like any other: denormals and NaN are what they are
      Own = addFloat(Own, SignBit, Rounding::Nearest);
      break;
    }
    write(Own, true);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

bool LaneJudge::doubles() {
  namespace J = double_judge;
  uint64_t X = sourcePair(a(9, 15)), R;
  auto Minor = [&](uint64_t V, bool Neg, bool Abs) {
    return J::negated(Abs && !J::isNaN(V) ? V & ~J::Sign : V, Neg);
  };
  switch (secondary()) {
  case 2:
    R = J::judgeArithmetic(2, RoundingMode(b(22, 23)), J::negated(X, b(26)),
                           sourcePair(a(16, 22)),
                           J::negated(sourcePair(b(14, 20)), b(27)));
    break;
  case 3:
    R = J::judgeArithmetic(0, RoundingMode(a(16, 17)), J::negated(X, b(26)),
                           J::negated(sourcePair(b(14, 20)), b(27)), 0);
    break;
  case 4:
    R = J::judgeArithmetic(1, RoundingMode(b(17, 18)), J::negated(X, b(26)),
                           J::negated(sourcePair(a(16, 22)), b(27)), 0);
    break;
  case 5:
  case 6:
    R = J::judgeMinMax(Minor(X, b(26), b(20)),
                       Minor(sourcePair(a(16, 22)), b(27), b(19)),
                       secondary() == 6);
    break;
  default: {
    double U = std::bit_cast<double>(modify(uint32_t(X >> 32), b(26), b(20)) *
                                         (uint64_t(1) << 32) |
                                     uint32_t(X));
    uint64_t Y = sourcePair(a(16, 22));
    double V = std::bit_cast<double>(modify(uint32_t(Y >> 32), b(27), b(19)) *
                                         (uint64_t(1) << 32) |
                                     uint32_t(Y));
    bool True = b(U < V ? 14 : U == V ? 15 : U > V ? 16 : 17);
    write(True ? 0xffffffff : 0, true);
    flags(True ? FlagS : FlagZ);
    return true;
  }
  }
  writePair(R);
  flags(J::judgeCondition(R));
  return true;
}

//===----------------------------------------------------------------------===//
// cvt
//===----------------------------------------------------------------------===//

bool LaneJudge::convert() {
  if (b(22))
    convertWide();
  else
    convertNarrow();
  return true;
}

/// Fields of all conversions.
static DecodedInst modifiers(unsigned Rounding, bool Neg, bool Abs, bool Sat,
                             bool ToInteger) {
  DecodedInst I;
  I.Sub[2] = uint8_t(Rounding);
  I.Flags = uint16_t((Neg ? Negate : 0) | (Abs ? Abs1 : 0) |
                     (Sat ? Saturate : 0) | (ToInteger ? RoundToInt : 0));
  return I;
}

void LaneJudge::convertNarrow() {
  bool FromFloat = secondary() & 4, ToFloat = secondary() & 2;
  DecodedInst I = modifiers(b(17, 18), b(29), b(20), ToFloat && b(19),
                            FromFloat && ToFloat && b(27));
  static constexpr CvtType Integers[] = {
      CvtType::U16, CvtType::U32, CvtType::U8, CvtType::U8,
      CvtType::S16, CvtType::S32, CvtType::S8, CvtType::S8};
  unsigned Selector = b(14, 16);
  CvtType From =
      FromFloat ? b(14) ? CvtType::F32 : CvtType::F16 : Integers[Selector];
  CvtType To = b(26)   ? b(27) ? CvtType::S32 : CvtType::U32
               : b(27) ? CvtType::S16
                       : CvtType::U16;
  if (ToFloat)
    To = b(26) ? CvtType::F32 : CvtType::F16;
  else if (b(19))
    To = b(27) ? CvtType::S8 : CvtType::U8;
  I.Sub[0] = uint8_t(From);
  I.Sub[1] = uint8_t(To);
  uint32_t R = judgeConversion(I, source1(b(14)));
  write(R, b(26));
  if (!ToFloat) {
    flagsOf(R, b(26) ? 32 : 16);
    return;
  }
  flagsOfFloat(b(26) ? R : halfToFloat(uint16_t(R)));
}

void LaneJudge::convertWide() {
  bool FromFloat = secondary() & 4, ToFloat = secondary() & 2;
  DecodedInst I = modifiers(b(17, 18), b(29), b(20), ToFloat && b(19),
                            FromFloat && ToFloat && b(27));
  auto Type = [](bool IsFloat, bool IsWide, bool IsSigned) {
    if (IsFloat)
      return IsWide ? WideType::F64 : WideType::F32;
    if (IsWide)
      return IsSigned ? WideType::S64 : WideType::U64;
    return IsSigned ? WideType::S32 : WideType::U32;
  };
  WideType From = Type(FromFloat, b(14), b(16));
  WideType To = Type(ToFloat, b(26), b(27));
  I.Sub[0] = uint8_t(From);
  I.Sub[1] = uint8_t(To);
  uint64_t V = b(14) ? sourcePair(a(9, 15)) : readRegister(a(9, 15), true);
  double_judge::Expected E = double_judge::judgeConversion(I, V);
  if (b(26))
    writePair(E.Value);
  else
    write(uint32_t(E.Value), true);
  flags(double_judge::conditionOf(To, E));
}

} // namespace heddle::model
