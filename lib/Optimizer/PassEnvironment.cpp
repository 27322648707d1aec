//===- PassEnvironment.cpp - What running passes needs --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressSpaceAA.h"
#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/Pipelines.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Passes/StandardInstrumentations.h"

using namespace llvm;

namespace heddle {

struct PassEnvironment::Implementation {
  Implementation(LLVMContext &Context, const OptimizerOptions &Options)
      : Instrumentation(Context, /*DebugLogging=*/false, Options.VerifyEach),
        Builder(Options.Target, PipelineTuningOptions(), std::nullopt,
                &Callbacks) {}

  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CGSCCs;
  ModuleAnalysisManager Modules;
  PassInstrumentationCallbacks Callbacks;
  StandardInstrumentations Instrumentation;
  PassBuilder Builder;

  void registerAnalyses();
};

/// Registered first, ours win over the builder's.
void PassEnvironment::Implementation::registerAnalyses() {
  Instrumentation.registerCallbacks(Callbacks, &Modules);
  // There is no library: nothing may be recognized as a call of it, or turned
  // into one.
  Functions.registerPass([] {
    TargetLibraryInfoImpl None;
    None.disableAllFunctions();
    return TargetLibraryAnalysis(None);
  });
  // Costs of the operations themselves: with those of their expansions, which
  // the target's would be, a few of them on some lanes become a branch.
  Functions.registerPass([] { return TargetIRAnalysis(); });
  Functions.registerPass([] { return AddressSpaceAA(); });
  Functions.registerPass([] {
    AAManager AA;
    AA.registerFunctionAnalysis<BasicAA>();
    AA.registerFunctionAnalysis<AddressSpaceAA>();
    return AA;
  });
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(CGSCCs);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, CGSCCs, Modules);
}

PassEnvironment::PassEnvironment(std::unique_ptr<Implementation> Impl)
    : Impl(std::move(Impl)) {}

PassEnvironment::~PassEnvironment() = default;

Expected<std::unique_ptr<PassEnvironment>>
PassEnvironment::create(LLVMContext &Context, const OptimizerOptions &Options) {
  auto Impl = std::make_unique<Implementation>(Context, Options);
  registerPasses(Impl->Builder);
  for (const std::string &Path : Options.Plugins) {
    Expected<PassPlugin> Plugin = PassPlugin::Load(Path);
    if (!Plugin)
      return Plugin.takeError();
    Plugin->registerPassBuilderCallbacks(Impl->Builder);
  }
  Impl->registerAnalyses();
  return std::unique_ptr<PassEnvironment>(new PassEnvironment(std::move(Impl)));
}

Error PassEnvironment::parse(ModulePassManager &Manager, StringRef Text) {
  return Impl->Builder.parsePassPipeline(Manager, Text);
}

void PassEnvironment::run(ModulePassManager &Manager, Module &M) {
  Manager.run(M, Impl->Modules);
}

void PassEnvironment::print(ModulePassManager &Manager, raw_ostream &OS) {
  Manager.printPipeline(OS, [this](StringRef ClassName) {
    StringRef Name = Impl->Callbacks.getPassNameForClassName(ClassName);
    return Name.empty() ? ClassName : Name;
  });
  OS << '\n';
}

Error optimizeModule(Module &M, unsigned Level,
                     const OptimizerOptions &Options) {
  auto Environment = PassEnvironment::create(M.getContext(), Options);
  if (!Environment)
    return Environment.takeError();
  ModulePassManager Manager;
  buildPipeline(Manager, Level, Options);
  (*Environment)->run(Manager, M);
  return Error::success();
}

} // namespace heddle
