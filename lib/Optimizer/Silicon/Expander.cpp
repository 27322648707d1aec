//===- Expander.cpp - Make sequences of operations ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace heddle {

Expander::Expander(Instruction &Before)
    : IRBuilder(Before.getContext(),
                InstSimplifyFolder(Before.getDataLayout())) {
  SetInsertPoint(&Before);
}

Value *Expander::shiftLeft(Value *A, Value *Count) {
  assert(A->getType()->isIntegerTy() && Count->getType()->isIntegerTy(32) &&
         "counts of PTX are words");
  Type *T = A->getType();
  Value *InRange = CreateICmpULT(Count, getInt32(T->getIntegerBitWidth()));
  Value *Shifted = CreateShl(A, CreateZExtOrTrunc(Count, T));
  return CreateSelect(InRange, Shifted, Constant::getNullValue(T));
}

Value *Expander::shiftRight(Value *A, Value *Count, bool Signed) {
  Type *T = A->getType();
  unsigned Width = T->getIntegerBitWidth();
  if (Signed) {
    Count = CreateBinaryIntrinsic(Intrinsic::umin, Count, getInt32(Width - 1));
    return CreateAShr(A, CreateZExtOrTrunc(Count, T));
  }
  Value *InRange = CreateICmpULT(Count, getInt32(Width));
  Value *Shifted = CreateLShr(A, CreateZExtOrTrunc(Count, T));
  return CreateSelect(InRange, Shifted, Constant::getNullValue(T));
}

Value *Expander::lowBits(Value *Count, Type *T) {
  return CreateNot(shiftLeft(Constant::getAllOnesValue(T), Count));
}

Value *Expander::extend(Value *A, Value *Count, bool Signed) {
  if (!Signed)
    return CreateAnd(A, lowBits(Count, A->getType()));
  // Up to the top and back; a field without bits is zero.
  Value *Width = getInt32(A->getType()->getIntegerBitWidth());
  Value *Above =
      CreateSub(Width, CreateBinaryIntrinsic(Intrinsic::umin, Count, Width));
  return shiftRight(shiftLeft(A, Above), Above, /*Signed=*/true);
}

StringRef operationName(const CallInst &Call) {
  std::optional<HeddleOp> Op = heddleOpOf(Call);
  if (!Op || Call.getFunctionType() != heddleOpType(Call.getContext(), *Op))
    return "";
  return heddleOpInfo(*Op).Name;
}

/// Puts \p Result, or its zero extension, in the place of \p Call.
static void replace(Expander &Builder, CallInst &Call, Value *Result) {
  assert(Result != &Call &&
         Result->getType()->getScalarSizeInBits() <=
             Call.getType()->getScalarSizeInBits() &&
         "an expansion is as wide as its result");
  if (Call.getType() != Result->getType()) {
    for (User *U : make_early_inc_range(Call.users()))
      if (match(U, m_Trunc(m_Specific(&Call))) &&
          U->getType() == Result->getType()) {
        U->replaceAllUsesWith(Result);
        cast<Instruction>(U)->eraseFromParent();
      }
    if (!Call.use_empty())
      Call.replaceAllUsesWith(Builder.CreateZExt(Result, Call.getType()));
  } else {
    Call.replaceAllUsesWith(Result);
  }
  Call.eraseFromParent();
}

PreservedAnalyses
expandCalls(Function &F, function_ref<Value *(Expander &, CallInst &)> Expand,
            TrackingStatistic &NumExpanded) {
  SmallVector<CallInst *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      Calls.push_back(Call);
  unsigned Expanded = 0;
  for (CallInst *Call : Calls) {
    Expander Builder(*Call);
    Value *Result = Expand(Builder, *Call);
    if (!Result)
      continue;
    // The name of the pass that this is a part of.
    DEBUG_WITH_TYPE(NumExpanded.getDebugType(),
                    dbgs() << NumExpanded.getDebugType() << ": expands" << *Call
                           << '\n');
    replace(Builder, *Call, Result);
    ++Expanded;
  }
  if (Expanded == 0)
    return PreservedAnalyses::all();
  NumExpanded += Expanded;
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace heddle
