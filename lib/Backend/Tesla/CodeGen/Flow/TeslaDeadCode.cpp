//===- TeslaDeadCode.cpp - Code that nothing needs any more ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaDeadCode.h"
#include "Target/TeslaSubtarget.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;

namespace {
/// What lives in blocks while dead instructions go. A block is looked at again
/// only where what lives behind it, or the block, is no longer what it was, so
/// that the result is that of fullyRecomputeLiveIns().
class DeadCode {
public:
  explicit DeadCode(MachineFunction &MF)
      : TRI(*MF.getSubtarget().getRegisterInfo()), Blocks(post_order(&MF)),
        IsReached(MF.getNumBlockIDs()) {
    for (const MachineBasicBlock *MBB : Blocks)
      IsReached.set(MBB->getNumber());
    IsStale = IsUnseen = IsReached;
  }

  void erase();

private:
  void findLiveIns();
  bool eraseIn(MachineBasicBlock &MBB);

  const TargetRegisterInfo &TRI;
  /// In this order what is live in most loops is known after two rounds.
  const SmallVector<MachineBasicBlock *, 16> Blocks;
  /// By numbers of blocks: whether they are among Blocks, whether what lives at
  /// the start may be different, and whether instructions may have become dead.
  BitVector IsReached, IsStale, IsUnseen;
};
} // namespace

void DeadCode::findLiveIns() {
  while (IsStale.any())
    for (MachineBasicBlock *MBB : Blocks) {
      if (!IsStale.test(MBB->getNumber()))
        continue;
      IsStale.reset(MBB->getNumber());
      if (!recomputeLiveIns(*MBB))
        continue;
      for (const MachineBasicBlock *Pred : MBB->predecessors()) {
        if (!IsReached.test(Pred->getNumber()))
          continue;
        IsStale.set(Pred->getNumber());
        IsUnseen.set(Pred->getNumber());
      }
    }
}

/// Erases what only later instructions of \p MBB could have needed, too.
bool DeadCode::eraseIn(MachineBasicBlock &MBB) {
  LiveRegUnits Needed(TRI);
  Needed.addLiveOuts(MBB);
  bool Changed = false;
  for (MachineInstr &MI : make_early_inc_range(reverse(MBB))) {
    bool IsStuck = true;
    if (!MI.all_defs().empty() &&
        all_of(MI.all_defs(),
               [&](const MachineOperand &Def) {
                 return Needed.available(Def.getReg());
               }) &&
        MI.isSafeToMove(nullptr, IsStuck)) {
      MI.eraseFromParent();
      Changed = true;
    } else if (!MI.isDebugInstr()) {
      Needed.stepBackward(MI);
    }
  }
  return Changed;
}

void DeadCode::erase() {
  for (findLiveIns(); IsUnseen.any(); findLiveIns())
    for (MachineBasicBlock *MBB : Blocks) {
      if (!IsUnseen.test(MBB->getNumber()))
        continue;
      IsUnseen.reset(MBB->getNumber());
      if (eraseIn(*MBB))
        IsStale.set(MBB->getNumber());
    }
}

void llvm::eraseTeslaDeadCode(MachineFunction &MF) { DeadCode(MF).erase(); }
