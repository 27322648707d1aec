//===- FunctionPasses.cpp - LLVM's passes over functions ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPasses.h"
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
/// call that is no builtin, and no sum with zero that might trap.
static void mayTrap(Function &F, bool Might) {
  LLVMContext &Context = F.getContext();
  auto *Exceptions = MetadataAsValue::get(
      Context,
      MDString::get(Context, *convertExceptionBehaviorToStr(
                                 Might ? fp::ebMayTrap : fp::ebIgnore)));
  for (Instruction &I : instructions(F))
    if (auto *Operation = dyn_cast<ConstrainedFPIntrinsic>(&I)) {
      Operation->addFnAttr(Attribute::NoBuiltin);
      Operation->setArgOperand(Operation->arg_size() - 1, Exceptions);
    }
}

void FunctionPasses::run(Function &F) {
  mayTrap(F, true);
  Passes.run(F, FAM);
  // Code is arranged more freely then.
  mayTrap(F, false);
}

} // namespace heddle::hosttranslate
