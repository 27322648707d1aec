//===- LiftOperation.h - Instructions that are one call ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTOPERATION_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTOPERATION_H

#include "LiftContext.h"

namespace heddle {

/// Writes what the operation \p Name of HeddleOps.td makes of all sources.
void liftAs(LiftContext &C, const ptx::Instruction &I, const llvm::Twine &Name);

/// Lifts \p I to the operation that has the name of the instruction and its
/// type: bfe.u32. A mnemonic's row may name this function as its lifter.
void liftOperation(LiftContext &C, const ptx::Instruction &I);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTOPERATION_H
