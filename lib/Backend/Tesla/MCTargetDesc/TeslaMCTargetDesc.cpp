//===- TeslaMCTargetDesc.cpp - Registers the machine code layer -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "TeslaInstPrinter.h"
#include "TeslaMCAsmInfo.h"
#include "TeslaTargetStreamer.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Backend/Tesla.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;
using namespace heddle::tesla;

#define GET_INSTRINFO_MC_DESC
#define GET_INSTRINFO_NAMED_OPS
#define GET_AVAILABLE_OPCODE_CHECKER
#include "TeslaGenInstrInfo.inc"

#define GET_SUBTARGETINFO_MC_DESC
#include "TeslaGenSubtargetInfo.inc"

#define GET_REGINFO_MC_DESC
#include "TeslaGenRegisterInfo.inc"

bool llvm::isTeslaInstAvailable(unsigned Opcode, const MCSubtargetInfo &STI) {
  return Tesla_MC::isOpcodeAvailable(Opcode, STI.getFeatureBits());
}

/// The features of subtargets of \p C.
static FeatureBitset featuresOf(const heddle::abi::Chip &C) {
  FeatureBitset Has;
  for (const SubtargetFeatureKV &Feature : TeslaFeatureKV)
    if (C.has(*heddle::abi::findFeature(Feature.Key)))
      Has.set(Feature.Value);
  return Has;
}

bool llvm::isTeslaExtension(unsigned Opcode) {
  using namespace heddle::abi;
  static const FeatureBitset Silicon = [] {
    FeatureBitset Has;
    for (const Chip &C : chips())
      if (C.Silicon)
        Has |= featuresOf(C);
    return Has;
  }();
  return !Tesla_MC::isOpcodeAvailable(Opcode, Silicon);
}

const heddle::abi::Chip &llvm::lowestTeslaChip(unsigned Opcode) {
  using namespace heddle::abi;
  const Chip *Lowest = find_if(chips(), [&](const Chip &C) {
    return Tesla_MC::isOpcodeAvailable(Opcode, featuresOf(C));
  });
  assert(Lowest != chips().end() && "an instruction that no chip has");
  return *Lowest;
}

/// The $a register of c[] operand \p Source, if it is one and has one.
static bool hasAddressedConst(const MCInst &MI, const MCInstrDesc &Desc,
                              unsigned Source) {
  if (sourceKind(Desc, Source) != OperandKind::Const)
    return false;
  int I = Tesla::getNamedOperandIdx(
      MI.getOpcode(), Source == 2 ? Tesla::OpName::src2 : Tesla::OpName::src3);
  return I >= 0 && MI.getOperand(I + 1).getReg() != Tesla::A0;
}

std::optional<std::string> llvm::checkTeslaInst(const MCInst &MI,
                                                const MCInstrDesc &Desc) {
  if (sourceKind(Desc, 1) == OperandKind::Shared &&
      (hasAddressedConst(MI, Desc, 2) || hasAddressedConst(MI, Desc, 3)))
    return "the address register belongs to the s[] operand, c[] must have "
           "none";

  unsigned Opcode = MI.getOpcode();
  int CarryIn = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::cin);
  if (encodingForm(Desc) == Form::Short && CarryIn >= 0 &&
      MI.getOperand(CarryIn).getReg() != Tesla::C0)
    return "the carry of the short form is that of $c0";
  int Pred = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::pred);
  if (Pred < 0)
    return std::nullopt;
  unsigned Code = MI.getOperand(Pred).getImm();
  MCRegister Reg = MI.getOperand(Pred + 1).getReg();
  bool NeedsReg = Code != CondAlways && Code != CondNever;
  if (NeedsReg && !Reg)
    return "the predicate names no $c register";
  if (CarryIn >= 0 && Reg && Reg != MI.getOperand(CarryIn).getReg())
    return "the predicate must be of the $c register that the instruction "
           "reads";
  return std::nullopt;
}

static MCInstrInfo *createInstrInfo() {
  auto *X = new MCInstrInfo();
  InitTeslaMCInstrInfo(X);
  return X;
}

static MCRegisterInfo *createRegisterInfo(const Triple &) {
  auto *X = new MCRegisterInfo();
  InitTeslaMCRegisterInfo(X, /*RA=*/0);
  return X;
}

static MCSubtargetInfo *createSubtargetInfo(const Triple &TT, StringRef CPU,
                                            StringRef FS) {
  if (CPU.empty())
    CPU = "g80";
  return createTeslaMCSubtargetInfoImpl(TT, CPU, /*TuneCPU=*/CPU, FS);
}

static MCAsmInfo *createAsmInfo(const MCRegisterInfo &, const Triple &TT,
                                const MCTargetOptions &) {
  return new TeslaMCAsmInfo(TT);
}

static MCInstPrinter *createInstPrinter(const Triple &, unsigned,
                                        const MCAsmInfo &MAI,
                                        const MCInstrInfo &MII,
                                        const MCRegisterInfo &MRI) {
  return new TeslaInstPrinter(MAI, MII, MRI);
}

void heddle::tesla::initializeTargetMC() {
  Target &T = getTheTeslaTarget();
  TargetRegistry::RegisterMCAsmInfo(T, createAsmInfo);
  TargetRegistry::RegisterMCInstrInfo(T, createInstrInfo);
  TargetRegistry::RegisterMCRegInfo(T, createRegisterInfo);
  TargetRegistry::RegisterMCSubtargetInfo(T, createSubtargetInfo);
  TargetRegistry::RegisterMCInstPrinter(T, createInstPrinter);
  TargetRegistry::RegisterMCCodeEmitter(T, createTeslaMCCodeEmitter);
  TargetRegistry::RegisterMCAsmBackend(T, createTeslaAsmBackend);
  TargetRegistry::RegisterObjectTargetStreamer(T,
                                               createTeslaObjectTargetStreamer);
}
