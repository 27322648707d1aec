//===- WarpPlan.h - Where the elements of sums come from --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// D's elements with one number in each lane's fragment are a set of 32 sums. A
/// plan says where the elements of each set's sums are in the registers.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_WARPPLAN_H
#define HEDDLE_LIB_MATRIX_WARPPLAN_H

#include "heddle/Matrix/DotProducts.h"
#include "heddle/Matrix/FragmentLayout.h"
#include "heddle/Matrix/MatrixForm.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <vector>

namespace heddle::matrix {

/// How the elements of A or of B lie in registers.
struct Packing {
  unsigned Rows = 0;
  /// Bits of a container, where in it the element is, and its mask.
  unsigned Bits = 32, Shift = 0;
  uint32_t Mask = ~0u;

  unsigned perRow() const { return Bits < 32 ? 32 / Bits : 1; }
};

/// Where elements of one set of sums come from: that of sum L and term K is
/// element Places[K * 32 + L].
using Places = std::vector<uint16_t>;

/// That of every set. Sets with the same rows of A, or columns of B, share it.
class SetPlaces {
public:
  void add(Places P) {
    auto At = llvm::find(Distinct, P);
    OfSet.push_back(uint8_t(At - Distinct.begin()));
    if (At == Distinct.end())
      Distinct.push_back(std::move(P));
  }
  size_t sets() const { return OfSet.size(); }
  unsigned numberOf(size_t Set) const { return OfSet[Set]; }
  const Places &of(size_t Set) const { return Distinct[OfSet[Set]]; }
  llvm::ArrayRef<Places> distinct() const { return Distinct; }

private:
  std::vector<Places> Distinct;
  std::vector<uint8_t> OfSet;
};

struct Plan {
  MatrixForm Form;
  Packing A, B, C;
  /// Those of C have one term.
  SetPlaces FromA, FromB, FromC;
  /// Of a set's sums: their rows and columns.
  std::vector<std::array<Place, DotLanes>> Targets;
};

/// That of form number \p Form, made once.
const Plan &planOf(unsigned Form);

} // namespace heddle::matrix

#endif // HEDDLE_LIB_MATRIX_WARPPLAN_H
