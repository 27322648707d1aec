//===- Compare.h - Rules for expected results -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a buffer is held against what it should contain. The rules are those of
/// job files.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_COMPARE_H
#define HEDDLE_RUNTIME_COMPARE_H

#include "heddle/Runtime/Elements.h"

namespace heddle::runtime {

enum class CompareRule : uint8_t {
  /// Equal bytes; two NaNs are equal unless NaNs are exact.
  Exact,
  /// |a-b| <= tol * max(|a|, |b|)
  Relative,
  /// |a-b| <= tol
  Absolute,
  /// Distance in representable values <= tol
  Ulp,
  /// Share of differing elements <= tol
  MismatchFraction,
  /// Exact after sorting both.
  Sorted,
  /// Relative or Absolute, whichever holds: what --expect's TOL means.
  Near,
};

std::optional<CompareRule> parseCompareRule(llvm::StringRef Name);

struct Expectation {
  ElementType Type = ElementType::U8;
  CompareRule Rule = CompareRule::Exact;
  double Tolerance = 0;
  bool ExactNaN = false;
};

/// Compares \p Got with \p Want, which must have the same size. Returns what is
/// wrong in one line, or nothing: "3 of 64 elements differ, first at [5]: got
/// 1, expected 2".
std::optional<std::string> findMismatch(const Expectation &E,
                                        llvm::ArrayRef<uint8_t> Got,
                                        llvm::ArrayRef<uint8_t> Want);

} // namespace heddle::runtime

#endif // HEDDLE_RUNTIME_COMPARE_H
