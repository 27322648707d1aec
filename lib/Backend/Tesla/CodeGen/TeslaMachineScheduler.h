//===- TeslaMachineScheduler.h - Order before allocation --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's scheduler holds each use of a register against all others in a block,
/// and each access of memory against many, so a block of tens of thousands of
/// instructions takes the square of their number; and it moves loads so far up
/// that nothing holds their results. Blocks are cut into pieces for it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAMACHINESCHEDULER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAMACHINESCHEDULER_H

#include "llvm/CodeGen/MachineScheduler.h"

namespace llvm {

class TeslaMachineScheduler : public ScheduleDAGMILive {
public:
  using ScheduleDAGMILive::ScheduleDAGMILive;

  void schedule() final;

protected:
  /// Schedules what lies between RegionBegin and RegionEnd.
  virtual void schedulePiece() { ScheduleDAGMILive::schedule(); }
};

/// LLVM's scheduler in front of register allocation, on pieces of blocks.
ScheduleDAGInstrs *createTeslaMachineScheduler(MachineSchedContext *C);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAMACHINESCHEDULER_H
