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
///   3. llvmGetPassPluginInfo(), which gives the pass its name.
///
///   ptx-opt --load-pass-plugin=CountBarriers.so -passes=count-barriers k.ptx
///
//===----------------------------------------------------------------------===//

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

#define DEBUG_TYPE "count-barriers"

using namespace llvm;

// The ordinary STATISTIC counts nothing in release builds.
ALWAYS_ENABLED_STATISTIC(NumBarriers, "Barriers seen");
ALWAYS_ENABLED_STATISTIC(NumRemoved, "Barriers removed");

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
          }};
}
