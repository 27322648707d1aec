//===- TeslaInstPrinter.cpp - Microinstruction text -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaInstPrinter.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaNames.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle::tesla;

void TeslaInstPrinter::printRegName(raw_ostream &O, MCRegister Reg) const {
  O << getRegisterName(Reg);
}

void TeslaInstPrinter::printPrefixes(const MCInst &MI, raw_ostream &O) {
  unsigned Opcode = MI.getOpcode();
  if (int I = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::flow); I >= 0)
    switch (FlowKind(MI.getOperand(I).getImm())) {
    case FlowKind::None:
      break;
    case FlowKind::Exit:
      O << "exit ";
      break;
    case FlowKind::Join:
      O << "join ";
      break;
    }
  if (int I = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::ignored); I >= 0)
    O << '(' << nameOf(NameTable::Condition, MI.getOperand(I).getImm()) << ") ";
  int I = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::pred);
  if (I < 0)
    return;
  unsigned Code = MI.getOperand(I).getImm();
  MCRegister Reg = MI.getOperand(I + 1).getReg();
  if (Code == CondAlways && !Reg)
    return;
  O << '(' << nameOf(NameTable::Condition, Code);
  // A condition that looks at no register need not have one.
  if (Reg)
    O << ' ' << getRegisterName(Reg);
  O << ") ";
}

void TeslaInstPrinter::printInst(const MCInst *MI, uint64_t Address,
                                 StringRef Annot, const MCSubtargetInfo &,
                                 raw_ostream &O) {
  // The generated text starts with a tab, which belongs before the prefixes.
  SmallString<64> Text;
  raw_svector_ostream TextOS(Text);
  printInstruction(MI, Address, TextOS);
  O << '\t';
  printPrefixes(*MI, O);
  O << Text.str().ltrim('\t');
  printAnnotation(O, Annot);
}

void TeslaInstPrinter::printOperand(const MCInst *MI, unsigned OpNo,
                                    raw_ostream &O) {
  const MCOperand &MO = MI->getOperand(OpNo);
  if (MO.isReg())
    // $a0 reads zero and is written so.
    MO.getReg() == Tesla::A0 ? O << "0x0" : O << getRegisterName(MO.getReg());
  else
    printHex(MI, OpNo, O);
}

static void printFlag(const MCInst *MI, unsigned OpNo, StringRef Name,
                      raw_ostream &O) {
  if (MI->getOperand(OpNo).getImm())
    O << Name << ' ';
}

void TeslaInstPrinter::printNeg(const MCInst *MI, unsigned OpNo,
                                raw_ostream &O) {
  printFlag(MI, OpNo, "neg", O);
}

void TeslaInstPrinter::printAbs(const MCInst *MI, unsigned OpNo,
                                raw_ostream &O) {
  printFlag(MI, OpNo, "abs", O);
}

void TeslaInstPrinter::printNot(const MCInst *MI, unsigned OpNo,
                                raw_ostream &O) {
  printFlag(MI, OpNo, "not", O);
}

void TeslaInstPrinter::printSat(const MCInst *MI, unsigned OpNo,
                                raw_ostream &O) {
  printFlag(MI, OpNo, "sat", O);
}

void TeslaInstPrinter::printFtz(const MCInst *MI, unsigned OpNo,
                                raw_ostream &O) {
  printFlag(MI, OpNo, "ftz", O);
}

void TeslaInstPrinter::printLive(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  O << (MI->getOperand(OpNo).getImm() ? "live " : "all ");
}

void TeslaInstPrinter::printDeriv(const MCInst *MI, unsigned OpNo,
                                  raw_ostream &O) {
  printFlag(MI, OpNo, "deriv", O);
}

void TeslaInstPrinter::printRnd(const MCInst *MI, unsigned OpNo,
                                raw_ostream &O) {
  O << nameOf(NameTable::Rounding, MI->getOperand(OpNo).getImm()) << ' ';
}

void TeslaInstPrinter::printRndI(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  O << nameOf(NameTable::RoundingInt, MI->getOperand(OpNo).getImm()) << ' ';
}

static void printNumber(const MCOperand &MO, uint32_t Mask,
                        const MCAsmInfo &MAI, raw_ostream &O) {
  if (MO.isExpr())
    MO.getExpr()->print(O, &MAI);
  else
    O << format_hex(uint32_t(MO.getImm()) & Mask, 0);
}

void TeslaInstPrinter::printHex(const MCInst *MI, unsigned OpNo,
                                raw_ostream &O) {
  printNumber(MI->getOperand(OpNo), ~0u, MAI, O);
}

void TeslaInstPrinter::printHex16(const MCInst *MI, unsigned OpNo,
                                  raw_ostream &O) {
  printNumber(MI->getOperand(OpNo), 0xffff, MAI, O);
}

void TeslaInstPrinter::printHex4(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  printNumber(MI->getOperand(OpNo), 0xf, MAI, O);
}

void TeslaInstPrinter::printCondI(const MCInst *MI, unsigned OpNo,
                                  raw_ostream &O) {
  O << nameOf(NameTable::Condition, MI->getOperand(OpNo).getImm());
}

void TeslaInstPrinter::printCondF(const MCInst *MI, unsigned OpNo,
                                  raw_ostream &O) {
  printCondI(MI, OpNo, O);
}

void TeslaInstPrinter::printSReg(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  O << nameOf(NameTable::SpecialRegister, MI->getOperand(OpNo).getImm());
}

