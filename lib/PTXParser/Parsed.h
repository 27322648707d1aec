//===- Parsed.h - What the parser knows before a node is made ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_PARSED_H
#define HEDDLE_LIB_PTXPARSER_PARSED_H

#include "SymbolTable.h"
#include "heddle/PTXParser/AST.h"
#include <string>

namespace heddle::ptx {

/// What the user wrote at \p Range.
inline llvm::StringRef textOf(llvm::SMRange Range) {
  return {Range.Start.getPointer(),
          size_t(Range.End.getPointer() - Range.Start.getPointer())};
}

/// "1.4" for 14.
std::string versionText(unsigned Version);

/// The value of a constant expression.
struct ConstValue {
  ImmediateKind Kind = ImmediateKind::Int;
  uint64_t Bits = 0;
  llvm::SMRange Range;

  bool isInteger() const {
    return Kind == ImmediateKind::Int || Kind == ImmediateKind::UInt;
  }
};

/// An operand with what only the parser needs of it.
struct ParsedOperand {
  Operand Op;
  /// A name that is not declared yet: a label further down, or a mistake.
  Identifier *Unresolved = nullptr;
  bool IsParenthesized = false;
  /// `-` stands before the register.
  bool IsMinus = false;
  /// `t[2]`.
  bool IsIndexed = false;
};

/// Where a .pragma stands.
enum class PragmaPlace : uint8_t { Module, Header, Body };

/// What .attribute(…) says.
struct VariableAttributes {
  bool IsManaged = false;
  const UnifiedId *Unified = nullptr;
};

/// What stands before the name of a variable.
struct VariableSpec {
  llvm::SMRange Range;
  Linkage Link = Linkage::Internal;
  StateSpace Space = StateSpace::Generic;
  ScalarType Type = ScalarType::None;
  uint8_t VectorWidth = 1;
  unsigned Align = 0;
  bool IsPointer = false;
  StateSpace PointerSpace = StateSpace::Generic;
  unsigned PointerAlign = 0;
  int8_t ConstBank = -1;
  VariableAttributes Attributes;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_PARSED_H
