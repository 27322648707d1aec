//===- LiftMemory.h - Addresses of accesses ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTMEMORY_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTMEMORY_H

#include "LiftContext.h"

namespace heddle {

/// The address \p Address of an access of \p I to \p Bytes as a pointer into
/// its space; null, after a report, if there is none.
llvm::Value *pointer(LiftContext &C, const ptx::Instruction &I,
                     const ptx::Operand &Address, unsigned Bytes);

/// Returns such a pointer into \p Space, which is not .param.
llvm::Value *pointerInto(LiftContext &C, ptx::StateSpace Space,
                         const ptx::Operand &Address, unsigned Bytes);

/// Whether a load from .param of a kernel reads bytes that are not of the
/// parameter that it names.
bool endsBeyondParameter(LiftContext &C, const ptx::Instruction &I);

/// A load of a kernel's parameter that is a value, or of bytes beyond one.
void liftLdParam(LiftContext &C, const ptx::Instruction &I);

/// \p Pointer, of any space, as a generic address of 64 bits.
llvm::Value *genericAddress(LiftContext &C, llvm::Value *Pointer);

/// The atomic ordering that .sem of \p I means to the optimizer.
llvm::AtomicOrdering orderingOf(const ptx::Instruction &I);

/// The atomic that \p I names on one element at \p Pointer. \p B is the second
/// operand of cas, or null. The old value; null after a report.
llvm::Value *liftAtomicAt(LiftContext &C, const ptx::Instruction &I,
                          llvm::Value *Pointer, llvm::Value *A, llvm::Value *B);

/// An atomic on something that the chip has no instruction for: halves, words
/// of 16 and 128 bits. \p A and \p B are its operands, \p B that of cas or
/// null. The old value.
llvm::Value *liftWideOrNarrowAtomic(LiftContext &C, const ptx::Instruction &I,
                                    llvm::Value *Pointer, llvm::Value *A,
                                    llvm::Value *B);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTMEMORY_H
