//===- LiftSpecialRegisters.h - Reads of special registers ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTSPECIALREGISTERS_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTSPECIALREGISTERS_H

#include "LiftContext.h"

namespace heddle {

/// The value of the special register \p Op, in its own width; zero, after a
/// report, for one that has none here.
llvm::Value *readSpecial(LiftContext &C, const ptx::Operand &Op);

/// The number of the thread in its CTA, x first.
llvm::Value *threadInCta(LiftContext &C);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTSPECIALREGISTERS_H
