//===- TakeWords.cpp - take-words -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a part of a vector is loaded or stored again, GVN takes it out of the
/// vector as of one integer. No chip has integers of 128 bits:
///
///   %1 = bitcast <4 x i32> %v to i128
///   %2 = lshr i128 %1, 40
///   %3 = trunc i128 %2 to i8
///   =>
///   %1 = extractelement <4 x i32> %v, i64 1
///   %2 = lshr i32 %1, 8
///   %3 = trunc i32 %2 to i8
///
/// InstCombine does that where only one part is taken.
///
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#include <cassert>

#define DEBUG_TYPE "take-words"

using namespace llvm;
using namespace llvm::PatternMatch;

ALWAYS_ENABLED_STATISTIC(NumTaken, "Parts of vectors taken by words");

static constexpr unsigned WordBits = 32;

namespace {
/// Bits of a vector that is wider than any register.
struct Part {
  Value *Vector = nullptr;
  unsigned FirstBit = 0;
  unsigned Bits = 0;
};
} // namespace

/// The part that \p I takes out of a vector; nothing if the parts are not in
/// one word or whole words.
static std::optional<Part> partOf(const TruncInst &I) {
  Part P;
  Value *Whole = I.getOperand(0);
  unsigned WholeBits = Whole->getType()->getScalarSizeInBits();
  const APInt *Shift;
  Value *Shifted;
  if (match(Whole, m_LShr(m_Value(Shifted), m_APInt(Shift))) &&
      Shift->ult(WholeBits)) {
    P.FirstBit = Shift->getZExtValue();
    Whole = Shifted;
  }
  P.Bits = I.getType()->getScalarSizeInBits();
  bool IsInWord = P.FirstBit % WordBits + P.Bits <= WordBits;
  bool IsTwoWords = P.FirstBit % WordBits == 0 && P.Bits == 2 * WordBits;
  if (WholeBits <= 2 * WordBits || WholeBits % WordBits != 0 ||
      P.FirstBit + P.Bits > WholeBits || (!IsInWord && !IsTwoWords) ||
      I.getType()->isVectorTy() || !match(Whole, m_BitCast(m_Value(P.Vector))))
    return std::nullopt;
  return P;
}

static Value *take(IRBuilder<> &Builder, const Part &P, Type *Result) {
  assert(P.Bits <= 2 * WordBits &&
         P.FirstBit % WordBits + P.Bits <= 2 * WordBits &&
         "more than two words");
  Type *Word = Builder.getInt32Ty();
  unsigned Words = P.Vector->getType()->getPrimitiveSizeInBits() / WordBits;
  Value *Vector =
      Builder.CreateBitCast(P.Vector, FixedVectorType::get(Word, Words));
  uint64_t First = P.FirstBit / WordBits;
  Value *Low = Builder.CreateExtractElement(Vector, First);
  if (P.Bits <= WordBits) {
    if (unsigned Shift = P.FirstBit % WordBits)
      Low = Builder.CreateLShr(Low, Shift);
    return Builder.CreateTrunc(Low, Result);
  }
  Value *High = Builder.CreateExtractElement(Vector, First + 1);
  return Builder.CreateOr(
      Builder.CreateShl(Builder.CreateZExt(High, Result), WordBits),
      Builder.CreateZExt(Low, Result));
}

namespace heddle {

PreservedAnalyses TakeWordsPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH, 8> Dead;
  for (Instruction &I : instructions(F)) {
    auto *Trunc = dyn_cast<TruncInst>(&I);
    std::optional<Part> P = Trunc ? partOf(*Trunc) : std::nullopt;
    if (!P)
      continue;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": bits from " << P->FirstBit << " of "
                      << *P->Vector << " for" << *Trunc << '\n');
    IRBuilder<> Builder(Trunc);
    Trunc->replaceAllUsesWith(take(Builder, *P, Trunc->getType()));
    Dead.push_back(Trunc);
    ++NumTaken;
  }
  if (Dead.empty())
    return PreservedAnalyses::all();
  RecursivelyDeleteTriviallyDeadInstructions(Dead);
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
