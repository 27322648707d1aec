//===- TeslaObservedPasses.cpp - Passes that somebody looks at ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaObservedPasses.h"
#include "heddle/Support/PassObserver.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/PassRegistry.h"

using namespace llvm;
using namespace heddle;
using namespace heddle::tesla;

namespace {

/// Changes nothing.
class ShowFunction final : public FunctionPass {
public:
  static char ID;
  ShowFunction(StringRef Pass, PassObserver &To)
      : FunctionPass(ID), Behind(Pass), By(To) {}

  bool runOnFunction(Function &F) override {
    By.afterPass(Behind, F);
    return false;
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
  }

private:
  const std::string Behind;
  PassObserver &By;
};

class ShowMachineFunction final : public MachineFunctionPass {
public:
  static char ID;
  ShowMachineFunction(StringRef Pass, PassObserver &To)
      : MachineFunctionPass(ID), Behind(Pass), By(To) {}

  bool runOnMachineFunction(MachineFunction &MF) override {
    By.afterPass(Behind, MF);
    return false;
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

private:
  const std::string Behind;
  PassObserver &By;
};

} // namespace

char ShowFunction::ID = 0;
char ShowMachineFunction::ID = 0;

void ObservedPassManager::add(Pass *P) {
  if (!Observer)
    return legacy::PassManager::add(P);
  const PassInfo *Info =
      PassRegistry::getPassRegistry()->getPassInfo(P->getPassID());
  const std::string Name =
      (Info ? Info->getPassArgument() : P->getPassName()).str();
  IsSelected |= Name == "tesla-isel";
  const PassKind Kind = P->getPassKind();
  const bool IsShown =
      !(Info && Info->isAnalysis()) && !P->getAsImmutablePass() &&
      (Kind == PT_Function ||
       (!IsSelected && (Kind == PT_Module || Kind == PT_Loop)));
  // P may be gone behind this.
  legacy::PassManager::add(P);
  if (!IsShown)
    return;
  Pass *Show =
      IsSelected ? static_cast<Pass *>(new ShowMachineFunction(Name, *Observer))
                 : new ShowFunction(Name, *Observer);
  legacy::PassManager::add(Show);
}
