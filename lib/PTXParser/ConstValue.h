//===- ConstValue.h - The value of a constant expression --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_CONSTVALUE_H
#define HEDDLE_LIB_PTXPARSER_CONSTVALUE_H

#include "heddle/PTXParser/Operand.h"

namespace heddle::ptx {

/// The value of a constant expression.
struct ConstValue {
  ImmediateKind Kind = ImmediateKind::Int;
  uint64_t Bits = 0;
  llvm::SMRange Range;

  bool isInteger() const {
    return Kind == ImmediateKind::Int || Kind == ImmediateKind::UInt;
  }
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_CONSTVALUE_H
