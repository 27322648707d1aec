//===- PassEnvironment.cpp - What running passes needs --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"
#include "ObservePasses.h"
#include "PipelineExtensions.h"
#include "heddle/Optimizer/Passes.h"
#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

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
  if (Options.Observer)
    observePasses(Impl->Callbacks, *Options.Observer);
  return std::unique_ptr<PassEnvironment>(new PassEnvironment(std::move(Impl)));
}

std::vector<std::string> PassEnvironment::passNames() const {
  // LLVM keeps its names to itself, and prints them: headings stand at the
  // start of a line, names are indented and may have parameters behind them.
  std::string Text;
  raw_string_ostream OS(Text);
  Impl->Builder.printPassNames(OS);
  std::vector<std::string> Names;
  SmallVector<StringRef, 0> Lines;
  StringRef(Text).split(Lines, '\n');
  for (StringRef Line : Lines)
    if (Line.starts_with("  "))
      Names.push_back(Line.trim().split('<').first.str());
#define HEDDLE_MODULE_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)                \
  Names.push_back(NAME);
#define HEDDLE_FUNCTION_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY)              \
  Names.push_back(NAME);
#include "Passes.def"
  return Names;
}

/// "; did you mean 'instcombine'?" for a message that quotes an unknown name.
static std::string hintFor(StringRef Message,
                           const std::vector<std::string> &Names) {
  StringRef Wrong = Message.split('\'').second.split('\'').first;
  SmallVector<StringRef, 0> Known(Names.begin(), Names.end());
  StringRef Near = nearestWord(Wrong, Known);
  return Near.empty() ? "" : ("; did you mean '" + Near + "'?").str();
}

Error PassEnvironment::parse(ModulePassManager &Manager, StringRef Text) {
  Error Problem = Impl->Builder.parsePassPipeline(Manager, Text);
  if (!Problem)
    return Problem;
  std::string Message = toString(std::move(Problem));
  if (StringRef(Message).starts_with("unknown "))
    Message += hintFor(Message, passNames());
  return createStringError(Message);
}

namespace {
/// The passes that plugins registered with a PassBuilder.
class BuilderExtensions final : public PipelineExtensions {
public:
  BuilderExtensions(PassBuilder &Builder, unsigned Level)
      : Builder(Builder), Level(levelOf(Level)) {}

  void start(ModulePassManager &Manager) const override {
    Builder.invokePipelineStartEPCallbacks(Manager, Level);
    Builder.invokePipelineEarlySimplificationEPCallbacks(Manager, Level);
  }
  void afterInlining(ModulePassManager &Manager) const override {
    CGSCCPassManager Calls;
    Builder.invokeCGSCCOptimizerLateEPCallbacks(Calls, Level);
    if (!Calls.isEmpty())
      Manager.addPass(
          createModuleToPostOrderCGSCCPassAdaptor(std::move(Calls)));
    Builder.invokeOptimizerEarlyEPCallbacks(Manager, Level);
  }
  void peephole(FunctionPassManager &Manager) const override {
    Builder.invokePeepholeEPCallbacks(Manager, Level);
  }
  void loops(FunctionPassManager &Manager) const override {
    LoopPassManager Loops;
    Builder.invokeLateLoopOptimizationsEPCallbacks(Loops, Level);
    Builder.invokeLoopOptimizerEndEPCallbacks(Loops, Level);
    if (!Loops.isEmpty())
      Manager.addPass(createFunctionToLoopPassAdaptor(std::move(Loops)));
  }
  void scalarLate(FunctionPassManager &Manager) const override {
    Builder.invokeScalarOptimizerLateEPCallbacks(Manager, Level);
    Builder.invokeVectorizerStartEPCallbacks(Manager, Level);
  }
  void last(ModulePassManager &Manager) const override {
    Builder.invokeOptimizerLastEPCallbacks(Manager, Level);
  }

private:
  static OptimizationLevel levelOf(unsigned Level) {
    const OptimizationLevel Levels[] = {
        OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
        OptimizationLevel::O3};
    return Levels[Level];
  }

  PassBuilder &Builder;
  OptimizationLevel Level;
};
} // namespace

void PassEnvironment::build(ModulePassManager &Manager, unsigned Level,
                            const OptimizerOptions &Options) {
  buildPipeline(Manager, Level, Options,
                BuilderExtensions(Impl->Builder, Level));
}

void loadPluginOptions(const std::string &Path) {
  // The run of the plugin's passes reports what is wrong with it.
  consumeError(PassPlugin::Load(Path).takeError());
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
