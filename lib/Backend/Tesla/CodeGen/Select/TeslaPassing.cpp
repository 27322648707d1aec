//===- TeslaPassing.cpp - Where the values of a call go -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaPassing.h"
#include "TeslaCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include <cassert>

using namespace llvm;

SmallVector<Type *, 4> llvm::teslaResultTypes(const Function &F) {
  Type *T = F.getReturnType();
  if (auto *S = dyn_cast<StructType>(T))
    return SmallVector<Type *, 4>(S->elements());
  if (T->isVoidTy())
    return {};
  return {T};
}

/// How many of \p Types go in \p Room registers.
static unsigned fitting(ArrayRef<Type *> Types, unsigned Room) {
  unsigned Words = 0, Count = 0;
  for (Type *T : Types) {
    Words += teslaWordsOf(T);
    if (Words > Room)
      break;
    ++Count;
  }
  return Count;
}

TeslaPassing::TeslaPassing(const Function &F, unsigned Room) {
  assert(Room && "no register that could point to memory");
  SmallVector<Type *, 8> Results = teslaResultTypes(F), InMemory;
  SmallVector<Type *, 8> Arguments(F.getFunctionType()->params());
  // A pair of words comes back in registers under any budget.
  DirectResults = fitting(Results, std::max(Room, 2u));
  DirectArguments = fitting(Arguments, Room);
  if (DirectResults == Results.size() && DirectArguments == Arguments.size())
    return;
  // One register points to the memory.
  DirectArguments = fitting(Arguments, Room - 1);
  append_range(InMemory, drop_begin(Arguments, DirectArguments));
  append_range(InMemory, drop_begin(Results, DirectResults));
  Memory = StructType::get(F.getContext(), InMemory);
}

Type *llvm::teslaDirectResult(const Function &F, unsigned Count) {
  SmallVector<Type *, 4> Results = teslaResultTypes(F);
  if (Count == Results.size())
    return F.getReturnType();
  assert(Count < Results.size() && "more results than the function has");
  Results.truncate(Count);
  if (Results.empty())
    return Type::getVoidTy(F.getContext());
  return Results.size() == 1 ? Results.front()
                             : StructType::get(F.getContext(), Results);
}
