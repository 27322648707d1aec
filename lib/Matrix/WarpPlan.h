//===- WarpPlan.h - Where the elements of sums come from --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements of D with the same number in each lane's fragment are a set of
/// 32 sums. A plan lists the places in registers of the elements of each set's
/// sums.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_WARPPLAN_H
#define HEDDLE_LIB_MATRIX_WARPPLAN_H

#include "heddle/Matrix/DotProducts.h"
#include "heddle/Matrix/FragmentLayout.h"
#include "heddle/Matrix/MatrixForm.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <optional>
#include <vector>

namespace heddle::matrix {

/// The layout of the elements of A or of B in registers.
struct Packing {
  unsigned Rows = 0;
  /// The bits of a container, the place of the element in it, and its mask.
  unsigned Bits = 32, Shift = 0;
  uint32_t Mask = ~0u;

  unsigned perRow() const { return Bits < 32 ? 32 / Bits : 1; }
};

/// The elements that one set of sums adds up: term K of sum L is element
/// Places[K * 32 + L].
using Places = std::vector<uint16_t>;

/// The places of every set. Sets with the same rows of A, or columns of B,
/// share an entry.
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
  /// The form's sums by the rules of sm_N, for each N.
  std::vector<std::optional<DotForm>> SumsOfChip;
  Packing A, B, C;
  /// A sum has one element of C.
  SetPlaces FromA, FromB, FromC;
  /// None where the form is no tile.
  std::optional<TileLayout> Tile;
  /// For each set, the rows and columns of its sums.
  std::vector<std::array<Place, DotLanes>> Targets;
};

/// Returns the plan of form number \p Form, which is made once.
const Plan &planOf(unsigned Form);

} // namespace heddle::matrix

#endif // HEDDLE_LIB_MATRIX_WARPPLAN_H
