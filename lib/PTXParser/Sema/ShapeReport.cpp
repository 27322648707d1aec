//===- ShapeReport.cpp - Why operands fit no form -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionChecker.h"
#include "OperandShape.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

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
bool InstructionChecker::reportSwapped(
    const DecodedName &Name, StringRef Spelling,
    llvm::ArrayRef<ParsedOperand> Ops) const {
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

namespace {
/// How the forms of a name fail to match operands that none of them takes.
struct Mismatch {
  /// Counts of operands that some form takes.
  llvm::SmallVector<size_t, 4> Counts;
  /// The form that gets furthest, and its first operand that does not fit; null
  /// if every form takes another count.
  const MatchedForm *Best = nullptr;
  int Index = -1;
  /// Classes that forms take in that place.
  uint16_t Kinds = 0;

  Mismatch(llvm::ArrayRef<MatchedForm> Forms,
           llvm::ArrayRef<ParsedOperand> Ops);
  std::string countsText();
};
} // namespace

Mismatch::Mismatch(llvm::ArrayRef<MatchedForm> Forms,
                   llvm::ArrayRef<ParsedOperand> Ops) {
  bool IsAllLenient = llvm::all_of(
      Forms, [](const MatchedForm &Form) { return Form.Form->IsBeyondManual; });
  for (const MatchedForm &Form : Forms) {
    if (Form.Form->IsBeyondManual && !IsAllLenient)
      continue;
    size_t Most = Form.Operands.size();
    int At = shapeMismatch(Form, Ops);
    for (size_t Count = leastOperands(Form); Count <= Most; ++Count)
      if (!llvm::is_contained(Counts, Count))
        Counts.push_back(Count);
    if (At >= int(Ops.size()) || At < Index)
      continue;
    if (At > Index) {
      Best = &Form;
      Index = At;
      Kinds = 0;
    }
    Kinds |= Form.Operands[At].Kinds;
  }
}

/// "2 or 3 operands"
std::string Mismatch::countsText() {
  llvm::sort(Counts);
  std::string Text;
  for (size_t C : Counts)
    Text += (Text.empty() ? "" : " or ") + llvm::utostr(C);
  return Text + (Text == "1" ? " operand" : " operands");
}

/// Explains \p P by what is written with it or in it; empty if that is what
/// \p Desc takes.
static std::string spellingMistake(const OperandDesc &Desc,
                                   const ParsedOperand &P, StringRef Spelling) {
  const Operand &Op = P.Op;
  std::string Name = ("'" + Spelling + "'").str();
  std::string Text = textOf(Op.Range).str();
  if (isPair(Op) && !(Desc.Flags & OFPair))
    return Name + " has one result only";
  if (!isPair(Op) && Desc.Flags & OFPairNeeded)
    return Name + " has two results, like '" + Text + "|%p'";
  if (hasWrongSign(Desc, P))
    return P.IsMinus ? "'-' is not allowed here" : "'!' is not allowed here";
  if (hasWrongPart(Desc, P))
    return "'" + Text + "': " + Name + " takes whole registers here";
  if (Op.OpKind != Operand::SpecialRegisterOp)
    return "";
  if (Desc.Flags & OFDest)
    return "special register '" + Text + "' cannot be written";
  return Name + " cannot read special register '" + Text +
         "'; only mov and cvt can";
}

/// No form takes these operands: explains by the form that gets furthest.
bool InstructionChecker::reportShape(const DecodedName &Name,
                                     const Instruction &I,
                                     llvm::ArrayRef<ParsedOperand> Ops) {
  StringRef Spelling = I.spelling();
  Mismatch Found(Name.Forms, Ops);
  if (!Found.Best)
    return error(I.NameRange.Start,
                 "'" + Spelling + "' takes " + Found.countsText() + ", found " +
                     Twine(Ops.size()),
                 I.Range);
  const ParsedOperand &P = Ops[Found.Index];
  const OperandDesc &Desc = Found.Best->Operands[Found.Index];
  SMRange Range = P.Op.Range;
  if (P.Unresolved)
    return Names.undeclared(*P.Unresolved, Range, Found.Kinds);
  if (std::string Mistake = spellingMistake(Desc, P, Spelling);
      !Mistake.empty())
    return error(Range, Mistake);
  if (reportSwapped(Name, Spelling, Ops))
    return true;
  std::string Subject =
      ("operand " + Twine(Found.Index + 1) + " of '" + Spelling + "'").str();
  StringRef Text = textOf(Range);
  if (Desc.Flags & OFVector) {
    unsigned Width = Desc.Count;
    if (Width > 1)
      return error(Range, Subject + " must be a vector of " + Twine(Width) +
                              ", found '" + Text + "'");
    Found.Kinds &= ~KVector;
  }
  llvm::SmallVector<llvm::SMFixIt, 2> FixIts;
  if (Found.Kinds == KAddress && kindsOf(P) & (KReg | KSymbol)) {
    FixIts.emplace_back(Range.Start, "[");
    FixIts.emplace_back(Range.End, "]");
  }
  return error(Range.Start,
               Subject + " must be " + kindText(Found.Kinds) + ", found '" +
                   Text + "'",
               Range, FixIts);
}
