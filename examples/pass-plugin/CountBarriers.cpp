//===- CountBarriers.cpp - A pass outside Heddle's tree -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// count-barriers: removes a barrier that directly follows another one, and
/// counts both kinds. It shows what a pass plugin consists of:
///
///   1. a class with run(), which says what it preserved,
///   2. a statistic, which -stats prints,
///   3. an option, which ptx-opt takes like its own,
///   4. llvmGetPassPluginInfo(), which gives the pass its name, and a place in
///      the passes of -O0 to -O3.
///
///   ptx-opt --load-pass-plugin=CountBarriers.so -passes=count-barriers k.ptx
///   ptx-opt --load-pass-plugin=CountBarriers.so -O2 -count-barriers-last k.ptx
///
//===----------------------------------------------------------------------===//

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

#define DEBUG_TYPE "count-barriers"

using namespace llvm;

// The ordinary STATISTIC counts nothing in release builds.
ALWAYS_ENABLED_STATISTIC(NumBarriers, "Barriers seen");
ALWAYS_ENABLED_STATISTIC(NumRemoved, "Barriers removed");

static cl::opt<bool>
    RunLast("count-barriers-last",
            cl::desc("Run count-barriers behind the passes of -O0 to -O3"));

namespace {

bool isBarrier(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::nvvm_barrier0;
}

class CountBarriersPass : public PassInfoMixin<CountBarriersPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    bool Changed = false;
    for (BasicBlock &Block : F)
      Changed |= runOnBlock(Block);
    if (!Changed)
      return PreservedAnalyses::all();
    // Instructions went, branches did not.
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
  }

private:
  /// All threads that passed the first barrier are at the second: nothing
  /// between them can have been seen by another thread.
  bool runOnBlock(BasicBlock &Block) {
    bool Changed = false;
    bool AfterBarrier = false;
    for (Instruction &I : make_early_inc_range(Block)) {
      if (!isBarrier(I)) {
        AfterBarrier &= !I.mayReadOrWriteMemory();
        continue;
      }
      ++NumBarriers;
      if (AfterBarrier) {
        I.eraseFromParent();
        ++NumRemoved;
        Changed = true;
      }
      AfterBarrier = true;
    }
    return Changed;
  }
};

bool addPass(StringRef Name, FunctionPassManager &Manager,
             ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "count-barriers")
    return false;
  Manager.addPass(CountBarriersPass());
  return true;
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "CountBarriers", "1.0",
          [](PassBuilder &Builder) {
            Builder.registerPipelineParsingCallback(addPass);
            Builder.registerOptimizerLastEPCallback(
                [](ModulePassManager &Manager, OptimizationLevel) {
                  if (RunLast)
                    Manager.addPass(
                        createModuleToFunctionPassAdaptor(CountBarriersPass()));
                });
            // For -print-after=count-barriers.
            if (auto *Callbacks = Builder.getPassInstrumentationCallbacks())
              Callbacks->addClassToPassName(CountBarriersPass::name(),
                                            "count-barriers");
          }};
}
