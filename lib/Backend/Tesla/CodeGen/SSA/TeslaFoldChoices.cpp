//===- TeslaFoldChoices.cpp - Compute under a condition -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A choice is a move under a condition. An instruction that computes the value
/// to move, and is there for nothing else, can do so under the condition
/// itself, which saves the move and a register:
///
///   $r2 = add b32 $r3 $r4
///   $r1 = SELECT $r1, $r2, lg, $c0   ->   (lg $c0) add b32 $r1 $r3 $r4
///
/// The value that is kept is an operand that nothing names, tied to the result.
///
//===----------------------------------------------------------------------===//

#include "Emit/TeslaLiterals.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "TeslaSSAPass.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-fold-choices"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumChoicesFolded, "Number of choices folded");

namespace {
class TeslaFoldChoices : public TeslaSSAPass {
public:
  static char ID;
  TeslaFoldChoices() : TeslaSSAPass(ID) {}
  StringRef getPassName() const override { return "Tesla choice folding"; }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  MachineInstr *makerOf(const MachineInstr &Select) const;
  bool fold(MachineInstr &Select);

  MachineRegisterInfo *MRI = nullptr;
};
} // namespace

char TeslaFoldChoices::ID = 0;

INITIALIZE_PASS(TeslaFoldChoices, DEBUG_TYPE, "Tesla choice folding", false,
                false)

FunctionPass *llvm::createTeslaFoldChoicesPass() {
  return new TeslaFoldChoices();
}

/// Whether \p MI could run under a condition, and in another place, in the long
/// form that it has or gets.
static bool canBePredicated(const MachineInstr &MI) {
  if (MI.isPseudo() || MI.isCopy() || MI.mayStore() ||
      MI.hasUnmodeledSideEffects() || MI.isConvergent() ||
      (MI.mayLoad() && !MI.isDereferenceableInvariantLoad()) ||
      MI.getNumExplicitDefs() != 1 || MI.getNumImplicitOperands() != 0 ||
      MI.getOperand(0).isTied())
    return false;
  if (teslaLiteralOpcode(MI))
    return true;
  return MI.findFirstPredOperandIdx() >= 0 && TeslaInstrInfo::isAlways(MI);
}

/// The instruction that computes the value that \p Select takes, for it alone
/// and close to it; null where it cannot do so under a condition.
MachineInstr *TeslaFoldChoices::makerOf(const MachineInstr &Select) const {
  const MachineOperand &Taken = Select.getOperand(2);
  if (!Taken.getReg().isVirtual() || Taken.getSubReg() ||
      Select.getOperand(0).getSubReg() || Select.getOperand(1).getSubReg() ||
      !Select.getOperand(1).getReg().isVirtual() ||
      !MRI->hasOneNonDBGUse(Taken.getReg()))
    return nullptr;
  MachineInstr *Maker = MRI->getUniqueVRegDef(Taken.getReg());
  if (!Maker || Maker->getParent() != Select.getParent() ||
      !canBePredicated(*Maker) || Maker->getOperand(0).getSubReg())
    return nullptr;
  return Maker;
}

bool TeslaFoldChoices::fold(MachineInstr &Select) {
  assert(Select.getOpcode() == Tesla::SELECT && "a choice of registers");
  MachineInstr *Maker = makerOf(Select);
  if (Maker && teslaLiteralOpcode(*Maker))
    Maker = makeTeslaLiteral(*Maker);
  if (!Maker)
    return false;
  MachineFunction &MF = *Select.getMF();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();
  const Register Result = Select.getOperand(0).getReg();
  const Register Kept = Select.getOperand(1).getReg();
  const TargetRegisterClass *RC = TII.getRegClass(
      Maker->getDesc(), 0, MF.getSubtarget().getRegisterInfo(), MF);
  if (!RC || !MRI->constrainRegClass(Result, RC) ||
      !MRI->constrainRegClass(Kept, RC))
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": computes under the condition: " << *Maker
                    << "  for " << Select);
  MRI->markUsesInDebugValueAsUndef(Maker->getOperand(0).getReg());
  // The registers that it reads live on to here.
  for (const MachineOperand &MO : Maker->uses())
    if (MO.isReg() && MO.getReg().isVirtual())
      MRI->clearKillFlags(MO.getReg());
  Select.getParent()->splice(Select.getIterator(), Select.getParent(),
                             Maker->getIterator());
  const int Pred = Maker->findFirstPredOperandIdx();
  assert(Pred >= 0 && "a long form has a predicate");
  Maker->getOperand(0).setReg(Result);
  Maker->getOperand(unsigned(Pred)).setImm(Select.getOperand(3).getImm());
  Maker->getOperand(unsigned(Pred) + 1).setReg(Select.getOperand(4).getReg());
  Maker->addOperand(MF, MachineOperand::CreateReg(Kept, /*isDef=*/false,
                                                  /*isImp=*/true));
  assert(Maker->getOperand(0).isDef() && !Maker->getOperand(0).isTied() &&
         "the result takes the place of the value that is kept");
  Maker->tieOperands(0, Maker->getNumOperands() - 1);
  MRI->clearKillFlags(Kept);
  MRI->clearKillFlags(Select.getOperand(4).getReg());
  Select.eraseFromParent();
  ++NumChoicesFolded;
  return true;
}

bool TeslaFoldChoices::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()) ||
      MF.getSubtarget<TeslaSubtarget>().hasWideAddresses())
    return false;
  MRI = &MF.getRegInfo();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (MI.getOpcode() == Tesla::SELECT)
        Changed |= fold(MI);
  return Changed;
}
