//===- LinkBuiltins.cpp - link-builtins -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a builtin is called but not defined, links the builtins' bitcode and
/// inlines the calls:
///
///   %q = call i32 @heddle.rt.udiv32(i32 %a, i32 %b)   =>   its body
///
/// A builtin whose copies would make a function large is called instead.
///
//===----------------------------------------------------------------------===//

#include "heddle/Builtins/Builtins.h"
#include "heddle/Intrinsics/Emulation.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <cassert>

#define DEBUG_TYPE "link-builtins"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumInlined, "Calls of builtins inlined");
ALWAYS_ENABLED_STATISTIC(NumCalled, "Builtins called out of line");

namespace heddle {

static bool isBuiltin(const Function &F) {
  return F.getName().starts_with(BuiltinPrefix);
}

/// The calls of \p Builtin in the order of functions and instructions: that of
/// its uses depends on how the module came about, and the code must not.
static SmallVector<CallBase *, 8> callsOf(Function &Builtin) {
  SmallVector<CallBase *, 8> Calls;
  SmallPtrSet<const Function *, 8> Callers;
  for (User *U : Builtin.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledFunction() == &Builtin)
      Callers.insert(Call->getFunction());
  if (Callers.empty())
    return Calls;
  for (Function &F : *Builtin.getParent())
    if (Callers.contains(&F))
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I);
            Call && Call->getCalledFunction() == &Builtin)
          Calls.push_back(Call);
  return Calls;
}

static void inlineCalls(Function &Builtin) {
  assert(!Builtin.isDeclaration() && "nothing to inline");
  for (CallBase *Call : callsOf(Builtin)) {
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": inlines " << Builtin.getName()
                      << " into " << Call->getFunction()->getName() << '\n');
    InlineFunctionInfo Info;
    // The layout and the attributes agree by construction, so this succeeds.
    if (InlineFunction(*Call, Info).isSuccess())
      ++NumInlined;
  }
}

/// Instructions of builtins that are copied into one function; more than that
/// is some fifty divisions of integers, or fifteen of f64.
constexpr uint64_t MostCopied = 4096;
/// A builtin of fewer instructions is not worth a call.
constexpr uint64_t SmallBuiltin = 40;

namespace {
/// The calls of one builtin in one function.
struct Copies {
  Function *Builtin = nullptr;
  unsigned Count = 0;

  uint64_t size() const {
    return uint64_t(Count) * Builtin->getInstructionCount();
  }
};
} // namespace

/// Whether a former run has decided to call \p F.
static bool isCalled(const Function &F) {
  return F.hasFnAttribute(Attribute::NoInline);
}

/// Whether \p F accesses memory: as a function of its own it would hide where.
static bool accessesMemory(const Function &F) {
  return any_of(instructions(F),
                [](const Instruction &I) { return I.mayReadOrWriteMemory(); });
}

static void makeCalled(Function &F) {
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": calls " << F.getName()
                    << ", whose copies would be too much" << '\n');
  F.removeFnAttr(Attribute::AlwaysInline);
  F.addFnAttr(Attribute::NoInline);
  F.setDoesNotThrow();
  F.setWillReturn();
  F.setDoesNotAccessMemory();
  ++NumCalled;
}

/// Has what is copied most called instead, until the rest is little enough.
static void chooseCalled(SmallVectorImpl<Copies> &InFunction) {
  uint64_t Total = 0;
  for (const Copies &C : InFunction)
    Total += isCalled(*C.Builtin) ? 0 : C.size();
  sort(InFunction, [](const Copies &A, const Copies &B) {
    if (A.size() != B.size())
      return A.size() > B.size();
    return A.Builtin->getName() < B.Builtin->getName();
  });
  for (const Copies &C : InFunction) {
    if (Total <= MostCopied)
      return;
    if (isCalled(*C.Builtin) || C.Count == 1 ||
        C.Builtin->getInstructionCount() <= SmallBuiltin ||
        accessesMemory(*C.Builtin))
      continue;
    makeCalled(*C.Builtin);
    Total -= C.size();
  }
}

/// Decides for the whole module: a builtin that is called somewhere is called
/// everywhere.
static void chooseCalled(Module &M) {
  MapVector<Function *, SmallVector<Copies, 4>> All;
  for (Function &F : M) {
    if (!isBuiltin(F) || F.isDeclaration())
      continue;
    for (User *U : F.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledFunction() != &F)
        continue;
      SmallVector<Copies, 4> &InFunction = All[Call->getFunction()];
      if (InFunction.empty() || InFunction.back().Builtin != &F)
        InFunction.push_back({&F, 0});
      ++InFunction.back().Count;
    }
  }
  for (auto &[F, InFunction] : All)
    if (!isBuiltin(*F))
      chooseCalled(InFunction);
}

/// Defines the builtins that are declared; false when that fails.
static bool link(Module &M) {
  SmallVector<StringRef, 8> Needed;
  for (const Function &F : M)
    if (isBuiltin(F) && F.isDeclaration() && !F.use_empty())
      Needed.push_back(F.getName().drop_front(BuiltinPrefix.size()));
  if (Needed.empty())
    return true;
  std::unique_ptr<Module> Builtins = loadBuiltins(M.getContext(), Needed);
  Builtins->setTargetTriple(M.getTargetTriple());
  Builtins->setDataLayout(M.getDataLayout());
  return !Linker::linkModules(M, std::move(Builtins), Linker::LinkOnlyNeeded);
}

/// How to do without \p Routine; empty where there is no other way.
static StringRef adviceOn(StringRef Routine) {
  if (Routine.starts_with("fma") && Routine.ends_with("_f32_rn"))
    return "--fma-as-mad takes mad, which truncates the product, or compile "
           "with -fmad=false";
  return "";
}

/// Remembers, for the remarks, what the calls of builtins outside of builtins
/// stand for.
static void noteEmulations(Module &M) {
  if (!wantsEmulationRemarks(M.getContext()))
    return;
  DenseMap<LineAndColumn, StringRef> Spellings = spellingsOf(M);
  for (Function &F : M) {
    if (!isBuiltin(F))
      continue;
    StringRef Routine = F.getName().drop_front(BuiltinPrefix.size());
    for (User *U : F.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledFunction() != &F || !Call->getDebugLoc() ||
          isBuiltin(*Call->getFunction()))
        continue;
      const DebugLoc &At = Call->getDebugLoc();
      LineAndColumn Place(At.getLine(), At.getCol());
      StringRef What = Spellings.lookup(Place);
      addEmulation(M, Place,
                   {What.empty() ? Routine : What, isCalled(F) ? Routine : "",
                    adviceOn(Routine)});
    }
  }
}

PreservedAnalyses LinkBuiltinsPass::run(Module &M, ModuleAnalysisManager &) {
  if (none_of(M,
              [](const Function &F) { return isBuiltin(F) && !F.use_empty(); }))
    return PreservedAnalyses::all();
  if (!link(M))
    return PreservedAnalyses::none();
  for (Function &F : M)
    if (isBuiltin(F) && !F.isDeclaration())
      F.setLinkage(GlobalValue::InternalLinkage);
  chooseCalled(M);
  noteEmulations(M);
  for (Function &F : make_early_inc_range(M)) {
    if (!isBuiltin(F) || F.isDeclaration() || isCalled(F))
      continue;
    inlineCalls(F);
    if (F.use_empty())
      F.eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace heddle
