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
/// of lanes that wait. Neither is gated by the predicate of who carries it.
///
/// Reference: tesla-isa.md sections 2 and 3.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Tesla.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"

#define DEBUG_TYPE "tesla-fold-flow"

using namespace llvm;
using heddle::tesla::FlowKind;

ALWAYS_ENABLED_STATISTIC(NumFolded, "Number of join and exit nops folded");

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

/// Makes \p Carrier do what \p Nop does, and removes that. False where it
/// cannot.
static bool fold(MachineInstr &Nop, MachineBasicBlock::instr_iterator Carrier,
                 FlowKind Flow) {
  MachineBasicBlock &MBB = *Nop.getParent();
  if (Carrier == MBB.instr_end() || Carrier->isTerminator())
    return false;
  int I = Tesla::getNamedOperandIdx(Carrier->getOpcode(), Tesla::OpName::flow);
  if (I < 0 || Carrier->getOperand(I).getImm() != int64_t(FlowKind::None))
    return false;
  // Who waits cannot exit at the same time.
  if (Flow == FlowKind::Exit && heddle::tesla::semKind(Carrier->getDesc()) ==
                                    heddle::tesla::SemKind::BarThreads)
    return false;
  Carrier->getOperand(I).setImm(int64_t(Flow));
  Nop.eraseFromParent();
  ++NumFolded;
  return true;
}

bool TeslaFoldFlow::runOnMachineFunction(MachineFunction &MF) {
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : llvm::make_early_inc_range(MBB.instrs()))
      if (MI.getOpcode() == Tesla::JOIN_NOP)
        Changed |= fold(MI,
                        skipDebugInstructionsForward(
                            std::next(MI.getIterator()), MBB.instr_end()),
                        FlowKind::Join);
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
