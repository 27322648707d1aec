//===- ParseInstruction.cpp - Instructions --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormTable.h"
#include "ParserImpl.h"

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;

bool Parser::parseGuard(Instruction &I) {
  next();
  I.GuardNegated = accept(Tok::Exclaim);
  if (!T.is(Tok::Identifier))
    return expectedHere("a predicate register");
  Identifier &Id = *T.Id;
  SMRange Range = T.range();
  next();
  Actions.actOnGuard(I, Id, Range);
  return false;
}

/// The spelling without the blanks that may stand between its parts.
static StringRef withoutBlanks(StringRef Text, llvm::BumpPtrAllocator &A) {
  char *Copy = A.Allocate<char>(Text.size());
  size_t Size = 0;
  while (!Text.empty()) {
    if (Text.consume_front("//")) {
      Text = Text.drop_while([](char C) { return C != '\n'; });
    } else if (Text.consume_front("/*")) {
      Text = Text.drop_front(Text.find("*/") + 2);
    } else {
      if (!isspace(static_cast<unsigned char>(Text.front())))
        Copy[Size++] = Text.front();
      Text = Text.drop_front();
    }
  }
  return {Copy, Size};
}

bool Parser::parseInstruction() {
  SMLoc Start = T.loc();
  auto *I = make<Instruction>(SMRange());
  if (T.is(Tok::At) && parseGuard(*I))
    return true;
  if (T.is(Tok::At))
    return errorHere("an instruction has one guard");
  if (T.is(Tok::LBrace)) {
    errorHere("a guard is for one instruction, not for a block");
    return false; // The block comes next.
  }
  if (!T.is(Tok::Identifier))
    return expectedHere("an instruction");
  bool Joined = Lex.lexModifiers(T);
  if (T.is(Tok::Error))
    return true;
  I->NameRange = T.range();
  StringRef Spelling = Joined ? T.text() : withoutBlanks(T.text(), M.Allocator);
  const DecodedName *Name = Actions.actOnName(Spelling, T.range());
  if (!Name)
    return true;
  next();

  llvm::SmallVector<ParsedOperand, 6> Ops;
  bool Failed =
      Name->Op == OpCall ? parseCallOperands(Ops) : parseOperands(Ops);
  if (Failed || expectSemi("'" + Spelling + "'"))
    return true;
  I->Range = rangeFrom(Start);
  if (!Actions.actOnInstruction(*I, *Name, Ops))
    addStmt(I);
  return false;
}

bool Parser::parseOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops) {
  if (T.is(Tok::Semi) ||
      (T.StartsLine && !T.is(Tok::LBrace) &&
       (T.is(Tok::Directive) || T.is(Tok::RBrace) || T.is(Tok::At) ||
        (T.is(Tok::Identifier) && (findOpcode(T.text()) || Lex.atColon())))))
    return false;
  do {
    if (parseOperand(Ops.emplace_back()))
      return true;
  } while (accept(Tok::Comma));
  return atMissingComma() && missingComma();
}

static ParsedOperand emptyList(SMLoc Place) {
  ParsedOperand List;
  List.Op.OpKind = Operand::ListOp;
  List.Op.Range = {Place, Place};
  List.IsParenthesized = true;
  return List;
}

/// [(results),] callee [, (arguments)] [, prototype]: brought to the four
/// operands of the form.
bool Parser::parseCallOperands(llvm::SmallVectorImpl<ParsedOperand> &Ops) {
  if (T.is(Tok::LParen)) {
    if (parseList(Ops.emplace_back(), Tok::RParen) || expect(Tok::Comma, "','"))
      return true;
  } else if (T.is(Tok::Underscore)) {
    Ops.push_back(emptyList(T.loc()));
    next();
    if (expect(Tok::Comma, "','"))
      return true;
  } else {
    Ops.push_back(emptyList(T.loc()));
  }
  if (parseOperand(Ops.emplace_back()))
    return true;
  if (T.is(Tok::LParen) || atMissingComma())
    return missingComma();
  if (!accept(Tok::Comma)) {
    Ops.push_back(emptyList(LastEnd));
    return false;
  }
  if (!T.is(Tok::LParen)) {
    Ops.push_back(emptyList(LastEnd));
    return parseOperand(Ops.emplace_back());
  }
  if (parseList(Ops.emplace_back(), Tok::RParen))
    return true;
  return accept(Tok::Comma) && parseOperand(Ops.emplace_back());
}
