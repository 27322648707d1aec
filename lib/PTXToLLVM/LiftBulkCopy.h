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
#include "heddle/ABI/HostServices.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// Calls \p Copy with a generic address of the destination and one of the
/// mbarrier, for \p I, which writes to shared memory: once, or for each CTA of
/// the mask \p Mask where there is one.
void forDestinations(
    LiftContext &C, const ptx::Operand &To, const ptx::Operand &Barrier,
    llvm::Value *Mask,
    llvm::function_ref<void(llvm::Value *To, llvm::Value *Barrier)> Copy);

/// Calls \p Body with the number of each bit of \p Mask that is on, ascending.
void forRanks(LiftContext &C, llvm::Value *Mask,
              llvm::function_ref<void(llvm::Value *Rank)> Body);

/// Copies with .cta_group::2: the mbarrier is in the CTA of the pair of the
/// destination whose rank is even, or odd, as that in \p Barrier is.
void forPairs(
    LiftContext &C, const ptx::Operand &To, const ptx::Operand &Barrier,
    llvm::Value *Mask,
    llvm::function_ref<void(llvm::Value *To, llvm::Value *Barrier)> Copy);

/// A loop over the numbers below \p Bytes, from 0 on, \p Step apart.
void forSteps(LiftContext &C, llvm::Value *Bytes, unsigned Step,
              llvm::function_ref<void(llvm::Value *At)> Body);

/// Leaves an instruction for checkers, in code that is made for them: in front
/// of and behind an asynchronous copy, and where the PTX waits for one. To all
/// others what is asynchronous is done when it is issued.
void markForCheckers(LiftContext &C);

/// Ends the launch with the fault of \p Rule where \p IsWrong is true; its
/// report names \p What.
void faultIf(LiftContext &C, llvm::Value *IsWrong, abi::Misuse Rule,
             llvm::Value *What);

/// Whether a number is no multiple of \p Bytes, a power of two.
llvm::Value *isMisaligned(LiftContext &C, llvm::Value *Number, uint64_t Bytes);

/// Ends the launch where the tile of a tensor at \p Shared is not at a multiple
/// of 128.
void checkTileAddress(LiftContext &C, llvm::Value *Shared);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTBULKCOPY_H
