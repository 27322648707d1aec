//===- StatementStart.cpp - Predicates at the start of statements ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatementStart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCParser/MCAsmLexer.h"
#include <optional>

using namespace llvm;

/// The current token, an opening parenthesis, becomes one that is admitted.
static void admitParenthesis(MCAsmLexer &Lexer) {
  AsmToken Brace(AsmToken::LCurly, Lexer.getTok().getString());
  Lexer.Lex();
  Lexer.UnLex(Brace);
  // The lexer must know that it stands at the start of a statement, or recovery
  // from an error skips this one.
  Lexer.UnLex(AsmToken(AsmToken::EndOfStatement, ""));
  Lexer.Lex();
}

/// The index in the tokens ahead of a parenthesis that starts a statement: the
/// first thing after \p AfterLine tells whether a line end must come first.
static std::optional<unsigned> findParenthesis(ArrayRef<AsmToken> Ahead,
                                               bool AfterLine) {
  bool AtStart = !AfterLine;
  for (unsigned I = 0; I != Ahead.size(); ++I) {
    if (Ahead[I].is(AsmToken::EndOfStatement))
      AtStart = true;
    else if (AtStart)
      return Ahead[I].is(AsmToken::LParen) ? std::optional(I) : std::nullopt;
  }
  return std::nullopt;
}

/// Brings the \p Count tokens that follow into the lexer's queue, with an
/// admitted parenthesis behind them.
static void admitAhead(MCAsmLexer &Lexer, unsigned Count) {
  SmallVector<AsmToken, 16> Passed;
  for (unsigned I = 0; I != Count; ++I) {
    Passed.push_back(Lexer.getTok());
    Lexer.Lex();
  }
  admitParenthesis(Lexer);
  for (const AsmToken &Token : reverse(Passed))
    Lexer.UnLex(Token);
}

/// How many tokens are looked at behind a directive: enough for its operands,
/// comments and blank lines.
static constexpr unsigned LookAhead = 256;

void llvm::admitFirstStatement(MCAsmLexer &Lexer) {
  SmallVector<AsmToken, 0> Ahead(LookAhead, AsmToken(AsmToken::Eof, ""));
  size_t Read = Lexer.peekTokens(Ahead);
  if (std::optional<unsigned> I =
          findParenthesis(ArrayRef(Ahead).take_front(Read), false))
    admitAhead(Lexer, *I + 1);
}

void llvm::admitStatement(MCAsmLexer &Lexer) {
  while (Lexer.is(AsmToken::EndOfStatement))
    Lexer.Lex();
  if (Lexer.is(AsmToken::LParen))
    admitParenthesis(Lexer);
}

void llvm::admitStatementAfterThis(MCAsmLexer &Lexer) {
  SmallVector<AsmToken, 0> Ahead(LookAhead, AsmToken(AsmToken::Eof, ""));
  Ahead[0] = Lexer.getTok();
  size_t Read = 1;
  if (!Ahead[0].is(AsmToken::Eof))
    Read += Lexer.peekTokens(MutableArrayRef(Ahead).drop_front());
  if (std::optional<unsigned> I =
          findParenthesis(ArrayRef(Ahead).take_front(Read), true))
    admitAhead(Lexer, *I);
}
