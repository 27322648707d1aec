//===- Pipelines.cpp - Our pass pipelines ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Pipelines.h"
#include "Analyses.h"
#include "ObservePasses.h"
#include "PassFeatures.h"
#include "PassNames.h"
#include "PipelineExtensions.h"
#include "heddle/Builtins/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/StripDeadPrototypes.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

using namespace llvm;

namespace heddle {

static SimplifyCFGPass simplifyCFG() {
  // No tables: there is no place for them. No sinking: it makes phis of
  // addresses, which hide what an access reads.
  return SimplifyCFGPass(SimplifyCFGOptions()
                             .convertSwitchToLookupTable(false)
                             .convertSwitchRangeToICmp(true)
                             .hoistCommonInsts(true)
                             .sinkCommonInsts(false)
                             .needCanonicalLoops(true));
}

static InstCombinePass instCombine() {
  return InstCombinePass(InstCombineOptions().setVerifyFixpoint(false));
}

namespace {
/// The passes of a pipeline for one chip.
class Pipeline {
public:
  Pipeline(ModulePassManager &Manager, const OptimizerOptions &Options,
           const PipelineExtensions &Plugins)
      : Manager(Manager), Options(Options), Plugins(Plugins) {
    if (Options.Target)
      Chip = abi::findChip(Options.Target->getTargetCPU());
  }

  void build(unsigned Level, PipelinePart Part);

private:
  /// Whether the chip lacks the feature that \p PassT makes up for, if there is
  /// one.
  template <typename PassT> bool runs() const {
    std::optional<abi::Feature> Lack = lackOf<PassT>();
    return !Lack || !Chip || !Chip->has(*Lack);
  }
  /// Adds \p Pass to \p To, if it runs().
  template <typename ManagerT, typename PassT>
  void add(ManagerT &To, PassT &&Pass) const {
    if (runs<std::decay_t<PassT>>())
      To.addPass(std::forward<PassT>(Pass));
  }
  void addToEachFunction(FunctionPassManager &&Passes) {
    if (!Passes.isEmpty())
      Manager.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
  }

  void addInlining();
  void addPasses(unsigned Level);
  void addEarly(PipelinePart Part);
  void addExpansions();
  void addLowering();
  void addAtomics();
  void addPromotion(FunctionPassManager &Passes) const;
  void addSimplification(FunctionPassManager &Passes) const;
  void addLoopsAndRedundancy(FunctionPassManager &Passes) const;
  void addCleanup(FunctionPassManager &Passes) const;

  ModulePassManager &Manager;
  const OptimizerOptions &Options;
  const PipelineExtensions &Plugins;
  /// Null where nothing is known of the chip: then it has nothing.
  const abi::Chip *Chip = nullptr;
};
} // namespace

/// First: all that follows sees through the sequences that operations of PTX
/// become on chips without them, and counts them.
void Pipeline::addExpansions() {
  FunctionPassManager Passes;
  add(Passes, ExpandBitCountsPass());
  add(Passes, ExpandBitFieldsPass());
  add(Passes, ExpandPermutesPass());
  add(Passes, ExpandLop3Pass());
  add(Passes, ExpandDotProductsPass());
  addToEachFunction(std::move(Passes));
}

/// Adds the passes that selection needs at any level, behind promotion to SSA.
void Pipeline::addLowering() {
  add(Manager, ExpandDivisionPass());
  add(Manager, LinkBuiltinsPass());
  FunctionPassManager Passes;
  add(Passes, ExpandWideIntPass());
  add(Passes, LowerSwitchPass());
  add(Passes, DCEPass());
  addToEachFunction(std::move(Passes));
}

/// Last: the loops that it makes hold the lanes of a warp together, which
/// SimplifyCFG would not keep.
void Pipeline::addAtomics() {
  FunctionPassManager Passes;
  add(Passes, ExpandSharedAtomicsPass());
  addToEachFunction(std::move(Passes));
}

void Pipeline::addPromotion(FunctionPassManager &Passes) const {
  add(Passes, SROAPass(SROAOptions::PreserveCFG));
  add(Passes, ForwardResultsPass());
  add(Passes, InstSimplifyPass());
  add(Passes, DCEPass());
  add(Passes, DropFullSyncsPass());
  add(Passes, CheckOffsetsPass());
  // Before anything merges addresses of different origin.
  add(Passes, ResolveGenericPass(Options.AssumeGlobal));
  add(Passes, DropUndefinedFillsPass());
}

void Pipeline::addSimplification(FunctionPassManager &Passes) const {
  add(Passes, HoldLanesPass());
  add(Passes, EarlyCSEPass(/*UseMemorySSA=*/true));
  add(Passes, FuseMulAddPass());
  add(Passes, simplifyCFG());
  add(Passes, instCombine());
  Plugins.peephole(Passes);
  add(Passes, NarrowAddressesPass());
  add(Passes, simplifyCFG());
}

void Pipeline::addLoopsAndRedundancy(FunctionPassManager &Passes) const {
  // Load PRE would put loads on paths of their own, and with them divergence.
  add(Passes, GVNPass(GVNOptions().setPRE(false).setLoadPRE(false)));
  add(Passes, TakeWordsPass());
  add(Passes, createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                              /*UseMemorySSA=*/true));
  Plugins.loops(Passes);
  add(Passes, instCombine());
  Plugins.peephole(Passes);
  add(Passes, NarrowAddressesPass());
  add(Passes, ADCEPass());
  add(Passes, simplifyCFG());
}

