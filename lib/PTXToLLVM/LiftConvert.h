//===- LiftConvert.h - Parts of conversions ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTCONVERT_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTCONVERT_H

#include "LiftIeee.h"

namespace heddle {

/// Whether all chips with \p T convert it: an integer, f16, f32 or f64.
bool isConvertible(ptx::ScalarType T);

/// \p V to f32, or to f64 when \p I asks for that.
llvm::Value *convertIntToFloat(LiftContext &C, const ptx::Instruction &I,
                               llvm::Value *V);
/// \p V, an f32 or f64. Always clamps.
llvm::Value *convertFloatToInt(LiftContext &C, const ptx::Instruction &I,
                               llvm::Value *V);
/// An f64 cut off to an f32 whose last bit tells of anything lost.
llvm::Value *doubleToOddFloat(LiftContext &C, llvm::Value *V);
/// The intrinsic from f64 to f32 that rounds as \p I says.
llvm::Intrinsic::ID doubleToFloat(const ptx::Instruction &I);
/// \p V, an f32 or f64, rounded to an integral value as \p I says.
llvm::Value *roundToIntegral(LiftContext &C, const ptx::Instruction &I,
                             llvm::Value *V);
/// An f32 clamped to [0, 1] without flushing denormals; NaN gives 0.
llvm::Value *saturateBits(LiftContext &C, llvm::Value *V);
/// \p V as operation "narrow.F" takes it, clamped as \p I asks.
llvm::Value *clampForNarrow(LiftContext &C, const ptx::Instruction &I,
                            llvm::Value *V);
/// cvt.rs: f32 to two or four elements, rounded up as often as random bits say.
void liftStochasticCvt(LiftContext &C, const ptx::Instruction &I);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTCONVERT_H
