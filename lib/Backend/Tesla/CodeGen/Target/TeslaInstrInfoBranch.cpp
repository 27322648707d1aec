//===- TeslaInstrInfoBranch.cpp - Branches as the generic passes see them -===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A condition is three operands: the branch opcode, which tells divergent from
/// uniform, the condition code and $c.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaConditions.h"
#include "TeslaInstrBuilder.h"
#include "TeslaInstrInfo.h"

using namespace llvm;
using namespace heddle;

/// The predicate in a condition; none in an empty one.
static ArrayRef<MachineOperand> predicateOf(ArrayRef<MachineOperand> Cond) {
  return Cond.empty() ? Cond : Cond.drop_front();
}

static bool isConditional(const MachineInstr &MI) {
  return MI.getOpcode() == Tesla::BRA || MI.getOpcode() == Tesla::BRA_DIV;
}

bool TeslaInstrInfo::analyzeBranch(MachineBasicBlock &MBB,
                                   MachineBasicBlock *&TBB,
                                   MachineBasicBlock *&FBB,
                                   SmallVectorImpl<MachineOperand> &Cond,
                                   bool) const {
  for (MachineInstr &MI : MBB.terminators()) {
    if (MI.isDebugInstr())
      continue;
    if (MI.getOpcode() == Tesla::BRA_U) {
      (TBB ? FBB : TBB) = MI.getOperand(0).getMBB();
      return false;
    }
    if (!isConditional(MI) || !Cond.empty())
      return true;
    TBB = MI.getOperand(0).getMBB();
    Cond.push_back(MachineOperand::CreateImm(MI.getOpcode()));
    Cond.push_back(MI.getOperand(1));
    Cond.push_back(MI.getOperand(2));
    Cond[2].setIsKill(false);
  }
  return false;
}

unsigned TeslaInstrInfo::removeBranch(MachineBasicBlock &MBB,
                                      int *BytesRemoved) const {
  unsigned Count = 0;
  int Bytes = 0;
  for (MachineInstr &MI : llvm::make_early_inc_range(MBB.terminators()))
    if (MI.getOpcode() == Tesla::BRA_U || isConditional(MI)) {
      Bytes += getInstSizeInBytes(MI);
      MI.eraseFromParent();
      ++Count;
    }
  if (BytesRemoved)
    *BytesRemoved = Bytes;
  return Count;
}

unsigned TeslaInstrInfo::insertBranch(
    MachineBasicBlock &MBB, MachineBasicBlock *TBB, MachineBasicBlock *FBB,
    ArrayRef<MachineOperand> Cond, const DebugLoc &DL, int *BytesAdded) const {
  unsigned Count = 0;
  int Bytes = 0;
  auto Branch = [&](unsigned Opcode, MachineBasicBlock *To,
                    ArrayRef<MachineOperand> Predicate) {
    Bytes += getInstSizeInBytes(
        *addDefaults(BuildMI(&MBB, DL, get(Opcode)).addMBB(To), Predicate));
    ++Count;
  };
  if (Cond.empty()) {
    Branch(Tesla::BRA_U, TBB, {});
  } else {
    Branch(Cond[0].getImm(), TBB, predicateOf(Cond));
    if (FBB)
      Branch(Tesla::BRA_U, FBB, {});
  }
  if (BytesAdded)
    *BytesAdded = Bytes;
  return Count;
}

bool TeslaInstrInfo::reverseBranchCondition(
    SmallVectorImpl<MachineOperand> &Cond) const {
  Cond[1].setImm(tesla::invertCondition(Cond[1].getImm()));
  return false;
}

MachineInstr *TeslaInstrInfo::buildLeave(MachineBasicBlock &MBB,
                                         const DebugLoc &DL, unsigned Opcode,
                                         ArrayRef<MachineOperand> Cond) const {
  return addDefaults(BuildMI(&MBB, DL, get(Opcode)), predicateOf(Cond));
}

bool TeslaInstrInfo::isAlways(const MachineInstr &MI) {
  int I = MI.findFirstPredOperandIdx();
  return I < 0 || MI.getOperand(I).getImm() == tesla::CondAlways;
}

void TeslaInstrInfo::makeBranchesExplicit(MachineFunction &MF) const {
  for (MachineBasicBlock &MBB : MF) {
    MachineBasicBlock *T = nullptr, *F = nullptr;
    SmallVector<MachineOperand, 4> Cond;
    if (MBB.succ_empty() || analyzeBranch(MBB, T, F, Cond))
      continue;
    auto It = MBB.getFirstTerminator();
    DebugLoc DL =
        It == MBB.end() ? MBB.findPrevDebugLoc(It) : It->getDebugLoc();
    MachineBasicBlock *Next = MBB.getNextNode();
    removeBranch(MBB);
    if (!T)
      insertBranch(MBB, Next, nullptr, {}, DL);
    else if (Cond.empty() || T == (F ? F : Next))
      insertBranch(MBB, T, nullptr, {}, DL);
    else
      insertBranch(MBB, T, F ? F : Next, Cond, DL);
  }
}
