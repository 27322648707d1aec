//===- ExpandBitCounts.cpp - expand-bit-counts ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Selection counts, and reverses, the bits of words. The counts of 64 bits,
/// and the place of the highest bit, are made of these:
///
///   %n = call i64 @llvm.ctpop.i64(%a)  =>  the counts of both words, added
///   %n = call i64 @llvm.ctlz.i64(%a)   =>  that of the upper word, or of the
///                                          lower and 32 if the upper is zero
///   %p = call i32 @heddle.bfind.u32(%a)  =>  31 - ctlz
///
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "expand-bit-counts"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumBitCountsExpanded, "Counts of bits expanded");

namespace heddle {

static Value *population(Expander &B, Value *A) {
  Value *Low = B.lowWord(A), *High = B.highWord(A);
  Value *LowCount = B.CreateUnaryIntrinsic(Intrinsic::ctpop, Low);
  return B.CreateAdd(LowCount, B.CreateUnaryIntrinsic(Intrinsic::ctpop, High));
}

static Value *leadingZerosOfWord(Expander &B, Value *A) {
  return B.CreateBinaryIntrinsic(Intrinsic::ctlz, A, B.getFalse());
}

/// The leading zeros of a word or of 64 bits; all bits for zero.
static Value *leadingZeros(Expander &B, Value *A) {
  if (A->getType()->isIntegerTy(32))
    return leadingZerosOfWord(B, A);
  Value *High = B.highWord(A);
  Value *Below =
      B.CreateAdd(leadingZerosOfWord(B, B.lowWord(A)), B.getInt32(32));
  Value *IsZero = B.CreateIsNull(High);
  return B.CreateSelect(IsZero, Below, leadingZerosOfWord(B, High));
}

static Value *reversed(Expander &B, Value *A) {
  Type *T = A->getType();
  Value *Low = B.CreateUnaryIntrinsic(Intrinsic::bitreverse, B.lowWord(A));
  Value *High = B.CreateUnaryIntrinsic(Intrinsic::bitreverse, B.highWord(A));
  Low = B.CreateShl(B.CreateZExt(Low, T), 32);
  return B.CreateOr(Low, B.CreateZExt(High, T));
}

/// The place of the highest bit that is set, or that differs from the sign; all
/// ones if there is none. \p FromTop counts from the top instead.
static Value *highestBit(Expander &B, Value *A, bool Signed, bool FromTop) {
  unsigned Width = A->getType()->getIntegerBitWidth();
  if (Signed)
    A = B.CreateXor(A, B.CreateAShr(A, Width - 1));
  Value *Above = leadingZeros(B, A);
  // Where all bits are zero, there are as many zeros as bits.
  if (!FromTop)
    return B.CreateSub(B.getInt32(Width - 1), Above);
  Value *IsNone = B.CreateICmpEQ(Above, B.getInt32(Width));
  return B.CreateSelect(IsNone, B.getInt32(~0u), Above);
}

static Value *expandBitCount(Expander &B, CallInst &Call) {
  if (Call.getType()->isIntegerTy(64)) {
    switch (Call.getIntrinsicID()) {
    case Intrinsic::ctpop:
      return population(B, Call.getArgOperand(0));
    case Intrinsic::ctlz:
      return leadingZeros(B, Call.getArgOperand(0));
    case Intrinsic::bitreverse:
      return reversed(B, Call.getArgOperand(0));
    }
    return nullptr;
  }
  StringRef Name = operationName(Call);
  if (!Name.consume_front("bfind."))
    return nullptr;
  bool FromTop = Name.consume_front("shiftamt.");
  return highestBit(B, Call.getArgOperand(0), Name.starts_with("s"), FromTop);
}

PreservedAnalyses ExpandBitCountsPass::run(Function &F,
                                           FunctionAnalysisManager &) {
  return expandCalls(F, expandBitCount, NumBitCountsExpanded);
}

} // namespace heddle
