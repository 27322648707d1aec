//===- ParseFunction.cpp - Kernels and functions --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NearestName.h"
#include "ParserImpl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

/// Parses all of a function but its body. \p Id gets its name.
bool Parser::parseSignature(Function &F, Identifier *&Id, bool &HasBody) {
  llvm::SmallVector<Decl *, 8> Returns, Params;
  if (atDirective("attribute") && !F.IsEntry) {
    VariableAttributes Attributes;
    SMRange Range = T.range();
    if (parseAttribute(Attributes) ||
        Actions.actOnFunctionAttributes(F, Attributes, Range))
      return true;
  }
  if (T.is(Tok::LParen)) {
    if (F.IsEntry)
      return errorHere("a kernel returns nothing");
    if (parseParams(Returns, F.IsEntry))
      return true;
  }
  if (!T.is(Tok::Identifier))
    return expectedHere(F.IsEntry ? "a kernel name" : "a function name");
  Id = T.Id;
  F.Name = Id->Name;
  F.Range = T.range();
  next();
  if (T.is(Tok::LParen) && parseParams(Params, F.IsEntry))
    return true;
  F.Returns = copy(Returns);
  F.Params = copy(Params);
  if (parseFunctionDirectives(F))
    return true;
  HasBody = T.is(Tok::LBrace);
  return !HasBody && parsePrototypeEnd(F);
}

bool Parser::parseFunction(bool IsEntry, Linkage Link, SMLoc Start) {
  Function &F = *Actions.actOnFunctionStart(IsEntry, Link);
  Identifier *Id = nullptr;
  bool HasBody = false;
  if (parseSignature(F, Id, HasBody)) {
    Actions.leaveScope();
    return true;
  }
  bool Refused = Actions.actOnSignature(*Id, F, HasBody);
  if (HasBody)
    parseBody(F);
  addStmt(Actions.actOnFunctionEnd(F, rangeFrom(Start), Refused));
  return false;
}

/// Whether the directive `.Word` begins an item of a module, so that a function
/// without a body may end before it.
static bool startsModuleItem(StringRef Word) {
  static constexpr StringRef Words[] = {
      "entry",  "func",   "visible", "extern",  "weak", "common", "const",
      "global", "shared", "tex",     "section", "file", "alias"};
  return llvm::is_contained(Words, Word);
}

bool Parser::atPrototypeEnd() const {
  return T.is(Tok::Eof) || T.is(Tok::DebugLine) ||
         (T.is(Tok::Directive) && startsModuleItem(T.word()));
}

/// The end of a function without a body. The grammar of PTX 1 and 2 has no
/// semicolon there.
bool Parser::parsePrototypeEnd(const Function &F) {
  if (F.IsEntry || !atPrototypeEnd())
    return expectSemi("the declaration");
  Actions.actOnMissingSemicolon(F);
  return false;
}

bool Parser::parseParams(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                         bool InPrototype) {
  next();
  if (accept(Tok::RParen))
    return false;
  do {
    if (parseParam(Params, IsEntry, InPrototype))
      return true;
  } while (accept(Tok::Comma));
  return expect(Tok::RParen, "',' or ')'");
}

/// Reports what stands where a parameter starts; false if the word is so near
/// to `.param` that it is taken for it.
bool Parser::misspelledParam(bool IsEntry) {
  NearestName Near(T.is(Tok::Directive) ? T.word() : "");
  Near.consider("param");
  if (Near.best().empty())
    return expectedHere(IsEntry ? "'.param'" : "'.param' or '.reg'");
  error(T.loc(), "unknown directive '" + T.text() + "'; did you mean '.param'?",
        T.range(), llvm::SMFixIt(T.range(), ".param"));
  return false;
}

bool Parser::parseParam(llvm::SmallVectorImpl<Decl *> &Params, bool IsEntry,
                        bool InPrototype) {
  SMLoc Start = T.loc();
  bool IsReg = atDirective("reg");
  if (!IsReg && !atDirective("param") && misspelledParam(IsEntry))
    return true;
  if (IsReg && IsEntry)
    return errorHere("a kernel parameter is a '.param', not a '.reg'");
  ParsedParam P;
  P.Spec.Range = T.range();
  P.Spec.Space = IsReg ? StateSpace::Reg : StateSpace::Param;
  P.Index = Params.size();
  P.IsEntry = IsEntry;
  P.InPrototype = InPrototype;
  next();
  if (parseSpec(P.Spec))
    return true;
  bool IsAnonymous = InPrototype && T.is(Tok::Underscore);
  if (!T.is(Tok::Identifier) && !IsAnonymous)
    return expectedHere("a parameter name");
  P.Name = T.text();
  P.Id = IsAnonymous ? nullptr : T.Id;
  P.Range = T.range();
  next();
  P.FullRange = rangeFrom(Start);
  Decl *D = Actions.actOnParam(P);
  if (!D)
    return true;
  auto *V = llvm::dyn_cast<Variable>(D);
  if ((V && parseDims(*V)) || Actions.actOnParamEnd(P, *D))
    return true;
  Params.push_back(D);
  return false;
}

void Parser::parseBody(Function &F) {
  Actions.actOnBodyStart(F);
  SMLoc Open = T.loc();
  next();
  llvm::SmallVector<const Stmt *, 0> Body;
  auto *Saved = Statements;
  Statements = &Body;
  parseStatements(Body, Open);
  Statements = Saved;
  auto *B = make<Block>(rangeFrom(Open));
  B->Body = copy(Body);
  Actions.actOnBodyEnd(F, B);
}
