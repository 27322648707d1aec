//===- TeslaSinkUpdates.cpp - What a loop counts, behind its uses ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A value of a loop and what it is in the next turn share a register where the
/// old one is not needed any more when the new one is computed; otherwise each
/// turn has a move. So the new one is computed behind the last use of the old
/// one in its block:
///
///   %x = PHI %a, %entry, %y, %loop       %x = PHI %a, %entry, %y, %loop
///   %y = ADD %x, 1                  =>   ST %p, %x
///   ST %p, %x                            %y = ADD %x, 1
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-sink-updates"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumUpdatesSunk, "Number of updates sunk");

namespace {
class TeslaSinkUpdates : public MachineFunctionPass {
public:
  static char ID;
  TeslaSinkUpdates() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla update sinking"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool isMovable(const MachineInstr &MI) const;
  bool sinkBehindUses(MachineInstr &Update, Register Old);

  MachineRegisterInfo *MRI = nullptr;
  /// Numbers of instructions in their order. A moved one has the number of that
  /// which it moved behind; the next one has a larger number.
  DenseMap<const MachineInstr *, unsigned> Places;
};
} // namespace

char TeslaSinkUpdates::ID = 0;

INITIALIZE_PASS(TeslaSinkUpdates, DEBUG_TYPE, "Tesla update sinking", false,
                false)

FunctionPass *llvm::createTeslaSinkUpdatesPass() {
  return new TeslaSinkUpdates();
}

/// Whether \p MI computes one virtual register from others.
bool TeslaSinkUpdates::isMovable(const MachineInstr &MI) const {
  if (MI.isPHI() || MI.mayLoadOrStore() || MI.hasUnmodeledSideEffects() ||
      MI.isConvergent() || MI.isTerminator() || MI.isPosition())
    return false;
  unsigned Defs = 0;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg())
      continue;
    if (MO.getReg().isPhysical() && !MRI->isConstantPhysReg(MO.getReg()))
      return false;
    Defs += MO.isDef();
  }
  return Defs == 1 && MI.getOperand(0).isReg() && MI.getOperand(0).isDef();
}

/// Moves \p Update behind the last instruction of its block that reads \p Old,
/// if none up to there reads the new value.
bool TeslaSinkUpdates::sinkBehindUses(MachineInstr &Update, Register Old) {
  MachineBasicBlock &MBB = *Update.getParent();
  MachineInstr *Last = &Update;
  for (MachineInstr &User : MRI->use_nodbg_instructions(Old))
    if (User.getParent() == &MBB && !User.isPHI() &&
        Places.lookup(&User) > Places.lookup(Last))
      Last = &User;
  if (Last == &Update || Last->isTerminator())
    return false;
  SmallVector<MachineInstr *, 4> Values;
  for (MachineInstr &User :
       MRI->use_instructions(Update.getOperand(0).getReg())) {
    if (User.getParent() != &MBB || User.isPHI() ||
        Places.lookup(&User) > Places.lookup(Last))
      continue;
    if (!User.isDebugInstr())
      return false;
    Values.push_back(&User);
  }
  for (MachineInstr *Value : Values)
    Value->setDebugValueUndef();
  for (const MachineOperand &MO : Update.all_uses())
    if (MO.getReg().isVirtual())
      MRI->clearKillFlags(MO.getReg());
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": moves behind " << *Last << "  the update "
                    << Update);
  MBB.splice(std::next(Last->getIterator()), &MBB, Update.getIterator());
  Places[&Update] = Places.lookup(Last);
  ++NumUpdatesSunk;
  return true;
}

bool TeslaSinkUpdates::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  MRI = &MF.getRegInfo();
  Places.clear();
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      Places.try_emplace(&MI, Places.size());
  bool Changed = false;
  // Only instructions whose result a phi of a successor takes may move.
  for (MachineBasicBlock &MBB : MF)
    for (auto Phi = MBB.begin(); Phi != MBB.end() && Phi->isPHI(); ++Phi)
      for (unsigned N = 1; N < Phi->getNumOperands(); N += 2) {
        MachineInstr *Update = MRI->getVRegDef(Phi->getOperand(N).getReg());
        if (Update && Update->getParent() == Phi->getOperand(N + 1).getMBB() &&
            isMovable(*Update))
          Changed |= sinkBehindUses(*Update, Phi->getOperand(0).getReg());
      }
  return Changed;
}
