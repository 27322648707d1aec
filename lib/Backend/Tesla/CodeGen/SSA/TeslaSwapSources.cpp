//===- TeslaSwapSources.cpp - The first two sources exchanged -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaSwapSources.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <cassert>

using namespace llvm;
using namespace heddle;
using tesla::OperandKind;
using tesla::SemKind;

static bool isRegister(const MCInstrDesc &Desc, unsigned Source) {
  OperandKind Kind = tesla::sourceKind(Desc, Source);
  return Kind == OperandKind::Reg32 || Kind == OperandKind::Half;
}

std::optional<unsigned> llvm::teslaSwappedOpcode(const MachineInstr &MI) {
  const MCInstrDesc &Desc = MI.getDesc();
  if (MI.isPseudo() || !isRegister(Desc, 1) || !isRegister(Desc, 2))
    return std::nullopt;
  std::optional<unsigned> Same = MI.getOpcode();
  switch (tesla::semKind(Desc)) {
  case SemKind::Add:
    switch (tesla::AddOp(tesla::subOp(Desc) & 3)) {
    case tesla::AddOp::Add:
    case tesla::AddOp::AddC:
      return Same;
    case tesla::AddOp::Sub:
    case tesla::AddOp::SubR:
      return tesla::reversedDifference(MI.getOpcode());
    }
    return std::nullopt;
  case SemKind::Mul16: // Each source has its sign.
    return (tesla::subOp(Desc) & 1) == (tesla::subOp(Desc) >> 1 & 1)
               ? Same
               : std::nullopt;
  case SemKind::Logic: // 3 is the second source.
    return (tesla::subOp(Desc) & 3) != 3 ? Same : std::nullopt;
  case SemKind::SetI:
  case SemKind::MinI:
  case SemKind::MaxI:
  case SemKind::Mul24:
  case SemKind::Mad16:
  case SemKind::Mad24:
  case SemKind::Sad:
  case SemKind::FAdd:
  case SemKind::FMul:
  case SemKind::FMad:
  case SemKind::FSet:
  case SemKind::FMin:
  case SemKind::FMax:
    return Same;
  default: // Over a generated enum.
    return std::nullopt;
  }
}

/// Exchanges the immediates called \p A and \p B, where \p MI has them.
static void swapImmediates(MachineInstr &MI, unsigned A, unsigned B) {
  int I = Tesla::getNamedOperandIdx(MI.getOpcode(), A);
  int J = Tesla::getNamedOperandIdx(MI.getOpcode(), B);
  if (I < 0 || J < 0)
    return;
  int64_t Old = MI.getOperand(I).getImm();
  MI.getOperand(I).setImm(MI.getOperand(J).getImm());
  MI.getOperand(J).setImm(Old);
}

/// Codes are sets of less (1), equal (2), greater (4) and unordered (8).
static void mirrorCondition(MachineInstr &MI) {
  int I = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::cond);
  if (I < 0)
    return;
  int64_t Code = MI.getOperand(I).getImm();
  MI.getOperand(I).setImm((Code & ~5) | (Code & 1) << 2 | (Code & 4) >> 2);
}

void llvm::swapTeslaSources(MachineInstr &MI) {
  std::optional<unsigned> Opcode = teslaSwappedOpcode(MI);
  assert(Opcode && "sources that stay where they are");
  int I = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::src1);
  int J = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::src2);
  assert(I >= 0 && J >= 0 && MI.getOperand(I).isReg() &&
         MI.getOperand(J).isReg() && "sources that are no registers");
  MachineOperand &A = MI.getOperand(I), &B = MI.getOperand(J);
  Register RegA = A.getReg(), RegB = B.getReg();
  unsigned SubA = A.getSubReg(), SubB = B.getSubReg();
  bool KillA = A.isKill(), KillB = B.isKill();
  bool UndefA = A.isUndef(), UndefB = B.isUndef();
  A.setReg(RegB);
  A.setSubReg(SubB);
  A.setIsKill(KillB);
  A.setIsUndef(UndefB);
  B.setReg(RegA);
  B.setSubReg(SubA);
  B.setIsKill(KillA);
  B.setIsUndef(UndefA);
  swapImmediates(MI, Tesla::OpName::abs1, Tesla::OpName::abs2);
  swapImmediates(MI, Tesla::OpName::not1, Tesla::OpName::not2);
  // A product's sign is one: neg1 of a sum of three has no neg2 beside it.
  swapImmediates(MI, Tesla::OpName::neg1, Tesla::OpName::neg2);
  mirrorCondition(MI);
  const TargetInstrInfo &TII = *MI.getMF()->getSubtarget().getInstrInfo();
  MI.setDesc(TII.get(*Opcode));
}
