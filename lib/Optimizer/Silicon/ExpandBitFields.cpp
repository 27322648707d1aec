//===- ExpandBitFields.cpp - expand-bit-fields ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bit fields by shifts and masks:
///
///   %f = call i32 @heddle.bfe.u32(%a, %p, %n)     =>  a >> p, masked
///   %r = call i32 @heddle.bfi.b32(%a, %b, %p, %n) =>  a << p or b, by a mask
///   heddle.bmsk, heddle.szext                     =>  masks, shifts
///
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "expand-bit-fields"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumBitFieldsExpanded,
                         "Operations on bit fields expanded");

namespace heddle {

/// \p V modulo 2^8, as far as bfe and bfi look.
static Value *byteOf(Expander &B, Value *V) { return B.CreateAnd(V, 255); }

/// Extracts a field; bits beyond the number are zero, or sign.
static Value *extract(Expander &B, CallInst &Call, bool Signed) {
  Value *Position = byteOf(B, Call.getArgOperand(1));
  Value *Length = byteOf(B, Call.getArgOperand(2));
  Value *Field = B.shiftRight(Call.getArgOperand(0), Position, Signed);
  return B.extend(Field, Length, Signed);
}

static Value *insert(Expander &B, CallInst &Call) {
  Value *A = Call.getArgOperand(0), *Whole = Call.getArgOperand(1);
  Value *Position = byteOf(B, Call.getArgOperand(2));
  Value *Length = byteOf(B, Call.getArgOperand(3));
  Value *Mask = B.shiftLeft(B.lowBits(Length, A->getType()), Position);
  Value *Inserted = B.CreateAnd(B.shiftLeft(A, Position), Mask);
  return B.CreateOr(Inserted, B.CreateAnd(Whole, B.CreateNot(Mask)));
}

/// \p V as it is, or modulo 32.
static Value *countOf(Expander &B, Value *V, bool Clamps) {
  return Clamps ? V : B.CreateAnd(V, 31);
}

static Value *expandBitField(Expander &B, CallInst &Call) {
  StringRef Name = operationName(Call);
  if (Name.consume_front("bfe."))
    return extract(B, Call, Name.starts_with("s"));
  if (Name.starts_with("bfi."))
    return insert(B, Call);
  if (Name.consume_front("bmsk.")) {
    bool Clamps = Name.starts_with("clamp");
    Value *First = countOf(B, Call.getArgOperand(0), Clamps);
    Value *Length = countOf(B, Call.getArgOperand(1), Clamps);
    return B.shiftLeft(B.lowBits(Length, Call.getType()), First);
  }
  if (Name.consume_front("szext.")) {
    bool Clamps = Name.starts_with("clamp");
    Value *Length = countOf(B, Call.getArgOperand(1), Clamps);
    return B.extend(Call.getArgOperand(0), Length, Name.ends_with("s32"));
  }
  return nullptr;
}

PreservedAnalyses ExpandBitFieldsPass::run(Function &F,
                                           FunctionAnalysisManager &) {
  return expandCalls(F, expandBitField, NumBitFieldsExpanded);
}

} // namespace heddle
