//===- ParseStatement.cpp - Statements of a body, labels and their scopes -===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignWords.h"
#include "FormTable.h"
#include "ParserImpl.h"
#include <memory>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

void Parser::parseStatements(llvm::SmallVectorImpl<const Stmt *> &Body,
                             SMLoc Open) {
  // Nested blocks are taken here in a loop of our own: their depth is the
  // user's, and our stack is not.
  struct OpenBlock {
    SMLoc Start;
    std::unique_ptr<llvm::SmallVector<const Stmt *, 0>> Body;
  };
  llvm::SmallVector<OpenBlock, 4> Blocks;
  auto CloseBlock = [&] {
    OpenBlock Inner = std::move(Blocks.back());
    Blocks.pop_back();
    Actions.leaveScope();
    auto *B = make<Block>(rangeFrom(Inner.Start));
    B->Body = copy(*Inner.Body);
    Statements = Blocks.empty() ? &Body : Blocks.back().Body.get();
    addStmt(B);
  };
  while (true) {
    if (T.is(Tok::Eof) || atModuleItem()) {
      SMLoc Brace = Blocks.empty() ? Open : Blocks.back().Start;
      expectedHere("'}'");
      Diags.note(Brace, "to match this '{'");
      while (!Blocks.empty())
        CloseBlock();
      return;
    }
    if (T.is(Tok::LBrace)) {
      Blocks.push_back(
          {T.loc(), std::make_unique<llvm::SmallVector<const Stmt *, 0>>()});
      Statements = Blocks.back().Body.get();
      Actions.enterScope();
      next();
      continue;
    }
    if (T.is(Tok::RBrace)) {
      next();
      if (Blocks.empty())
        return;
      CloseBlock();
      continue;
    }
    if (parseStatement())
      skipStatement();
  }
}

/// A kernel or function within a body: reported as one mistake, with all that
/// is in it.
bool Parser::skipNestedFunction() {
  errorHere("a function cannot stand in another");
  while (!T.is(Tok::Eof) && !T.is(Tok::LBrace) && !T.is(Tok::Semi))
    next();
  if (accept(Tok::Semi))
    return false;
  unsigned Depth = 0;
  do {
    Depth += T.is(Tok::LBrace);
    Depth -= T.is(Tok::RBrace);
    if (!T.is(Tok::Eof))
      next();
  } while (Depth != 0 && !T.is(Tok::Eof));
  return false;
}

bool Parser::atForeignStatement() {
  return T.is(Tok::Identifier) && !findOpcode(T.text()) &&
         !foreignHint(T.text()).empty();
}

/// Skips to the parenthesis that closes the one at T.
void Parser::skipParentheses() {
  unsigned Depth = 0;
  do {
    Depth += T.is(Tok::LParen);
    Depth -= T.is(Tok::RParen);
    next();
  } while (Depth != 0 && !T.is(Tok::Eof) && !T.is(Tok::LBrace) &&
           !T.is(Tok::RBrace));
}

/// A statement of C is one mistake up to what it governs, which is PTX perhaps.
bool Parser::parseForeignStatement() {
  StringRef Word = T.text();
  errorHere("unknown instruction " + describe(T) + foreignHint(Word));
  bool Declares = !foreignType(Word).empty();
  next();
  // `else if`, `unsigned int`.
  for (; !T.StartsLine && atForeignStatement(); next())
    Declares |= !foreignType(T.text()).empty();
  if (T.is(Tok::LParen))
    skipParentheses();
  if (accept(Tok::Semi) || T.is(Tok::LBrace) || T.is(Tok::RBrace) ||
      T.is(Tok::At) || atForeignStatement() || atInstruction())
    return false;
  return !Declares || poisonRest();
}

bool Parser::parseStatement() {
  if (T.is(Tok::Identifier) && Lex.atColon())
    return parseLabel();
  if (atForeignStatement())
    return parseForeignStatement();
  if (T.is(Tok::Identifier))
    return parseInstruction();
  if (T.is(Tok::At))
    return parseInstruction();
  if (T.is(Tok::DebugLine)) {
    parseDebugLine();
    return false;
  }
  if (T.is(Tok::Semi)) {
    error(T.loc(), "there are no empty statements", T.range(),
          llvm::SMFixIt(T.range(), ""));
    next();
    return false;
  }
  if (!T.is(Tok::Directive))
    return expectedHere("an instruction, a label or a directive");
  if (T.word() == "loc")
    return parseLoc();
  if (T.word() == "pragma")
    return parsePragmaStatement();
  SMLoc Start = T.loc();
  SMRange LinkRange;
  Linkage Link = Linkage::Internal;
  if (parseLinkage(Link, LinkRange))
    return true;
  if (atDirective("entry") || atDirective("func"))
    return skipNestedFunction();
  if (Link != Linkage::Internal)
    error(LinkRange, "a variable in a body has no linkage");
  return parseDeclaration(Link, Start);
}

bool Parser::parseLabel() {
  SMLoc Start = T.loc();
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  next();
  bool Refused;
  Label *L = Actions.actOnLabel(Id, Range, Refused);
  if (atDirective("branchtargets") || atDirective("calltargets")) {
    bool IsCall = T.word() == "calltargets";
    return parseTargets(L, Start, IsCall);
  }
  if (atDirective("callprototype"))
    return parsePrototype(L, Start);
  if (!Refused)
    addStmt(make<LabelStatement>(L, rangeFrom(Start)));
  return false;
}
