//===- ParsedOperand.h - An operand as it was written -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_PARSEDOPERAND_H
#define HEDDLE_LIB_PTXPARSER_PARSEDOPERAND_H

#include "heddle/PTXParser/Operand.h"

namespace heddle::ptx {

struct Identifier;

/// An operand whose form is not chosen yet, with what only its spelling tells.
struct ParsedOperand {
  Operand Op;
  /// Op.Elements, as long as their types and values may still change.
  llvm::MutableArrayRef<Operand> Elements;
  /// A name that is not declared yet: a label further down, or a mistake.
  Identifier *Unresolved = nullptr;
  bool IsParenthesized = false;
  /// `-` stands before the register.
  bool IsMinus = false;
  /// `t[2]`.
  bool IsIndexed = false;

  void setElements(llvm::MutableArrayRef<Operand> List) {
    Elements = List;
    Op.Elements = List;
  }
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_PARSEDOPERAND_H
