//===- FusedSum.h - Numbers added as tensor cores do ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums of products and an accumulator with a single rounding: every term is
/// truncated at the same bit, the integers that remain are added exactly, and
/// the sum is rounded once.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_FUSEDSUM_H
#define HEDDLE_LIB_MATRIX_FUSEDSUM_H

#include "heddle/Matrix/ElementType.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::matrix {

/// Returns \p A * \p B, exact and not normalized.
Number product(const Number &A, const Number &B);

/// The value Total * 2^Scale, an infinity or a NaN.
struct AlignedSum {
  Number::Kind What = Number::Kind::Finite;
  bool IsNegative = false;
  int64_t Total = 0;
  int Scale = 0;
};

/// The exponent at which terms are aligned if all have lesser ones: that of the
/// least non-zero number of BF16.
constexpr int LeastExponent = -133;

/// Adds \p Terms, each truncated \p FractionBits below the largest exponent of
/// those that are not zero.
AlignedSum addAligned(llvm::ArrayRef<Number> Terms, unsigned FractionBits);

/// Encodes \p S as an accumulator of type \p D: F32 is truncated to \p KeptBits
/// significant bits, F16 rounded to nearest even. A result of zero is positive.
uint64_t encodeSum(const AlignedSum &S, ElementType D, unsigned KeptBits);

/// Returns the NaN that every sum of type \p D without a value yields.
uint64_t canonicalNaN(ElementType D);

} // namespace heddle::matrix

#endif // HEDDLE_LIB_MATRIX_FUSEDSUM_H
