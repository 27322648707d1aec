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
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;
using namespace heddle;
using tesla::OperandKind;
using tesla::SemKind;

/// An immediate may be called a source or imm.
const MachineOperand *llvm::teslaSource(const MachineInstr &MI,
                                        unsigned Number) {
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
