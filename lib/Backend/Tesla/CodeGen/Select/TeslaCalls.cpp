//===- TeslaCalls.cpp - Device functions that are called ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaCalls.h"
#include "Target/TeslaRegisterInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

/// A few registers must be left beside the arguments of a call.
unsigned llvm::teslaArgumentWords(const Function &F) {
  return std::clamp(TeslaRegisterInfo::registerBudget(F) / 2, 2u, 9u) - 1;
}

unsigned llvm::teslaWordsOf(const Type *T) {
  if (T->isVoidTy())
    return 0;
  if (auto *S = dyn_cast<StructType>(T)) {
    unsigned Words = 0;
    for (const Type *Member : S->elements())
      Words += teslaWordsOf(Member);
    return Words;
  }
  if (auto *A = dyn_cast<ArrayType>(T))
    return A->getNumElements() * teslaWordsOf(A->getElementType());
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return V->getNumElements() * teslaWordsOf(V->getElementType());
  return T->isPointerTy() ? 1 : divideCeil(T->getScalarSizeInBits(), 32);
}

uint64_t TeslaFrames::baseOf(const Function &F, Align A) const {
  uint64_t Base = 0;
  for (const User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      Base = std::max(Base, Ends.lookup(Call->getFunction()));
  return alignTo(Base, A);
}
