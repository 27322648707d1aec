//===- LiftBulkCopy.h - Copies of blocks of memory --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTBULKCOPY_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTBULKCOPY_H

#include "LiftContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// Calls \p Copy with a generic address of the destination and one of the
/// mbarrier, for \p I, which writes to shared memory: once, or for each CTA of
/// the mask \p Mask where there is one.
void forDestinations(
    LiftContext &C, const ptx::Operand &To, const ptx::Operand &Barrier,
    llvm::Value *Mask,
    llvm::function_ref<void(llvm::Value *To, llvm::Value *Barrier)> Copy);

/// Ends the launch with a fault where \p IsWrong is true.
void trapIf(LiftContext &C, llvm::Value *IsWrong);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTBULKCOPY_H
