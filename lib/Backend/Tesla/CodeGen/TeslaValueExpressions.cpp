//===- TeslaValueExpressions.cpp - Names of computed values ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of TeslaValueNames that says how a value is computed.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaInstrSources.h"
#include "TeslaValueNames.h"
#include "llvm/CodeGen/MachineInstr.h"

using namespace llvm;
using namespace heddle;
using tesla::AddOp;
using tesla::SemKind;

/// \p A and \p B joined by the add family's operation in \p MI.
TeslaValueNames::MaybeTerm TeslaValueNames::addition(const MachineInstr &MI,
                                                     const Term &A,
                                                     const Term &B) const {
  switch (AddOp(tesla::subOp(MI.getDesc()) & 3)) {
  case AddOp::Add:
    return sum(A, B);
  case AddOp::Sub:
    return difference(A, B);
  case AddOp::SubR:
    return difference(B, A);
  case AddOp::AddC:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

static bool isHalf(const MachineOperand *MO, unsigned SubReg) {
  return MO && MO->isReg() && MO->getSubReg() == SubReg;
}

/// The addend of a * b + c, or no register of a * b, where \p MI multiplies the
/// upper half of \p High by the lower one of \p Low; nothing if it does not.
static std::optional<Register> crossProduct(const MachineInstr *MI,
                                            Register High, Register Low) {
  if (!MI || MI->isCopy())
    return std::nullopt;
  SemKind Sem = tesla::semKind(MI->getDesc());
  bool IsMad = Sem == SemKind::Mad16 && tesla::subOp(MI->getDesc()) == 0;
  bool IsMul = Sem == SemKind::Mul16 && tesla::subOp(MI->getDesc()) == 0;
  if ((!IsMad && !IsMul) || isTeslaModified(*MI))
    return std::nullopt;
  const MachineOperand *A = teslaSource(*MI, 1), *B = teslaSource(*MI, 2);
  if (isHalf(A, Tesla::lo16))
    std::swap(A, B);
  if (!isHalf(A, Tesla::hi16) || !isHalf(B, Tesla::lo16) ||
      A->getReg() != High || B->getReg() != Low)
    return std::nullopt;
  return IsMad ? teslaSource(*MI, 3)->getReg() : Register();
}

/// A 32-bit product: a.lo * b.lo + ((a.hi * b.lo + b.hi * a.lo) << 16).
/// Instruction selection leaves out what is zero.
TeslaValueNames::MaybeTerm TeslaValueNames::wideProduct(const MachineInstr &MI,
                                                        unsigned Depth) const {
  const MachineOperand *A = teslaSource(MI, 1), *B = teslaSource(MI, 2);
  const MachineOperand *Upper = teslaSource(MI, 3);
  if (tesla::subOp(MI.getDesc()) != 0 || !isHalf(A, Tesla::lo16) ||
      !isHalf(B, Tesla::lo16) || !Upper || !Upper->isReg())
    return std::nullopt;
  const MachineInstr *Shift = definition(Upper->getReg());
  if (!Shift || tesla::semKind(Shift->getDesc()) != SemKind::Shl ||
      isTeslaModified(*Shift) || !isTeslaPlain(*Shift, 1) ||
      !teslaSource(*Shift, 1)->isReg() || !teslaSource(*Shift, 2)->isImm() ||
      teslaSource(*Shift, 2)->getImm() != 16)
    return std::nullopt;
  const MachineInstr *Last = definition(teslaSource(*Shift, 1)->getReg());
  for (unsigned Swap = 0; Swap != 2; ++Swap, std::swap(A, B)) {
    std::optional<Register> Rest = crossProduct(Last, A->getReg(), B->getReg());
    if (!Rest)
      continue;
    // a.hi * b.lo alone: what is left of b is its lower half.
    if (!*Rest)
      return product(term(A->getReg(), Depth), operand(*B, Depth));
    if (crossProduct(definition(*Rest), B->getReg(), A->getReg()) == Register())
      return product(term(A->getReg(), Depth), term(B->getReg(), Depth));
  }
  return std::nullopt;
}

TeslaValueNames::MaybeTerm
TeslaValueNames::multiplication(const MachineInstr &MI, unsigned Depth) const {
  const MCInstrDesc &Desc = MI.getDesc();
  SemKind Sem = tesla::semKind(Desc);
  bool IsMad = Sem == SemKind::Mad16 || Sem == SemKind::Mad24;
  constexpr unsigned High = 8, Saturates = 4;
  if (tesla::subOp(Desc) & (IsMad ? High | Saturates : High))
    return std::nullopt;
  if (Sem == SemKind::Mad16)
    if (MaybeTerm Wide = wideProduct(MI, Depth))
      return Wide;
  if (!isTeslaPlain(MI, 1) || !isTeslaPlain(MI, 2))
    return std::nullopt;
  Term A = operand(*teslaSource(MI, 1), Depth),
       B = operand(*teslaSource(MI, 2), Depth);
  // Of wider factors the upper bits do not count; say so.
  Term Product = Sem == SemKind::Mul24 || Sem == SemKind::Mad24
                     ? Term{"mul24(" + text(A) + ", " + text(B) + ")",
                            Binding::Atom, 0, A.Named || B.Named}
                     : product(A, B);
  if (!IsMad)
    return Product;
  if (!isTeslaPlain(MI, 3) || !teslaSource(MI, 3)->isReg())
    return std::nullopt;
  return addition(MI, Product, operand(*teslaSource(MI, 3), Depth));
}

/// Short shifts to the left scale indices.
TeslaValueNames::Term TeslaValueNames::shift(const MachineInstr &MI,
                                             unsigned Depth) const {
  Term A = operand(*teslaSource(MI, 1), Depth),
       B = operand(*teslaSource(MI, 2), Depth);
  SemKind Sem = tesla::semKind(MI.getDesc());
  bool IsLeft = Sem == SemKind::Shl || Sem == SemKind::ShlA;
  if (IsLeft && B.Text.empty() && B.Constant == 0)
    return A;
  if (IsLeft && A.Text == "$clock" && text(B) == "1")
    return {"%clock"};
  if (IsLeft && B.Text.empty() && B.Constant > 0 && B.Constant < 16)
    return product(A, Term::constant(int64_t(1) << B.Constant));
  return binary(A, IsLeft ? " << " : " >> ", B, Binding::Bits, Binding::Atom);
}

TeslaValueNames::MaybeTerm TeslaValueNames::logic(const MachineInstr &MI,
                                                  unsigned Depth) const {
  static constexpr StringLiteral Operators[] = {" & ", " | ", " ^ "};
  unsigned Operation = tesla::subOp(MI.getDesc());
  if (Operation >= std::size(Operators))
    return std::nullopt;
  auto Source = [&](unsigned Number, unsigned NotName) {
    Term T = operand(*teslaSource(MI, Number), Depth);
    int Not = Tesla::getNamedOperandIdx(MI.getOpcode(), NotName);
    if (Not >= 0 && MI.getOperand(Not).getImm())
      T = {"~" + text(T, Binding::Atom), Binding::Atom, 0, T.Named};
    return T;
  };
  return binary(Source(1, Tesla::OpName::not1), Operators[Operation],
                Source(2, Tesla::OpName::not2), Binding::Bits, Binding::Atom);
}

/// The value of \p MI over its operands, where a reader gains by that: integer
/// arithmetic as addresses and indices are made of.
TeslaValueNames::MaybeTerm TeslaValueNames::expression(const MachineInstr &MI,
                                                       unsigned Depth) const {
  if (MI.isCopy())
    return operand(MI.getOperand(1), Depth);
  if (isTeslaModified(MI) || isTeslaLoad(MI))
    return std::nullopt;
  SemKind Sem = tesla::semKind(MI.getDesc());
  if (Sem == SemKind::Mul16 || Sem == SemKind::Mad16 || Sem == SemKind::Mul24 ||
      Sem == SemKind::Mad24)
    return multiplication(MI, Depth);
  if (!isTeslaPlain(MI, 1))
    return std::nullopt;
  if (Sem == SemKind::Mov || Sem == SemKind::MovFromA)
    return operand(*teslaSource(MI, 1), Depth);
  if (!isTeslaPlain(MI, 2))
    return std::nullopt;
  switch (Sem) {
  case SemKind::Add:
  case SemKind::AddA:
    return addition(MI, operand(*teslaSource(MI, 1), Depth),
                    operand(*teslaSource(MI, 2), Depth));
  case SemKind::Shl:
  case SemKind::ShlA:
  case SemKind::Shr:
    return shift(MI, Depth);
  case SemKind::Logic:
    return logic(MI, Depth);
  default: // Over a generated enum.
    return std::nullopt;
  }
}
