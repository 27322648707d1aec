//===- LongDivision.h - Divisions of more than 64 bits ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_SILICON_LONGDIVISION_H
#define HEDDLE_LIB_OPTIMIZER_SILICON_LONGDIVISION_H

#include "llvm/IR/InstrTypes.h"

namespace heddle {

/// Writes out \p I, a division or a remainder of integers, in place: by shifts
/// where the divisor is a power of two, else in a loop over the bits.
void expandLongDivision(llvm::BinaryOperator &I);

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_SILICON_LONGDIVISION_H
