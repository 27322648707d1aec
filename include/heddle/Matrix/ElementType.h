//===- ElementType.h - What matrix instructions multiply --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The types of elements and scale factors, and the numbers that their bits
/// are.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_ELEMENTTYPE_H
#define HEDDLE_MATRIX_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace heddle::matrix {

enum class ElementType : uint8_t {
#define HEDDLE_FLOAT_TYPE(NAME, TEXT, CONTAINER, EXPONENT, MANTISSA, SPECIALS) \
  NAME,
#define HEDDLE_SCALE_TYPE(NAME, TEXT, EXPONENT, MANTISSA) NAME,
#define HEDDLE_INTEGER_TYPE(NAME, TEXT, BITS, SIGNED) NAME,
#include "heddle/Matrix/ElementTypes.def"
};

/// "f16" to "b1".
llvm::StringRef elementTypeName(ElementType T);
std::optional<ElementType> findElementType(llvm::StringRef Name);

bool isFloat(ElementType T);
bool isInteger(ElementType T);
/// Bits of an element: 32 of TF32, 6 of E3M2.
unsigned elementBits(ElementType T);

/// The value of the bits of a float or of a scale factor. A finite number is
/// Significand * 2^(Exponent - FractionBits).
struct Number {
  enum class Kind : uint8_t { Finite, Infinity, NaN };

  Kind What = Kind::Finite;
  bool IsNegative = false;
  /// The exponent of the format's smallest normal number where the number is
  /// subnormal or zero: nothing is normalized.
  int Exponent = 0;
  uint64_t Significand = 0;
  unsigned FractionBits = 0;

  bool isFinite() const { return What == Kind::Finite; }
  bool isInfinity() const { return What == Kind::Infinity; }
  bool isNaN() const { return What == Kind::NaN; }
  bool isZero() const { return isFinite() && Significand == 0; }
};

/// Bits beyond the element's are ignored.
Number decode(ElementType T, uint64_t Bits);
/// Decodes an integer type.
int64_t decodeInteger(ElementType T, uint64_t Bits);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_ELEMENTTYPE_H
