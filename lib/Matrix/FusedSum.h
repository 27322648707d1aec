//===- FusedSum.h - Numbers added as tensor cores do ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products and an accumulator as one sum: every term is cut at the same bit,
/// the integers that are left are added exactly, and the sum is rounded once.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_FUSEDSUM_H
#define HEDDLE_LIB_MATRIX_FUSEDSUM_H

#include "heddle/Matrix/ElementType.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::matrix {

/// \p A * \p B, exact and not normalized.
Number product(const Number &A, const Number &B);

/// Total * 2^Scale, an infinity or a NaN.
struct AlignedSum {
  Number::Kind What = Number::Kind::Finite;
  bool IsNegative = false;
  int64_t Total = 0;
  int Scale = 0;
};

/// Terms are aligned as to this exponent where all have lesser ones: that of
/// the least number that is not zero in BF16.
constexpr int LeastExponent = -133;

/// \p Terms, each cut toward zero \p FractionBits below the largest exponent of
/// those that are not zero.
AlignedSum addAligned(llvm::ArrayRef<Number> Terms, unsigned FractionBits);

/// \p S as an accumulator of type \p D: cut to \p KeptBits significant bits in
/// F32, rounded to nearest even in F16. What vanishes is positive.
uint64_t encodeSum(const AlignedSum &S, ElementType D, unsigned KeptBits);

/// The one NaN that sums of \p D come to.
uint64_t canonicalNaN(ElementType D);

} // namespace heddle::matrix

#endif // HEDDLE_LIB_MATRIX_FUSEDSUM_H
