//===- TeslaMachineScheduler.cpp - Order of long blocks -------------------===//
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

/// The most accesses that are held against each other; an unrolled matrix
/// product has some hundred. Blocks with more are cut at fewer, as the time for
/// a piece goes with their square.
static constexpr unsigned MostAccesses = 320, AccessesOfPiece = 128;

/// Whether the scheduler holds \p MI against others because of what it
/// accesses.
static bool isAccess(const MachineInstr &MI) {
  return MI.mayStore() ||
         (MI.mayLoad() && !MI.isDereferenceableInvariantLoad());
}

SmallVector<TeslaSchedulingPiece, 4>
llvm::cutForScheduling(MachineBasicBlock::iterator Begin,
                       MachineBasicBlock::iterator End, unsigned NumInstrs) {
  bool HasManyAccesses =
      NumInstrs > MostAccesses &&
      count_if(make_range(Begin, End), isAccess) > MostAccesses;
  SmallVector<TeslaSchedulingPiece, 4> Pieces = {{Begin, NumInstrs}};
  if (NumInstrs <= LongestPiece && !HasManyAccesses)
    return Pieces;
  Pieces.back().NumInstrs = 0;
  unsigned NumAccesses = 0;
  for (auto I = Begin; I != End; ++I) {
    if (I->isDebugOrPseudoInstr())
      continue;
    if (Pieces.back().NumInstrs == LongestPiece ||
        (HasManyAccesses && NumAccesses == AccessesOfPiece)) {
      Pieces.push_back({I, 0});
      NumAccesses = 0;
    }
    ++Pieces.back().NumInstrs;
    NumAccesses += isAccess(*I);
  }
  NumCuts += Pieces.size() - 1;
  return Pieces;
}

ScheduleDAGInstrs *llvm::createTeslaMachineScheduler(MachineSchedContext *C) {
  auto *DAG =
      new TeslaMachineScheduler(C, std::make_unique<GenericScheduler>(C));
  DAG->addMutation(createCopyConstrainDAGMutation(DAG->TII, DAG->TRI));
  return DAG;
}
