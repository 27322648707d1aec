//===- TeslaRemarks.h - Remarks on the code that came out -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells, at the PTX lines, in how many instructions the chip does what it has
/// no instruction for, and where values wait in memory for want of registers.
/// Counted is what is emitted.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAREMARKS_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAREMARKS_H

#include "heddle/Intrinsics/Emulation.h"
#include "llvm/ADT/MapVector.h"

namespace llvm {

class DILocation;
class MachineBasicBlock;
class MachineFunction;
class MachineInstr;
class MachineMemOperand;
class MachineOptimizationRemarkEmitter;
class Module;

/// The memory operand of \p MI that is a slot which register allocation made;
/// null without.
const MachineMemOperand *teslaSpillOf(const MachineInstr &MI);

/// The remarks on one function, whose instructions are counted as they are
/// emitted.
class TeslaRemarks {
public:
  /// Once, before the functions of \p M.
  void startModule(const Module &M);
  void start(const MachineFunction &MF);
  void count(const MachineInstr &MI);
  void finish(MachineOptimizationRemarkEmitter &ORE);

private:
  struct Spills {
    /// The block of the first of them.
    const MachineBasicBlock *Block = nullptr;
    unsigned Stores = 0, Loads = 0;
  };

  void remarkOnEmulation(MachineOptimizationRemarkEmitter &ORE) const;
  void remarkOnSpills(MachineOptimizationRemarkEmitter &ORE) const;

  const MachineFunction *MF = nullptr;
  /// The emulations of the module; empty where nobody listens.
  DenseMap<heddle::LineAndColumn, heddle::Emulation> Emulations;
  /// The place of the instruction before.
  const DILocation *Last = nullptr;
  MapVector<const DILocation *, unsigned> Instructions;
  MapVector<const DILocation *, Spills> SpillsAt;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAREMARKS_H
