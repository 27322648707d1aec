//===- Types.cpp - PTX scalar types and state spaces ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/Types.h"
#include "TypeTable.h"
#include <array>
#include <cassert>

using namespace heddle::ptx;
using llvm::StringRef;

namespace heddle::ptx {
#define GET_ScalarTypeTable_IMPL
#define GET_StateSpaceTable_IMPL
#include "heddle/PTXParser/PTXTables.inc"
} // namespace heddle::ptx

/// The rows and \p Zero by their enumerators: types are asked about at every
/// operand.
template <typename Row, size_t N>
static constexpr auto byEnumerator(const Row (&Rows)[N], const Row &Zero) {
  std::array<Row, N + 1> Table{};
  Table[0] = Zero;
  for (const Row &R : Rows)
    Table[unsigned(R.Id)] = R;
  return Table;
}

static constexpr auto Types =
    byEnumerator(ScalarTypeTable, ScalarTypeInfo{ScalarType::None, "", 0,
                                                 TypeKind::None, false});
static constexpr auto Spaces = byEnumerator(
    StateSpaceTable, StateSpaceInfo{StateSpace::Generic, "generic"});

static const ScalarTypeInfo &info(ScalarType Type) {
  assert(unsigned(Type) < Types.size() && "no scalar type");
  return Types[unsigned(Type)];
}

llvm::ArrayRef<ScalarTypeInfo> heddle::ptx::scalarTypeTable() {
  return llvm::ArrayRef(Types).drop_front();
}

ScalarType heddle::ptx::findScalarType(StringRef Text) {
  for (const ScalarTypeInfo &Info : scalarTypeTable())
    if (Info.Text == Text)
      return Info.Id;
  return ScalarType::None;
}

StateSpace heddle::ptx::findStateSpace(StringRef Text) {
  for (const StateSpaceInfo &Info : StateSpaceTable)
    if (Info.Text == Text)
      return Info.Id;
  return StateSpace::Generic;
}

unsigned heddle::ptx::bitWidth(ScalarType Type) { return info(Type).Width; }

unsigned heddle::ptx::storeSize(ScalarType Type) {
  return (info(Type).Width + 7) / 8;
}

StringRef heddle::ptx::typeName(ScalarType Type) { return info(Type).Text; }

bool heddle::ptx::isSigned(ScalarType Type) {
  return info(Type).Kind == TypeKind::Signed;
}

bool heddle::ptx::isUnsigned(ScalarType Type) {
  return info(Type).Kind == TypeKind::Unsigned;
}

bool heddle::ptx::isBits(ScalarType Type) {
  return info(Type).Kind == TypeKind::Bits;
}

bool heddle::ptx::isFloat(ScalarType Type) {
  return info(Type).Kind == TypeKind::Float;
}

bool heddle::ptx::isOpaque(ScalarType Type) {
  return info(Type).Kind == TypeKind::Opaque;
}

bool heddle::ptx::isDeclarable(ScalarType Type) {
  return info(Type).IsDeclarable;
}

StringRef heddle::ptx::spaceName(StateSpace Space) {
  assert(unsigned(Space) < Spaces.size() && "no state space");
  return Spaces[unsigned(Space)].Text;
}
