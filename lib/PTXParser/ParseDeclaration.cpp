//===- ParseDeclaration.cpp - Registers and variables ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignWords.h"
#include "NearestName.h"
#include "ParserImpl.h"
#include "TypeTable.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

bool Parser::parseSpace(StateSpace &Space) {
  Space = findStateSpace(T.word());
  if (Space == StateSpace::Generic)
    return true;
  next();
  return false;
}

bool Parser::parseAlign(unsigned &Align) {
  next();
  SMRange Range = T.range();
  uint64_t Value;
  if (parseUnsigned(Value, "an alignment"))
    return true;
  return Actions.actOnAlign(Align, Value, Range);
}

/// `.ptr [.global] [.align N]` of a kernel parameter.
bool Parser::parsePointer(VariableSpec &Spec) {
  Spec.Pointer = T.range();
  next();
  if (T.is(Tok::Directive) && T.word() != "align") {
    SMRange Word = T.range();
    if (parseSpace(Spec.PointerSpace))
      return expectedHere("a space behind '.ptr'");
    if (Actions.checkPointerSpace(Spec.PointerSpace, Word))
      return true;
  }
  return atDirective("align") && parseAlign(Spec.PointerAlign);
}

/// Reports the word at T, which is neither a type nor says anything else that
/// stands before a name.
bool Parser::unknownSpec() {
  NearestName Near(T.word());
  for (StringRef Word : {"align", "attribute", "ptr", "v2", "v4"})
    Near.consider(Word);
  for (const ScalarTypeInfo &Info : scalarTypeTable())
    if (Info.IsDeclarable && Info.Id != ScalarType::F16x2)
      Near.consider(Info.Text);
  std::string Message = ("unknown type or attribute '" + T.text() + "'").str();
  StringRef Foreign = foreignType(T.word());
  StringRef Best = Foreign.empty() ? Near.best() : Foreign;
  if (Best.empty())
    return errorHere(Message);
  return error(T.loc(), Message + "; did you mean '." + Best + "'?", T.range(),
               llvm::SMFixIt(T.range(), "." + Best));
}

/// Parses the text behind the space: alignment, vector, type and attributes up
/// to the name.
bool Parser::parseSpec(VariableSpec &Spec) {
  while (T.is(Tok::Directive)) {
    StringRef Word = T.word();
    bool IsEarly = Word == "align" || Word == "attribute";
    if (IsEarly && (Spec.Type != ScalarType::None || Spec.VectorWidth > 1))
      return errorHere("'" + T.text() + "' stands before the type");
    if (Word == "align") {
      if (parseAlign(Spec.Align))
        return true;
    } else if (Spec.Type != ScalarType::None &&
               (Word == "v2" || Word == "v4")) {
      return errorHere("'" + T.text() + "' stands before the type");
    } else if (Word == "v2" || Word == "v4") {
      Spec.VectorWidth = Word == "v2" ? 2 : 4;
      next();
    } else if (Word == "ptr") {
      if (parsePointer(Spec))
        return true;
    } else if (Word == "attribute") {
      if (parseAttribute(Spec.Attributes))
        return true;
    } else if (ScalarType Type = findScalarType(Word);
               Type != ScalarType::None) {
      if (Spec.Type != ScalarType::None)
        return errorHere("a second type; the first is '." +
                         typeName(Spec.Type) + "'");
      Spec.Type = Type;
      next();
    } else {
      return unknownSpec();
    }
  }
  if (Spec.Type == ScalarType::None)
    return expectedHere("a type like .u32");
  return false;
}

/// `[N]` behind `.const`.
bool Parser::parseConstBank(VariableSpec &Spec) {
  SMRange Open = T.range();
  next();
  SMRange Range = T.range();
  uint64_t Bank;
  if (parseUnsigned(Bank, "a constant bank") || expect(Tok::RBracket, "']'"))
    return true;
  return Actions.actOnConstBank(Spec, Bank, Range, Open);
}

/// Skips the end of a declaration without names, if the token is that.
bool Parser::acceptNoNames(SMLoc Start) {
  if (!T.is(Tok::Semi))
    return false;
  Actions.actOnNoNames(rangeFrom(Start));
  next();
  return true;
}

bool Parser::parseDeclaration(Linkage Link, SMLoc Start) {
  VariableSpec Spec;
  Spec.Link = Link;
  if (!T.is(Tok::Directive))
    return expectedHere("a state space like .global");
  if (parseSpace(Spec.Space))
    return unknownDirective(Actions.inFunction());
  if (Spec.Space == StateSpace::Reg)
    return parseRegisters(Start);
  if (Actions.actOnSpace(Spec.Space, Start))
    return true;
  if (Spec.Space == StateSpace::Const && T.is(Tok::LBracket) &&
      parseConstBank(Spec))
    return true;
  if (parseSpec(Spec) || Actions.checkNoPointer(Spec))
    return poisonRest();
  if (acceptNoNames(Start))
    return false;
  do {
    if (parseVariable(Spec, Start))
      return true;
  } while (accept(Tok::Comma));
  if (atMissingComma())
    return missingComma() && poisonRest();
  return expectSemi("the declaration");
}

