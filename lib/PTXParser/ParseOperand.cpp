//===- ParseOperand.cpp - Operands ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "OperandParser.h"
#include "SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

static bool startsConstant(const Token &T) {
  static constexpr Tok Starts[] = {Tok::Integer,   Tok::Float, Tok::HexFloat,
                                   Tok::HexDouble, Tok::Minus, Tok::Plus,
                                   Tok::Tilde,     Tok::LParen};
  return llvm::is_contained(Starts, T.Kind) ||
         (T.is(Tok::Identifier) && T.text() == "WARP_SZ");
}

/// `-%r1`: what follows the sign is no constant.
bool OperandParser::atNegatedRegister() const {
  if (!T.is(Tok::Minus))
    return false;
  const char *P = T.range().End.getPointer();
  while (*P == ' ' || *P == '\t')
    ++P;
  return (llvm::isAlpha(*P) || *P == '%' || *P == '_' || *P == '$') &&
         std::strncmp(P, "WARP_SZ", 7) != 0;
}

bool OperandParser::parseConstant(Operand &Op) {
  ConstValue Value;
  if (parseExpression(Value))
    return true;
  Op.OpKind = Operand::ImmediateOp;
  Op.Imm = Value.Kind;
  Op.Bits = Value.Bits;
  return false;
}

/// `!p`, or `!` of a constant.
bool OperandParser::parseNegated(ParsedOperand &Out) {
  next();
  if (T.is(Tok::Identifier) && T.text() != "WARP_SZ") {
    Out.Op.Negated = true;
    return parseNamed(Out);
  }
  ConstValue Value;
  if (parseUnary(Value))
    return true;
  if (!Value.isInteger())
    return error(Value.Range, "'!' takes integers and predicates only");
  Out.Op.OpKind = Operand::ImmediateOp;
  Out.Op.Bits = !Value.Bits;
  return false;
}

bool OperandParser::parseOperand(ParsedOperand &Out) {
  SMLoc Start = T.loc();
  if (T.is(Tok::LBracket))
    return parseAddress(Out);
  if (T.is(Tok::LBrace))
    return parseList(Out, Tok::RBrace) || (T.is(Tok::Pipe) && parseSecond(Out));
  bool Failed = false;
  if (atNegatedRegister()) {
    next();
    Out.Op.Negated = Out.IsMinus = true;
    Failed = parseNamed(Out);
  } else if (startsConstant(T))
    Failed = parseConstant(Out.Op);
  else if (T.is(Tok::Identifier))
    Failed = parseNamed(Out);
  else if (T.is(Tok::Exclaim))
    Failed = parseNegated(Out);
  else if (!accept(Tok::Underscore))
    Failed = expectedHere("an operand");
  if (!Failed && Out.Op.isRegister())
    Failed = parseOffset(Out.Op.Offset);
  if (Failed)
    return true;
  Out.Op.Range = rangeFrom(Start);
  return T.is(Tok::Pipe) && parseSecond(Out);
}

/// `|q` behind the first result.
bool OperandParser::parseSecond(ParsedOperand &Out) {
  next();
  ParsedOperand Second;
  SMLoc Start = T.loc();
  if (!accept(Tok::Underscore)) {
    if (!T.is(Tok::Identifier))
      return expectedHere("a predicate register or '_'");
    if (parseNamed(Second))
      return true;
  }
  Second.Op.Range = rangeFrom(Start);
  Out.Op.Second = Actions.actOnSecondResult(Second);
  return false;
}

/// Index into the letters of components, `.x` and `.r` first; npos for another
/// word.
static size_t componentIndex(StringRef Word) {
  return Word.size() == 1 ? StringRef("xyzwrgba").find(Word[0])
                          : StringRef::npos;
}

/// Blanks may stand before a component. Another word behind them is a directive
/// that a missing semicolon has brought here.
bool OperandParser::atComponent() const {
  return T.is(Tok::Directive) && (T.Begin == LastEnd.getPointer() ||
                                  componentIndex(T.word()) != StringRef::npos);
}

bool OperandParser::parseComponent(Operand &Op) {
  if (!atComponent())
    return false;
  StringRef Word = T.word();
  if (uint16_t Part = PartSelector::parse(Word);
      Part && Op.OpKind == Operand::RegisterOp) {
    Op.Part = Part;
    next();
    return false;
  }
  size_t Index = componentIndex(Word);
  if (Index == StringRef::npos)
    return errorHere("unknown component '" + T.text() +
                     "'; expected .x, .y, .z or .w");
  Op.Component = Index % 4;
  next();
  return false;
}

/// Whether \p Id, which nothing else has declared, is a special register.
static bool isSpecialRegister(const Identifier &Id, Operand &Op) {
  if (!Id.Name.starts_with("%"))
    return false;
  auto Found = findSpecialRegister(Id.Name.drop_front());
  if (!Found)
    return false;
  Op.OpKind = Operand::SpecialRegisterOp;
  Op.SReg = Found->Register;
  Op.Index = Found->Index;
  return true;
}