void TeslaInstPrinter::printLaneSel(const MCInst *MI, unsigned OpNo,
                                    raw_ostream &O) {
  O << nameOf(NameTable::LaneSelect, MI->getOperand(OpNo).getImm());
}

void TeslaInstPrinter::printQuadSubOp(const MCInst *MI, unsigned OpNo,
                                      raw_ostream &O) {
  O << nameOf(NameTable::QuadOp, MI->getOperand(OpNo).getImm());
}

void TeslaInstPrinter::printTexSlot(const MCInst *MI, unsigned OpNo,
                                    raw_ostream &O) {
  O << "$t" << MI->getOperand(OpNo).getImm();
}

void TeslaInstPrinter::printSamplerSlot(const MCInst *MI, unsigned OpNo,
                                        raw_ostream &O) {
  O << "$s" << MI->getOperand(OpNo).getImm();
}

void TeslaInstPrinter::printTexDst(const MCInst *MI, unsigned OpNo,
                                   raw_ostream &O) {
  unsigned Reg = MRI.getEncodingValue(MI->getOperand(OpNo).getReg());
  unsigned Mask = MI->getOperand(OpNo + 1).getImm();
  for (unsigned I = 0; I != 4; ++I) {
    if (I)
      O << ':';
    if (Mask >> I & 1)
      O << "$r" << Reg++;
    else
      O << '#';
  }
}

void TeslaInstPrinter::printTexSrc(const MCInst *MI, unsigned OpNo,
                                   raw_ostream &O) {
  int Dst = Tesla::getNamedOperandIdx(MI->getOpcode(), Tesla::OpName::dst);
  unsigned Reg = MRI.getEncodingValue(MI->getOperand(Dst).getReg());
  unsigned Last = MI->getOperand(OpNo).getImm();
  for (unsigned I = 0; I <= Last; ++I)
    O << (I ? ":$r" : "$r") << Reg + I;
}

static void printSignedNumber(int64_t Value, raw_ostream &O) {
  O << (Value < 0 ? "-" : "") << format_hex(uint64_t(std::abs(Value)), 0);
}

void TeslaInstPrinter::printAddress(const MCOperand &Base,
                                    const MCOperand &Offset, raw_ostream &O) {
  O << '[';
  if (Base.getReg() != Tesla::A0)
    O << getRegisterName(Base.getReg()) << '+';
  printNumber(Offset, ~0u, MAI, O);
  O << ']';
}

void TeslaInstPrinter::printStep(const MCOperand &Base, const MCOperand &Offset,
                                 raw_ostream &O) {
  O << '[' << getRegisterName(Base.getReg()) << "+=";
  printSignedNumber(Offset.getImm(), O);
  O << ']';
}

void TeslaInstPrinter::printSMem(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  const MCOperand &Base = MI->getOperand(OpNo);
  const MCOperand &Offset = MI->getOperand(OpNo + 1);
  uint64_t Mode = MI->getOperand(OpNo + 2).getImm();
  O << nameOf(NameTable::SizeMode, unsigned(sizeMode(Mode))) << " s";
  if (Mode & PostIncrement)
    printStep(Base, Offset, O);
  else
    printAddress(Base, Offset, O);
}

void TeslaInstPrinter::printCMem(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  O << 'c' << MI->getOperand(OpNo).getImm();
  printAddress(MI->getOperand(OpNo + 1), MI->getOperand(OpNo + 2), O);
}

void TeslaInstPrinter::printStepCMem(const MCInst *MI, unsigned OpNo,
                                     raw_ostream &O) {
  O << 'c' << MI->getOperand(OpNo).getImm();
  printStep(MI->getOperand(OpNo + 1), MI->getOperand(OpNo + 2), O);
}

template <char Space>
void TeslaInstPrinter::printStepMem(const MCInst *MI, unsigned OpNo,
                                    raw_ostream &O) {
  O << Space;
  printStep(MI->getOperand(OpNo), MI->getOperand(OpNo + 1), O);
}

template <char Space>
void TeslaInstPrinter::printAMem(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  O << Space;
  printAddress(MI->getOperand(OpNo), MI->getOperand(OpNo + 1), O);
}

void TeslaInstPrinter::printSigned(const MCInst *MI, unsigned OpNo,
                                   raw_ostream &O) {
  printSignedNumber(MI->getOperand(OpNo).getImm(), O);
}

template <char Space>
void TeslaInstPrinter::printFarMem(const MCInst *MI, unsigned OpNo,
                                   raw_ostream &O) {
  O << farSpaceName(Space) << '['
    << getRegisterName(MI->getOperand(OpNo).getReg());
  if (int64_t Offset = MI->getOperand(OpNo + 1).getImm()) {
    O << (Offset < 0 ? "" : "+");
    printSignedNumber(Offset, O);
  }
  O << ']';
}

void TeslaInstPrinter::printGMem(const MCInst *MI, unsigned OpNo,
                                 raw_ostream &O) {
  O << 'g' << MI->getOperand(OpNo).getImm() << '['
    << getRegisterName(MI->getOperand(OpNo + 1).getReg()) << ']';
}

void TeslaInstPrinter::printTarget(const MCInst *MI, uint64_t, unsigned OpNo,
                                   raw_ostream &O) {
  printNumber(MI->getOperand(OpNo), ~0u, MAI, O);
}

#include "TeslaGenAsmWriter.inc"
