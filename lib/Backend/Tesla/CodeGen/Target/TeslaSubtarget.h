//===- TeslaSubtarget.h - One chip, as code generation sees it --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ties the chip's features to the hooks that LLVM's code generator asks for.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLASUBTARGET_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLASUBTARGET_H

#include "Select/TeslaISelLowering.h"
#include "TeslaFrameLowering.h"
#include "TeslaInstrInfo.h"
#include "llvm/CodeGen/SelectionDAGTargetInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

#define GET_SUBTARGETINFO_HEADER
#include "TeslaGenSubtargetInfo.inc"

namespace llvm {

class TeslaSubtarget : public TeslaGenSubtargetInfo {
public:
  TeslaSubtarget(const Triple &TT, StringRef CPU, StringRef FS,
                 const TargetMachine &TM);

  /// Defined by TableGen.
  void ParseSubtargetFeatures(StringRef CPU, StringRef TuneCPU, StringRef FS);

  const TeslaInstrInfo *getInstrInfo() const override { return &InstrInfo; }
  const TeslaFrameLowering *getFrameLowering() const override {
    return &FrameLowering;
  }
  const TeslaTargetLowering *getTargetLowering() const override {
    return &TLInfo;
  }
  const TeslaRegisterInfo *getRegisterInfo() const override {
    return &InstrInfo.getRegisterInfo();
  }
  const SelectionDAGTargetInfo *getSelectionDAGInfo() const override {
    return &TSInfo;
  }
  bool enableMachineScheduler() const override { return true; }
  /// Behind allocation, to put loads in front of their uses at no register's
  /// cost. tx1 has no latencies.
  bool enablePostRAMachineScheduler() const override {
    return !hasWideAddresses();
  }
  /// Whether selection leaves the order of the source to the machine scheduler,
  /// instead of one by register pressure.
  bool enableMachineSchedDefaultSched() const override {
    return hasWideAddresses();
  }
  void overrideSchedPolicy(MachineSchedPolicy &Policy,
                           unsigned NumInstrs) const override;
  bool enableSubRegLiveness() const override { return true; }

#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER)                    \
  bool GETTER() const { return ATTRIBUTE; }
#include "TeslaGenSubtargetInfo.inc"

private:
#define GET_SUBTARGETINFO_MACRO(ATTRIBUTE, DEFAULT, GETTER)                    \
  bool ATTRIBUTE = DEFAULT;
#include "TeslaGenSubtargetInfo.inc"

  const TeslaSubtarget &parsed(StringRef CPU, StringRef FS);

  TeslaFrameLowering FrameLowering;
  TeslaInstrInfo InstrInfo;
  TeslaTargetLowering TLInfo;
  SelectionDAGTargetInfo TSInfo;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLASUBTARGET_H
