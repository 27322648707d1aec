//===- TeslaScheduler.h - Few registers, then latency -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The order of instructions in front of allocation and behind it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLASCHEDULER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLASCHEDULER_H

namespace llvm {
class ScheduleDAGInstrs;
struct MachineSchedContext;

/// Chooses the order that takes fewer registers, for the machine scheduler that
/// runs in front of allocation.
ScheduleDAGInstrs *createTeslaScheduler(MachineSchedContext *C);

/// Puts loads early and uses late, for the one that runs behind allocation.
ScheduleDAGInstrs *createTeslaPostScheduler(MachineSchedContext *C);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLASCHEDULER_H
