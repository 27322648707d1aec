//===- TeslaMachineFunctionInfo.h - Facts of a function ---------*- C++ -*-===//
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

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAMACHINEFUNCTIONINFO_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAMACHINEFUNCTIONINFO_H

#include "Emit/TeslaConstantLayout.h"
#include "Emit/TeslaLiterals.h"
#include "Emit/TeslaSharedLayout.h"
#include "heddle/Backend/Pressure.h"
#include "llvm/CodeGen/MachineFunction.h"

namespace llvm {

class TeslaMachineFunctionInfo : public MachineFunctionInfo {
public:
  /// \p Layout and \p Literals are the kernel's, \p Constants the module's.
  /// They outlive the function.
  TeslaMachineFunctionInfo(const TeslaSharedLayout &Layout,
                           const TeslaConstantLayout &Constants,
                           TeslaLiterals &Literals)
      : Layout(Layout), Constants(Constants), Literals(Literals) {}

  MachineFunctionInfo *
  clone(BumpPtrAllocator &, MachineFunction &DestMF,
        const DenseMap<MachineBasicBlock *, MachineBasicBlock *> &)
      const override {
    return DestMF.cloneInfo<TeslaMachineFunctionInfo>(*this);
  }

  const TeslaSharedLayout &layout() const { return Layout; }
  const TeslaConstantLayout &constants() const { return Constants; }
  TeslaLiterals &literals() { return Literals; }
  const TeslaLiterals &literals() const { return Literals; }

  /// Most entries the divergence stack can hold, without those of callees; set
  /// by the stack verifier.
  unsigned StackDepth = 0;

  /// Counted before register allocation.
  heddle::tesla::KernelPressure Pressure;

  /// The callees, and for each call the number of stack entries below its own.
  SmallVector<std::pair<const Function *, unsigned>, 4> Calls;

  /// The bytes of local memory that are the function's own. Frames of callers
  /// lie below.
  uint64_t FrameBase = 0;
  uint64_t FrameEnd = 0;
  /// False after a report that the frame is larger than local memory.
  bool FrameFits = true;

private:
  const TeslaSharedLayout &Layout;
  const TeslaConstantLayout &Constants;
  TeslaLiterals &Literals;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLAMACHINEFUNCTIONINFO_H
