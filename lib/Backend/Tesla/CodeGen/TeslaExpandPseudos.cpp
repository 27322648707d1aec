//===- TeslaExpandPseudos.cpp - Pseudo instructions after allocation ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SELECT becomes a predicated move; by now the value to keep is in place.
///
///   $r1 = SELECT $r1, $r2, lg, $c0   ->   (lg $c0) mov b32 $r1 $r2
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Tesla.h"
#include "TeslaInstrBuilder.h"
#include "TeslaSubtarget.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

#define DEBUG_TYPE "tesla-expand-pseudos"

using namespace llvm;

namespace {
class TeslaExpandPseudos : public MachineFunctionPass {
public:
  static char ID;
  TeslaExpandPseudos() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla pseudo expansion"; }
  bool runOnMachineFunction(MachineFunction &MF) override;
};
} // namespace

char TeslaExpandPseudos::ID = 0;

INITIALIZE_PASS(TeslaExpandPseudos, DEBUG_TYPE, "Tesla pseudo expansion", false,
                false)

FunctionPass *llvm::createTeslaExpandPseudosPass() {
  return new TeslaExpandPseudos();
}

bool TeslaExpandPseudos::runOnMachineFunction(MachineFunction &MF) {
  const TeslaInstrInfo &TII = *MF.getSubtarget<TeslaSubtarget>().getInstrInfo();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : llvm::make_early_inc_range(MBB)) {
      if (MI.getOpcode() != Tesla::SELECT)
        continue;
      Register Dst = MI.getOperand(0).getReg();
      Changed = true;
      if (MI.getOperand(2).getReg() != Dst)
        addDefaults(
            BuildMI(MBB, MI, MI.getDebugLoc(), TII.get(Tesla::MOV_B32_r), Dst)
                .add(MI.getOperand(2)),
            {MI.getOperand(3), MI.getOperand(4)})
            .addReg(Dst, RegState::Implicit);
      MI.eraseFromParent();
    }
  return Changed;
}
