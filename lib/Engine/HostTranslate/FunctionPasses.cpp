//===- FunctionPasses.cpp - LLVM's passes over functions ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPasses.h"
#include "HostState.h"
#include "llvm/IR/FPEnv.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace heddle::hosttranslate {

FunctionPasses::FunctionPasses(TargetMachine *Machine) {
  PassBuilder Builder(Machine);
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
}

/// LLVM folds what is exact, whatever becomes of denormal numbers; but not a
/// call that is no builtin, and no sum with zero that might trap. It takes two
/// comparisons of the same values for one, unless they are strict; where the
/// mode changes in between, they may differ about denormal numbers.
static void mayTrap(Function &F, bool Might) {
  LLVMContext &Context = F.getContext();
  auto Behavior = [&](fp::ExceptionBehavior B) {
    return MetadataAsValue::get(
        Context, MDString::get(Context, *convertExceptionBehaviorToStr(B)));
  };
  Value *Usual = Behavior(Might ? fp::ebMayTrap : fp::ebIgnore),
        *OfComparisons =
            Might && changesHostMode(F) ? Behavior(fp::ebStrict) : Usual;
  for (Instruction &I : instructions(F))
    if (auto *Operation = dyn_cast<ConstrainedFPIntrinsic>(&I)) {
      Operation->addFnAttr(Attribute::NoBuiltin);
      Operation->setArgOperand(
          Operation->arg_size() - 1,
          isa<ConstrainedFPCmpIntrinsic>(Operation) ? OfComparisons : Usual);
    }
}

void FunctionPasses::run(Function &F) {
  mayTrap(F, true);
  Passes.run(F, FAM);
  // Code is arranged more freely then.
  mayTrap(F, false);
}

} // namespace heddle::hosttranslate
