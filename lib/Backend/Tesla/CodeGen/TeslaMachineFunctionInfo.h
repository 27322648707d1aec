//===- TeslaMachineFunctionInfo.h - What code generation knows of a kernel -*-
// C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Per-function facts that several passes need: where parameters and shared
/// variables lie, and what the reconvergence pass found out.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAMACHINEFUNCTIONINFO_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAMACHINEFUNCTIONINFO_H

#include "TeslaSharedLayout.h"
#include "heddle/Backend/Pressure.h"
#include "llvm/CodeGen/MachineFunction.h"

namespace llvm {

class TeslaMachineFunctionInfo : public MachineFunctionInfo {
public:
  TeslaMachineFunctionInfo(const Function &F, const TargetSubtargetInfo *)
      : Layout(TeslaSharedLayout::compute(F)) {}

  MachineFunctionInfo *
  clone(BumpPtrAllocator &, MachineFunction &DestMF,
        const DenseMap<MachineBasicBlock *, MachineBasicBlock *> &)
      const override {
    return DestMF.cloneInfo<TeslaMachineFunctionInfo>(*this);
  }

  const TeslaSharedLayout &layout() const { return Layout; }

  /// Most entries the divergence stack can hold; set by the stack verifier.
  unsigned StackDepth = 0;

  /// Counted before register allocation.
  heddle::tesla::KernelPressure Pressure;

private:
  TeslaSharedLayout Layout;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLAMACHINEFUNCTIONINFO_H
