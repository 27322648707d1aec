//===- OperandRows.h - How many registers operands have ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_OPERANDROWS_H
#define HEDDLE_HOSTCODE_OPERANDROWS_H

#include "heddle/Machine/Instruction.h"

namespace heddle::hostcode {

/// Returns how many rows a register operand of \p I may have, addresses apart.
unsigned operandRows(const sm::DecodedInst &I);

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_OPERANDROWS_H
