//===- VariableSpec.h - What precedes the name of a variable ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_VARIABLESPEC_H
#define HEDDLE_LIB_PTXPARSER_VARIABLESPEC_H

#include "heddle/PTXParser/Decl.h"

namespace heddle::ptx {

/// The contents of .attribute(…).
struct VariableAttributes {
  bool IsManaged = false;
  const UnifiedId *Unified = nullptr;
};

/// The part of a variable's declaration before its name.
struct VariableSpec {
  llvm::SMRange Range;
  Linkage Link = Linkage::Internal;
  StateSpace Space = StateSpace::Generic;
  ScalarType Type = ScalarType::None;
  uint8_t VectorWidth = 1;
  unsigned Align = 0;
  /// The place of `.ptr`, where it is written.
  llvm::SMRange Pointer;
  StateSpace PointerSpace = StateSpace::Generic;
  unsigned PointerAlign = 0;
  int8_t ConstBank = -1;
  VariableAttributes Attributes;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_VARIABLESPEC_H
