//===- TeslaFoldFlow.cpp - exit and join as modifiers of neighbours -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A long instruction can meet lanes before it runs, or end the thread behind
/// it, which saves the nop:
///
///   join nop                            add $r0 $r1 $r2
///   add $r0 $r1 $r2  ->  join add ...   exit nop          ->  exit add ...
///
/// An instruction carries one of the two; join comes first, as it is in the way
/// of lanes that wait. Neither is gated by the predicate of the instruction
/// that carries it. An immediate form carries neither; it becomes a long one
/// with its number in c1[]. A barrier cannot meet lanes. On tx1 an instruction
/// from behind it that only computes comes in front and does.
///
/// Reference: tesla-isa.md sections 2 and 3.
///
//===----------------------------------------------------------------------===//

#include "Emit/TeslaLiterals.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-fold-flow"

using namespace llvm;
using heddle::tesla::FlowKind;

ALWAYS_ENABLED_STATISTIC(NumNopsFolded, "Number of join and exit nops folded");

namespace {
class TeslaFoldFlow : public MachineFunctionPass {
public:
  static char ID;
  TeslaFoldFlow() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override {
    return "Tesla exit and join folding";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};
} // namespace

char TeslaFoldFlow::ID = 0;

INITIALIZE_PASS(TeslaFoldFlow, DEBUG_TYPE, "Tesla exit and join folding", false,
                false)

FunctionPass *llvm::createTeslaFoldFlowPass() { return new TeslaFoldFlow(); }

static bool canCarry(const MachineInstr &MI) {
  int I = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::flow);
  return !MI.isTerminator() && I >= 0 &&
         MI.getOperand(I).getImm() == int64_t(FlowKind::None);
}

/// Makes \p Carrier do what \p Nop does, and removes that. False where it
/// cannot.
static bool fold(MachineInstr &Nop, MachineBasicBlock::instr_iterator Carrier,
                 FlowKind Flow) {
  assert(Nop.getOpcode() ==
             (Flow == FlowKind::Join ? Tesla::JOIN_NOP : Tesla::EXIT_NOP) &&
         "a nop that does something else");
  MachineBasicBlock &MBB = *Nop.getParent();
  if (Carrier == MBB.instr_end())
    return false;
  if (teslaLiteralOpcode(*Carrier) &&
      !MBB.getParent()->getSubtarget<TeslaSubtarget>().hasWideAddresses()) {
    MachineInstr *Long = makeTeslaLiteral(*Carrier);
    if (!Long)
      return false;
    Carrier = Long->getIterator();
  }
  if (!canCarry(*Carrier))
    return false;
  // A warp that waits at a barrier cannot exit in the same instruction.
  if (Flow == FlowKind::Exit && heddle::tesla::semKind(Carrier->getDesc()) ==
                                    heddle::tesla::SemKind::BarThreads)
    return false;
  int I = Tesla::getNamedOperandIdx(Carrier->getOpcode(), Tesla::OpName::flow);
  assert(I >= 0 && "who can carry has the operand");
  Carrier->getOperand(I).setImm(int64_t(Flow));
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": drops " << Nop << "  beside " << *Carrier);
  Nop.eraseFromParent();
  ++NumNopsFolded;
  return true;
}

/// Whether \p MI only computes, from and to registers that are as they were
/// where \p Modified and \p Used have been gathered from.
static bool canMove(const MachineInstr &MI, const LiveRegUnits &Modified,
                    const LiveRegUnits &Used) {
  if (MI.mayLoadOrStore() || MI.hasUnmodeledSideEffects() ||
      MI.isConvergent() || MI.isCall())
    return false;
  return all_of(MI.operands(), [&](const MachineOperand &Op) {
    return !Op.isReg() || !Op.getReg() ||
           (Modified.available(Op.getReg()) &&
            (!Op.isDef() || Used.available(Op.getReg())));
  });
}

/// Whether the lanes that execute \p MI are those behind it.
static bool keepsLanes(const MachineInstr &MI) {
  return heddle::tesla::semKind(MI.getDesc()) == heddle::tesla::SemKind::Bar ||
         !(MI.isTerminator() || MI.hasUnmodeledSideEffects() || MI.isCall());
}

/// Moves what can carry a join from close behind \p Nop to where it can.
static void bringCarrier(MachineInstr &Nop) {
  constexpr unsigned Reach = 8;
  assert(Nop.getOpcode() == Tesla::JOIN_NOP && "an exit is carried in front");
  MachineBasicBlock &MBB = *Nop.getParent();
  const TargetRegisterInfo &TRI =
      *MBB.getParent()->getSubtarget().getRegisterInfo();
  LiveRegUnits Modified(TRI), Used(TRI);
  auto Next = std::next(Nop.getIterator()), End = MBB.instr_end();
  unsigned Left = Reach;
  for (auto I = Next; I != End && keepsLanes(*I) && Left; ++I) {
    if (I->isDebugInstr())
      continue;
    if (canCarry(*I) && canMove(*I, Modified, Used)) {
      MBB.splice(Next, &MBB, I);
      return;
    }
    LiveRegUnits::accumulateUsedDefed(*I, Modified, Used, &TRI);
    --Left;
  }
}

bool TeslaFoldFlow::runOnMachineFunction(MachineFunction &MF) {
  bool Changed = false;
  bool Moves = MF.getSubtarget<TeslaSubtarget>().hasWideAddresses();
  auto Behind = [](MachineInstr &MI) {
    return skipDebugInstructionsForward(std::next(MI.getIterator()),
                                        MI.getParent()->instr_end());
  };
  for (MachineBasicBlock &MBB : MF) {
    // Instructions behind the joins may be replaced.
    SmallVector<MachineInstr *, 2> Joins;
    for (MachineInstr &MI : MBB.instrs())
      if (MI.getOpcode() == Tesla::JOIN_NOP)
        Joins.push_back(&MI);
    for (MachineInstr *Join : Joins) {
      if (auto Next = Behind(*Join);
          Moves && Next != MBB.instr_end() && !canCarry(*Next))
        bringCarrier(*Join);
      Changed |= fold(*Join, Behind(*Join), FlowKind::Join);
    }
  }
  for (MachineBasicBlock &MBB : MF) {
    if (MBB.empty() || MBB.back().getOpcode() != Tesla::EXIT_NOP)
      continue;
    MachineInstr &Exit = MBB.back();
    auto First = MBB.instr_begin();
    if (Exit.getIterator() == First)
      continue;
    Changed |= fold(
        Exit,
        skipDebugInstructionsBackward(std::prev(Exit.getIterator()), First),
        FlowKind::Exit);
  }
  return Changed;
}
