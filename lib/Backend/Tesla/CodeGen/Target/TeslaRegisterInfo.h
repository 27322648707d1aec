//===- TeslaRegisterInfo.h - Registers and frame indices --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which registers a function may use, and how a stack slot becomes a local
/// address.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAREGISTERINFO_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAREGISTERINFO_H

#include "llvm/CodeGen/TargetRegisterInfo.h"

#define GET_REGINFO_HEADER
#include "TeslaGenRegisterInfo.inc"

namespace llvm {

class TeslaRegisterInfo : public TeslaGenRegisterInfo {
public:
  TeslaRegisterInfo();

  const MCPhysReg *getCalleeSavedRegs(const MachineFunction *) const override;
  const uint32_t *getCallPreservedMask(const MachineFunction &MF,
                                       CallingConv::ID) const override;
  BitVector getReservedRegs(const MachineFunction &MF) const override;
  bool requiresRegisterScavenging(const MachineFunction &) const override {
    return false;
  }
  bool eliminateFrameIndex(MachineBasicBlock::iterator MI, int SPAdj,
                           unsigned FIOperandNum,
                           RegScavenger *RS = nullptr) const override;
  bool shouldCoalesce(MachineInstr *MI, const TargetRegisterClass *SrcRC,
                      unsigned SubReg, const TargetRegisterClass *DstRC,
                      unsigned DstSubReg, const TargetRegisterClass *NewRC,
                      LiveIntervals &LIS) const override;
  bool getRegAllocationHints(Register VirtReg, ArrayRef<MCPhysReg> Order,
                             SmallVectorImpl<MCPhysReg> &Hints,
                             const MachineFunction &MF, const VirtRegMap *VRM,
                             const LiveRegMatrix *Matrix) const override;
  Register getFrameRegister(const MachineFunction &) const override {
    return Register();
  }

  /// Registers a thread of \p MF may use: the smallest of the chip's limit and
  /// the function's RegisterBudget.
  static unsigned registerBudget(const MachineFunction &MF);
  static unsigned registerBudget(const Function &F);
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAREGISTERINFO_H
