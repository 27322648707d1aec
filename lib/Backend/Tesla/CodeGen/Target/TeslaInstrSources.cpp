//===- TeslaInstrSources.cpp - What instructions read ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaInstrSources.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "llvm/CodeGen/MachineInstr.h"
#include <cassert>

using namespace llvm;
using namespace heddle;
using tesla::OperandKind;
using tesla::SemKind;

/// An immediate may be called a source or imm.
const MachineOperand *llvm::teslaSource(const MachineInstr &MI,
                                        unsigned Number) {
  assert(Number >= 1 && Number <= 3 && "sources are 1, 2 and 3");
  unsigned Opcode = MI.getOpcode();
  int Index = -1;
  if (Number == 1)
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src1);
  else if (Number == 2)
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src2);
  else
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src3);
  if (Index < 0 && Number < 3)
    Index = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::imm);
  return Index < 0 ? nullptr : &MI.getOperand(Index);
}

bool llvm::isTeslaShared(const MachineInstr &MI, unsigned Number) {
  return tesla::sourceKind(MI.getDesc(), Number) == OperandKind::Shared;
}

bool llvm::isTeslaPlain(const MachineInstr &MI, unsigned Number) {
  OperandKind Kind = tesla::sourceKind(MI.getDesc(), Number);
  const MachineOperand *MO = teslaSource(MI, Number);
  return MO && Kind != OperandKind::Shared && Kind != OperandKind::Const &&
         (MO->isImm() || (MO->isReg() && MO->getReg().isValid()));
}

bool llvm::isTeslaInReach(const MCInstrDesc &Inst, unsigned Number,
                          const MachineOperand *Word) {
  OperandKind Kind = tesla::sourceKind(Inst, Number);
  const bool IsShared = Kind == OperandKind::Shared;
  if (!IsShared && Kind != OperandKind::Const)
    return true;
  tesla::Form Form = tesla::encodingForm(Inst);
  const bool IsNarrow =
      Form == tesla::Form::Short || Form == tesla::Form::Immediate;
  // s[]: $a, offset, size. c[]: bank, $a, offset.
  const MachineOperand &Base = Word[IsShared ? 0 : 1];
  const MachineOperand &Offset = Word[IsShared ? 1 : 2];
  // Two bits for $a, one for the bank; a virtual register may become any.
  if (IsNarrow && (Base.getReg().isVirtual() || Base.getReg() == Tesla::A4 ||
                   (!IsShared && Word[0].getImm() > 1)))
    return false;
  if (!Offset.isImm())
    return false;
  tesla::DataType Type =
      Number == 3 ? tesla::resultType(Inst) : tesla::sourceType(Inst);
  int64_t Unit = Type == tesla::DataType::B16 || Type == tesla::DataType::U16 ||
                         Type == tesla::DataType::S16
                     ? 2
                     : 4;
  int64_t Units = IsNarrow ? 32 : 128;
  if (IsShared) {
    Unit = tesla::bytesOf(tesla::sizeMode(Word[2].getImm()));
    Units = IsNarrow ? 16 : 32;
    if (Word[2].getImm() & tesla::PostIncrement)
      return Offset.getImm() % Unit == 0 &&
             Offset.getImm() / Unit >= -Units / 2 &&
             Offset.getImm() / Unit < Units / 2;
  }
  return Offset.getImm() >= 0 && Offset.getImm() % Unit == 0 &&
         Offset.getImm() / Unit < Units;
}

bool llvm::isTeslaModified(const MachineInstr &MI) {
  unsigned Opcode = MI.getOpcode();
  int Pred = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::pred);
  if (Pred >= 0 && MI.getOperand(Pred).getImm() != tesla::CondAlways)
    return true;
  int Sat = Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::sat);
  return (Sat >= 0 && MI.getOperand(Sat).getImm() != 0) ||
         tesla::hasCarryIn(MI.getDesc());
}

bool llvm::isTeslaLoad(const MachineInstr &MI) {
  const MCInstrDesc &Desc = MI.getDesc();
  switch (tesla::semKind(Desc)) {
  case SemKind::Mov:
    return !MI.isCopy() && isTeslaShared(MI, 1);
  case SemKind::LdConst:
  case SemKind::LdShared:
  case SemKind::LdLocal:
  case SemKind::LdGlobal:
  case SemKind::Atom:
  case SemKind::Tex:
    return true;
  default: // Over a generated enum.
    return false;
  }
}
