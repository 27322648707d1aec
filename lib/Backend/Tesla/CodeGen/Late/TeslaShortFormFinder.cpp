//===- TeslaShortFormFinder.cpp - What fits one word ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaShortFormFinder.h"
#include "Emit/TeslaLiterals.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Select/TeslaCalls.h"
#include "Target/TeslaInstrSources.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaSubtarget.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <cassert>

using namespace llvm;
using namespace heddle;
using tesla::OperandKind;

/// Whether $r63 is none of the registers that a thread of \p MF has, though
/// they are given out by fours or eights. A callee has what its kernel has.
static bool isZeroNear(const MachineFunction &MF) {
  if (isTeslaDeviceFunction(MF.getFunction()) || MF.getFrameInfo().hasCalls())
    return false;
  constexpr unsigned Last = 63, Granularity = 8;
  for (unsigned N = Last + 1 - Granularity; N <= Last; ++N)
    if (MF.getRegInfo().isPhysRegUsed(Tesla::GPR32RegClass.getRegister(N)))
      return false;
  return all_of(drop_begin(Tesla::GPR32RegClass, Last + 1), [&](MCPhysReg R) {
    return R == Tesla::R127 || !MF.getRegInfo().isPhysRegUsed(R);
  });
}

TeslaShortFormFinder::TeslaShortFormFinder(MachineFunction &MF)
    : MF(MF), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()) {
  const bool IsSilicon = !MF.getSubtarget<TeslaSubtarget>().hasWideAddresses();
  Literals =
      IsSilicon ? &MF.getInfo<TeslaMachineFunctionInfo>()->literals() : nullptr;
  HasNearZero = IsSilicon && isZeroNear(MF);
}

static unsigned widthOf(OperandKind Kind) {
  return Kind == OperandKind::Shared || Kind == OperandKind::Const ? 3 : 1;
}

/// Whether \p MI has no modifier that its short form \p Short lacks.
static bool hasModifiersOf(const MachineInstr &MI, const MCInstrDesc &Short) {
  namespace Name = Tesla::OpName;
  static constexpr unsigned Left[] = {
      Name::neg1, Name::abs1, Name::not1, Name::neg2, Name::abs2,
      Name::not2, Name::neg3, Name::rnd,  Name::sat,  Name::flow};
  const unsigned Opcode = MI.getOpcode();
  for (unsigned Operand : Left) {
    int I = Tesla::getNamedOperandIdx(Opcode, Operand);
    if (I >= 0 && MI.getOperand(I).getImm() != 0 &&
        Tesla::getNamedOperandIdx(Short.getOpcode(), Operand) < 0)
      return false;
  }
  int Pred = Tesla::getNamedOperandIdx(Opcode, Name::pred);
  return Pred < 0 || MI.getOperand(Pred).getImm() == tesla::CondAlways;
}

/// The operands of \p MI in the order of its short form \p Short, where a
/// number is the word of c1[] at \p Offset.
static SmallVector<MachineOperand, 10> shortOperands(const MachineInstr &MI,
                                                     const MCInstrDesc &Short,
                                                     unsigned Offset) {
  namespace Name = Tesla::OpName;
  static constexpr unsigned Kept[] = {
      Name::dst,  Name::src1, Name::src2, Name::src3, Name::neg1,
      Name::abs1, Name::neg2, Name::neg3, Name::sat,  Name::cin};
  SmallVector<MachineOperand, 10> Operands(Short.getNumOperands(),
                                           MachineOperand::CreateImm(0));
  for (unsigned Operand : Kept) {
    int To = Tesla::getNamedOperandIdx(Short.getOpcode(), Operand);
    if (To < 0)
      continue;
    int From = Tesla::getNamedOperandIdx(MI.getOpcode(), Operand);
    if (From < 0) {
      assert(Operand == Name::src2 && "a literal is the second source");
      Operands[To] = MachineOperand::CreateImm(abi::LiteralBank);
      Operands[To + 1] = MachineOperand::CreateReg(Tesla::A0, /*isDef=*/false);
      Operands[To + 2] = MachineOperand::CreateImm(Offset);
      continue;
    }
    unsigned Width = 1;
    if (Operand == Name::src1 || Operand == Name::src2)
      Width = widthOf(tesla::sourceKind(Short, Operand == Name::src1 ? 1 : 2));
    assert(unsigned(To) + Width <= Operands.size() &&
           unsigned(From) + Width <= MI.getNumOperands() &&
           "both forms have the operand");
    for (unsigned N = 0; N != Width; ++N)
      Operands[To + N] = MI.getOperand(From + N);
  }
  return Operands;
}

