//===- FragmentLayout.h - Which lane holds which element --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of Fragments.def: layouts of matrices in the registers of lanes.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_FRAGMENTLAYOUT_H
#define HEDDLE_MATRIX_FRAGMENTLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>

namespace heddle::matrix {

/// A bit of a lane's number or, from 8 on, of an element's.
enum class IndexBit : uint8_t {
  L0,
  L1,
  L2,
  L3,
  L4,
  L5,
  L6,
  I0 = 8,
  I1,
  I2,
  I3,
  I4,
  I5,
  I6
};

/// A number made of bits of lane and element, the lowest first.
class IndexBits {
public:
  template <class... Bits>
  constexpr IndexBits(Bits... B) : Count(sizeof...(B)), List{B...} {}

  llvm::ArrayRef<IndexBit> list() const {
    return llvm::ArrayRef(List).take_front(Count);
  }

private:
  uint8_t Count;
  std::array<IndexBit, 8> List;
};

/// An element of one of several matrices.
struct Place {
  unsigned Row = 0, Column = 0, Part = 0;

  bool operator==(const Place &) const = default;
};

/// A place in the registers of a warp.
struct Holder {
  unsigned Lane = 0, Element = 0;

  bool operator==(const Holder &) const = default;
};

struct FragmentLayout {
  const char *Instruction, *Shape, *Operand, *Type;
  /// The number of elements in each lane.
  unsigned Elements;
  IndexBits Row, Column, Part;

  unsigned rows() const { return 1u << Row.list().size(); }
  unsigned columns() const { return 1u << Column.list().size(); }
  unsigned parts() const { return 1u << Part.list().size(); }
  /// Returns 128 if a warpgroup holds the matrix, else 32.
  unsigned lanes() const;

  Place placeOf(Holder H) const;
  /// Returns the first of the places in registers that hold \p P.
  Holder holderOf(Place P) const;
};

/// All rows, in the order of the table.
llvm::ArrayRef<FragmentLayout> fragmentLayouts();

/// Returns the row with these names; null if there is none.
const FragmentLayout *findFragment(llvm::StringRef Instruction,
                                   llvm::StringRef Shape,
                                   llvm::StringRef Operand,
                                   llvm::StringRef Type);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_FRAGMENTLAYOUT_H
