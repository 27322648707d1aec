//===- Format.cpp - Floating-point formats by their fields ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace heddle::judge {

using model::Rounding;

Format formatOf(ElementType T) {
  switch (T) {
#define HEDDLE_FLOAT_TYPE(NAME, TEXT, CONTAINER, EXPONENT, MANTISSA, SPECIALS) \
  case ElementType::NAME:                                                      \
    return {EXPONENT, MANTISSA, Format::SPECIALS};
#define HEDDLE_SCALE_TYPE(NAME, TEXT, EXPONENT, MANTISSA)                      \
  case ElementType::NAME:
#define HEDDLE_INTEGER_TYPE(NAME, TEXT, BITS, SIGNED) case ElementType::NAME:
#include "heddle/Matrix/ElementTypes.def"
    break;
  }
  llvm_unreachable("no type of floating-point numbers with a sign");
}

std::optional<Packing> packingOf(ptx::ScalarType Type) {
  using enum ptx::ScalarType;
  const auto Of = [&](ElementType T, unsigned Lanes) {
    return Packing{T, Lanes, ptx::bitWidth(Type) / Lanes};
  };
  switch (Type) {
  case F16:
    return Of(ElementType::F16, 1);
  case BF16:
    return Of(ElementType::BF16, 1);
  case F32:
    return Of(ElementType::F32, 1);
  case F64:
    return Of(ElementType::F64, 1);
  case F16x2:
    return Of(ElementType::F16, 2);
  case BF16x2:
    return Of(ElementType::BF16, 2);
  case F32x2:
    return Of(ElementType::F32, 2);
  case E4M3x2:
    return Of(ElementType::E4M3, 2);
  case E5M2x2:
    return Of(ElementType::E5M2, 2);
  case E2M3x2:
    return Of(ElementType::E2M3, 2);
  case E3M2x2:
    return Of(ElementType::E3M2, 2);
  case E2M1x2:
    return Of(ElementType::E2M1, 2);
  default: // Over PTX's types.
    return std::nullopt;
  }
}

uint64_t Packing::lane(uint64_t V, unsigned N) const {
  assert(N < Lanes && "an element that the type does not have");
  const uint64_t Part = V >> (N * Stride);
  return Stride >= 64 ? Part : Part & ((uint64_t(1) << Stride) - 1);
}

uint64_t Format::limit() const {
  const uint64_t All = sign() - 1;
  switch (Specials) {
  case IEEE:
    return All >> FractionBits << FractionBits;
  case OneNaN:
    return All;
  case None:
    return All + 1;
  }
  llvm_unreachable("covered switch");
}

bool Format::isNaN(uint64_t V) const {
  return Specials == OneNaN ? magnitude(V) == limit() : magnitude(V) > limit();
}

double Format::value(uint64_t V) const {
  if (isNaN(V))
    return std::numeric_limits<double>::quiet_NaN();
  const uint64_t M = magnitude(V);
  double Is = std::numeric_limits<double>::infinity();
  if (Specials != IEEE || M != limit()) {
    const auto Field = int(M >> FractionBits);
    uint64_t Fraction = M & ((uint64_t(1) << FractionBits) - 1);
    if (Field)
      Fraction |= uint64_t(1) << FractionBits;
    Is = std::ldexp(double(Fraction),
                    std::max(Field, 1) - bias() - int(FractionBits));
  }
  return V & sign() ? -Is : Is;
}

/// \p M / 2^\p Count as \p Mode rounds a number of this sign. ChipFloat has the
/// same for its own numbers. It is written once more here, since whoever judges
/// shares no rounding with what is judged: a wrong one would agree with itself.
static uint64_t shiftedDown(uint64_t M, unsigned Count, Rounding Mode,
                            bool IsNegative) {
  assert(M >> 62 == 0 && "no room for what is lost");
  if (Count == 0)
    return M;
  // Two bits tell a half from less and from more.
  if (Count > 63) {
    M = M != 0;
    Count = 2;
  }
  const uint64_t Whole = M >> Count, Rest = M & ((uint64_t(1) << Count) - 1);
  const uint64_t Half = uint64_t(1) << (Count - 1);
  switch (Mode) {
  case Rounding::Nearest:
    return Whole + (Rest > Half || (Rest == Half && (Whole & 1)));
  case Rounding::Zero:
    return Whole;
  case Rounding::Down:
    return Whole + (IsNegative && Rest);
  case Rounding::Up:
    return Whole + (!IsNegative && Rest);
  }
  llvm_unreachable("covered switch");
}

Encoded encoded(const Format &F, double V, Rounding Mode, bool StaysFinite) {
  assert(!std::isnan(V) && "NaNs have rules of their own");
  assert(F.FractionBits <= 50 && "a double is no wider");
  const bool IsNegative = std::signbit(V);
  const uint64_t Sign = IsNegative ? F.sign() : 0;
  const bool HasInfinity = F.Specials == Format::IEEE && !StaysFinite;
  if (V == 0)
    return {Sign};
  if (std::isinf(V))
    return {Sign | (HasInfinity ? F.limit() : F.limit() - 1)};
  int Exponent = 0;
  constexpr unsigned Digits = std::numeric_limits<double>::digits;
  const auto M =
      uint64_t(std::ldexp(std::frexp(std::fabs(V), &Exponent), int(Digits)));
  --Exponent;
  const int Min = F.minExponent();
  const unsigned Dropped = Digits - 1 - F.FractionBits;
  const auto Below = unsigned(std::max(Min - Exponent, 0));
  const uint64_t Kept = shiftedDown(M, Dropped + Below, Mode, IsNegative);
  Encoded R;
  // What rounds up to the smallest normal number is not tiny.
  R.IsTiny =
      Exponent < Min - 1 ||
      (Exponent == Min - 1 &&
       shiftedDown(M, Dropped, Mode, IsNegative) >> (F.FractionBits + 1) == 0);
  const auto Field = uint64_t(std::max(Exponent, Min) - Min);
  uint64_t Magnitude = (Field << F.FractionBits) + Kept;
  if (Magnitude >= F.limit()) {
    const bool GoesOut = Mode == Rounding::Nearest ||
                         Mode == (IsNegative ? Rounding::Down : Rounding::Up);
    Magnitude = HasInfinity && GoesOut ? F.limit() : F.limit() - 1;
  }
  R.Bits = Sign | Magnitude;
  return R;
}

double oddSum(double A, double B) {
  const double S = A + B;
  if (!std::isfinite(S))
    return S;
  // Knuth's exact error of a sum.
  const double OfB = S - A;
  const double OfA = S - OfB;
  const double ErrorA = A - OfA, ErrorB = B - OfB;
  const double Error = ErrorA + ErrorB;
  const auto Bits = std::bit_cast<uint64_t>(S);
  if (Error == 0 || Bits & 1)
    return S;
  assert(S != 0 && "a sum of nothing with an error");
  return std::bit_cast<double>((Error > 0) == (S > 0) ? Bits + 1 : Bits - 1);
}

double oddNumber(uint64_t Magnitude, bool IsNegative) {
  constexpr unsigned Digits = std::numeric_limits<double>::digits;
  unsigned Shift = 0;
  bool IsInexact = false;
  while (Magnitude >> Digits) {
    IsInexact |= Magnitude & 1;
    Magnitude >>= 1;
    ++Shift;
  }
  const double V = std::ldexp(double(Magnitude | IsInexact), int(Shift));
  return IsNegative ? -V : V;
}

} // namespace heddle::judge
