//===- TypeTable.h - The rows of PTXTypes.td --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scalar types and state spaces by their spelling. Properties of a type in the
/// rows are asked through Types.h.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_TYPETABLE_H
#define HEDDLE_LIB_PTXPARSER_TYPETABLE_H

#include "heddle/PTXParser/Types.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::ptx {

enum class TypeKind : uint8_t {
  None,
  Predicate,
  Bits,
  Unsigned,
  Signed,
  Float,
  Opaque,
};

struct ScalarTypeInfo {
  ScalarType Id;
  llvm::StringRef Text;
  uint16_t Width;
  TypeKind Kind;
  bool IsDeclarable;
};

struct StateSpaceInfo {
  StateSpace Id;
  llvm::StringRef Text;
};

/// All types but None.
llvm::ArrayRef<ScalarTypeInfo> scalarTypeTable();

/// The type that \p Text, without its dot, spells; None if it is none.
ScalarType findScalarType(llvm::StringRef Text);
/// The space that \p Text, without its dot, names; Generic if it is none.
StateSpace findStateSpace(llvm::StringRef Text);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_TYPETABLE_H
