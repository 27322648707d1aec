//===- TeslaAsmPrinter.h - Machine code to the MC layer ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits each kernel's code, that of the functions it calls behind it, metadata
/// and line map. The layout of the sections
/// is heddle/Object/Module.h's.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAASMPRINTER_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAASMPRINTER_H

#include "TeslaConstantLayout.h"
#include "TeslaDwarf.h"
#include "TeslaKernelUse.h"
#include "TeslaNotes.h"
#include "TeslaRegisterNames.h"
#include "TeslaRemarks.h"
#include "TeslaVariables.h"
#include "heddle/Backend/TeslaCodeGen.h"
#include "llvm/CodeGen/AsmPrinter.h"

namespace llvm {

class MachineBlockFrequencyInfo;

class TeslaAsmPrinter : public AsmPrinter {
public:
  TeslaAsmPrinter(TargetMachine &TM, std::unique_ptr<MCStreamer> Streamer)
      : AsmPrinter(TM, std::move(Streamer)) {}

  StringRef getPassName() const override { return "Tesla assembly printer"; }

  /// Lets \p Sink, which may be null, take the descriptions of emitted kernels.
  void setKernelSink(std::vector<heddle::tesla::KernelCode> *Sink,
                     StringRef Source,
                     ArrayRef<heddle::object::PTXFile> AllFiles) {
    Kernels = Sink;
    SourceName = Source.str();
    Files = AllFiles.vec();
  }

  /// Lets the printer write DWARF, too. Must be called after setKernelSink().
  void addLineTables() { Dwarf.emplace(SourceName, Files); }

  /// Write where the PTX registers are.
  void addRegisterNames() { Names.emplace(); }

  void getAnalysisUsage(AnalysisUsage &AU) const override;
  bool runOnMachineFunction(MachineFunction &F) override;
  void emitStartOfAsmFile(Module &M) override;
  void emitInstruction(const MachineInstr *MI) override;
  void emitFunctionBodyStart() override;
  void emitFunctionBodyEnd() override;
  void emitEndOfAsmFile(Module &M) override;
  /// Emits a variable of .global in a section of its own. Variables of .shared
  /// live in the CTA, and those of .const are emitted together, at the end.
  void emitGlobalVariable(const GlobalVariable *GV) override;

private:
  MCInst lower(const MachineInstr &MI);
  void markLine(const MachineInstr &MI);
  const MCExpr *addressOf(const GlobalValue &GV, int64_t Offset,
                          unsigned Flags = 0);
  void emitConstants();
  void emitImage(const GlobalVariable &GV);
  void emitParts(const GlobalVariable &GV, const TeslaImage &Image);
  void emitAddressByte(const TeslaImage::AddressWord &A);
  void finishKernel();

  const MachineBlockFrequencyInfo *Frequencies = nullptr;
  std::vector<heddle::tesla::KernelCode> *Kernels = nullptr;
  std::string SourceName;
  /// The files of the modules where several were linked.
  std::vector<heddle::object::PTXFile> Files;
  TeslaConstantLayout Constants;
  /// The kernel whose code, or whose callees' code, is being emitted.
  const Function *Current = nullptr;
  MCSymbol *CurrentSymbol = nullptr;
  TeslaKernelUse Use;
  SmallVector<TeslaNotes::LineMark, 32> Lines;
  /// c1[] of the current kernel.
  std::vector<uint32_t> Literals;
  /// Counts of the current kernel so far.
  unsigned Instructions = 0;
  unsigned CodeBytes = 0;
  double WeightedInstructions = 0;
  unsigned Barriers = 0;
  TeslaRemarks Remarks;
  std::optional<TeslaDwarf> Dwarf;
  std::optional<TeslaRegisterNames> Names;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_EMIT_TESLAASMPRINTER_H
