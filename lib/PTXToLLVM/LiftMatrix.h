//===- LiftMatrix.h - What operations on matrices share ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTMATRIX_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTMATRIX_H

#include "LiftContext.h"
#include "heddle/Matrix/MatrixForm.h"

namespace heddle {

/// Registers of a fragment, as words.
using Words = llvm::SmallVector<llvm::Value *, 16>;

/// The registers of \p Op, each of \p Bits bits, from the first one's low word
/// on.
Words readWords(LiftContext &C, const ptx::Operand &Op, unsigned Bits);
/// The opposite.
void writeWords(LiftContext &C, const ptx::Operand &Op,
                llvm::ArrayRef<llvm::Value *> From, unsigned Bits);

/// m, n and k of .m16n8k16; what is not written is 0.
struct MatrixShape {
  unsigned M = 0, N = 0, K = 0;
};
MatrixShape shapeOf(const ptx::Instruction &I);

/// The types of elements that \p I writes, in their order.
llvm::SmallVector<matrix::ElementType, 4>
elementTypesOf(const ptx::Instruction &I);

/// The words of A * B + C, which are the parts of a form: \p More has what
/// there is beside them. Empty, after a report, where the machine has no such
/// form.
Words multiplyParts(LiftContext &C, const ptx::Instruction &I,
                    const matrix::MatrixForm &F,
                    llvm::ArrayRef<llvm::Value *> A,
                    llvm::ArrayRef<llvm::Value *> B,
                    llvm::ArrayRef<llvm::Value *> Sums,
                    llvm::ArrayRef<llvm::Value *> More = {});

/// The variant that .satfinite, a rounding, or .and makes of \p F.
void setVariant(matrix::MatrixForm &F, const ptx::Instruction &I);

/// The number of the lane.
llvm::Value *laneOf(LiftContext &C);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTMATRIX_H
