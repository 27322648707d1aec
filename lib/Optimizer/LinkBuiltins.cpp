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
/// inlines every call, so that no call is left for selection.
///
///   %q = call i32 @heddle.rt.udiv32(i32 %a, i32 %b)   =>   its body
///
//===----------------------------------------------------------------------===//

#include "heddle/Builtins/Builtins.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Transforms/Utils/Cloning.h"

#define DEBUG_TYPE "link-builtins"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumInlined, "Calls of builtins inlined");

namespace heddle {

static bool isBuiltin(const Function &F) {
  return F.getName().starts_with(BuiltinPrefix);
}

static void inlineCalls(Function &Builtin) {
  SmallVector<CallBase *, 8> Calls;
  for (User *U : Builtin.users())
    if (auto *Call = dyn_cast<CallBase>(U))
      if (Call->getCalledFunction() == &Builtin)
        Calls.push_back(Call);
  for (CallBase *Call : Calls) {
    InlineFunctionInfo Info;
    // The layout and the attributes agree by construction, so this succeeds.
    if (InlineFunction(*Call, Info).isSuccess())
      ++NumInlined;
  }
}

PreservedAnalyses LinkBuiltinsPass::run(Module &M, ModuleAnalysisManager &) {
  bool IsNeeded = any_of(M, [](const Function &F) {
    return isBuiltin(F) && F.isDeclaration() && !F.use_empty();
  });
  if (!IsNeeded)
    return PreservedAnalyses::all();
  std::unique_ptr<Module> Builtins = loadBuiltins(M.getContext());
  Builtins->setTargetTriple(M.getTargetTriple());
  Builtins->setDataLayout(M.getDataLayout());
  if (Linker::linkModules(M, std::move(Builtins), Linker::LinkOnlyNeeded))
    return PreservedAnalyses::none();
  for (Function &F : make_early_inc_range(M)) {
    if (!isBuiltin(F) || F.isDeclaration())
      continue;
    F.setLinkage(GlobalValue::InternalLinkage);
    inlineCalls(F);
    if (F.use_empty())
      F.eraseFromParent();
  }
  return PreservedAnalyses::none();
}

} // namespace heddle
