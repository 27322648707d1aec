//===- TeslaDefineLanes.cpp - Define what whole quads are read with -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fetch names a quad, and reads as many words of it as it has coordinates:
///
///                                          %0.sub2:gpr128 = IMPLICIT_DEF
///   %0:gpr128 = TEXAUTO_Q %0, ..., 2  =>   %0.sub3:gpr128 = IMPLICIT_DEF
///                                          %0:gpr128 = TEXAUTO_Q %0, ..., 2
///
/// Where the others have no value, LLVM 19 looks for one all over the function
/// when it computes live intervals. On its way it notes for a block that ends
/// with an undefined word that it begins with one, too (UndefOnEntry in
/// LiveRangeCalc::isDefOnEntry), and a value that is live into that block is
/// lost: register allocation would crash, or put something else there. With a
/// definition in the same block nobody looks.
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-define-lanes"

using namespace llvm;

namespace {
class TeslaDefineLanes : public MachineFunctionPass {
public:
  static char ID;
  TeslaDefineLanes() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla undefined words"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool defineLanes(Register Reg);
  void define(MachineInstr &Before, Register Reg, LaneBitmask Lanes);

  MachineRegisterInfo *MRI = nullptr;
  LiveIntervals *LIS = nullptr;
};
} // namespace

char TeslaDefineLanes::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaDefineLanes, DEBUG_TYPE, "Tesla undefined words",
                      false, false)
INITIALIZE_PASS_DEPENDENCY(LiveIntervalsWrapperPass)
INITIALIZE_PASS_END(TeslaDefineLanes, DEBUG_TYPE, "Tesla undefined words",
                    false, false)

char &llvm::TeslaDefineLanesID = TeslaDefineLanes::ID;

FunctionPass *llvm::createTeslaDefineLanesPass() {
  return new TeslaDefineLanes();
}

/// The lanes of \p LI that are live into the instruction at \p Here.
static LaneBitmask liveLanes(const LiveInterval &LI, SlotIndex Here) {
  LaneBitmask Live;
  for (const LiveInterval::SubRange &Range : LI.subranges())
    if (Range.liveAt(Here))
      Live |= Range.LaneMask;
  return Live;
}

void TeslaDefineLanes::define(MachineInstr &Before, Register Reg,
                              LaneBitmask Lanes) {
  MachineBasicBlock &Block = *Before.getParent();
  const TargetSubtargetInfo &Subtarget = Block.getParent()->getSubtarget();
  SmallVector<unsigned, 4> Indices;
  bool IsCovered = Subtarget.getRegisterInfo()->getCoveringSubRegIndexes(
      *MRI, MRI->getRegClass(Reg), Lanes, Indices);
  (void)IsCovered;
  assert(IsCovered && "lanes that no index names");
  for (unsigned Index : Indices)
    LIS->InsertMachineInstrInMaps(
        *BuildMI(Block, Before, DebugLoc(),
                 Subtarget.getInstrInfo()->get(TargetOpcode::IMPLICIT_DEF))
             .addReg(Reg, RegState::Define, Index));
}

/// Defines the lanes that uses of \p Reg read, and that have no value there.
bool TeslaDefineLanes::defineLanes(Register Reg) {
  const LiveInterval &LI = LIS->getInterval(Reg);
  if (!LI.hasSubRanges() || LIS->intervalIsInOneMBB(LI))
    return false;
  const TargetRegisterInfo &TRI = *MRI->getTargetRegisterInfo();
  SmallMapVector<MachineInstr *, LaneBitmask, 4> Found;
  for (MachineInstr &MI : MRI->use_nodbg_instructions(Reg)) {
    LaneBitmask Read;
    for (const MachineOperand &MO : MI.operands())
      if (MO.isReg() && MO.getReg() == Reg && MO.isUse() && MO.readsReg())
        Read |= MO.getSubReg() ? TRI.getSubRegIndexLaneMask(MO.getSubReg())
                               : MRI->getMaxLaneMaskForVReg(Reg);
    const LaneBitmask Live =
        liveLanes(LI, LIS->getInstructionIndex(MI).getBaseIndex());
    if ((Read & Live).any() && (Read & ~Live).any())
      Found[&MI] = Read & ~Live;
  }
  for (auto [MI, Lanes] : Found) {
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": defines lanes " << PrintLaneMask(Lanes)
                      << " of " << printReg(Reg) << " for " << *MI);
    define(*MI, Reg, Lanes);
  }
  if (Found.empty())
    return false;
  LIS->removeInterval(Reg);
  LIS->createAndComputeVirtRegInterval(Reg);
  return true;
}

bool TeslaDefineLanes::runOnMachineFunction(MachineFunction &MF) {
  MRI = &MF.getRegInfo();
  LIS = &getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  bool Changed = false;
  for (unsigned I = 0, End = MRI->getNumVirtRegs(); I != End; ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (!MRI->reg_nodbg_empty(Reg) && LIS->hasInterval(Reg))
      Changed |= defineLanes(Reg);
  }
  return Changed;
}
