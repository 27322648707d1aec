//===- MatrixUnit.h - Products of matrices of one warp ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_STATE_MATRIXUNIT_H
#define HEDDLE_LIB_MACHINE_STATE_MATRIXUNIT_H

#include "heddle/Machine/Instruction.h"
#include "heddle/Machine/LaneContext.h"

namespace heddle::object {
struct Module;
}

namespace heddle::sm {

/// A LaneContext's UseMatrix.
bool useMatrix(const DecodedInst &I, LaneContext &L, uint32_t Mask);

/// Whether \p Number is one of a form, or of a move.
bool isMatrixNumber(MatrixOp Op, uint32_t Number);

/// The sm_ number of the chip that \p M is for; that of sm_90 where it says
/// none.
unsigned tensorChipOf(const object::Module &M);

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_STATE_MATRIXUNIT_H
