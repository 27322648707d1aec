//===- ChooseInlining.cpp - choose-inlining -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Marks device functions alwaysinline or noinline, before anything changes
/// them, so that the choice is the same at every -O level.
///
/// Some cannot be called: addresses are resolved within a function, so those
/// that have to do with generic ones are inlined, and so are those that end the
/// thread, since only a kernel can.
///
//===----------------------------------------------------------------------===//

#include "heddle/ABI/AddressSpace.h"
#include "heddle/Intrinsics/HeddleOps.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#define DEBUG_TYPE "choose-inlining"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumInlined, "Device functions to be inlined");
ALWAYS_ENABLED_STATISTIC(NumCalled, "Device functions to be called");

namespace heddle {
namespace {

/// A call costs about as much as this many operations: its operands are moved,
/// and what lives across it goes to other registers or to memory.
constexpr unsigned SmallFunction = 40;

/// What is known of a function, and what it calls.
struct Facts {
  unsigned Operations = 0;
  bool HasGenericAccess = false;
  bool EndsThread = false;
  SmallSetVector<Function *, 4> Callees;
};

class Chooser {
public:
  Chooser(Module &M, InlineMode Mode) : M(M), Mode(Mode) {}
  bool run();

private:
  void look(Function &F);
  void inlineTreesWithGenericAccess();
  void inlineWhatEndsThreads();
  bool isWorthInlining(const Function &F) const;

  Module &M;
  InlineMode Mode;
  MapVector<Function *, Facts> All;
  SmallPtrSet<const Function *, 16> MustInline;
};

} // namespace

static bool isGenericAccess(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    Pointer = RMW->getPointerOperand();
  else if (auto *CAS = dyn_cast<AtomicCmpXchgInst>(&I))
    Pointer = CAS->getPointerOperand();
  return Pointer &&
         Pointer->getType()->getPointerAddressSpace() == abi::Generic;
}

/// Registers are memory still, and moving values around in it is no work.
static bool isOperation(const Instruction &I) {
  if (isa<AllocaInst, DbgInfoIntrinsic>(I) || I.isTerminator())
    return false;
  const Value *Pointer = getLoadStorePointerOperand(&I);
  return !Pointer || !isa<AllocaInst>(Pointer);
}

void Chooser::look(Function &F) {
  Facts &Of = All[&F];
  for (Instruction &I : instructions(F)) {
    Of.HasGenericAccess |= isGenericAccess(I);
    Of.Operations += isOperation(I);
    auto *Call = dyn_cast<CallBase>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee)
      continue;
    Of.EndsThread |= heddleOpOf(*Call) == HeddleOp::Exit;
    if (!Callee->isDeclaration())
      Of.Callees.insert(Callee);
  }
}

/// A generic address can come from any function around the one that uses it.
void Chooser::inlineTreesWithGenericAccess() {
  for (auto &[Root, RootFacts] : All) {
    if (!Root->use_empty())
      continue;
    SmallSetVector<Function *, 8> Tree;
    Tree.insert(Root);
    bool HasGenericAccess = false;
    for (unsigned I = 0; I != Tree.size(); ++I) {
      const Facts &Of = All[Tree[I]];
      HasGenericAccess |= Of.HasGenericAccess;
      Tree.insert(Of.Callees.begin(), Of.Callees.end());
    }
    if (HasGenericAccess)
      MustInline.insert(Tree.begin(), Tree.end());
  }
}

void Chooser::inlineWhatEndsThreads() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[F, Of] : All) {
      if (Of.EndsThread)
        MustInline.insert(F);
      else if (any_of(Of.Callees,
                      [&](Function *C) { return All[C].EndsThread; }))
        Changed = Of.EndsThread = true;
    }
  }
}

bool Chooser::isWorthInlining(const Function &F) const {
  switch (Mode) {
  case InlineMode::All:
    return true;
  case InlineMode::None:
    return false;
  case InlineMode::Auto:
    break;
  }
  if (F.hasFnAttribute(Attribute::NoInline))
    return false;
  return F.hasFnAttribute(Attribute::AlwaysInline) || F.hasOneUse() ||
         All.lookup(const_cast<Function *>(&F)).Operations <= SmallFunction;
}

bool Chooser::run() {
  for (Function &F : M)
    if (!F.isDeclaration())
      look(F);
  inlineTreesWithGenericAccess();
  inlineWhatEndsThreads();
  bool Changed = false;
  for (auto &[F, Of] : All) {
    if (F->use_empty())
      continue;
    bool Inline = MustInline.contains(F) || isWorthInlining(*F);
    F->removeFnAttr(Inline ? Attribute::NoInline : Attribute::AlwaysInline);
    F->addFnAttr(Inline ? Attribute::AlwaysInline : Attribute::NoInline);
    ++(Inline ? NumInlined : NumCalled);
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses ChooseInliningPass::run(Module &M, ModuleAnalysisManager &) {
  return Chooser(M, Mode).run() ? PreservedAnalyses::none()
                                : PreservedAnalyses::all();
}

} // namespace heddle
