//===- TeslaMachineScheduler.h - Order of long blocks -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's schedulers hold each use of a register against all others in a block,
/// and each access of memory against all others, so a block of tens of
/// thousands of instructions takes the square of their number; and in front of
/// allocation loads move so far up that nothing holds their results. Blocks are
/// cut into pieces for them.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAMACHINESCHEDULER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAMACHINESCHEDULER_H

#include "llvm/CodeGen/MachineScheduler.h"

namespace llvm {

/// Instructions that are scheduled at once.
struct TeslaSchedulingPiece {
  MachineBasicBlock::iterator Begin;
  unsigned NumInstrs;
};

/// The pieces between \p Begin and \p End, in order. There is one piece, unless
/// there are more instructions or accesses of memory than in any kernel that
/// was written by hand.
SmallVector<TeslaSchedulingPiece, 4>
cutForScheduling(MachineBasicBlock::iterator Begin,
                 MachineBasicBlock::iterator End, unsigned NumInstrs);

/// Runs one of LLVM's schedulers a piece at a time.
template <typename SchedulerT> class TeslaPieceScheduler : public SchedulerT {
public:
  using SchedulerT::SchedulerT;

  /// The last piece first, as regions go: what was scheduled stands still.
  void schedule() final {
    SmallVector<TeslaSchedulingPiece, 4> Pieces = cutForScheduling(
        this->RegionBegin, this->RegionEnd, this->NumRegionInstrs);
    if (Pieces.size() == 1)
      return schedulePiece();
    MachineBasicBlock *MBB = this->BB;
    MachineBasicBlock::iterator End = this->RegionEnd;
    for (const TeslaSchedulingPiece &P : reverse(Pieces)) {
      this->enterRegion(MBB, P.Begin, End, P.NumInstrs);
      schedulePiece();
      // The first instruction in the new order is the end of the piece before.
      End = this->RegionBegin;
    }
  }

protected:
  /// Schedules what lies between RegionBegin and RegionEnd.
  virtual void schedulePiece() { SchedulerT::schedule(); }
};

/// The scheduler in front of register allocation.
using TeslaMachineScheduler = TeslaPieceScheduler<ScheduleDAGMILive>;

/// The scheduler behind register allocation.
using TeslaPostMachineScheduler = TeslaPieceScheduler<ScheduleDAGMI>;

/// LLVM's scheduler in front of register allocation, on pieces of blocks.
ScheduleDAGInstrs *createTeslaMachineScheduler(MachineSchedContext *C);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLAMACHINESCHEDULER_H
