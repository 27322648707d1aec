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
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Target/TeslaInstrSources.h"
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
    if (A.Text == "$clock" && B.Text == A.Text)
      return Term{"%clock"};
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

namespace {
/// A half of a word in a register or, without one, of a word of s[].
struct Half {
  Register Reg;
  int64_t Address;
  bool IsHigh;

  bool isOfSameWord(const Half &H) const {
    return Reg == H.Reg && Address == H.Address;
  }
};
} // namespace

static std::optional<Half> halfOf(const MachineInstr &MI, unsigned Number) {
  const MachineOperand *MO = teslaSource(MI, Number);
  if (!MO || !MO->isReg())
    return std::nullopt;
  if (isTeslaShared(MI, Number)) {
    int64_t Address = (MO + 1)->getImm();
    if (MO->getReg() != Tesla::A0 ||
        (MO + 2)->getImm() != int64_t(tesla::SizeMode::U16))
      return std::nullopt;
    return Half{Register(), Address & ~int64_t(3), (Address & 2) != 0};
  }
  unsigned Sub = MO->getSubReg();
  if (Sub != Tesla::lo16 && Sub != Tesla::hi16)
    return std::nullopt;
  return Half{MO->getReg(), 0, Sub == Tesla::hi16};
}

/// The addend of a * b + c, or no register of a * b, where \p MI multiplies the
/// upper half of the word \p High is of by the lower one of that of \p Low;
/// nothing if it does not.
static std::optional<Register> crossProduct(const MachineInstr *MI,
                                            const Half &High, const Half &Low) {
  if (!MI || MI->isCopy())
    return std::nullopt;
  SemKind Sem = tesla::semKind(MI->getDesc());
  bool IsMad = Sem == SemKind::Mad16 && tesla::subOp(MI->getDesc()) == 0;
  bool IsMul = Sem == SemKind::Mul16 && tesla::subOp(MI->getDesc()) == 0;
  if ((!IsMad && !IsMul) || isTeslaModified(*MI))
    return std::nullopt;
  std::optional<Half> A = halfOf(*MI, 1), B = halfOf(*MI, 2);
  if (A && !A->IsHigh)
    std::swap(A, B);
  if (!A || !A->IsHigh || !B || B->IsHigh || !A->isOfSameWord(High) ||
      !B->isOfSameWord(Low))
    return std::nullopt;
  return IsMad ? teslaSource(*MI, 3)->getReg() : Register();
}

/// A 32-bit product: a.lo * b.lo + ((a.hi * b.lo + b.hi * a.lo) << 16).
/// Instruction selection leaves out what is zero.
TeslaValueNames::MaybeTerm TeslaValueNames::wideProduct(const MachineInstr &MI,
                                                        unsigned Depth) const {
  std::optional<Half> Lower[] = {halfOf(MI, 1), halfOf(MI, 2)};
  const MachineOperand *Upper = teslaSource(MI, 3);
  if (tesla::subOp(MI.getDesc()) != 0 || !Lower[0] || Lower[0]->IsHigh ||
      !Lower[1] || Lower[1]->IsHigh || !Upper || !Upper->isReg())
    return std::nullopt;
  const MachineInstr *Shift = definition(Upper->getReg());
  if (!Shift || tesla::semKind(Shift->getDesc()) != SemKind::Shl ||
      isTeslaModified(*Shift) || !isTeslaPlain(*Shift, 1) ||
      !teslaSource(*Shift, 1)->isReg() || !teslaSource(*Shift, 2)->isImm() ||
      teslaSource(*Shift, 2)->getImm() != 16)
    return std::nullopt;
  auto Word = [&](unsigned N) {
    const Half &H = *Lower[N];
    return H.Reg ? term(H.Reg, Depth) : headerWordAt(H.Address, false);
  };
  const MachineInstr *Last = definition(teslaSource(*Shift, 1)->getReg());
  for (unsigned N = 0; N != 2; ++N) {
    const Half &A = *Lower[N], &B = *Lower[1 - N];
    std::optional<Register> Rest = crossProduct(Last, A, B);
    if (!Rest)
      continue;
    MaybeTerm Left = Word(N), Right = Word(1 - N);
    // a.hi * b.lo alone: what is left of b is its lower half.
    if (!*Rest)
      Right = source(MI, 2 - N, Depth);
    else if (crossProduct(definition(*Rest), B, A) != Register())
      continue;
    if (Left && Right)
      return product(*Left, *Right);
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
  MaybeTerm First = source(MI, 1, Depth), Second = source(MI, 2, Depth);
  if (!First || !Second)
    return std::nullopt;
  const Term &A = *First, &B = *Second;
  // The upper bits of wider factors do not count, and the text says so.
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
                                             const Term &A,
                                             const Term &B) const {
  SemKind Sem = tesla::semKind(MI.getDesc());
  bool IsLeft = Sem == SemKind::Shl || Sem == SemKind::ShlA;
  if (IsLeft && B.Text.empty() && B.Constant == 0)
    return A;
  if (IsLeft && A.Text == "$clock" && text(B) == "1")
    return {"%clock"};
  // $a holds no more than the lower half.
  if (Sem == SemKind::ShlA && A.Text == "%tid" && B.Text.empty())
    return product({"%tid.x"}, Term::constant(int64_t(1) << B.Constant));
  if (IsLeft && B.Text.empty() && B.Constant > 0 && B.Constant < 16)
    return product(A, Term::constant(int64_t(1) << B.Constant));
  return binary(A, IsLeft ? " << " : " >> ", B, Binding::Bits, Binding::Atom);
}

TeslaValueNames::MaybeTerm TeslaValueNames::logic(const MachineInstr &MI,
                                                  const Term &A,
                                                  const Term &B) const {
  static constexpr StringLiteral Operators[] = {" & ", " | ", " ^ "};
  unsigned Operation = tesla::subOp(MI.getDesc());
  if (Operation >= std::size(Operators))
    return std::nullopt;
  auto Source = [&](Term T, unsigned NotName) {
    int Not = Tesla::getNamedOperandIdx(MI.getOpcode(), NotName);
    if (Not >= 0 && MI.getOperand(Not).getImm())
      T = {"~" + text(T, Binding::Atom), Binding::Atom, 0, T.Named};
    return T;
  };
  return binary(Source(A, Tesla::OpName::not1), Operators[Operation],
                Source(B, Tesla::OpName::not2), Binding::Bits, Binding::Atom);
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
  MaybeTerm A = source(MI, 1, Depth);
  if (!A || Sem == SemKind::Mov || Sem == SemKind::MovFromA)
    return A;
  MaybeTerm B = source(MI, 2, Depth);
  if (!B)
    return std::nullopt;
  switch (Sem) {
  case SemKind::Add:
  case SemKind::AddA:
    return addition(MI, *A, *B);
  case SemKind::Shl:
  case SemKind::ShlA:
  case SemKind::Shr:
    return shift(MI, *A, *B);
  case SemKind::Logic:
    return logic(MI, *A, *B);
  default: // Over a generated enum.
    return std::nullopt;
  }
}
