//===- PassEnvironment.cpp - What running passes needs --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"
#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/Pipelines.h"
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

  AnalysisManagers AM;
  PassInstrumentationCallbacks Callbacks;
  StandardInstrumentations Instrumentation;
  PassBuilder Builder;

  void registerAnalyses();
};

void PassEnvironment::Implementation::registerAnalyses() {
  Instrumentation.registerCallbacks(Callbacks, &AM.Modules);
  registerOwnAnalyses(AM.Functions);
  Builder.registerModuleAnalyses(AM.Modules);
  Builder.registerCGSCCAnalyses(AM.CGSCCs);
  Builder.registerFunctionAnalyses(AM.Functions);
  Builder.registerLoopAnalyses(AM.Loops);
  Builder.crossRegisterProxies(AM.Loops, AM.Functions, AM.CGSCCs, AM.Modules);
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
  Manager.run(M, Impl->AM.Modules);
}

void PassEnvironment::print(ModulePassManager &Manager, raw_ostream &OS) {
  Manager.printPipeline(OS, [this](StringRef ClassName) {
    StringRef Name = Impl->Callbacks.getPassNameForClassName(ClassName);
    return Name.empty() ? ClassName : Name;
  });
  OS << '\n';
}

} // namespace heddle