/// Whether the words of memory and the carry of \p Operands fit the fields of
/// \p Short.
static bool isInReach(ArrayRef<MachineOperand> Operands,
                      const MCInstrDesc &Short) {
  for (unsigned Source : {1, 2}) {
    int I = Tesla::getNamedOperandIdx(Short.getOpcode(),
                                      Source == 1 ? Tesla::OpName::src1
                                                  : Tesla::OpName::src2);
    if (I >= 0 && !isTeslaInReach(Short, Source, &Operands[I]))
      return false;
  }
  // The carry has no field.
  int CarryIn =
      Tesla::getNamedOperandIdx(Short.getOpcode(), Tesla::OpName::cin);
  return CarryIn < 0 || Operands[CarryIn].getReg() == Tesla::C0;
}

/// Makes the registers of \p S such that its fields reach them; false where
/// they cannot be.
static bool fitRegisters(MutableArrayRef<MachineOperand> Operands,
                         const MCInstrDesc &Short, const TargetInstrInfo &TII,
                         const TargetRegisterInfo &TRI,
                         const MachineFunction &MF, bool HasNearZero) {
  for (const auto &[N, MO] : enumerate(Operands)) {
    if (!MO.isReg())
      continue;
    const TargetRegisterClass *RC = TII.getRegClass(Short, N, &TRI, MF);
    int Tied = Short.getOperandConstraint(N, MCOI::TIED_TO);
    if (HasNearZero && Tied < 0 && MO.getReg() == Tesla::R127 && MO.isUse()) {
      MO = MachineOperand::CreateReg(Tesla::R63, /*isDef=*/false,
                                     /*isImp=*/false, /*isKill=*/false,
                                     /*isDead=*/false, /*isUndef=*/true);
    }
    if (!RC || !RC->contains(MO.getReg()))
      return false;
    if (Tied >= 0 && Operands[Tied].getReg() != MO.getReg())
      return false;
  }
  return true;
}

std::optional<TeslaShortForm> TeslaShortFormFinder::find(const MachineInstr &MI,
                                                         unsigned Spare) const {
  if (MI.isPseudo() || MI.isMetaInstruction() || MI.isTerminator())
    return std::nullopt;
  TeslaShortForm S;
  std::optional<unsigned> Opcode = tesla::shortForm(MI.getOpcode());
  unsigned Offset = 0;
  std::optional<unsigned> Long;
  if (Literals)
    Long = teslaLiteralOpcode(MI);
  if (Long) {
    int Imm = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::imm);
    S.Literal = uint32_t(MI.getOperand(Imm).getImm());
    std::optional<unsigned> At = Literals->offsetFor(*S.Literal, Spare);
    if (!At)
      return std::nullopt;
    Offset = *At;
    Opcode = tesla::shortForm(*Long);
  }
  if (!Opcode)
    return std::nullopt;
  S.Inst = &TII.get(*Opcode);
  if (!hasModifiersOf(MI, *S.Inst))
    return std::nullopt;
  S.Operands = shortOperands(MI, *S.Inst, Offset);
  if (!isInReach(S.Operands, *S.Inst) ||
      !fitRegisters(S.Operands, *S.Inst, TII, TRI, MF, HasNearZero))
    return std::nullopt;
  return S;
}

void TeslaShortFormFinder::replace(MachineInstr &MI,
                                   const TeslaShortForm &Form) const {
  assert(Form.Inst && Form.Inst->getSize() == 4 &&
         Form.Operands.size() == Form.Inst->getNumOperands() &&
         "a short form has all of its operands");
  assert((!Form.Literal || Literals) && "a literal where there are none");
  MachineInstrBuilder MIB =
      BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), *Form.Inst);
  for (const MachineOperand &MO : Form.Operands)
    MIB.add(MO);
  // The register that a post-increment writes is no operand.
  MIB.copyImplicitOps(MI);
  MIB->setFlags(MI.getFlags());
  MIB->cloneMemRefs(MF, MI);
  if (Form.Literal) {
    Literals->add(*Form.Literal);
    MIB->addMemOperand(MF, teslaLiteralAccess(MF));
  }
  MI.eraseFromParent();
}
