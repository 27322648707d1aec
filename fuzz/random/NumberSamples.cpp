//===- NumberSamples.cpp - Operands of floats -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberSamples.h"
#include <array>
#include <vector>

namespace heddle::ptxrandom {

static std::vector<uint64_t> makeSpecials(NumberFormat F) {
  const FormatShape &S = shapeOf(F);
  const uint64_t Unit = uint64_t(1) << S.shift();
  const uint64_t Exponent = S.minNormal();
  auto Power = [&](int E) {
    return uint64_t(E - S.MinExponent + 1) * Exponent;
  };
  std::vector<uint64_t> Values = {0,
                                  Unit,
                                  2 * Unit,
                                  Exponent / 2,
                                  Exponent - Unit,
                                  Exponent,
                                  Exponent + Unit,
                                  2 * Exponent - Unit,
                                  2 * Exponent,
                                  S.infinity() / 2,
                                  S.infinity() - Exponent,
                                  S.infinity() - Unit,
                                  S.infinity(),
                                  S.infinity() + Unit,
                                  S.infinity() + Exponent / 2,
                                  S.infinity() + Exponent / 2 + 5 * Unit,
                                  S.infinity() + Exponent - Unit};
  for (int E : {-S.Digits - 1, -S.Digits, -S.Digits + 1, -2, -1, 0, 1, 7, 8, 15,
                16, 31, 32, 63, 64, S.Digits - 1, S.Digits})
    if (E <= S.MaxExponent && E >= S.MinExponent)
      for (uint64_t Beside : {0 - Unit, uint64_t(0), Unit, Exponent / 2})
        Values.push_back(Power(E) + Beside);
  size_t Count = Values.size();
  for (size_t I = 0; I != Count; ++I)
    Values.push_back(Values[I] | S.sign());
  return Values;
}

llvm::ArrayRef<uint64_t> specialNumbers(NumberFormat F) {
  static const std::array<std::vector<uint64_t>, 6> All = {
      std::vector<uint64_t>(),          makeSpecials(NumberFormat::F16),
      makeSpecials(NumberFormat::BF16), makeSpecials(NumberFormat::F32),
      makeSpecials(NumberFormat::F64),  makeSpecials(NumberFormat::TF32)};
  return All[unsigned(F)];
}

uint64_t randomNumber(Random &R, NumberFormat F) {
  const FormatShape &S = shapeOf(F);
  uint64_t Any = R.next() >> (64 - S.Bits);
  uint64_t Fraction = Any & (S.minNormal() - 1) & ~((1u << S.shift()) - 1);
  uint64_t Sign = Any & S.sign();
  auto Exponents = unsigned(S.MaxExponent - S.MinExponent + 2);
  auto WithExponent = [&](unsigned E) {
    return Sign | uint64_t(E) * S.minNormal() | Fraction;
  };
  switch (R.below(8)) {
  case 0: {
    llvm::ArrayRef<uint64_t> Special = specialNumbers(F);
    return Special[R.below(unsigned(Special.size()))];
  }
  case 1: // as small as can be
    return WithExponent(R.below(4));
  case 2: // as large as can be
    return WithExponent(Exponents - 1 - R.below(3));
  case 3: // of few digits: exact results, and halves of a unit
    Fraction &= ~(S.minNormal() / 64 - 1) | Fraction >> 60;
    return WithExponent(unsigned(S.MaxExponent) - 4 + R.below(9));
  case 4:
  case 5: // around 1
    return WithExponent(unsigned(S.MaxExponent) - 2 + R.below(5));
  case 6: // within the digits of integers
    return WithExponent(
        std::min(unsigned(S.MaxExponent) + R.below(68), Exponents - 1));
  default:
    return Any & ~uint64_t((1u << S.shift()) - 1);
  }
}

uint64_t randomNumbers(Random &R, NumberFormat F, unsigned Lanes) {
  uint64_t V = 0;
  for (unsigned I = 0; I != Lanes; ++I)
    V |= randomNumber(R, F) << I * shapeOf(F).Bits;
  return V;
}

} // namespace heddle::ptxrandom