/// `<N>` behind the name of several registers. After a mistake every number
/// will do.
bool Parser::parseRegisterCount(Identifier &Id, const VariableSpec &Spec,
                                RegisterGroup &Group) {
  uint64_t Count;
  SMRange CountRange = T.range();
  bool Failed = parseUnsigned(Count, "a number of registers") ||
                expect(Tok::Greater, "'>'") ||
                Actions.checkRegisterCount(Count, CountRange);
  Group.Count = Failed ? INT32_MAX : Count;
  Actions.actOnRegisterRange(Id, Spec, Group, Failed);
  return Failed;
}

/// Parses one name of a .reg line.
bool Parser::parseRegisterGroup(const VariableSpec &Spec,
                                RegisterGroup &Group) {
  if (!T.is(Tok::Identifier))
    return expectedHere("a register name");
  Identifier &Id = *T.Id;
  Group = {Id.Name, -1, T.range()};
  if (Actions.checkSpec(Spec, Id.Name, Group.Range))
    return true;
  next();
  if (accept(Tok::Less))
    return parseRegisterCount(Id, Spec, Group);
  if (T.is(Tok::LBracket))
    return Actions.poison(Id, Group.Range) &&
           errorHere("register '" + Id.Name + "' cannot be an array; write '" +
                     Id.Name + "<N>' for several registers");
  if (T.is(Tok::Equal))
    return Actions.poison(Id, Group.Range) &&
           errorHere("register '" + Id.Name + "' cannot have an initial value");
  Actions.actOnRegister(Id, Spec, Group.Range);
  return false;
}

/// Behind a mistake in a declaration: lets the names up to its end stand for
/// anything, so that their uses stay quiet.
bool Parser::poisonRest() {
  for (bool MayBreak = false; !T.is(Tok::Eof) && !T.is(Tok::Semi) &&
                              !T.is(Tok::RBrace) && !T.is(Tok::Equal) &&
                              !(MayBreak && T.StartsLine);) {
    MayBreak = !T.is(Tok::Comma);
    if (!T.is(Tok::Identifier)) {
      next();
      continue;
    }
    Identifier &Id = *T.Id;
    SMRange Range = T.range();
    next();
    if (T.is(Tok::Less))
      Actions.poisonRange(Id, Range);
    else
      Actions.poison(Id, Range);
  }
  return true;
}

bool Parser::parseRegisters(SMLoc Start) {
  VariableSpec Spec;
  Spec.Space = StateSpace::Reg;
  if (parseSpec(Spec) || Actions.checkNoPointer(Spec))
    return poisonRest();
  if (Actions.actOnRegisters(Start))
    return true;
  if (acceptNoNames(Start))
    return false;
  llvm::SmallVector<RegisterGroup, 8> Groups;
  do {
    if (parseRegisterGroup(Spec, Groups.emplace_back()))
      return poisonRest();
  } while (accept(Tok::Comma));
  if (atMissingComma())
    return missingComma() && poisonRest();
  if (expectSemi("the declaration"))
    return true;
  auto *Stmt = make<RegisterDeclaration>(rangeFrom(Start));
  Stmt->Type = Spec.Type;
  Stmt->VectorWidth = Spec.VectorWidth;
  Stmt->Groups = copy(Groups);
  addStmt(Stmt);
  return false;
}

bool Parser::parseDims(Variable &V) {
  llvm::SmallVector<uint64_t, 4> Dims;
  while (accept(Tok::LBracket)) {
    if (T.is(Tok::RBracket)) {
      if (!Dims.empty())
        return errorHere("only the first dimension may be left open");
      Dims.push_back(0);
    } else {
      SMRange Range = T.range();
      uint64_t Count;
      if (parseUnsigned(Count, "an array length") ||
          Actions.checkDim(Count, Range))
        return true;
      Dims.push_back(Count);
    }
    if (expect(Tok::RBracket, "']'"))
      return true;
  }
  return Actions.actOnDims(V, Dims);
}

/// `g<4>`: the variables g0 to g3.
bool Parser::parseVariableRange(const VariableSpec &Spec, StringRef Stem,
                                SMRange Range, SMLoc Start) {
  llvm::SmallVector<Identifier *, 8> Names;
  if (parseNameRange(Stem, Names))
    return true;
  for (Identifier *Name : Names)
    addStmt(Actions.actOnVariable(
        *Name, *Actions.makeVariable(Name->Name, Range, Spec),
        rangeFrom(Start)));
  return false;
}

bool Parser::parseVariable(const VariableSpec &Spec, SMLoc Start) {
  if (!T.is(Tok::Identifier))
    return expectedHere("a variable name");
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  if (Actions.checkSpec(Spec, Id.Name, Range))
    return Actions.poison(Id, Range);
  if (T.is(Tok::Less))
    return parseVariableRange(Spec, Id.Name, Range, Start);
  Variable *V = Actions.makeVariable(Id.Name, Range, Spec);
  // The initializer does not see the variable itself.
  if (parseDims(*V) || (T.is(Tok::Equal) && parseInitializer(*V)))
    return Actions.poison(Id, Range);
  addStmt(Actions.actOnVariable(Id, *V, rangeFrom(Start)));
  return false;
}
