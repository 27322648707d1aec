//===- TeslaTargetMachine.h - The target and its pass pipeline --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The Tesla target machine for 32-bit silicon.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLATARGETMACHINE_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLATARGETMACHINE_H

#include "Emit/TeslaConstantLayout.h"
#include "Emit/TeslaLiterals.h"
#include "Emit/TeslaSharedLayout.h"
#include "Select/TeslaCalls.h"
#include "TeslaSubtarget.h"
#include "heddle/ABI/TargetModel.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace llvm {

class TeslaTargetMachine : public LLVMTargetMachine {
public:
  TeslaTargetMachine(const Target &T, const Triple &TT, StringRef CPU,
                     StringRef FS, const TargetOptions &Options,
                     std::optional<Reloc::Model> RM,
                     std::optional<CodeModel::Model> CM, CodeGenOptLevel Level,
                     bool JIT);
  ~TeslaTargetMachine() override;

  const TeslaSubtarget *getSubtargetImpl(const Function &) const override;
  TargetTransformInfo getTargetTransformInfo(const Function &F) const override;
  TargetPassConfig *createPassConfig(PassManagerBase &PM) override;
  TargetLoweringObjectFile *getObjFileLowering() const override {
    return TLOF.get();
  }
  MachineFunctionInfo *
  createMachineFunctionInfo(BumpPtrAllocator &Allocator, const Function &F,
                            const TargetSubtargetInfo *STI) const override;

  yaml::MachineFunctionInfo *createDefaultFuncInfoYAML() const override;
  yaml::MachineFunctionInfo *
  convertFuncInfoToYAML(const MachineFunction &MF) const override;
  bool parseMachineFunctionInfo(const yaml::MachineFunctionInfo &Text,
                                PerFunctionMIParsingState &PFS,
                                SMDiagnostic &Error,
                                SMRange &SourceRange) const override;

  /// Slots of a frame are in l[], also where no value in IR says so.
  unsigned getAddressSpaceForPseudoSourceKind(unsigned Kind) const override;

  /// The model of the triple.
  const heddle::abi::TargetModel &model() const { return Model; }

  /// The frames of the functions compiled so far.
  TeslaFrames &frames() const { return Frames; }

  /// Must be called between modules: what is known of functions is known by
  /// their addresses.
  void forgetFunctions();

private:
  const heddle::abi::TargetModel &Model;
  mutable TeslaFrames Frames;
  /// The layouts of the kernels met so far: all functions of a kernel have one
  /// layout.
  mutable DenseMap<const Function *, std::unique_ptr<TeslaSharedLayout>>
      Layouts;
  mutable DenseMap<const Function *, std::unique_ptr<TeslaLiterals>> Literals;
  mutable DenseMap<const Module *, std::unique_ptr<TeslaConstantLayout>>
      Constants;
  std::unique_ptr<TargetLoweringObjectFile> TLOF;
  mutable StringMap<std::unique_ptr<TeslaSubtarget>> Subtargets;
};

/// The model of the code that \p TM generates.
inline const heddle::abi::TargetModel &teslaModel(const TargetMachine &TM) {
  return static_cast<const TeslaTargetMachine &>(TM).model();
}

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TARGET_TESLATARGETMACHINE_H
