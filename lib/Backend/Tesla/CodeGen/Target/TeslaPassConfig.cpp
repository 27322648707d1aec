//===- TeslaPassConfig.cpp - The order of code generation -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaPassConfig.h"
#include "Registers/TeslaMachineScheduler.h"
#include "Registers/TeslaScheduler.h"
#include "Tesla.h"
#include "TeslaSubtarget.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm/Transforms/Utils.h"

using namespace llvm;

TeslaPassConfig::TeslaPassConfig(TeslaTargetMachine &TM, PassManagerBase &PM)
    : TargetPassConfig(TM, PM) {
  // These passes would duplicate, merge or reorder blocks behind the
  // reconvergence pass's back, or serve features that these chips do not have.
  for (char *ID : {&EarlyTailDuplicateID, &TailDuplicateID, &BranchFolderPassID,
                   &MachineBlockPlacementID, &ShrinkWrapID, &PostRASchedulerID,
                   &PatchableFunctionID, &FuncletLayoutID, &StackMapLivenessID})
    disablePass(ID);
  insertPass(&RegisterCoalescerID, &TeslaDefineLanesID);
  insertPass(&RegisterCoalescerID, &TeslaStructureLoopsID);
}

/// No switches, and what tells uniform from divergent. The optimizer has done
/// all the rest; loops get their structure behind the register coalescer.
void TeslaPassConfig::addIRPasses() {
  addPass(createUnreachableBlockEliminationPass());
  addPass(createLowerSwitchPass());
  addPass(createLoopSimplifyPass());
  // A value that all lanes agree on in a loop differs behind it when they left
  // at different times. As a phi at the exit it is seen to.
  addPass(createLCSSAPass());
  addPass(createTeslaLoopExitDivergencePass());
  if (getOptLevel() != CodeGenOptLevel::None) {
    addPass(createTeslaSinkAddressesPass());
    addPass(createTeslaHoistResultsPass());
  }
  addPass(createTeslaSplitBlocksPass());
  addPass(createUnreachableBlockEliminationPass());
}

bool TeslaPassConfig::addPreISel() {
  addPass(createTeslaLegalityPass());
  addPass(createTeslaNumberValuesPass());
  return false;
}

bool TeslaPassConfig::addInstSelector() {
  addPass(createTeslaISelDag(getTM<TeslaTargetMachine>(), getOptLevel()));
  return false;
}

/// The passes of folding are the last, when loads have been moved and merged:
/// folding undoes no motion. Instructions that it leaves are sunk.
void TeslaPassConfig::addMachineSSAOptimization() {
  TargetPassConfig::addMachineSSAOptimization();
  addPass(createTeslaFoldOperandsPass());
  addPass(createTeslaFoldFlagsPass());
  addPass(createTeslaFoldChoicesPass());
  addPass(createTeslaSinkLoadsPass());
  addPass(createTeslaSinkUpdatesPass());
}

/// One pipeline at every level: RegAllocFast cannot spill $c, which needs a
/// register of its own.
FunctionPass *TeslaPassConfig::createTargetRegisterAllocator(bool) {
  return createGreedyRegisterAllocator();
}

bool TeslaPassConfig::addRegAssignAndRewriteFast() {
  return addRegAssignAndRewriteOptimized();
}

bool TeslaPassConfig::addRegAssignAndRewriteOptimized() {
  if (getOptLevel() != CodeGenOptLevel::None)
    addPass(createTeslaDelayLoadsPass());
  addPass(createTeslaPressurePass());
  addPass(createTeslaLocalSpillerPass());
  addPass(createTeslaClipValuesPass());
  return TargetPassConfig::addRegAssignAndRewriteOptimized();
}

/// tx1 has plenty of registers, so that its scheduler need not save them.
ScheduleDAGInstrs *
TeslaPassConfig::createMachineScheduler(MachineSchedContext *C) const {
  return C->MF->getSubtarget<TeslaSubtarget>().hasWideAddresses()
             ? createTeslaMachineScheduler(C)
             : createTeslaScheduler(C);
}

ScheduleDAGInstrs *
TeslaPassConfig::createPostMachineScheduler(MachineSchedContext *C) const {
  return createTeslaPostScheduler(C);
}

void TeslaPassConfig::addPreSched2() {
  addPass(createTeslaExpandPseudosPass());
  if (getOptLevel() != CodeGenOptLevel::None)
    addPass(&PostMachineSchedulerID);
}

void TeslaPassConfig::addPreEmitPass() {
  if (getOptLevel() != CodeGenOptLevel::None) {
    addPass(createTeslaPredicationPass());
    addPass(createTeslaPostIncrementPass());
  }
  addPass(createTeslaReconvergencePass());
  addPass(createTeslaFoldFlowPass());
  if (getOptLevel() != CodeGenOptLevel::None)
    addPass(createTeslaShortFormsPass());
  addPass(createTeslaStackVerifierPass());
}
