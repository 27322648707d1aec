//===- TeslaExpandPseudos.cpp - Pseudo instructions after allocation ------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// SELECT becomes a predicated move, or a predicated load from s[] or c[]; by
/// now the value to keep is in place.
///
///   $r1 = SELECT $r1, $r2, lg, $c0   ->   (lg $c0) mov b32 $r1 $r2
///
/// Calls of functions with frames on a stack say where those start, as told in
/// TeslaCalls.h: by now the own frame has its size.
///
/// The chips order all accesses of a thread, so a fence is no instruction. In
/// functions that checkers look at (sanitize_thread) it becomes a nop, which
/// they know by its line. So they know an UNDEFINED, a move of 0, whose line
/// says which register of the PTX it stands for, whatever has become of the
/// location of the call.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Select/TeslaCalls.h"
#include "Target/TeslaInstrBuilder.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

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

/// Sets the start of the callee's frame in front of \p Call, and behind it the
/// own one again.
static bool passStack(MachineInstr &Call, const TeslaInstrInfo &TII) {
  using heddle::attributes::OnStack;
  const auto *Callee = dyn_cast<Function>(Call.getOperand(0).getGlobal());
  if (!Callee || !OnStack.isSet(*Callee))
    return false;
  MachineBasicBlock &MBB = *Call.getParent();
  const MachineFunction &MF = *MBB.getParent();
  int64_t End = int64_t(alignTo(
      MF.getInfo<TeslaMachineFunctionInfo>()->FrameEnd, TeslaStackAlign));
  auto Add = [&](MachineBasicBlock::iterator Before, int64_t Bytes) {
    addDefaults(BuildMI(MBB, Before, Call.getDebugLoc(),
                        TII.get(Tesla::ADD_B32_ri), Tesla::R9)
                    .addReg(Tesla::R9)
                    .addImm(Bytes));
  };
  MachineBasicBlock::iterator Next = std::next(Call.getIterator());
  if (!OnStack.isSet(MF.getFunction())) {
    addDefaults(BuildMI(MBB, Call, Call.getDebugLoc(),
                        TII.get(Tesla::MOV_B32_i), Tesla::R9)
                    .addImm(End));
  } else if (End) {
    Add(Call, End);
    Add(Next, -End);
  }
  Call.addOperand(MachineOperand::CreateReg(Tesla::R9, /*isDef=*/false,
                                            /*isImp=*/true));
  return true;
}

static void makeZero(MachineInstr &MI, const TeslaInstrInfo &TII) {
  MachineBasicBlock &MBB = *MI.getParent();
  const Function &F = MBB.getParent()->getFunction();
  DebugLoc Place = MI.getDebugLoc();
  if (DISubprogram *In = F.getSubprogram())
    Place = DILocation::get(F.getContext(), unsigned(MI.getOperand(1).getImm()),
                            unsigned(MI.getOperand(2).getImm()), In);
  addDefaults(BuildMI(MBB, MI, Place, TII.get(Tesla::MOV_B32_i),
                      MI.getOperand(0).getReg())
                  .addImm(0));
  MI.eraseFromParent();
}

/// A choice as what writes its result under the condition.
static void expandSelect(MachineInstr &MI, const TeslaInstrInfo &TII) {
  unsigned Opcode = MI.getOpcode() == Tesla::SELECT_S   ? Tesla::MOV_B32_s
                    : MI.getOpcode() == Tesla::SELECT_C ? Tesla::LD_C_B32
                                                        : Tesla::MOV_B32_r;
  assert(MI.getNumExplicitOperands() >= 5 &&
         "a choice has two values and a condition");
  Register Dst = MI.getOperand(0).getReg();
  unsigned Last = MI.getNumExplicitOperands();
  auto Word =
      make_range(MI.operands_begin() + 2, MI.operands_begin() + Last - 2);
  if (Opcode != Tesla::MOV_B32_r || Word.begin()->getReg() != Dst) {
    auto MIB =
        BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), TII.get(Opcode), Dst);
    for (const MachineOperand &MO : Word)
      MIB.add(MO);
    addDefaults(MIB, {MI.getOperand(Last - 2), MI.getOperand(Last - 1)})
        .addReg(Dst, RegState::Implicit)
        .cloneMemRefs(MI);
  }
  MI.eraseFromParent();
}

bool TeslaExpandPseudos::runOnMachineFunction(MachineFunction &MF) {
  const TeslaInstrInfo &TII = *MF.getSubtarget<TeslaSubtarget>().getInstrInfo();
  bool KeepsFences = MF.getFunction().hasFnAttribute(Attribute::SanitizeThread);
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : llvm::make_early_inc_range(MBB)) {
      LLVM_DEBUG(if (MI.isPseudo() && !MI.isMetaInstruction()) dbgs()
                 << DEBUG_TYPE ": " << MI);
      if (MI.getOpcode() == Tesla::CALL)
        Changed |= passStack(MI, TII);
      if (MI.getOpcode() == Tesla::MEMBAR && KeepsFences) {
        addDefaults(BuildMI(MBB, MI, MI.getDebugLoc(), TII.get(Tesla::NOP)));
        MI.eraseFromParent();
        Changed = true;
        continue;
      }
      if (MI.getOpcode() == Tesla::UNDEFINED) {
        makeZero(MI, TII);
        Changed = true;
        continue;
      }
      if (MI.getOpcode() == Tesla::SELECT ||
          MI.getOpcode() == Tesla::SELECT_S ||
          MI.getOpcode() == Tesla::SELECT_C) {
        expandSelect(MI, TII);
        Changed = true;
      }
    }
  return Changed;
}
