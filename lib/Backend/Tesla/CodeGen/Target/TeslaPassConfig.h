//===- TeslaPassConfig.h - The order of code generation ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The passes between NVVM IR and machine code.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAPASSCONFIG_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAPASSCONFIG_H

#include "TeslaTargetMachine.h"
#include "llvm/CodeGen/TargetPassConfig.h"

namespace llvm {

class TeslaPassConfig : public TargetPassConfig {
public:
  TeslaPassConfig(TeslaTargetMachine &TM, PassManagerBase &PM);

  void addIRPasses() override;
  void addCodeGenPrepare() override {}
  bool addPreISel() override;
  bool addInstSelector() override;
  void addMachineSSAOptimization() override;
  FunctionPass *createTargetRegisterAllocator(bool Optimized) override;
  void addFastRegAlloc() override { addOptimizedRegAlloc(); }
  bool addRegAssignAndRewriteFast() override;
  bool addRegAssignAndRewriteOptimized() override;
  ScheduleDAGInstrs *
  createMachineScheduler(MachineSchedContext *C) const override;
  ScheduleDAGInstrs *
  createPostMachineScheduler(MachineSchedContext *C) const override;
  void addPreSched2() override;
  void addPreEmitPass() override;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAPASSCONFIG_H
