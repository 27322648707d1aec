//===- OperandTuples.cpp - Operands of one instruction --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandTuples.h"
#include "NumberSamples.h"

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

const uint32_t SpecialFloats[] = {
    0x00000000, 0x80000000, 0x00000001, 0x007fffff, 0x00800000, 0x80800001,
    0x00ffffff, 0x33800000, 0x34000000, 0x3effffff, 0x3f000000, 0x3f7fffff,
    0x3f800000, 0xbf800000, 0x3f800001, 0x40400000, 0x4b7fffff, 0x4f000000,
    0xcf000000, 0x4f800000, 0x5f000000, 0x7e800000, 0x7f7fffff, 0x7f800000,
    0xff800000, 0x7fc00000};

bool isFloat(RegClass Class) {
  return Class == RegClass::F32 || Class == RegClass::F64;
}

/// Special value \p I of \p Kind, if there are so many: of one half alone all
/// values that there are, if \p IsAlone. Lanes beside the first have others.
std::optional<uint64_t> specialNumber(const SourceKind &Kind, uint64_t I,
                                      bool IsAlone) {
  unsigned Bits = shapeOf(Kind.Format).Bits, Lanes = bitsOf(Kind.Class) / Bits;
  if (IsAlone && Bits == 16) {
    if (I > 0xffff)
      return std::nullopt;
    return Lanes == 1 ? I : I | (0xffff - I) << 16;
  }
  ArrayRef<uint64_t> Special = specialNumbers(Kind.Format);
  if (I >= Special.size())
    return std::nullopt;
  uint64_t V = 0;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    V |= Special[(I + 7 * Lane) % Special.size()] << Lane * Bits;
  return V;
}

/// Special value \p I of \p Class, if there are so many.
std::optional<uint64_t> special(RegClass Class, uint64_t I) {
  if (isFloat(Class))
    return I < std::size(SpecialFloats)
               ? std::optional<uint64_t>(SpecialFloats[I])
               : std::nullopt;
  unsigned Bits = bitsOf(Class);
  uint64_t Mask = ~uint64_t(0) >> (64 - Bits), Top = uint64_t(1) << (Bits - 1);
  if (Class == RegClass::Pred)
    return I < 2 ? std::optional<uint64_t>(I) : std::nullopt;
  uint64_t Half = uint64_t(1) << Bits / 2;
  const uint64_t Values[] = {
      0,    1,       2,        3,     7,        10,           0x1f,     0x20,
      0x3f, 0x40,    0xff,     0x100, Half - 1, Half,         Half + 1, Top - 1,
      Top,  Top + 1, Mask - 1, Mask,  Mask / 3, 0xffff & Mask};
  return I < std::size(Values) ? std::optional<uint64_t>(Values[I] & Mask)
                               : std::nullopt;
}

} // namespace

OperandTuples::OperandTuples(const Operation &Of, uint64_t Seed, uint64_t Count)
    : Op(Of), R(Seed), Kinds(Of.Sources) {
  if (Op.ReadsCarry)
    Kinds.push_back({RegClass::Pred});
  Odometer.assign(Kinds.size(), 0);
  SpecialLeft = 1;
  for (size_t I = 0; I != Kinds.size(); ++I) {
    uint64_t N = 0;
    while (specialOf(I, N))
      ++N;
    NumSpecial.push_back(N);
    SpecialLeft *= N;
  }
  TakesTurns = SpecialLeft > Count;
}

void OperandTuples::next(uint64_t *S) {
  if (TakesTurns) {
    IsSpecialsTurn = !IsSpecialsTurn;
    for (size_t I = 0; IsSpecialsTurn && I != Kinds.size(); ++I)
      S[I] = *specialOf(I, R.next() % NumSpecial[I]);
    if (IsSpecialsTurn)
      return;
  } else if (SpecialLeft) {
    --SpecialLeft;
    return nextSpecial(S);
  }
  for (size_t I = 0; I != Kinds.size(); ++I)
    S[I] = any(I);
  relate(S);
}