/// A register, special register, variable, function or label.
bool OperandParser::parseNamed(ParsedOperand &Out) {
  Operand &Op = Out.Op;
  // Any token may follow a sign.
  if (!T.is(Tok::Identifier))
    return expectedHere("a name");
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  Op.Range = Range;
  next();
  Decl *D = Actions.lookup(Id);
  if (!D) {
    if (isSpecialRegister(Id, Op))
      return parseComponent(Op);
    Op.OpKind = Operand::LabelOp;
    Out.Unresolved = &Id;
    // A component of something unknown is part of the same mistake.
    if (atComponent())
      next();
    return false;
  }
  Op.Base = D;
  switch (D->DeclKind) {
  case Decl::RegisterDecl:
    Op.OpKind = Operand::RegisterOp;
    return parseComponent(Op) ||
           Actions.checkComponent(Op, rangeFrom(Range.Start));
  case Decl::LabelDecl:
    Op.OpKind = Operand::LabelOp;
    return false;
  case Decl::FunctionDecl:
    Op.OpKind = Operand::SymbolOp;
    return false;
  case Decl::VariableDecl:
    Op.OpKind = Operand::SymbolOp;
    if (T.is(Tok::LBracket)) {
      if (llvm::cast<Variable>(D)->Dims.empty())
        return errorHere("'" + Id.Name + "' is no array and has no index");
      next();
      if (parseInteger(Op.Offset, "an index") || expect(Tok::RBracket, "']'"))
        return true;
      Actions.actOnIndex(Op);
      Out.IsIndexed = true;
      return false;
    }
    return parseOffset(Op.Offset);
  }
  llvm_unreachable("unknown declaration");
}

/// `+ N` behind a name, if it is there.
bool OperandParser::parseOffset(int64_t &Offset) {
  if (T.is(Tok::Minus))
    return error(T.loc(), "an offset is added; write '+-' to subtract",
                 T.range(), llvm::SMFixIt(T.loc(), "+"));
  if (!accept(Tok::Plus))
    return false;
  if (T.is(Tok::Identifier) && T.text() != "WARP_SZ")
    return errorHere("expected a constant offset, found '" + T.text() +
                     "'; an address has one register");
  int64_t More;
  if (parseInteger(More, "an offset"))
    return true;
  Offset = int64_t(uint64_t(Offset) + uint64_t(More));
  return false;
}

/// A register, variable or number, and an offset.
bool OperandParser::parseAddressBase(Operand &Op) {
  SMLoc Start = T.loc();
  Op.OpKind = Operand::AddressOp;
  if (T.is(Tok::Identifier) && T.text() != "WARP_SZ") {
    Identifier &Id = *T.Id;
    SMRange Range = T.range();
    ParsedOperand Base;
    if (parseNamed(Base))
      return true;
    if (Base.IsIndexed)
      return error(rangeFrom(Start), "an index stands without brackets: '" +
                                         textOf(rangeFrom(Start)) + "', or '[" +
                                         Id.Name + "+" +
                                         llvm::Twine(Base.Op.Offset) + "]'");
    if (Actions.actOnAddressBase(Op, Base, Id, Range))
      return true;
    if (parseOffset(Op.Offset))
      return true;
  } else if (parseInteger(Op.Offset, "an address")) {
    return true;
  }
  Op.Range = rangeFrom(Start);
  return false;
}

/// Parses the text behind the comma in `[t, {x, y}]`, `[t, x]` and `[t, s, {x,
/// y}]`.
bool OperandParser::parseImage(ParsedOperand &Out) {
  ParsedOperand First;
  if (T.is(Tok::LBrace)) {
    if (parseList(First, Tok::RBrace))
      return true;
    Out.setElements(First.Elements);
    return false;
  }
  if (parseAddressBase(First.Op))
    return true;
  if (accept(Tok::Comma)) {
    Out.Op.Second = make<Operand>(First.Op);
    return T.is(Tok::LBrace) || T.is(Tok::Identifier)
               ? parseImage(Out)
               : expectedHere("coordinates in braces");
  }
  // A single coordinate needs no braces.
  First.Op.OpKind =
      First.Op.baseRegister() ? Operand::RegisterOp : Operand::ImmediateOp;
  if (Actions.actOnElement(First))
    return true;
  Out.setElements(copy(llvm::ArrayRef<Operand>(First.Op)));
  return false;
}

bool OperandParser::parseAddress(ParsedOperand &Out) {
  SMLoc Start = T.loc();
  Operand &Op = Out.Op;
  next();
  if (parseAddressBase(Op) || (T.is(Tok::LBrace) && missingComma()) ||
      (accept(Tok::Comma) && parseImage(Out)) || expect(Tok::RBracket, "']'"))
    return true;
  if (T.is(Tok::Directive) && T.word() == "unified") {
    Op.IsUnified = true;
    next();
  }
  Op.Range = rangeFrom(Start);
  return false;
}

/// `{a, b}` of registers, or the `(a, b)` of a call.
bool OperandParser::parseList(ParsedOperand &Out, Tok Close) {
  SMLoc Start = T.loc();
  next();
  bool IsBraced = Close == Tok::RBrace;
  OpenBraces += IsBraced;
  Out.Op.OpKind = Operand::ListOp;
  Out.IsParenthesized = !IsBraced;
  llvm::SmallVector<Operand, 8> Elements;
  if (!T.is(Close)) {
    do {
      ParsedOperand Element;
      if (T.is(Tok::LBrace) || T.is(Tok::LBracket))
        return expectedHere("a register or a constant");
      if (parseOperand(Element) || Actions.actOnElement(Element))
        return true;
      Elements.push_back(Element.Op);
    } while (accept(Tok::Comma));
  }
  if (expect(Close, !IsBraced ? "',' or ')'" : "',' or '}'"))
    return true;
  OpenBraces -= IsBraced;
  Out.setElements(copy(Elements));
  Out.Op.Range = rangeFrom(Start);
  return false;
}
