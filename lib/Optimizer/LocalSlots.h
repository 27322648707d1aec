//===- LocalSlots.h - Known places in .local --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compiler that does not optimize keeps its pointers in .local, at constant
/// distances from the start of a variable. This recognizes such places.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_LOCALSLOTS_H
#define HEDDLE_LIB_OPTIMIZER_LOCALSLOTS_H

#include "llvm/IR/Instructions.h"
#include <optional>

namespace heddle {

/// A byte of a variable in .local.
struct LocalSlot {
  llvm::AllocaInst *Variable;
  int64_t Offset;
};

/// The place that \p Address, a pointer or an integer, is known to be.
std::optional<LocalSlot> findLocalSlot(llvm::Value *Address);

/// The place that \p I, a load or store, reads or writes, if it is known and
/// the access stays within the variable.
std::optional<LocalSlot> accessedSlot(llvm::Instruction &I);

/// Index of the operand with the address of a load, store or atomic; -1 for
/// other instructions.
int pointerOperandIndex(const llvm::Instruction &I);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_LOCALSLOTS_H
