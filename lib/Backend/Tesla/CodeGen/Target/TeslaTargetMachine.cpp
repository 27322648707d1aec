//===- TeslaTargetMachine.cpp - The target and its pass pipeline ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaTargetMachine.h"
#include "Tesla.h"
#include "TeslaFunctionInfoYAML.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaPassConfig.h"
#include "TeslaTargetTransformInfo.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/TargetModel.h"
#include "heddle/Backend/Tesla.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/CodeGen/MIRParser/MIParser.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetLoweringObjectFileImpl.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;
using namespace heddle;

TeslaTargetMachine::TeslaTargetMachine(const Target &T, const Triple &TT,
                                       StringRef CPU, StringRef FS,
                                       const TargetOptions &Options,
                                       std::optional<Reloc::Model>,
                                       std::optional<CodeModel::Model>,
                                       CodeGenOptLevel Level, bool)
    : LLVMTargetMachine(T, abi::targetModelOrDefault(TT.str()).DataLayout, TT,
                        CPU, FS, Options, Reloc::Static, CodeModel::Small,
                        Level),
      Model(abi::targetModelOrDefault(TT.str())),
      TLOF(std::make_unique<TargetLoweringObjectFileELF>()) {
  initAsmInfo();
  // Reconvergence points are placed on the graph that the structured passes
  // leave: nothing may duplicate tails or merge them.
  setRequiresStructuredCFG(true);
}

TeslaTargetMachine::~TeslaTargetMachine() = default;

const TeslaSubtarget *
TeslaTargetMachine::getSubtargetImpl(const Function &F) const {
  const auto &Chip = attributes::TargetChip;
  StringRef CPU = Chip.isSet(F) ? Chip.get(F) : StringRef(TargetCPU);
  std::unique_ptr<TeslaSubtarget> &ST = Subtargets[CPU];
  if (!ST)
    ST = std::make_unique<TeslaSubtarget>(TargetTriple, CPU, TargetFS, *this);
  return ST.get();
}

TargetTransformInfo
TeslaTargetMachine::getTargetTransformInfo(const Function &F) const {
  return TargetTransformInfo(TeslaTTIImpl(this, F));
}

unsigned
TeslaTargetMachine::getAddressSpaceForPseudoSourceKind(unsigned Kind) const {
  bool IsSlot =
      Kind == PseudoSourceValue::Stack || Kind == PseudoSourceValue::FixedStack;
  // Generic accesses are what slots would be taken for; the silicon has none.
  return IsSlot && Model.isELF64() ? unsigned(heddle::abi::Local) : 0;
}

void TeslaTargetMachine::forgetFunctions() {
  Frames = TeslaFrames();
  Layouts.clear();
  Constants.clear();
  Literals.clear();
}

TargetPassConfig *TeslaTargetMachine::createPassConfig(PassManagerBase &PM) {
  return new TeslaPassConfig(*this, PM);
}

MachineFunctionInfo *TeslaTargetMachine::createMachineFunctionInfo(
    BumpPtrAllocator &Allocator, const Function &F,
    const TargetSubtargetInfo *) const {
  const Function &Kernel = teslaKernelOf(F);
  std::unique_ptr<TeslaSharedLayout> &Layout = Layouts[&Kernel];
  if (!Layout)
    Layout =
        std::make_unique<TeslaSharedLayout>(TeslaSharedLayout::compute(Kernel));
  std::unique_ptr<TeslaConstantLayout> &OfModule = Constants[F.getParent()];
  if (!OfModule)
    OfModule = std::make_unique<TeslaConstantLayout>(
        TeslaConstantLayout::compute(*F.getParent()));
  std::unique_ptr<TeslaLiterals> &Pool = Literals[&Kernel];
  if (!Pool)
    Pool = std::make_unique<TeslaLiterals>();
  return new (Allocator.Allocate<TeslaMachineFunctionInfo>())
      TeslaMachineFunctionInfo(*Layout, *OfModule, *Pool);
}

yaml::MachineFunctionInfo *
TeslaTargetMachine::createDefaultFuncInfoYAML() const {
  return new yaml::TeslaFunctionInfo();
}

yaml::MachineFunctionInfo *
TeslaTargetMachine::convertFuncInfoToYAML(const MachineFunction &MF) const {
  return new yaml::TeslaFunctionInfo(*MF.getInfo<TeslaMachineFunctionInfo>());
}

bool TeslaTargetMachine::parseMachineFunctionInfo(
    const yaml::MachineFunctionInfo &Text, PerFunctionMIParsingState &PFS,
    SMDiagnostic &Error, SMRange &) const {
  const auto &Info = static_cast<const yaml::TeslaFunctionInfo &>(Text);
  std::optional<std::string> Missing =
      Info.apply(*PFS.MF.getInfo<TeslaMachineFunctionInfo>(),
                 *PFS.MF.getFunction().getParent());
  if (!Missing)
    return false;
  const MemoryBuffer &Buffer =
      *PFS.SM->getMemoryBuffer(PFS.SM->getMainFileID());
  Error = SMDiagnostic(*PFS.SM, SMLoc(), Buffer.getBufferIdentifier(), 1, 0,
                       SourceMgr::DK_Error,
                       "there is no function '" + *Missing + "'", "", {}, {});
  return true;
}
