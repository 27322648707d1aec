//===- Origin.cpp - What an integer may be as an address ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Origin.h"
#include "heddle/ABI/AddressSpace.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

using namespace llvm;

namespace heddle {

std::optional<unsigned> Origin::addressSpace() const {
  if (!isAddress() || !isPowerOf2_32(Roles))
    return std::nullopt;
  return countr_zero(Roles / FirstSpace);
}

/// Applies \p Rule to each pair of roles.
template <typename RuleT>
static Origin pairwise(Origin A, Origin B, RuleT Rule) {
  Origin Result;
  for (unsigned RestA = A.roles(); RestA != 0; RestA &= RestA - 1)
    for (unsigned RestB = B.roles(); RestB != 0; RestB &= RestB - 1)
      Result |=
          Rule(Origin::Role(RestA & -RestA), Origin::Role(RestB & -RestB));
  return Result;
}

/// An argument is a number or points to global memory. A loaded value is
/// either, or points anywhere: with an argument added one of both is the
/// address.
static Origin sumOf(Origin::Role A, Origin::Role B) {
  if (A > B)
    std::swap(A, B);
  if (A == Origin::Number)
    return B;
  if (B >= Origin::FirstSpace)
    return A == Origin::Index || A == Origin::Loaded || A == Origin::Argument
               ? B
               : Origin::Unclear;
  if (B == Origin::Unclear)
    return B;
  if (B == Origin::Argument)
    return A == Origin::Loaded ? Origin::Unclear : B;
  if (A == Origin::Loaded && B == Origin::Negated)
    return Origin::Loaded;
  return B;
}

static Origin differenceOf(Origin::Role A, Origin::Role B) {
  if (B == Origin::Number || B == Origin::Index)
    return A;
  if (A == Origin::Unclear || B == Origin::Unclear)
    return Origin::Unclear;
  bool IsNumber = A == Origin::Number || A == Origin::Index;
  bool IsSpace = A >= Origin::FirstSpace;
  if (B == Origin::Loaded || B == Origin::Negated) {
    if (IsSpace)
      return Origin::Unclear;
    return IsNumber ? Origin::Negated : A;
  }
  constexpr unsigned Global = Origin::FirstSpace << abi::Global;
  if (B == Origin::Argument) {
    // The distance from a global address is as good an index as an argument.
    return IsNumber || A == Global ? Origin::Argument : A;
  }
  // Distances of two addresses. A number less an address is neither.
  bool IsDistance =
      A == B || A == Origin::Loaded || (A == Origin::Argument && B == Global);
  return IsDistance ? Origin::Index : Origin::Unclear;
}

Origin sum(Origin A, Origin B) { return pairwise(A, B, sumOf); }

Origin difference(Origin A, Origin B) { return pairwise(A, B, differenceOf); }

Origin pieceOf(Origin Whole) {
  bool OfAddress = Whole.isAddress() || Whole.has(Origin::Unclear);
  return OfAddress ? Origin::Unclear : Origin::Index;
}

} // namespace heddle
