//===- OperandShape.cpp - Classes of operands in forms --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandShape.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle::ptx;

uint16_t heddle::ptx::kindsOf(const ParsedOperand &P) {
  const Operand &Op = P.Op;
  if (P.Unresolved)
    return KLabel | KTargets;
  switch (Op.OpKind) {
  case Operand::RegisterOp:
    return Op.reg()->Type == ScalarType::Pred ? KReg | KPred : KReg;
  case Operand::SpecialRegisterOp:
    return KSpecial;
  case Operand::ImmediateOp:
    return KImm;
  case Operand::AddressOp:
    return Op.Elements.empty() ? KAddress : KCoords;
  case Operand::ListOp:
    return P.IsParenthesized ? KList : KVector;
  case Operand::SymbolOp:
    return llvm::isa<Function>(Op.Base) ? KFunction | KSymbol : KSymbol;
  case Operand::LabelOp:
    return KLabel | KTargets;
  case Operand::SinkOp:
    return KSink;
  }
  llvm_unreachable("unknown operand");
}

/// Whether a vector stands exactly where .vN asks for one.
static bool vectorFits(const OperandDesc &Desc, const ParsedOperand &P) {
  bool Wanted = Desc.Count > 1;
  if (P.Op.OpKind == Operand::ListOp)
    return Wanted || Desc.Flags & OFSingle;
  if (P.Op.OpKind == Operand::RegisterOp) {
    bool IsWhole = P.Op.Component < 0 && P.Op.reg()->VectorWidth > 1;
    return Wanted == IsWhole || P.Op.reg()->Type == ScalarType::None;
  }
  return true;
}

static bool isIntegerOperand(const Operand &Op) {
  if (Op.isRegister())
    return isInteger(Op.reg()->Type);
  return Op.isImmediate() &&
         (Op.Imm == ImmediateKind::Int || Op.Imm == ImmediateKind::UInt);
}

size_t heddle::ptx::leastOperands(const MatchedForm &Form) {
  size_t Least = Form.Operands.size();
  while (Least != 0 && Form.Operands[Least - 1].Flags & OFOptional)
    --Least;
  return Least;
}

bool heddle::ptx::hasWrongSign(const OperandDesc &Desc,
                               const ParsedOperand &P) {
  return P.Op.Negated && !(Desc.Flags & (P.IsMinus ? OFMinus : OFNegatable));
}

bool heddle::ptx::hasWrongPart(const OperandDesc &Desc,
                               const ParsedOperand &P) {
  return P.Op.Part && !(Desc.Flags & (OFPart | OFHalves | OFBytes));
}

int heddle::ptx::shapeMismatch(const MatchedForm &Form,
                               llvm::ArrayRef<ParsedOperand> Ops) {
  size_t Most = Form.Operands.size(), Least = leastOperands(Form);
  if (Ops.size() < Least || Ops.size() > Most)
    return std::max(Ops.size(), Most) + 1;
  for (auto [Index, Op] : llvm::enumerate(Ops)) {
    const OperandDesc &Desc = Form.Operands[Index];
    if (!(kindsOf(Op) & Desc.Kinds))
      return Index;
    if (Desc.Flags & OFVector && !vectorFits(Desc, Op))
      return Index;
    bool HasPair = isPair(Op.Op);
    bool IsPairWanted =
        Desc.Flags & OFPair || (Desc.Flags & OFPairSink && HasPair &&
                                Op.Op.Second->OpKind == Operand::SinkOp);
    if (HasPair ? !IsPairWanted : bool(Desc.Flags & OFPairNeeded))
      return Index;
    if (Desc.Flags & OFNotPred && kindsOf(Op) & KPred)
      return Index;
    if (Desc.Flags & OFNotInteger && isIntegerOperand(Op.Op))
      return Index;
    if (hasWrongSign(Desc, Op) || hasWrongPart(Desc, Op))
      return Index;
  }
  return -1;
}
