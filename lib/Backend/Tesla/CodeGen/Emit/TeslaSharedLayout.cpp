//===- TeslaSharedLayout.cpp - Where a kernel's shared bytes lie ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaSharedLayout.h"
#include "Select/TeslaCalls.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace llvm;
using namespace heddle;

/// Shared variables that kernel \p F and what it calls name, through constant
/// expressions too, in the module's order so that addresses do not depend on
/// the instruction order.
static SmallVector<const GlobalVariable *, 8>
sharedVariables(const Function &F) {
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<const Value *, 32> Work;
  auto Visit = [&](const Value *V) {
    if (isa<Constant>(V) && Seen.insert(V).second)
      Work.push_back(V);
  };
  // The callees of a kernel stand behind it in the module.
  const auto &Functions = F.getParent()->getFunctionList();
  for (auto Part = F.getIterator();
       Part != Functions.end() && (&*Part == &F || &teslaKernelOf(*Part) == &F);
       ++Part)
    for (const Instruction &I : instructions(*Part))
      for (const Value *Op : I.operands())
        Visit(Op);
  while (!Work.empty())
    if (const auto *C = dyn_cast<Constant>(Work.pop_back_val());
        C && !isa<GlobalValue>(C))
      for (const Value *Op : C->operands())
        Visit(Op);

  SmallVector<const GlobalVariable *, 8> Result;
  for (const GlobalVariable &GV : F.getParent()->globals())
    if (GV.getAddressSpace() == abi::Shared && Seen.contains(&GV))
      Result.push_back(&GV);
  return Result;
}

std::pair<uint64_t, Align> llvm::teslaParameterExtent(const Argument &A) {
  const DataLayout &DL = A.getParent()->getDataLayout();
  if (!A.hasByValAttr())
    return {DL.getTypeAllocSize(A.getType()), DL.getABITypeAlign(A.getType())};
  Type *Bytes = A.getParamByValType();
  return {DL.getTypeAllocSize(Bytes),
          DL.getValueOrABITypeAlignment(A.getParamAlign(), Bytes)};
}

TeslaSharedLayout TeslaSharedLayout::compute(const Function &F) {
  assert(&teslaKernelOf(F) == &F && "only kernels have parameters in s[]");
  TeslaSharedLayout L;
  const DataLayout &DL = F.getDataLayout();
  uint64_t Next = abi::SharedParams;
  for (const Argument &A : F.args()) {
    auto [Size, Alignment] = teslaParameterExtent(A);
    Next = alignTo(Next, Alignment);
    L.ParamAddress.push_back(Next);
    Next += Size;
  }
  L.ParamBytes = Next - abi::SharedParams;

  Align DynamicAlign(1);
  SmallVector<const GlobalVariable *, 2> Dynamic;
  for (const GlobalVariable *GV : sharedVariables(F)) {
    Align A = DL.getValueOrABITypeAlignment(GV->getAlign(), GV->getValueType());
    if (GV->isDeclaration()) {
      DynamicAlign = std::max(DynamicAlign, A);
      Dynamic.push_back(GV);
      continue;
    }
    Next = alignTo(Next, A);
    L.Variables[GV] = Next;
    Next += DL.getTypeAllocSize(GV->getValueType());
  }
  L.StaticBytes = Next;
  L.DynamicOffset = alignTo(Next, DynamicAlign);
  assert(L.ParamAddress.size() == F.arg_size() &&
         L.DynamicOffset >= L.StaticBytes && "parts of s[] overlap");
  // All extern arrays share one place, as in CUDA.
  for (const GlobalVariable *GV : Dynamic)
    L.Variables[GV] = L.DynamicOffset;
  return L;
}
