//===- TeslaInstPrinter.h - Microinstruction text ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints instructions as public disassemblers of these chips do. Every word
/// of it is in the AsmString of the .td files; here are operands and the
/// prefixes: "exit" or "join", then "(condition $c)".
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAINSTPRINTER_H
#define HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAINSTPRINTER_H

#include "llvm/MC/MCInstPrinter.h"

namespace llvm {

class TeslaInstPrinter : public MCInstPrinter {
public:
  using MCInstPrinter::MCInstPrinter;

  void printInst(const MCInst *MI, uint64_t Address, StringRef Annot,
                 const MCSubtargetInfo &STI, raw_ostream &O) override;
  void printRegName(raw_ostream &O, MCRegister Reg) const override;

  /// Defined by TableGen.
  std::pair<const char *, uint64_t> getMnemonic(const MCInst *MI) override;
  void printInstruction(const MCInst *MI, uint64_t Address, raw_ostream &O);
  static const char *getRegisterName(MCRegister Reg);

private:
  void printPrefixes(const MCInst &MI, raw_ostream &O);
  void printBase(const MCOperand &Base, raw_ostream &O);
  void printAddress(const MCOperand &Base, const MCOperand &Offset,
                    raw_ostream &O);
  void printStep(const MCOperand &Base, const MCOperand &Offset,
                 raw_ostream &O);

  // Called by the generated printInstruction.
  void printOperand(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printNothing(const MCInst *, unsigned, raw_ostream &) {}
  void printNeg(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printAbs(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printNot(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printSat(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printFtz(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printLive(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printDeriv(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printRnd(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printRndI(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printHex(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printHex16(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printHex4(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printCondI(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printCondF(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printSReg(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printLaneSel(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printQuadSubOp(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printTexSlot(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printSamplerSlot(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printTexDst(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printTexSrc(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printSMem(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printCMem(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printGMem(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printTarget(const MCInst *MI, uint64_t Address, unsigned OpNo,
                   raw_ostream &O);
  void printSigned(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  template <char Space>
  void printFarMem(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  template <char Space>
  void printAMem(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  void printStepCMem(const MCInst *MI, unsigned OpNo, raw_ostream &O);
  template <char Space>
  void printStepMem(const MCInst *MI, unsigned OpNo, raw_ostream &O);
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_MCTARGETDESC_TESLAINSTPRINTER_H
