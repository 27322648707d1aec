//===- LiftIeee.h - Floats of chips that have IEEE f32 ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXTOLLVM_LIFTIEEE_H
#define HEDDLE_LIB_PTXTOLLVM_LIFTIEEE_H

#include "LiftFloat.h"

namespace heddle {

/// Whether f32 arithmetic is IEEE's, with denormals where .ftz does not flush.
inline bool hasIeee(const LiftContext &C) {
  return C.Parent.Chip.has(abi::Feature::IeeeFloat);
}

/// f16, bf16, or a pair of them.
inline bool isHalf(ptx::ScalarType T) {
  using enum ptx::ScalarType;
  return T == F16 || T == F16x2 || T == BF16 || T == BF16x2;
}

/// The rounding of \p I as the machine codes it, to integral values, too.
unsigned roundingCode(const ptx::Instruction &I);

/// Whether denormals of f32 that \p I takes and gives are 0: .ftz, and in
/// modules for sm_1x, which has none, all but conversions from and to f64.
bool flushes(const LiftContext &C, const ptx::Instruction &I);

/// \p V, an f32, flushed where \p I flushes.
llvm::Value *flushIfAsked(LiftContext &C, const ptx::Instruction &I,
                          llvm::Value *V);

/// \p V, an f16 or bf16 of type \p T in 16 bits or more, as an f32.
llvm::Value *widenHalf(LiftContext &C, llvm::Value *V, ptx::ScalarType T);

/// \p Op of the sources of \p I, which round, flush and saturate as it says:
/// f32, pairs of f32, or f16 and bf16 in front of an f32. \p Subtract turns the
/// sign of the second.
void liftIeee(LiftContext &C, const ptx::Instruction &I, HeddleOp Op,
              bool Subtract = false);
void liftIeeeDiv(LiftContext &C, const ptx::Instruction &I);
void liftIeeeMinMax(LiftContext &C, const ptx::Instruction &I);
/// A function of one f32, approximate or rounded.
void liftIeeeFunction(LiftContext &C, const ptx::Instruction &I);
/// rcp and rsqrt of the upper words of f64.
void liftGrossFunction(LiftContext &C, const ptx::Instruction &I);
/// \p V, an f32, with its sign turned, bit by bit.
llvm::Value *flipSign(LiftContext &C, llvm::Value *V);

/// Operation \p Name on f16 and bf16.
void liftHalf(LiftContext &C, const ptx::Instruction &I,
              const llvm::Twine &Name);
void liftHalfFma(LiftContext &C, const ptx::Instruction &I);
void liftHalfMinMax(LiftContext &C, const ptx::Instruction &I);
/// neg and abs.
void liftHalfSign(LiftContext &C, const ptx::Instruction &I);
/// A word whose low half, or each of whose halves, is all ones where \p Mask, a
/// set of less, equal, greater and unordered, holds.
llvm::Value *compareHalves(LiftContext &C, const ptx::Instruction &I,
                           unsigned Mask);

/// cvt where formats of f16 and fewer bits take part, or f32 keeps denormals.
void liftIeeeCvt(LiftContext &C, const ptx::Instruction &I);

} // namespace heddle

#endif // HEDDLE_LIB_PTXTOLLVM_LIFTIEEE_H
