//===- ParseModule.cpp - Header and items of a module ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectiveWords.h"
#include "ForeignWords.h"
#include "FormTable.h"
#include "NearestName.h"
#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

void Parser::parseModule() {
  if (parseHeader())
    return;
  M.HeaderEnd = LastEnd;
  while (!T.is(Tok::Eof))
    parseModuleItem();
  Actions.actOnModuleEnd();
  M.Body = copy(ModuleBody);
  M.Comments = copy(Lex.comments());
}

bool Parser::parseHeader() {
  return parseVersion() || parseTarget() ||
         (atDirective("address_size") && parseAddressSize());
}

bool Parser::parseVersion() {
  if (!atDirective("version"))
    return expectedHere("'.version' at the start of the file");
  next();
  StringRef Major, Minor;
  std::tie(Major, Minor) = T.text().split('.');
  unsigned A, B;
  if (!T.is(Tok::Float) || Major.getAsInteger(10, A) ||
      Minor.getAsInteger(10, B) || Minor.size() != 1)
    return expectedHere("a version like 1.4");
  if (Actions.actOnVersion(std::min(A, 999u) * 10 + B, T.range()))
    return true;
  next();
  return false;
}

bool Parser::parseTarget() {
  if (!atDirective("target"))
    return expectedHere("'.target' behind '.version'");
  SMLoc Start = T.loc();
  do {
    next();
    if (!T.is(Tok::Identifier))
      return expectedHere("a target like sm_10");
    if (Actions.actOnTarget(T.range()))
      return true;
    next();
  } while (T.is(Tok::Comma));
  return Actions.actOnTargetEnd(Start);
}

bool Parser::parseAddressSize() {
  SMLoc Start = T.loc();
  next();
  if (!T.is(Tok::Integer) || (T.Value != 32 && T.Value != 64))
    return expectedHere("32 or 64 behind '.address_size'");
  if (Actions.actOnAddressSize(T.Value, Start))
    return true;
  next();
  return false;
}

bool Parser::parseLinkage(Linkage &Link, SMRange &Range) {
  while (T.is(Tok::Directive)) {
    static constexpr Linkage Words[] = {Linkage::Visible, Linkage::Extern,
                                        Linkage::Weak, Linkage::Common};
    const auto *Found = llvm::find_if(
        Words, [&](Linkage L) { return linkageName(L) == T.word(); });
    if (Found == std::end(Words))
      return false;
    if (Link != Linkage::Internal)
      return errorHere("a second linkage word; only one is allowed");
    Link = *Found;
    Range = T.range();
    if (Actions.actOnLinkage(Link, Range))
      return true;
    next();
  }
  return false;
}

void Parser::parseModuleItem() {
  SMLoc Start = T.loc();
  Linkage Link = Linkage::Internal;
  SMRange LinkRange;
  bool Failed = parseLinkage(Link, LinkRange);
  bool HasLink = Link != Linkage::Internal;
  if (Failed) {
    // The error has been reported.
  } else if (atDirective("entry") || atDirective("func")) {
    bool IsEntry = T.word() == "entry";
    next();
    Failed = parseFunction(IsEntry, Link, Start);
  } else if (T.is(Tok::DebugLine)) {
    parseDebugLine();
  } else if (!HasLink && atDirective("file")) {
    Failed = parseFile();
  } else if (!HasLink && atDirective("section")) {
    Failed = parseSection();
  } else if (!HasLink && atDirective("pragma")) {
    Failed = parsePragmaStatement();
  } else if (!HasLink && atDirective("alias")) {
    Failed = parseAlias();
  } else if (T.is(Tok::Directive)) {
    Failed = parseDeclaration(Link, Start);
  } else if (T.is(Tok::RBrace)) {
    errorHere("unexpected '}': no '{' is open");
    next();
  } else if (T.is(Tok::Identifier) && findOpcode(T.text())) {
    strayInstruction();
    skipStrayStatements();
  } else {
    Failed = errorHere("expected a directive, found " + describe(T) +
                       (T.is(Tok::Identifier) ? foreignHint(T.text()) : ""));
  }
  if (Failed)
    skipModuleItem();
}

/// An instruction at module scope: a brace closed the body too early.
void Parser::strayInstruction() {
  errorHere("instruction '" + T.text() + "' outside of a function");
  const Function *F = Actions.lastFunction();
  if (!F || !F->Body)
    return;
  SMLoc Brace = SMLoc::getFromPointer(F->Body->Range.End.getPointer() - 1);
  Diags.note(Brace, "the body of '" + F->Name + "' ends here");
}

bool Parser::unknownDirective(bool InBody) {
  if (isDirectiveWord(T.word()))
    return errorHere("directive '" + T.text() + "' is not allowed " +
                     (InBody ? "in a body" : "here"));
  NearestName Near(T.word());
  for (StringRef Word : directiveWords())
    Near.consider(Word);
  if (Near.best().empty())
    return errorHere("unknown directive '" + T.text() + "'");
  return error(T.loc(),
               "unknown directive '" + T.text() + "'; did you mean '." +
                   Near.best() + "'?",
               T.range(), llvm::SMFixIt(T.range(), "." + Near.best()));
}
