//===- TeslaClipValues.cpp - Let debug values end with their word ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The words of a pair or a quad are live by themselves, and the allocator puts
/// other values where one is dead. LiveDebugVariables lets the debug value of a
/// word go on while any of them lives, and would show those:
///
///   DBG_VALUE %0.sub1, $noreg, !1            DBG_VALUE %0.sub1, $noreg, !1
///   ... %0.sub1                        =>    ... %0.sub1
///   ... %0.sub0                              DBG_VALUE $noreg, $noreg, !1
///                                            ... %0.sub0
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-clip-values"

using namespace llvm;

namespace {
class TeslaClipValues : public MachineFunctionPass {
public:
  static char ID;
  TeslaClipValues() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla debug value ends"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool clip(MachineInstr &MI);

  LiveIntervals *LIS = nullptr;
};
} // namespace

char TeslaClipValues::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaClipValues, DEBUG_TYPE, "Tesla debug value ends",
                      false, false)
INITIALIZE_PASS_DEPENDENCY(LiveIntervalsWrapperPass)
INITIALIZE_PASS_END(TeslaClipValues, DEBUG_TYPE, "Tesla debug value ends",
                    false, false)

FunctionPass *llvm::createTeslaClipValuesPass() {
  return new TeslaClipValues();
}

/// The end of what \p Range has from \p From on, up to \p To.
static SlotIndex endOf(const LiveRange &Range, SlotIndex From, SlotIndex To) {
  while (From < To) {
    const LiveRange::Segment *Alive = Range.getSegmentContaining(From);
    if (!Alive)
      return From;
    From = Alive->end;
  }
  return To;
}

/// Whether \p Range has all of the value that \p Whole has at \p Here, from
/// there on.
static bool outlives(const LiveRange &Range, const LiveRange &Whole,
                     SlotIndex Here) {
  const VNInfo *Value = Whole.getVNInfoAt(Here);
  return Value && all_of(Whole, [&](const LiveRange::Segment &S) {
           SlotIndex From = S.contains(Here) ? Here : S.start;
           return S.valno != Value || endOf(Range, From, S.end) == S.end;
         });
}

/// Ends the debug value \p MI where the words that it names die, or where it
/// stands if that is not in its block.
bool TeslaClipValues::clip(MachineInstr &MI) {
  const MachineOperand &MO = MI.getDebugOperand(0);
  if (!MO.isReg() || !MO.getReg().isVirtual() || MO.getSubReg() == 0 ||
      !LIS->hasInterval(MO.getReg()))
    return false;
  const LiveInterval &LI = LIS->getInterval(MO.getReg());
  MachineBasicBlock &MBB = *MI.getParent();
  const TargetSubtargetInfo &Subtarget = MBB.getParent()->getSubtarget();
  LaneBitmask Words =
      Subtarget.getRegisterInfo()->getSubRegIndexLaneMask(MO.getSubReg());
  MachineBasicBlock::iterator Before = skipDebugInstructionsBackward(
      MachineBasicBlock::iterator(MI), MBB.begin());
  SlotIndex Here = Before->isDebugInstr()
                       ? LIS->getMBBStartIdx(&MBB)
                       : LIS->getInstructionIndex(*Before).getDeadSlot();
  SlotIndex End = LIS->getMBBEndIdx(&MBB);
  bool IsWhole = true;
  for (const LiveInterval::SubRange &Range : LI.subranges())
    if ((Range.LaneMask & Words).any()) {
      IsWhole &= outlives(Range, LI, Here);
      End = std::min(End, endOf(Range, Here, End));
    }
  if (IsWhole)
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": ends at " << End << ": " << MI);
  MachineInstr *Last = LIS->getInstructionFromIndex(End);
  if (End == Here || End == LIS->getMBBEndIdx(&MBB) || !Last) {
    MI.setDebugValueUndef();
    return true;
  }
  BuildMI(MBB, std::next(Last->getIterator()), MI.getDebugLoc(),
          Subtarget.getInstrInfo()->get(TargetOpcode::DBG_VALUE))
      .addReg(0, RegState::Debug)
      .addReg(0, RegState::Debug)
      .addMetadata(MI.getDebugVariable())
      .addMetadata(MI.getDebugExpression());
  return true;
}

bool TeslaClipValues::runOnMachineFunction(MachineFunction &MF) {
  LIS = &getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (MI.isNonListDebugValue())
        Changed |= clip(MI);
  return Changed;
}
