//===- CheckedSize.h - Sizes that programs ask for --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums and products of numbers that a program passes. A result that has no
/// room in 64 bits has no value, nor has anything computed from it, so that a
/// caller asks once, at the end.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_CHECKEDSIZE_H
#define HEDDLE_SUPPORT_CHECKEDSIZE_H

#include <cstdint>
#include <optional>

namespace heddle {

class CheckedSize {
public:
  constexpr CheckedSize(uint64_t Number) : Number(Number) {}

  constexpr bool isKnown() const { return IsKnown; }
  /// Nothing if it has no room in 64 bits.
  constexpr std::optional<uint64_t> value() const {
    return IsKnown ? std::optional(Number) : std::nullopt;
  }
  /// Whether it is known and at most \p Most.
  constexpr bool fitsIn(uint64_t Most) const {
    return IsKnown && Number <= Most;
  }

  friend constexpr CheckedSize operator+(CheckedSize A, CheckedSize B) {
    CheckedSize Sum(0);
    bool Wraps = __builtin_add_overflow(A.Number, B.Number, &Sum.Number);
    Sum.IsKnown = A.IsKnown && B.IsKnown && !Wraps;
    return Sum;
  }
  friend constexpr CheckedSize operator*(CheckedSize A, CheckedSize B) {
    CheckedSize Product(0);
    bool Wraps = __builtin_mul_overflow(A.Number, B.Number, &Product.Number);
    Product.IsKnown = A.IsKnown && B.IsKnown && !Wraps;
    return Product;
  }

private:
  uint64_t Number;
  bool IsKnown = true;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_CHECKEDSIZE_H