void OperandTuples::nextSpecial(uint64_t *S) {
  for (size_t I = 0; I != Kinds.size(); ++I)
    S[I] = *specialOf(I, Odometer[I]);
  for (size_t I = 0; I != Kinds.size(); ++I) {
    if (++Odometer[I] != NumSpecial[I])
      return;
    Odometer[I] = 0;
  }
}

/// Special value \p N of source \p I, if there are so many.
std::optional<uint64_t> OperandTuples::specialOf(size_t I, uint64_t N) const {
  if (Kinds[I].Format != NumberFormat::None)
    return specialNumber(Kinds[I], N, Kinds.size() == 1);
  // A half as an integer alone.
  if (Kinds.size() == 1 && bitsOf(Kinds[I].Class) == 16)
    return N > 0xffff ? std::nullopt : std::optional<uint64_t>(N);
  return special(Kinds[I].Class, N);
}

uint64_t OperandTuples::any(size_t I) {
  RegClass Class = Kinds[I].Class;
  if (NumberFormat F = Kinds[I].Format; F != NumberFormat::None)
    return randomNumbers(R, F, bitsOf(Class) / shapeOf(F).Bits);
  if (Kinds[I].IsCount && R.percent(75))
    return R.below(72);
  if (isFloat(Class))
    return R.floatBits();
  return Class == RegClass::Pred ? R.below(2) : R.integer(bitsOf(Class));
}

/// Operands that have to do with each other, half of the time: dividends
/// beside multiples, addends that cancel a product, nearly equal values.
void OperandTuples::relate(uint64_t *S) {
  RegClass Class = Kinds[0].Class;
  if (Op.Sources.size() < 2 || Class != Kinds[1].Class || R.percent(50))
    return;
  if (Kinds[0].Format != NumberFormat::None &&
      Kinds[0].Format == Kinds[1].Format)
    return relateNumbers(S);
  const Rounding Near = Rounding::Nearest;
  uint64_t Mask = ~uint64_t(0) >> (64 - bitsOf(Class));
  int64_t Step = int64_t(R.below(5)) - 2;
  if (isFloat(Class)) {
    uint32_t Product = mulFloat(uint32_t(S[0]), uint32_t(S[1]), Near);
    uint32_t Beside = Product + uint32_t(Step);
    if (Op.Sources.size() == 3 && isFloat(Kinds[2].Class))
      S[2] = Beside ^ 0x80000000;
    else
      S[0] = R.percent(50) ? Beside : uint32_t(S[1] + uint64_t(Step));
  } else if (R.percent(50)) {
    S[0] = (S[1] + uint64_t(Step)) & Mask;
  } else {
    S[0] = (S[1] * R.integer(bitsOf(Class)) + uint64_t(Step)) & Mask;
  }
}

/// In the lowest lane; the others stay as they are.
void OperandTuples::relateNumbers(uint64_t *S) {
  NumberFormat F = Kinds[0].Format;
  const FormatShape &Shape = shapeOf(F);
  uint64_t Mask = ~uint64_t(0) >> (64 - Shape.Bits);
  uint64_t Step = (R.below(5) - 2) << Shape.shift();
  auto Put = [&](size_t I, uint64_t V) { S[I] = (S[I] & ~Mask) | (V & Mask); };
  uint64_t Pair[2] = {S[0] & Mask, S[1] & Mask};
  bool IsFused = Op.Sources.size() == 3 && Kinds[2].Format == F;
  if (Shape.isNaN(Pair[0]) || Shape.isNaN(Pair[1]) ||
      (!IsFused && R.percent(50)))
    return Put(0, (R.percent(50) ? Shape.sign() : 0) ^ (Pair[1] + Step));
  uint64_t Product =
      apFloatJudge().Compute(FloatOp::Mul, F, F, Rounding::Nearest, Pair).Bits;
  Put(IsFused ? 2 : 0, (Product ^ (IsFused ? Shape.sign() : 0)) + Step);
}

} // namespace heddle::ptxrandom
