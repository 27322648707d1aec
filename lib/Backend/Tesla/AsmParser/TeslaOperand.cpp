//===- TeslaOperand.cpp - One parsed operand or word ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaOperand.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaNames.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle::tesla;

std::unique_ptr<TeslaOperand> TeslaOperand::word(StringRef Text, SMLoc From,
                                                 SMLoc To) {
  auto Op = std::make_unique<TeslaOperand>(Kind::Word, From, To);
  Op->Text = Text;
  return Op;
}

void TeslaOperand::print(raw_ostream &OS) const {
  OS << StringRef(Start.getPointer(), End.getPointer() - Start.getPointer());
}

static bool isNameIn(NameTable Table, const TeslaOperand &Op,
                     unsigned Limit = 32) {
  if (!Op.isToken())
    return false;
  std::optional<unsigned> Code = codeOf(Table, Op.Text);
  return Code && *Code < Limit;
}

bool TeslaOperand::isRnd() const {
  return isNameIn(NameTable::Rounding, *this);
}
bool TeslaOperand::isRndNZ() const { return isWord("rn") || isWord("rz"); }
bool TeslaOperand::isRndI() const {
  return isNameIn(NameTable::RoundingInt, *this);
}
bool TeslaOperand::isCondI() const {
  return isNameIn(NameTable::Condition, *this, 8);
}
bool TeslaOperand::isCondF() const {
  return isNameIn(NameTable::Condition, *this, 16);
}
bool TeslaOperand::isSReg() const {
  return isNameIn(NameTable::SpecialRegister, *this, 16);
}
bool TeslaOperand::isFarSReg() const {
  return isNameIn(NameTable::SpecialRegister, *this, 128) && !isSReg();
}
bool TeslaOperand::isLaneSel() const {
  return isNameIn(NameTable::LaneSelect, *this);
}
bool TeslaOperand::isQuadSubOp() const {
  return isNameIn(NameTable::QuadOp, *this);
}

std::optional<unsigned> TeslaOperand::slot(StringRef Prefix,
                                           unsigned Limit) const {
  StringRef Rest = Text;
  unsigned Number;
  if (K != Kind::Word || !Rest.consume_front(Prefix) ||
      Rest.getAsInteger(10, Number) || Number >= Limit)
    return std::nullopt;
  return Number;
}

bool TeslaOperand::isTexSlot() const { return slot("$t", 256).has_value(); }
bool TeslaOperand::isSamplerSlot() const { return slot("$s", 32).has_value(); }

/// Registers of a list must follow one another.
static bool isConsecutive(ArrayRef<int> List) {
  int Next = -1;
  for (int Reg : List) {
    if (Reg < 0)
      continue;
    if (Next >= 0 && Reg != Next)
      return false;
    Next = Reg + 1;
  }
  return Next >= 0;
}

bool TeslaOperand::isTexDst() const {
  return K == Kind::TextureList && List.size() == 4 && isConsecutive(List);
}

bool TeslaOperand::isTexSrc() const {
  if (K == Kind::Register)
    return Reg >= Tesla::R0 && Reg <= Tesla::R127;
  return K == Kind::TextureList && List.size() <= 4 &&
         !is_contained(List, -1) && isConsecutive(List);
}

bool TeslaOperand::isARZSource() const {
  if (K == Kind::Register)
    return Reg >= Tesla::A1 && Reg <= Tesla::A4;
  return isImm() && Value == 0;
}

//===----------------------------------------------------------------------===//
// Into the MCInst
//===----------------------------------------------------------------------===//

static void addImm(MCInst &MI, int64_t Value) {
  MI.addOperand(MCOperand::createImm(Value));
}

bool TeslaOperand::isNearBase() const { return Reg != Tesla::A4; }

void TeslaOperand::addRegOperands(MCInst &MI, unsigned) const {
  MI.addOperand(MCOperand::createReg(Reg));
}

/// The code of a word; no word has different codes in different classes.
static unsigned codeOfWord(const TeslaOperand &Op) {
  for (NameTable T :
       {NameTable::Rounding, NameTable::RoundingInt, NameTable::Condition,
        NameTable::SpecialRegister, NameTable::QuadOp, NameTable::LaneSelect})
    if (std::optional<unsigned> Code = codeOf(T, Op.Text))
      return *Code;
  unsigned Slot;
  if (Op.Text.size() > 2 && !Op.Text.drop_front(2).getAsInteger(10, Slot))
    return Slot;
  // A flag: there, except for the opposite of "live".
  return Op.Text != "all";
}

void TeslaOperand::addImmOperands(MCInst &MI, unsigned) const {
  if (K == Kind::Expression)
    MI.addOperand(MCOperand::createExpr(Expr));
  else
    addImm(MI, isToken() ? codeOfWord(*this) : Value);
}

void TeslaOperand::addPredOperands(MCInst &MI, unsigned) const {
  addImm(MI, Value);
  MI.addOperand(MCOperand::createReg(Reg));
}

void TeslaOperand::addTargetOperands(MCInst &MI, unsigned) const {
  if (Expr)
    MI.addOperand(MCOperand::createExpr(Expr));
  else
    addImm(MI, Value);
}

void TeslaOperand::addSMemOperands(MCInst &MI, unsigned) const {
  MI.addOperand(MCOperand::createReg(Reg));
  addImm(MI, Value);
  addImm(MI, Selector);
}

void TeslaOperand::addCMemOperands(MCInst &MI, unsigned) const {
  addImm(MI, Selector);
  MI.addOperand(MCOperand::createReg(Reg));
  addImm(MI, Value);
}

void TeslaOperand::addAMemOperands(MCInst &MI, unsigned) const {
  MI.addOperand(MCOperand::createReg(Reg));
  addImm(MI, Value);
}

void TeslaOperand::addGMemOperands(MCInst &MI, unsigned) const {
  addImm(MI, Selector);
  MI.addOperand(MCOperand::createReg(Reg));
}

void TeslaOperand::addARZSourceOperands(MCInst &MI, unsigned) const {
  MI.addOperand(MCOperand::createReg(isReg() ? Reg : MCRegister(Tesla::A0)));
}

void TeslaOperand::addTexDstOperands(MCInst &MI, unsigned) const {
  unsigned Mask = 0, First = 0;
  for (unsigned I = List.size(); I-- != 0;)
    if (List[I] >= 0) {
      Mask |= 1 << I;
      First = List[I];
    }
  MI.addOperand(MCOperand::createReg(Tesla::R0 + First));
  addImm(MI, Mask);
}

void TeslaOperand::addTexSrcOperands(MCInst &MI, unsigned) const {
  addImm(MI, isReg() ? 0 : List.size() - 1);
}