/// Tidies up what the expansions left. InstCombine would undo some of them.
void Pipeline::addCleanup(FunctionPassManager &Passes) const {
  add(Passes, CompareShiftedPass());
  add(Passes, EarlyCSEPass());
  add(Passes, ADCEPass());
  add(Passes, simplifyCFG());
  add(Passes, LowerSwitchPass());
}

void Pipeline::build(unsigned Level, PipelinePart Part) {
  Plugins.start(Manager);
  if (Part != PipelinePart::OfFunctions)
    addInlining();
  addEarly(Part);
  if (Part != PipelinePart::AcrossFunctions)
    addPasses(Level);
  Plugins.last(Manager);
  // Declarations may be left of calls that are gone.
  Manager.addPass(StripDeadPrototypesPass());
}

/// Addresses are resolved within a function, so that this comes first.
void Pipeline::addInlining() {
  addExpansions();
  add(Manager, ChooseInliningPass(Options.Inline));
  add(Manager, AlwaysInlinerPass(/*InsertLifetime=*/false));
}

void Pipeline::addEarly(PipelinePart Part) {
  FunctionPassManager Early;
  if (Part != PipelinePart::OfFunctions) {
    add(Early, LowerExitPass());
    add(Early, PromoteRegistersPass());
  }
  if (Part != PipelinePart::AcrossFunctions)
    addPromotion(Early);
  addToEachFunction(std::move(Early));
}

void Pipeline::addPasses(unsigned Level) {
  add(Manager, NoteVariablesPass());
  FunctionPassManager Simplified;
  if (Level != 0)
    addSimplification(Simplified);
  addToEachFunction(std::move(Simplified));
  Plugins.afterInlining(Manager);
  if (Level == 0) {
    FunctionPassManager Late;
    Plugins.loops(Late);
    Plugins.scalarLate(Late);
    addToEachFunction(std::move(Late));
    addLowering();
    return addAtomics();
  }

  if (Level >= 2 && hasLoopsToUnroll())
    add(Manager, UnrollLoopsPass());
  // Expansions show their halves to the optimizer once, before it is too late
  // to fold them.
  add(Manager, ExpandDivisionPass());
  add(Manager, LinkBuiltinsPass());
  FunctionPassManager Main;
  add(Main, ExpandWideIntPass());
  add(Main, EarlyCSEPass());
  // Combines once, behind all that it may clean up after.
  if (Level >= 2)
    addLoopsAndRedundancy(Main);
  else
    add(Main, instCombine());
  if (Level == 1)
    Plugins.loops(Main);
  Plugins.scalarLate(Main);
  addToEachFunction(std::move(Main));
  addLowering();
  FunctionPassManager Late;
  addCleanup(Late);
  addToEachFunction(std::move(Late));
  addAtomics();
}

void buildPipeline(ModulePassManager &Manager, unsigned Level,
                   const OptimizerOptions &Options,
                   const PipelineExtensions &Plugins) {
  Pipeline(Manager, Options, Plugins).build(Level, PipelinePart::Whole);
}

void buildPipeline(ModulePassManager &Manager, unsigned Level,
                   const OptimizerOptions &Options) {
  buildPipeline(Manager, Level, Options, PipelineExtensions());
}

void nameLLVMPasses(PassInstrumentationCallbacks &Callbacks) {
#define LLVM_PASS(NAME, CLASS)                                                 \
  Callbacks.addClassToPassName(CLASS::name(), NAME);
#include "LLVMPasses.def"
}

ArrayRef<StringLiteral> pipelinePassNames() {
#define LLVM_PASS(NAME, CLASS) NAME,
#define HEDDLE_MODULE_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY) NAME,
#define HEDDLE_FUNCTION_PASS(NAME, CONSTRUCTOR, FEATURE, SUMMARY) NAME,
  static constexpr StringLiteral Names[] = {
#include "LLVMPasses.def"
#include "Passes.def"
  };
  return Names;
}

bool isPipelinePass(StringRef Name) {
  return is_contained(pipelinePassNames(), Name);
}

void optimizeModule(Module &M, unsigned Level, const OptimizerOptions &Options,
                    PipelinePart Part) {
  PassInstrumentationCallbacks Callbacks;
  nameOwnPasses(Callbacks);
  nameLLVMPasses(Callbacks);
  StandardInstrumentations Instrumentation(
      M.getContext(), /*DebugLogging=*/false, Options.VerifyEach);
  AnalysisManagers AM;
  Instrumentation.registerCallbacks(Callbacks, &AM.Modules);
  if (Options.Observer)
    observePasses(Callbacks, *Options.Observer);
  registerPipelineAnalyses(AM, Callbacks);
  ModulePassManager Manager;
  Pipeline(Manager, Options, PipelineExtensions()).build(Level, Part);
  Manager.run(M, AM.Modules);
}

bool sharesBuiltins(const Module &M) {
  return any_of(M, [](const Function &F) {
    return !F.isDeclaration() && F.getName().starts_with(BuiltinPrefix);
  });
}

} // namespace heddle
