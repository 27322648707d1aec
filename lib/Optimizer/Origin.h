//===- Origin.h - What an integer may be as an address ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The possible origins of an integer that is used as a generic address, and
/// those of sums and differences.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_ORIGIN_H
#define HEDDLE_LIB_OPTIMIZER_ORIGIN_H

#include <optional>

namespace heddle {

/// A set of roles.
class Origin {
public:
  enum Role : unsigned {
    Number = 1,
    /// Computed or loaded such that it is no address.
    Index = 2,
    /// From memory, and as wide as an address.
    Loaded = 4,
    /// A number less a loaded value.
    Negated = 8,
    /// An argument of a kernel: global memory, if it is an address.
    Argument = 16,
    /// Made of addresses such that it may or may not be one.
    Unclear = 32,
    /// One bit for each address space, from here.
    FirstSpace = 64,
  };

  Origin() = default;
  Origin(Role R) : Roles(R) {}
  static Origin space(unsigned AddressSpace) {
    Origin O;
    O.Roles = FirstSpace << AddressSpace;
    return O;
  }

  bool empty() const { return Roles == 0; }
  bool has(unsigned Any) const { return (Roles & Any) != 0; }
  bool isAddress() const { return Roles >= FirstSpace; }
  unsigned roles() const { return Roles; }
  Origin without(unsigned Some) const {
    Origin O;
    O.Roles = Roles & ~Some;
    return O;
  }
  /// The space, where there is one and nothing else.
  std::optional<unsigned> addressSpace() const;

  Origin &operator|=(Origin O) {
    Roles |= O.Roles;
    return *this;
  }
  friend Origin operator|(Origin A, Origin B) { return A |= B; }
  bool operator==(Origin O) const { return Roles == O.Roles; }
  bool operator!=(Origin O) const { return Roles != O.Roles; }

private:
  unsigned Roles = 0;
};

/// The origin of a sum of any two such values.
Origin sum(Origin A, Origin B);
/// The origin of \p A less \p B.
Origin difference(Origin A, Origin B);
/// The origin of a part of a value with the origin \p Whole: the part of an
/// address may be put together with the other parts again.
Origin pieceOf(Origin Whole);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_ORIGIN_H
