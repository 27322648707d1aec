//===- TeslaFrameLowering.h - Local memory of a thread ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread's frame is a static range of local memory: slots are addressed
/// absolutely, so there is no stack pointer, no prologue and no epilogue. The
/// frame of a device function lies above those of its callers (TeslaCalls.h).
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAFRAMELOWERING_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAFRAMELOWERING_H

#include "llvm/CodeGen/TargetFrameLowering.h"

namespace llvm {

class TeslaFrameLowering : public TargetFrameLowering {
public:
  TeslaFrameLowering()
      : TargetFrameLowering(StackGrowsUp, Align(16), /*LocalAreaOffset=*/0) {}

  void emitPrologue(MachineFunction &, MachineBasicBlock &) const override {}
  void emitEpilogue(MachineFunction &, MachineBasicBlock &) const override {}

  /// Finds where the frame starts.
  void processFunctionBeforeFrameFinalized(MachineFunction &MF,
                                           RegScavenger *) const override;
  /// Notes where the frame ends.
  void processFunctionBeforeFrameIndicesReplaced(MachineFunction &MF,
                                                 RegScavenger *) const override;
  StackOffset getFrameIndexReference(const MachineFunction &MF, int FI,
                                     Register &FrameReg) const override;
  bool hasFP(const MachineFunction &) const override { return false; }
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAFRAMELOWERING_H
