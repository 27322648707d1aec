//===- TeslaDelayableLoads.h - Loads that can wait for a use ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLADELAYABLELOADS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLADELAYABLELOADS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {
class LiveIntervals;
class MachineBasicBlock;
class MachineInstr;

/// A load of a block that gives the same in front of User, the first
/// instruction that needs Result.
struct TeslaDelayableLoad {
  MachineInstr *Load;
  MachineInstr *User;
  Register Result;
};

/// The loads of \p MBB whose user is not next to them, in the order of their
/// users. c[] never changes, nor do the words that the launch left in s[], and
/// l[] is the thread's own: no store between the two may be to the same place.
/// Loads of g[] do not count: their time is what an early load hides.
SmallVector<TeslaDelayableLoad, 8>
findTeslaDelayableLoads(MachineBasicBlock &MBB, const LiveIntervals &LIS);

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_REGISTERS_TESLADELAYABLELOADS_H
