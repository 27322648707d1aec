//===- TeslaValueLoads.cpp - Names of loaded values -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of TeslaValueNames that says where a value was loaded from.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Target/TeslaInstrSources.h"
#include "TeslaSharedLayout.h"
#include "TeslaValueNames.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Operator.h"

using namespace llvm;
using namespace heddle;
using tesla::SemKind;

/// The variable that \p V is an address in, by the additions that made it.
static const GlobalVariable *variableOf(const Value *V, unsigned Depth = 6) {
  if (const auto *Variable = dyn_cast_or_null<GlobalVariable>(V))
    return Variable;
  const auto *Op = dyn_cast_or_null<Operator>(V);
  if (!Op || Depth == 0)
    return nullptr;
  switch (Op->getOpcode()) { // Over LLVM's opcodes.
  case Instruction::Add:
    if (const GlobalVariable *Left = variableOf(Op->getOperand(0), Depth - 1))
      return Left;
    return variableOf(Op->getOperand(1), Depth - 1);
  case Instruction::GetElementPtr:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    return variableOf(Op->getOperand(0), Depth - 1);
  default:
    return nullptr;
  }
}

static const GlobalVariable *variableOf(const MachineInstr &MI) {
  return MI.hasOneMemOperand()
             ? variableOf((*MI.memoperands_begin())->getValue())
             : nullptr;
}

static StringRef loadName(SemKind Sem) {
  switch (Sem) {
  case SemKind::LdConst:
    return "ld.const";
  case SemKind::LdLocal:
    return "ld.local";
  case SemKind::LdGlobal:
    return "ld.global";
  case SemKind::Atom:
    return "atom.global";
  case SemKind::Tex:
    return "tex";
  default: // Over a generated enum: moves of s[], too.
    return "ld.shared";
  }
}

/// Shared addresses count from the variable where there is one. The address of
/// a constant or a stack slot is the compiler's own: the variable has to do.
std::string TeslaValueNames::loadAddress(const MachineInstr &MI,
                                         unsigned Depth) const {
  SemKind Sem = tesla::semKind(MI.getDesc());
  const GlobalVariable *Variable = variableOf(MI);
  std::string Name = Variable ? tesla::shortName(Variable->getName()) : "";
  if (Sem == SemKind::LdGlobal || Sem == SemKind::Atom)
    return " [" + text(operand(*(teslaSource(MI, 1) + 1), Depth)) + "]";
  if (Sem != SemKind::Mov && Sem != SemKind::LdShared)
    return Variable ? " '" + Name + "'" : "";
  Term Address = sum(operand(*teslaSource(MI, 1), Depth),
                     Term::constant((teslaSource(MI, 1) + 1)->getImm()));
  if (auto *At = Layout.Variables.find(Variable); At != Layout.Variables.end())
    Address = sum({Name}, sum(Address, Term::constant(-int64_t(At->second))));
  return " [" + text(Address) + "]";
}

std::string TeslaValueNames::load(const MachineInstr &MI,
                                  unsigned Depth) const {
  std::string Text = loadName(tesla::semKind(MI.getDesc())).str();
  std::string Address = loadAddress(MI, Depth);
  const DebugLoc &Place = MI.getDebugLoc();
  std::string Line = Place && Place.getLine()
                         ? ", line " + std::to_string(Place.getLine())
                         : "";
  if (Text.size() + Address.size() + Line.size() > MaxLength && Depth == 0)
    Address.clear();
  return Text + Address + Line;
}
