//===- ParseTargets.cpp - Tables of targets, prototypes and aliases -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParserImpl.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

/// `<N>` behind \p Stem: the names Stem0 to Stem(N-1).
bool Parser::parseNameRange(StringRef Stem,
                            llvm::SmallVectorImpl<Identifier *> &Names) {
  next();
  SMRange Range = T.range();
  uint64_t Count;
  return parseUnsigned(Count, "a number of names") ||
         expect(Tok::Greater, "'>'") ||
         Actions.internRange(Stem, Count, Range, Names);
}

/// `a, N<3>, b;`
bool Parser::parseTargetList(llvm::SmallVectorImpl<ParsedTarget> &Targets,
                             bool IsCall) {
  do {
    if (!T.is(Tok::Identifier))
      return expectedHere(IsCall ? "a function" : "a label");
    Identifier *Id = T.Id;
    SMRange Range = T.range();
    next();
    if (!T.is(Tok::Less)) {
      Targets.push_back({Id, Range});
      continue;
    }
    if (IsCall)
      return expectedHere("',' or ';'");
    llvm::SmallVector<Identifier *, 8> Names;
    if (parseNameRange(Id->Name, Names))
      return true;
    for (Identifier *Name : Names)
      Targets.push_back({Name, Range});
  } while (accept(Tok::Comma));
  return expectSemi("the list of targets");
}

bool Parser::parseTargets(Label *Name, SMLoc Start, bool IsCall) {
  SMRange Word = T.range();
  next();
  llvm::SmallVector<ParsedTarget, 8> Targets;
  if (parseTargetList(Targets, IsCall) ||
      Actions.needs(Word,
                    IsCall ? Feature::CallTargets : Feature::BranchTargets))
    return true;
  addStmt(Actions.actOnTargets(Name, IsCall, Targets, rangeFrom(Start)));
  return false;
}

bool Parser::parsePrototype(Label *Name, SMLoc Start) {
  SMRange Word = T.range();
  next();
  auto *S = make<PrototypeDirective>(Name, SMRange());
  llvm::SmallVector<Decl *, 4> Returns, Params;
  if (Actions.needs(Word, Feature::CallPrototype))
    return true;
  if (T.is(Tok::LParen) && parseParams(Returns, false, true))
    return true;
  if (expect(Tok::Underscore, "'_'"))
    return true;
  if (T.is(Tok::LParen) && parseParams(Params, false, true))
    return true;
  while (T.is(Tok::Directive)) {
    bool Found = false;
    if (parseCallDirective(S->Directives, Returns.empty(), Found))
      return true;
    if (!Found)
      return unknownDirective(false);
  }
  if (expectSemi("the prototype"))
    return true;
  S->Range = rangeFrom(Start);
  S->Returns = copy(Returns);
  S->Params = copy(Params);
  Actions.actOnPrototype(*S);
  addStmt(S);
  return false;
}

bool Parser::parseAliasName(Function *&F) {
  if (!T.is(Tok::Identifier))
    return expectedHere("a function");
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  F = Actions.findAliasFunction(Id, Range);
  return !F;
}

/// `.alias NAME, TARGET;`
bool Parser::parseAlias() {
  SMLoc Start = T.loc();
  SMRange Word = T.range();
  next();
  Function *Alias, *Target;
  if (Actions.needs(Word, Feature::Alias) || parseAliasName(Alias) ||
      expect(Tok::Comma, "','") || parseAliasName(Target) ||
      expectSemi("'.alias'"))
    return true;
  addStmt(Actions.actOnAlias(Alias, Target, rangeFrom(Start)));
  return false;
}
