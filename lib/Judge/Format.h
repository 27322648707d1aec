//===- Format.h - Floating-point formats by their fields --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers of every format up to f32 are doubles here. A sum or a product that
/// a double cannot hold is rounded to odd: its last bit is set if anything is
/// lost, so that rounding it to a format of at most 51 bits gives what rounding
/// the exact value gives.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JUDGE_FORMAT_H
#define HEDDLE_LIB_JUDGE_FORMAT_H

#include "heddle/Matrix/ElementType.h"
#include "heddle/Model/ChipFloat.h"
#include "heddle/PTXParser/Types.h"
#include <optional>

namespace heddle::judge {

using matrix::ElementType;

/// The fields of a format, from its row of ElementTypes.def.
struct Format {
  /// What the highest exponent means: infinities and NaNs, numbers but for one
  /// NaN, numbers only.
  enum SpecialsType : uint8_t { IEEE, OneNaN, None };

  unsigned ExponentBits = 0, FractionBits = 0;
  SpecialsType Specials = IEEE;

  unsigned bits() const { return 1 + ExponentBits + FractionBits; }
  uint64_t sign() const { return uint64_t(1) << (ExponentBits + FractionBits); }
  uint64_t magnitude(uint64_t V) const { return V & (sign() - 1); }
  int bias() const { return (1 << (ExponentBits - 1)) - 1; }
  int minExponent() const { return 1 - bias(); }
  /// Above all numbers of the format; for IEEE formats, the infinity.
  uint64_t limit() const;
  /// The bits of 1.0.
  uint64_t one() const { return uint64_t(bias()) << FractionBits; }
  /// The NaN that NVIDIA's conversions make: all ones but the sign.
  uint64_t nan() const { return sign() - 1; }
  bool isNaN(uint64_t V) const;
  bool isDenormal(uint64_t V) const {
    return magnitude(V) != 0 && magnitude(V) >> FractionBits == 0;
  }
  /// A denormal is a zero of its sign.
  uint64_t flushed(uint64_t V) const { return isDenormal(V) ? V & sign() : V; }
  double value(uint64_t V) const;
};

Format formatOf(ElementType T);

/// What a PTX type packs: how many elements of what, \p Stride bits apart.
struct Packing {
  ElementType Element;
  unsigned Lanes, Stride;

  Format format() const { return formatOf(Element); }
  uint64_t lane(uint64_t V, unsigned N) const;
};
/// None: \p Type is no type of floating-point numbers that are known here.
std::optional<Packing> packingOf(ptx::ScalarType Type);

struct Encoded {
  uint64_t Bits = 0;
  /// The number would be below the smallest normal one if exponents had no
  /// limit.
  bool IsTiny = false;
};

/// \p V, which is no NaN, in format \p F. Numbers above the largest one become
/// that if \p StaysFinite.
Encoded encoded(const Format &F, double V, model::Rounding Mode,
                bool StaysFinite = false);

/// Rounded to odd.
double oddSum(double A, double B);
double oddNumber(uint64_t Magnitude, bool IsNegative);

} // namespace heddle::judge

#endif // HEDDLE_LIB_JUDGE_FORMAT_H
