//===- Pipelines.cpp - Our pass pipelines ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Optimizer/Pipelines.h"
#include "heddle/Optimizer/Passes.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
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

static void addToEachFunction(ModulePassManager &Manager,
                              FunctionPassManager &&Passes) {
  Manager.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
}

/// What selection needs at any level, behind promotion to SSA.
static void addLowering(ModulePassManager &Manager) {
  Manager.addPass(ExpandDivisionPass());
  Manager.addPass(LinkBuiltinsPass());
  FunctionPassManager Passes;
  Passes.addPass(ExpandWideIntPass());
  Passes.addPass(LowerSwitchPass());
  Passes.addPass(DCEPass());
  addToEachFunction(Manager, std::move(Passes));
}

/// Last: the loops that it makes hold the lanes of a warp together, which
/// SimplifyCFG would not keep.
static void addAtomics(ModulePassManager &Manager) {
  FunctionPassManager Passes;
  Passes.addPass(ExpandSharedAtomicsPass());
  addToEachFunction(Manager, std::move(Passes));
}

static void addPromotion(FunctionPassManager &Passes, bool AssumeGlobal) {
  Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  Passes.addPass(ForwardResultsPass());
  Passes.addPass(InstSimplifyPass());
  Passes.addPass(DCEPass());
  // Before anything merges addresses of different origin.
  Passes.addPass(ResolveGenericPass(AssumeGlobal));
}

static void addSimplification(FunctionPassManager &Passes) {
  Passes.addPass(HoldLanesPass());
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(FuseMulAddPass());
  Passes.addPass(simplifyCFG());
  Passes.addPass(instCombine());
  Passes.addPass(NarrowAddressesPass());
  Passes.addPass(instCombine());
  Passes.addPass(simplifyCFG());
}

static void addLoopsAndRedundancy(FunctionPassManager &Passes) {
  // Load PRE would put loads on paths of their own, and with them divergence.
  Passes.addPass(GVNPass(GVNOptions().setPRE(false).setLoadPRE(false)));
  Passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  Passes.addPass(instCombine());
  Passes.addPass(NarrowAddressesPass());
  Passes.addPass(ADCEPass());
  Passes.addPass(simplifyCFG());
}

/// Tidies up what the expansions left. InstCombine would undo some of them.
static void addCleanup(FunctionPassManager &Passes) {
  Passes.addPass(EarlyCSEPass());
  Passes.addPass(ADCEPass());
  Passes.addPass(simplifyCFG());
  Passes.addPass(LowerSwitchPass());
}

void buildPipeline(ModulePassManager &Manager, unsigned Level,
                   const OptimizerOptions &Options) {
  // First: addresses are resolved within a function.
  Manager.addPass(ChooseInliningPass(Options.Inline));
  Manager.addPass(AlwaysInlinerPass(/*InsertLifetime=*/false));
  FunctionPassManager Early;
  Early.addPass(LowerExitPass());
  addPromotion(Early, Options.AssumeGlobal);
  if (Level != 0)
    addSimplification(Early);
  addToEachFunction(Manager, std::move(Early));
  if (Level == 0) {
    addLowering(Manager);
    return addAtomics(Manager);
  }

  // Expansions show their halves to the optimizer once, before it is too late
  // to fold them.
  Manager.addPass(ExpandDivisionPass());
  Manager.addPass(LinkBuiltinsPass());
  FunctionPassManager Main;
  Main.addPass(ExpandWideIntPass());
  Main.addPass(EarlyCSEPass());
  Main.addPass(instCombine());
  if (Level >= 2)
    addLoopsAndRedundancy(Main);
  addToEachFunction(Manager, std::move(Main));
  addLowering(Manager);
  FunctionPassManager Late;
  addCleanup(Late);
  addToEachFunction(Manager, std::move(Late));
  addAtomics(Manager);
}

} // namespace heddle
