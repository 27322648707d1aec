//===- TeslaLiterals.cpp - Numbers as words of c1[] -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaLiterals.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrSources.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaSubtarget.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include <cassert>

using namespace llvm;
using namespace heddle;
using tesla::SourceForm;

std::optional<unsigned> TeslaLiterals::offsetFor(uint32_t Value,
                                                 unsigned Spare) const {
  unsigned Index = unsigned(llvm::find(Words, Value) - Words.begin());
  if (Index == Words.size())
    Index += Spare;
  return Index < MaxWords ? std::optional(4 * Index) : std::nullopt;
}

void TeslaLiterals::add(uint32_t Value) {
  if (!is_contained(Words, Value))
    Words.push_back(Value);
}

MachineMemOperand *llvm::teslaLiteralAccess(MachineFunction &MF) {
  return MF.getMachineMemOperand(MachinePointerInfo(unsigned(abi::Constant)),
                                 MachineMemOperand::MOLoad |
                                     MachineMemOperand::MOInvariant |
                                     MachineMemOperand::MODereferenceable,
                                 LLT::scalar(32), Align(4));
}

std::optional<unsigned> llvm::teslaLiteralOpcode(const MachineInstr &MI) {
  int Imm = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::imm);
  if (Imm < 0 || !MI.getOperand(Imm).isImm() ||
      tesla::encodingForm(MI.getDesc()) != tesla::Form::Immediate)
    return std::nullopt;
  return tesla::withSource(MI.getDesc(), 2, SourceForm::Constant);
}

/// The operand of \p MI called \p Name, in the form that \p Wanted has it in.
static void addNamed(const MachineInstrBuilder &MIB, const MachineInstr &MI,
                     unsigned Name, unsigned Words) {
  int From = Tesla::getNamedOperandIdx(MI.getOpcode(), Name);
  assert(From >= 0 && "both forms have this operand");
  for (unsigned N = 0; N != Words; ++N)
    MIB.add(MI.getOperand(unsigned(From) + N));
}

MachineInstr *llvm::makeTeslaLiteral(MachineInstr &MI) {
  namespace Name = Tesla::OpName;
  MachineFunction &MF = *MI.getMF();
  TeslaLiterals &Literals = MF.getInfo<TeslaMachineFunctionInfo>()->literals();
  assert(teslaLiteralOpcode(MI) && "an immediate that cannot be a literal");
  const unsigned Old = MI.getOpcode(), New = *teslaLiteralOpcode(MI);
  const uint32_t Value = uint32_t(
      MI.getOperand(Tesla::getNamedOperandIdx(Old, Name::imm)).getImm());
  std::optional<unsigned> Offset = Literals.offsetFor(Value);
  const MCInstrDesc &Inst = MF.getSubtarget().getInstrInfo()->get(New);
  const MachineOperand Word[] = {
      MachineOperand::CreateImm(abi::LiteralBank),
      MachineOperand::CreateReg(Tesla::A0, /*isDef=*/false),
      MachineOperand::CreateImm(Offset.value_or(0))};
  if (!Offset || !isTeslaInReach(Inst, 2, Word))
    return nullptr;
  Literals.add(Value);
  MachineInstrBuilder MIB =
      BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), Inst);
  addNamed(MIB, MI, Name::dst, 1);
  addNamed(MIB, MI, Name::src1, isTeslaShared(MI, 1) ? 3 : 1);
  for (const MachineOperand &MO : Word)
    MIB.add(MO);
  // The long form has all modifiers of the immediate one, and more.
  static constexpr unsigned Modifiers[] = {Name::neg1, Name::neg2, Name::neg3,
                                           Name::not1, Name::sat};
  while (MIB->getNumOperands() < Inst.getNumOperands()) {
    unsigned Next = MIB->getNumOperands();
    const unsigned *Same = llvm::find_if(Modifiers, [&](unsigned Modifier) {
      return Tesla::getNamedOperandIdx(New, Modifier) == int(Next) &&
             Tesla::getNamedOperandIdx(Old, Modifier) >= 0;
    });
    if (Tesla::getNamedOperandIdx(New, Name::src3) == int(Next))
      addNamed(MIB, MI, Name::src3, 1);
    else if (Same != std::end(Modifiers))
      addNamed(MIB, MI, *Same, 1);
    else if (Inst.operands()[Next].isPredicate())
      MIB.addImm(tesla::CondAlways).addReg(0);
    else
      MIB.addImm(0);
  }
  // The register that a post-increment writes is no operand.
  MIB.copyImplicitOps(MI);
  MIB->setFlags(MI.getFlags());
  MIB->setMemRefs(MF, MI.memoperands());
  MIB->addMemOperand(MF, teslaLiteralAccess(MF));
  MI.eraseFromParent();
  return MIB;
}
