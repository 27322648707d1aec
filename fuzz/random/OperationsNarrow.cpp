//===- OperationsNarrow.cpp - cvt of tx1's narrowest floats ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats of six and eight bits, in pairs, and tf32 with ties away from zero.
// The model lists the numbers of a format and looks for the nearest. Pairs of
// e2m1 are in registers of 8 bits, which no program here has.
//
//===----------------------------------------------------------------------===//

#include "IeeeRules.h"
#include <algorithm>
#include <bit>
#include <cmath>

namespace heddle::ptxrandom {
namespace {

using Table = std::vector<Operation>;

/// The numbers that are no negative ones, by their codes.
struct SmallFormat {
  const char *Name;
  int FractionBits, Bias;
  /// Which comes behind the numbers and the sign; the NaN that a conversion
  /// makes, which may be a number; infinity, or 0.
  unsigned Sign, MostCode, NaNCode, InfinityCode;

  double value(unsigned Code) const {
    int Exponent = int(Code >> FractionBits);
    int Fraction = int(Code) & ((1 << FractionBits) - 1);
    if (Exponent)
      Fraction += 1 << FractionBits;
    return std::ldexp(Fraction, std::max(Exponent, 1) - Bias - FractionBits);
  }
};
const SmallFormat SmallFormats[] = {{"e4m3", 3, 7, 0x80, 0x7e, 0x7f, 0},
                                    {"e5m2", 2, 15, 0x80, 0x7b, 0x7f, 0x7c},
                                    {"e2m3", 3, 1, 0x20, 0x1f, 0x1f, 0},
                                    {"e3m2", 2, 3, 0x20, 0x1f, 0x1f, 0}};

double doubleOf(NumberFormat F, uint64_t V) {
  if (shapeOf(F).isNaN(V))
    return NAN;
  uint64_t Bits = currentJudge()
                      .Compute(FloatOp::Convert, F, NumberFormat::F64,
                               Rounding::Nearest, &V)
                      .Bits;
  return std::bit_cast<double>(Bits);
}

uint64_t bitsOf(NumberFormat F, double V) {
  if (std::isnan(V))
    return nanOf(F);
  auto Bits = std::bit_cast<uint64_t>(V);
  return currentJudge()
      .Compute(FloatOp::Convert, NumberFormat::F64, F, Rounding::Nearest, &Bits)
      .Bits;
}

/// The nearest code, even between two; the largest of what is larger.
uint64_t smallOf(const SmallFormat &F, bool HasRelu, double V) {
  if (std::isnan(V))
    return F.NaNCode;
  if (std::signbit(V) && HasRelu)
    return 0;
  double M = std::fabs(V);
  unsigned Code = 0;
  while (Code != F.MostCode && F.value(Code + 1) <= M)
    ++Code;
  if (Code != F.MostCode) {
    double Below = M - F.value(Code), Above = F.value(Code + 1) - M;
    Code += Above < Below || (Above == Below && Code % 2 == 1);
  }
  return Code | (std::signbit(V) ? F.Sign : 0);
}

double smallValue(const SmallFormat &F, uint64_t Code) {
  auto M = unsigned(Code & (F.Sign - 1));
  double V = M <= F.MostCode                         ? F.value(M)
             : F.InfinityCode && M == F.InfinityCode ? INFINITY
                                                     : NAN;
  return Code & F.Sign ? -V : V;
}

/// A power of two by its exponent, without a sign, from 2^-127 on.
uint64_t powerOf(Rounding Mode, bool IsSatFinite, double V) {
  if (std::isnan(V))
    return 0xff;
  double M = std::fabs(V);
  if (M <= std::ldexp(1, -127))
    return 0;
  int Code = std::isinf(M) ? 0xff : std::ilogb(M) + 127;
  if (Mode == Rounding::Up && Code < 0xff && M != std::ldexp(1, Code - 127))
    ++Code;
  return Code < 0xff ? unsigned(Code) : IsSatFinite ? 0xfe : 0xff;
}

/// Element \p I of a pair, the lower one first, which may be two sources.
double elementOf(const Operation &Op, const uint64_t *S, unsigned I) {
  if (Op.Sources.size() == 2)
    return doubleOf(Op.From, S[1 - I]);
  unsigned Bits = shapeOf(Op.From).Bits;
  return doubleOf(Op.From, S[0] >> I * Bits & ((uint64_t(1) << Bits) - 1));
}

uint64_t toSmall(const Operation &Op, const uint64_t *S) {
  const SmallFormat &F = SmallFormats[Op.ToBits];
  return smallOf(F, Op.HasRelu, elementOf(Op, S, 1)) << 8 |
         smallOf(F, Op.HasRelu, elementOf(Op, S, 0));
}

uint64_t toPowers(const Operation &Op, const uint64_t *S) {
  return powerOf(Op.Round, Op.IsSatFinite, elementOf(Op, S, 1)) << 8 |
         powerOf(Op.Round, Op.IsSatFinite, elementOf(Op, S, 0));
}

uint64_t fromSmall(const Operation &Op, const uint64_t *S) {
  uint64_t R = 0;
  for (unsigned I = 0; I != 2; ++I) {
    double V = smallValue(SmallFormats[Op.FromBits], S[0] >> 8 * I & 0xff);
    R |= finished(Op, bitsOf(Op.To, V)) << 16 * I;
  }
  return R;
}

uint64_t fromPowers(const Operation &Op, const uint64_t *S) {
  uint64_t R = 0;
  for (unsigned I = 0; I != 2; ++I) {
    auto Code = int(S[0] >> 8 * I & 0xff);
    double V = Code == 0xff ? NAN : std::ldexp(1, Code - 127);
    R |= bitsOf(Op.To, V) << 16 * I;
  }
  return R;
}

/// What is halfway goes away from zero.
uint64_t toWordAway(const Operation &Op, const uint64_t *S) {
  const FormatShape &F = shapeOf(NumberFormat::F32);
  const uint64_t Unit = 0x2000;
  // The chip cuts a NaN off.
  if (F.isNaN(S[0]))
    return Op.IsSatFinite ? nanOf(NumberFormat::TF32) : S[0] & ~(Unit - 1);
  uint64_t M =
      std::min((F.magnitude(S[0]) + Unit / 2) & ~(Unit - 1), F.infinity());
  if (M == F.infinity() && Op.IsSatFinite)
    M -= Unit;
  return (S[0] & F.sign()) | M;
}

Operation &add(Table &Out, std::string Name, NumberFormat From, unsigned Lanes,
               unsigned Sources, RegClass Result,
               Operation::Evaluator Evaluate) {
  Operation Op = floatOperation(std::move(Name), Family::IeeeConvert, From,
                                Lanes, Sources, Evaluate);
  Op.Results = {Result};
  Out.push_back(std::move(Op));
  return Out.back();
}

/// A pair of codes becomes two numbers of \p To.
Operation &addWidening(Table &Out, std::string Name, NumberFormat To,
                       Operation::Evaluator Evaluate) {
  Operation &Op = add(Out, std::move(Name), To, 2, 1, RegClass::B32, Evaluate);
  Op.Sources = {{RegClass::B16, false}};
  return Op;
}

void addSmall(Table &Out, unsigned Index, bool HasRelu) {
  const SmallFormat &F = SmallFormats[Index];
  std::string Pair = std::string(F.Name) + "x2";
  std::string Narrow =
      std::string("cvt.rn.satfinite.") + (HasRelu ? "relu." : "") + Pair;
  auto Finish = [&](Operation &Op) {
    Op.FromBits = Op.ToBits = Index;
    Op.HasRelu = HasRelu;
  };
  Finish(add(Out, Narrow + ".f32", NumberFormat::F32, 1, 2, RegClass::B16,
             toSmall));
  if (F.Sign == 0x80)
    Finish(add(Out, Narrow + ".f16x2", NumberFormat::F16, 2, 1, RegClass::B16,
               toSmall));
  Finish(addWidening(
      Out, std::string("cvt.rn.") + (HasRelu ? "relu." : "") + "f16x2." + Pair,
      NumberFormat::F16, fromSmall));
}

void addPowers(Table &Out) {
  for (Rounding Mode : {Rounding::Zero, Rounding::Up})
    for (bool IsSatFinite : {false, true}) {
      std::string Name = std::string("cvt.") + roundingName(Mode) +
                         (IsSatFinite ? ".satfinite" : "") + ".ue8m0x2";
      auto Finish = [&](Operation &Op) {
        Op.Round = Mode;
        Op.IsSatFinite = IsSatFinite;
      };
      Finish(add(Out, Name + ".f32", NumberFormat::F32, 1, 2, RegClass::B16,
                 toPowers));
      Finish(add(Out, Name + ".bf16x2", NumberFormat::BF16, 2, 1, RegClass::B16,
                 toPowers));
    }
  addWidening(Out, "cvt.rn.bf16x2.ue8m0x2", NumberFormat::BF16, fromPowers);
}

} // namespace

void addNarrowOperations(Table &Out) {
  for (unsigned I = 0; I != std::size(SmallFormats); ++I)
    for (bool HasRelu : {false, true})
      addSmall(Out, I, HasRelu);
  addPowers(Out);
  for (bool IsSatFinite : {false, true})
    add(Out,
        std::string("cvt.rna") + (IsSatFinite ? ".satfinite" : "") +
            ".tf32.f32",
        NumberFormat::F32, 1, 1, RegClass::B32, toWordAway)
        .IsSatFinite = IsSatFinite;
}

} // namespace heddle::ptxrandom
