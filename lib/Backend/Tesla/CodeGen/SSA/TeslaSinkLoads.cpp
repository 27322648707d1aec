//===- TeslaSinkLoads.cpp - Read what never changes behind loops ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel's parameters are read where it begins. One that is needed behind a
/// loop alone holds its registers, a pair for an address, all the way through.
/// A load that needs only constant registers is executed as late as it can be,
/// but in no loop that it was not in; LLVM's machine sinking goes from a block
/// to the next one, and so never past a loop. The pass is for tx1 only: where
/// operands are read from s[] as they are used there is little left to do.
///
///   %0 = LDF_S_B64 $r127, 24              loop:
///   loop:                          =>       ...
///     ...                                 exit:
///   exit:                                   %0 = LDF_S_B64 $r127, 24
///     STF_G_B32 %0, ...                     STF_G_B32 %0, ...
///
//===----------------------------------------------------------------------===//

#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-sink-loads"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumLoadsSunk, "Number of invariant loads sunk");

namespace {
class TeslaSinkLoads : public MachineFunctionPass {
public:
  static char ID;
  TeslaSinkLoads() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla load sinking"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineDominatorTreeWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  Register movable(const MachineInstr &MI) const;
  MachineBasicBlock *placeFor(const MachineBasicBlock &From,
                              Register Reg) const;
  bool sink(MachineInstr &MI);

  MachineRegisterInfo *MRI = nullptr;
  MachineDominatorTree *Dominators = nullptr;
  MachineLoopInfo *Loops = nullptr;
};
} // namespace

char TeslaSinkLoads::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaSinkLoads, DEBUG_TYPE, "Tesla load sinking", false,
                      false)
INITIALIZE_PASS_DEPENDENCY(MachineDominatorTreeWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineLoopInfoWrapperPass)
INITIALIZE_PASS_END(TeslaSinkLoads, DEBUG_TYPE, "Tesla load sinking", false,
                    false)

FunctionPass *llvm::createTeslaSinkLoadsPass() { return new TeslaSinkLoads(); }

/// The result of \p MI, if it is a load that gives the same everywhere and
/// writes one register only; else none.
Register TeslaSinkLoads::movable(const MachineInstr &MI) const {
  if (!MI.isDereferenceableInvariantLoad() || MI.hasUnmodeledSideEffects() ||
      MI.isConvergent())
    return {};
  Register Def;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg())
      continue;
    Register Reg = MO.getReg();
    if (MO.isUse()) {
      if (Reg.isVirtual() || !MRI->isConstantPhysReg(Reg))
        return {};
    } else if (Def || Reg.isPhysical()) {
      return {};
    } else {
      Def = Reg;
    }
  }
  return Def && MRI->hasOneDef(Def) ? Def : Register();
}

/// The last block in front of all uses of \p Reg, in no loop that \p From is
/// not in; null without uses.
MachineBasicBlock *TeslaSinkLoads::placeFor(const MachineBasicBlock &From,
                                            Register Reg) const {
  MachineBasicBlock *Place = nullptr;
  for (MachineOperand &MO : MRI->use_nodbg_operands(Reg)) {
    MachineInstr &User = *MO.getParent();
    // A phi reads at the end of the block that it comes from.
    MachineBasicBlock *At =
        User.isPHI() ? User.getOperand(MO.getOperandNo() + 1).getMBB()
                     : User.getParent();
    Place = Place ? Dominators->findNearestCommonDominator(Place, At) : At;
  }
  while (Place) {
    MachineLoop *Loop = Loops->getLoopFor(Place);
    if (!Loop || Loop->contains(&From))
      break;
    Place = Dominators->getNode(Loop->getHeader())->getIDom()->getBlock();
  }
  return Place;
}

bool TeslaSinkLoads::sink(MachineInstr &MI) {
  Register Reg = movable(MI);
  MachineBasicBlock &From = *MI.getParent();
  MachineBasicBlock *To = Reg ? placeFor(From, Reg) : nullptr;
  if (!To || To == &From)
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": moves to " << printMBBReference(*To)
                    << ": " << MI);
  assert(Dominators->dominates(&From, To) && "a load only moves down");
  To->splice(To->SkipPHIsAndLabels(To->begin()), &From, MI.getIterator());
  // Debug values between the two places would be too early.
  SmallSetVector<MachineInstr *, 4> Early;
  for (MachineInstr &User : MRI->use_instructions(Reg))
    if (User.isDebugValue() && !Dominators->dominates(&MI, &User))
      Early.insert(&User);
  for (MachineInstr *User : Early)
    User->setDebugValueUndef();
  ++NumLoadsSunk;
  return true;
}

bool TeslaSinkLoads::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()) ||
      !MF.getSubtarget<TeslaSubtarget>().hasWideAddresses())
    return false;
  MRI = &MF.getRegInfo();
  Dominators = &getAnalysis<MachineDominatorTreeWrapperPass>().getDomTree();
  Loops = &getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  bool Changed = false;
  // From the last on, so that they stay in order.
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(reverse(MBB)))
      Changed |= sink(MI);
  return Changed;
}
