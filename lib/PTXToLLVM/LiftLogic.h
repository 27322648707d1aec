//===- LiftLogic.h - Shifts as PTX means them -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTLOGIC_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTLOGIC_H

#include "LiftContext.h"

namespace heddle {

// Counts of any size: they clamp.
llvm::Value *shiftLeft(LiftContext &C, llvm::Value *A, llvm::Value *Count);
llvm::Value *shiftRight(LiftContext &C, llvm::Value *A, llvm::Value *Count,
                        bool Signed);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTLOGIC_H
