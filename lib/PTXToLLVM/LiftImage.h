//===- LiftImage.h - What accesses to images have in common -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTIMAGE_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTIMAGE_H

#include "LiftContext.h"
#include "heddle/ABI/ImageAccess.h"

namespace heddle {

/// Up to four words as operations take them.
llvm::Value *quadOf(LiftContext &C, llvm::ArrayRef<llvm::Value *> Words);
/// Word \p N of what quadOf makes.
llvm::Value *wordOf(LiftContext &C, llvm::Value *Quad, unsigned N);

/// The handle in \p Op, `[t]` or `[t, {x, y}]`: of a variable, or in a
/// register.
llvm::Value *handleOf(LiftContext &C, const ptx::Operand &Op);

abi::ImageGeometry geometryOf(const ptx::Instruction &I);

/// Whether the number of a sample comes before the coordinates.
bool hasSamples(const ptx::Instruction &I);

/// {x, y, z, layer}, of \p Op, which has a sample and the layer first.
llvm::Value *placeOf(LiftContext &C, const ptx::Instruction &I,
                     const ptx::Operand &Op);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTIMAGE_H
