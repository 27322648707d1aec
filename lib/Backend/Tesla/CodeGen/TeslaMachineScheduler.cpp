//===- TeslaMachineScheduler.cpp - Order before allocation ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaMachineScheduler.h"
#include "llvm/ADT/Statistic.h"

#define DEBUG_TYPE "tesla-machine-scheduler"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumCuts, "Number of cuts in long blocks");

/// The most instructions that are scheduled at once. No kernel that was written
/// by hand has as many in a block.
static constexpr unsigned LongestPiece = 4000;

/// The last piece first, as regions go: what was scheduled stands still.
void TeslaMachineScheduler::schedule() {
  if (NumRegionInstrs <= LongestPiece)
    return schedulePiece();
  MachineBasicBlock *MBB = BB;
  const MachineBasicBlock::iterator First = RegionBegin;
  // Cuts are in front of these, which stay where they are until their turn.
  SmallVector<std::pair<MachineBasicBlock::iterator, unsigned>, 16> Pieces;
  unsigned Count = LongestPiece;
  for (auto I = First; I != RegionEnd; ++I) {
    if (I->isDebugOrPseudoInstr())
      continue;
    if (Count == LongestPiece) {
      Pieces.push_back({Pieces.empty() ? First : I, 0});
      Count = 0;
    }
    Pieces.back().second = ++Count;
  }
  MachineBasicBlock::iterator End = RegionEnd;
  for (auto [Begin, Size] : reverse(Pieces)) {
    enterRegion(MBB, Begin, End, Size);
    schedulePiece();
    // Whatever is first in order is where the piece before ends.
    End = RegionBegin;
  }
  NumCuts += Pieces.size() - 1;
}

ScheduleDAGInstrs *llvm::createTeslaMachineScheduler(MachineSchedContext *C) {
  auto *DAG =
      new TeslaMachineScheduler(C, std::make_unique<GenericScheduler>(C));
  DAG->addMutation(createCopyConstrainDAGMutation(DAG->TII, DAG->TRI));
  return DAG;
}
