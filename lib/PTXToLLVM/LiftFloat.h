//===- LiftFloat.h - Float forms of shared mnemonics ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTFLOAT_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTFLOAT_H

#include "LiftContext.h"

namespace heddle {

/// Whether arithmetic \p I is on f32, on f64.
inline bool isF32(const ptx::Instruction &I) {
  return I.type() == ptx::ScalarType::F32;
}
inline bool isF64(const ptx::Instruction &I) {
  return I.type() == ptx::ScalarType::F64;
}

// The forms on floats of mnemonics that integers have, too.
void liftFloatAdd(LiftContext &C, const ptx::Instruction &I, bool Subtract);
void liftFloatMul(LiftContext &C, const ptx::Instruction &I);
void liftFloatMad(LiftContext &C, const ptx::Instruction &I);
void liftFloatDiv(LiftContext &C, const ptx::Instruction &I);
void liftFloatMinMax(LiftContext &C, const ptx::Instruction &I);
void liftFloatNeg(LiftContext &C, const ptx::Instruction &I);
void liftFloatAbs(LiftContext &C, const ptx::Instruction &I);

/// Marks an operation without rounding modifier: it may be fused with another.
llvm::Value *markFusable(LiftContext &C, const ptx::Instruction &I,
                         llvm::Value *V);

/// \p V, a float or double, clamped to [0, 1]; NaN gives 0.
llvm::Value *saturate(LiftContext &C, llvm::Value *V);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTFLOAT_H
