//===- FusedSum.cpp - Numbers added as tensor cores do --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedSum.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cassert>
#include <limits>

namespace heddle::matrix {

Number product(const Number &A, const Number &B) {
  Number P;
  P.IsNegative = A.IsNegative != B.IsNegative;
  P.Exponent = A.Exponent + B.Exponent;
  P.FractionBits = A.FractionBits + B.FractionBits;
  if (A.isNaN() || B.isNaN() || (A.isInfinity() && B.isZero()) ||
      (A.isZero() && B.isInfinity()))
    P.What = Number::Kind::NaN;
  else if (A.isInfinity() || B.isInfinity())
    P.What = Number::Kind::Infinity;
  else
    P.Significand = A.Significand * B.Significand;
  return P;
}

/// The NaN or the infinity that \p Terms come to, if they do.
static AlignedSum addSpecials(llvm::ArrayRef<Number> Terms) {
  AlignedSum S;
  for (const Number &N : Terms) {
    if (N.isFinite())
      continue;
    bool AreOpposed = N.isInfinity() && S.What == Number::Kind::Infinity &&
                      N.IsNegative != S.IsNegative;
    if (N.isNaN() || AreOpposed)
      S.What = Number::Kind::NaN;
    else if (S.What == Number::Kind::Finite) {
      S.What = Number::Kind::Infinity;
      S.IsNegative = N.IsNegative;
    }
  }
  return S;
}

/// \p N in units of 2^Scale, cut toward zero.
static int64_t inUnits(const Number &N, int Scale) {
  int Shift = N.Exponent - int(N.FractionBits) - Scale;
  uint64_t Magnitude = 0;
  if (Shift >= 0) {
    assert(Shift < llvm::countl_zero(N.Significand) && "a term is too large");
    Magnitude = N.Significand << Shift;
  } else if (Shift > -64)
    Magnitude = N.Significand >> -Shift;
  return N.IsNegative ? -int64_t(Magnitude) : int64_t(Magnitude);
}

AlignedSum addAligned(llvm::ArrayRef<Number> Terms, unsigned FractionBits) {
  AlignedSum S = addSpecials(Terms);
  if (S.What != Number::Kind::Finite)
    return S;
  int Largest = LeastExponent;
  for (const Number &N : Terms)
    if (!N.isZero())
      Largest = std::max(Largest, N.Exponent);
  S.Scale = Largest - int(FractionBits);
  for (const Number &N : Terms)
    if (!N.isZero())
      S.Total += inUnits(N, S.Scale);
  S.IsNegative = S.Total < 0;
  return S;
}

namespace {

/// The fields of an accumulator.
struct Layout {
  unsigned Bits, MantissaBits;
  int Bias;

  uint64_t sign() const { return uint64_t(1) << (Bits - 1); }
  /// Infinity, which is one exponent beyond the largest number.
  uint64_t infinity() const { return uint64_t(2 * Bias + 1) << MantissaBits; }
};

} // namespace

static Layout layoutOf(ElementType D) {
  assert((D == ElementType::F32 || D == ElementType::F16) &&
         "a fused sum is f32 or f16");
  return D == ElementType::F32 ? Layout{32, 23, 127} : Layout{16, 10, 15};
}

/// \p Magnitude * 2^\p Shift as an integer: cut, or rounded to nearest even.
static uint64_t scaleTo(uint64_t Magnitude, int Shift, bool Cuts) {
  if (Shift >= 0)
    return Magnitude << Shift;
  if (Shift <= -64)
    return 0;
  uint64_t Kept = Magnitude >> -Shift;
  if (Cuts)
    return Kept;
  uint64_t Half = uint64_t(1) << (-Shift - 1);
  uint64_t Rest =
      Magnitude & llvm::maskTrailingOnes<uint64_t>(unsigned(-Shift));
  return Kept + (Rest > Half || (Rest == Half && (Kept & 1)));
}

uint64_t canonicalNaN(ElementType D) {
  const Layout L = layoutOf(D);
  return L.sign() - 1;
}

uint64_t encodeSum(const AlignedSum &S, ElementType D, unsigned KeptBits) {
  const Layout L = layoutOf(D);
  uint64_t Sign = S.IsNegative ? L.sign() : 0;
  if (S.What == Number::Kind::NaN)
    return canonicalNaN(D);
  if (S.What == Number::Kind::Infinity)
    return Sign | L.infinity();
  if (S.Total == 0)
    return 0;
  uint64_t Magnitude = S.IsNegative ? -uint64_t(S.Total) : uint64_t(S.Total);
  int Exponent = int(llvm::Log2_64(Magnitude)) + S.Scale;
  // The exponent of the field's lowest normal number holds for subnormal ones.
  int Lowest = 1 - L.Bias, Base = std::max(Exponent, Lowest);
  bool Cuts = D == ElementType::F32;
  unsigned Fraction = Cuts ? KeptBits - 1 : L.MantissaBits;
  uint64_t Mantissa = scaleTo(Magnitude, S.Scale - Base + int(Fraction), Cuts);
  Mantissa <<= L.MantissaBits - Fraction;
  if (Mantissa == 0)
    return 0;
  // The hidden bit, where there is one, and what rounding carried count the
  // exponent up.
  uint64_t Bits = (uint64_t(Base - Lowest) << L.MantissaBits) + Mantissa;
  return Sign | std::min(Bits, L.infinity());
}

} // namespace heddle::matrix
