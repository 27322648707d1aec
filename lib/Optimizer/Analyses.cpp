//===- Analyses.cpp - What passes may ask of a function -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analyses.h"
#include "AddressSpaceAA.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryDependenceAnalysis.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace heddle {

void registerOwnAnalyses(FunctionAnalysisManager &Functions) {
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
}

template <typename... AnalysisTs, typename ManagerT>
static void registerAll(ManagerT &Manager) {
  (Manager.registerPass([] { return AnalysisTs(); }), ...);
}

void registerPipelineAnalyses(AnalysisManagers &AM,
                              PassInstrumentationCallbacks &Callbacks) {
  registerOwnAnalyses(AM.Functions);
  registerAll<AssumptionAnalysis, BasicAA, BlockFrequencyAnalysis,
              BranchProbabilityAnalysis, DemandedBitsAnalysis,
              DominatorTreeAnalysis, LazyValueAnalysis, LoopAnalysis,
              MemoryDependenceAnalysis, MemorySSAAnalysis,
              OptimizationRemarkEmitterAnalysis, PostDominatorTreeAnalysis,
              ScalarEvolutionAnalysis>(AM.Functions);
  registerAll<ProfileSummaryAnalysis>(AM.Modules);

  auto Watch = [&] { return PassInstrumentationAnalysis(&Callbacks); };
  AM.Modules.registerPass(Watch);
  AM.Functions.registerPass(Watch);
  AM.Loops.registerPass(Watch);
  AM.Modules.registerPass(
      [&] { return FunctionAnalysisManagerModuleProxy(AM.Functions); });
  AM.Functions.registerPass(
      [&] { return ModuleAnalysisManagerFunctionProxy(AM.Modules); });
  AM.Functions.registerPass(
      [&] { return LoopAnalysisManagerFunctionProxy(AM.Loops); });
  AM.Loops.registerPass(
      [&] { return FunctionAnalysisManagerLoopProxy(AM.Functions); });
}

} // namespace heddle
