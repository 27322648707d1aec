//===- CheckShape.cpp - Which form takes these operands -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

/// The classes that \p Op may stand for.
static uint16_t kindsOf(const ParsedOperand &P) {
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

/// Optional operands stand last.
static size_t leastOperands(const MatchedForm &Form) {
  size_t Least = Form.Operands.size();
  while (Least != 0 && Form.Operands[Least - 1].Flags & OFOptional)
    --Least;
  return Least;
}

int Parser::shapeMismatch(const MatchedForm &Form,
                          llvm::ArrayRef<ParsedOperand> Ops) const {
  size_t Most = Form.Operands.size(), Least = leastOperands(Form);
  if (Ops.size() < Least || Ops.size() > Most)
    return std::max(Ops.size(), Most) + 1;
  for (auto [Index, Op] : llvm::enumerate(Ops)) {
    const OperandDesc &Desc = Form.Operands[Index];
    if (!(kindsOf(Op) & Desc.Kinds))
      return Index;
    if (Desc.Flags & OFVector && !vectorFits(Desc, Op))
      return Index;
    bool IsPair = Op.Op.Second && Op.Op.OpKind != Operand::AddressOp;
    bool IsPairWanted =
        Desc.Flags & OFPair || (Desc.Flags & OFPairSink && IsPair &&
                                Op.Op.Second->OpKind == Operand::SinkOp);
    if (IsPair ? !IsPairWanted : bool(Desc.Flags & OFPairNeeded))
      return Index;
    if (Desc.Flags & OFNotPred && kindsOf(Op) & KPred)
      return Index;
    if (Desc.Flags & OFNotInteger && isIntegerOperand(Op.Op))
      return Index;
    if (Op.Op.Negated && !(Desc.Flags & (Op.IsMinus ? OFMinus : OFNegatable)))
      return Index;
    if (Op.Op.Part && !(Desc.Flags & (OFPart | OFHalves | OFBytes)))
      return Index;
  }
  return -1;
}

static std::string kindText(uint16_t Kinds) {
  static constexpr std::pair<uint16_t, const char *> Names[] = {
      {KReg, "a register"},
      {KImm, "a constant"},
      {KSpecial, "a special register"},
      {KAddress, "an address in brackets"},
      {KVector, "a vector in braces"},
      {KLabel, "a label"},
      {KFunction, "a function"},
      {KSymbol, "a variable"},
      {KTargets, "the name of a list of targets"},
      {KList, "a list in parentheses"},
      {KSink, "'_'"},
      {KPred, "a predicate"},
      {KCoords, "an image with coordinates in brackets"}};
  llvm::SmallVector<StringRef, 4> Found;
  for (auto [Kind, Text] : Names)
    if (Kinds & Kind)
      Found.push_back(Text);
  std::string Text = Found.front().str();
  for (size_t I = 1; I != Found.size(); ++I)
    Text += (I + 1 == Found.size() ? " or " : ", ") + Found[I].str();
  return Text;
}

/// Whether the first two operands would fit the other way round: a store that
/// is written like a load.
bool Parser::reportSwapped(const DecodedName &Name, StringRef Spelling,
                           llvm::ArrayRef<ParsedOperand> Ops) {
  if (Ops.size() < 2 || Ops[0].Unresolved || Ops[1].Unresolved ||
      Ops[1].Op.OpKind != Operand::AddressOp)
    return false;
  llvm::SmallVector<ParsedOperand, 4> Swapped(Ops);
  std::swap(Swapped[0], Swapped[1]);
  if (llvm::none_of(Name.Forms, [&](const MatchedForm &Form) {
        return shapeMismatch(Form, Swapped) < 0;
      }))
    return false;
  SMRange First = Ops[0].Op.Range, Second = Ops[1].Op.Range;
  return error(First.Start,
               "the first two operands of '" + Spelling + "' are swapped",
               {First, Second},
               {llvm::SMFixIt(First, textOf(Second)),
                llvm::SMFixIt(Second, textOf(First))});
}

/// No form takes these operands: explains by the form that gets furthest.
bool Parser::reportShape(const DecodedName &Name, StringRef Spelling,
                         const Instruction &I,
                         llvm::ArrayRef<ParsedOperand> Ops) {
  const MatchedForm *Best = nullptr;
  int BestIndex = -1;
  uint16_t Kinds = 0;
  llvm::SmallVector<size_t, 4> Counts;
  bool IsAllLenient = llvm::all_of(Name.Forms, [](const MatchedForm &Form) {
    return Form.Form->IsBeyondManual;
  });
  for (const MatchedForm &Form : Name.Forms) {
    if (Form.Form->IsBeyondManual && !IsAllLenient)
      continue;
    size_t Most = Form.Operands.size();
    int Index = shapeMismatch(Form, Ops);
    for (size_t Count = leastOperands(Form); Count <= Most; ++Count)
      if (!llvm::is_contained(Counts, Count))
        Counts.push_back(Count);
    if (Index >= int(Ops.size()) || Index < BestIndex)
      continue;
    if (Index > BestIndex) {
      Best = &Form;
      BestIndex = Index;
      Kinds = 0;
    }
    Kinds |= Form.Operands[Index].Kinds;
  }
  if (!Best) {
    llvm::sort(Counts);
    std::string Wanted;
    for (size_t C : Counts)
      Wanted += (Wanted.empty() ? "" : " or ") + llvm::utostr(C);
    return error(I.NameRange.Start,
                 "'" + Spelling + "' takes " + Wanted +
                     (Wanted == "1" ? " operand" : " operands") + ", found " +
                     Twine(Ops.size()),
                 I.Range);
  }
  const ParsedOperand &Op = Ops[BestIndex];
  const OperandDesc &Desc = Best->Operands[BestIndex];
  if (Op.Unresolved)
    return undeclared(*Op.Unresolved, Op.Op.Range, Kinds);
  StringRef Text = textOf(Op.Op.Range);
  bool IsPair = Op.Op.Second && Op.Op.OpKind != Operand::AddressOp;
  if (IsPair && !(Desc.Flags & OFPair))
    return error(Op.Op.Range, "'" + Spelling + "' has one result only");
  if (!IsPair && Desc.Flags & OFPairNeeded)
    return error(Op.Op.Range,
                 "'" + Spelling + "' has two results, like '" + Text + "|%p'");
  if (Op.Op.Negated && !(Desc.Flags & (Op.IsMinus ? OFMinus : OFNegatable)))
    return error(Op.Op.Range, Op.IsMinus ? "'-' is not allowed here"
                                         : "'!' is not allowed here");
  if (Op.Op.Part && !(Desc.Flags & (OFPart | OFHalves | OFBytes)))
    return error(Op.Op.Range, "'" + Text + "': '" + Spelling +
                                  "' takes whole registers here");
  if (Op.Op.OpKind == Operand::SpecialRegisterOp && Desc.Flags & OFDest)
    return error(Op.Op.Range,
                 "special register '" + Text + "' cannot be written");
  if (Op.Op.OpKind == Operand::SpecialRegisterOp)
    return error(Op.Op.Range, "'" + Spelling +
                                  "' cannot read special "
                                  "register '" +
                                  Text + "'; only mov and cvt can");
  if (reportSwapped(Name, Spelling, Ops))
    return true;
  if (Desc.Flags & OFVector) {
    unsigned Width = Desc.Count;
    if (Width > 1)
      return error(Op.Op.Range, "operand " + Twine(BestIndex + 1) + " of '" +
                                    Spelling + "' must be a vector of " +
                                    Twine(Width) + ", found '" + Text + "'");
    Kinds &= ~KVector;
  }
  llvm::SmallVector<llvm::SMFixIt, 2> FixIts;
  if (Kinds == KAddress && kindsOf(Op) & (KReg | KSymbol)) {
    FixIts.emplace_back(Op.Op.Range.Start, "[");
    FixIts.emplace_back(Op.Op.Range.End, "]");
  }
  return error(Op.Op.Range.Start,
               "operand " + Twine(BestIndex + 1) + " of '" + Spelling +
                   "' must be " + kindText(Kinds) + ", found '" + Text + "'",
               Op.Op.Range, FixIts);
}
