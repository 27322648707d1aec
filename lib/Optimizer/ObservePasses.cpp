//===- ObservePasses.cpp - Shows passes to an observer --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObservePasses.h"
#include "heddle/Support/PassObserver.h"
#include "llvm/Analysis/LazyCallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include <memory>

using namespace llvm;

namespace heddle {

/// The functions of the unit that a pass ran on.
static SmallVector<Function *, 8> functionsOf(const Any &Unit) {
  SmallVector<Function *, 8> Of;
  auto Add = [&](const Function &F) {
    if (!F.isDeclaration())
      Of.push_back(const_cast<Function *>(&F));
  };
  if (const auto *M = any_cast<const Module *>(&Unit))
    for (const Function &F : **M)
      Add(F);
  else if (const auto *F = any_cast<const Function *>(&Unit))
    Add(**F);
  else if (const auto *C = any_cast<const LazyCallGraph::SCC *>(&Unit))
    for (const LazyCallGraph::Node &N : **C)
      Add(N.getFunction());
  else if (const auto *L = any_cast<const Loop *>(&Unit))
    Add(*(*L)->getHeader()->getParent());
  return Of;
}

void observePasses(PassInstrumentationCallbacks &Callbacks, PassObserver &By) {
  // Passes that only run others, and those that only look.
  static const std::vector<StringRef> NoPasses = {"PassManager",
                                                  "PassAdaptor",
                                                  "AnalysisManagerProxy",
                                                  "RequireAnalysisPass",
                                                  "InvalidateAnalysisPass",
                                                  "VerifierPass",
                                                  "PrintModulePass",
                                                  "PrintFunctionPass"};
  auto NameOf = [&Callbacks](StringRef Class) {
    const StringRef Name = Callbacks.getPassNameForClassName(Class);
    return Name.empty() ? Class : Name;
  };
  // A loop that is gone leaves its function unnamed: what became of it shows
  // behind the next pass, whatever that does.
  auto IsUnseen = std::make_shared<bool>(false);
  Callbacks.registerAfterPassInvalidatedCallback(
      [IsUnseen](StringRef, const PreservedAnalyses &) { *IsUnseen = true; });
  Callbacks.registerAfterPassCallback(
      [&By, NameOf, IsUnseen](StringRef Class, Any Unit,
                              const PreservedAnalyses &Left) {
        if (isSpecialPass(Class, NoPasses))
          return;
        const bool IsIdle = Left.areAllPreserved() && !*IsUnseen;
        *IsUnseen = false;
        for (Function *F : functionsOf(Unit))
          if (IsIdle)
            By.afterIdlePass(NameOf(Class), *F);
          else
            By.afterPass(NameOf(Class), *F);
      });
}

} // namespace heddle
