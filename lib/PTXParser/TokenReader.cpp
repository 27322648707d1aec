//===- TokenReader.cpp - Tokens, and where statements go ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TokenReader.h"
#include <utility>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::SMRange;
using llvm::StringRef;
using llvm::Twine;

TokenReader::TokenReader(Module &M, StringRef Buffer, Sema &Actions,
                         Diagnostics &Diags)
    : Reporter(Diags), M(M), Actions(Actions),
      Lex(Buffer, Actions.symbols(), Diags),
      LastEnd(SMLoc::getFromPointer(Buffer.begin())) {
  Lex.lex(T);
}

void TokenReader::next() {
  LastEnd = T.range().End;
  Lex.lex(T);
}

bool TokenReader::accept(Tok K) {
  if (!T.is(K))
    return false;
  next();
  return true;
}

std::string TokenReader::describe(const Token &Tk) const {
  if (Tk.is(Tok::Eof))
    return "end of file";
  return ("'" + Tk.text() + "'").str();
}

bool TokenReader::expectedHere(const Twine &What) {
  return errorHere("expected " + What + ", found " + describe(T));
}

bool TokenReader::expect(Tok K, const char *What) {
  if (accept(K))
    return false;
  bool IsForgotten = (T.is(Tok::Semi) || T.StartsLine) &&
                     (K == Tok::RBracket || K == Tok::RParen);
  if (IsForgotten && !T.is(Tok::Error))
    return error(LastEnd, "expected " + Twine(What) + ", found " + describe(T),
                 {}, llvm::SMFixIt(LastEnd, K == Tok::RBracket ? "]" : ")"));
  return expectedHere(What);
}

bool TokenReader::expectSemi(const Twine &After) {
  if (accept(Tok::Semi))
    return false;
  if (T.is(Tok::Error))
    return true;
  if (T.StartsLine || T.is(Tok::RBrace) || T.is(Tok::Eof) || atInstruction()) {
    error(LastEnd, "expected ';' after " + After, {},
          llvm::SMFixIt(LastEnd, ";"));
    return false;
  }
  return errorHere("expected ';' after " + After + ", found " + describe(T));
}

bool TokenReader::atInstruction() {
  return T.is(Tok::Identifier) && findOpcode(T.text()) &&
         (*T.range().End.getPointer() == '.' || !Actions.lookup(*T.Id));
}

bool TokenReader::atMissingComma() {
  // No statement starts like this, so that a line break says nothing.
  if (T.is(Tok::Integer) || T.is(Tok::Float) || T.is(Tok::HexFloat) ||
      T.is(Tok::HexDouble) || T.is(Tok::LBracket) || T.is(Tok::Minus) ||
      T.is(Tok::Exclaim) || T.is(Tok::Tilde) || T.is(Tok::Underscore))
    return true;
  if (T.is(Tok::Identifier))
    return T.text().starts_with("%") || (!T.StartsLine && !atInstruction());
  return T.is(Tok::LBrace) && !T.StartsLine;
}

bool TokenReader::missingComma() {
  return error(T.loc(), "expected ',' before " + describe(T), T.range(),
               llvm::SMFixIt(LastEnd, ","));
}

void TokenReader::skipStatement() {
  // The braces of a vector are part of the statement; the brace that closes the
  // body is not. A line that starts like a statement ends a broken one.
  unsigned Depth = std::exchange(OpenBraces, 0);
  for (bool First = true; !T.is(Tok::Eof); next(), First = false) {
    if (T.is(Tok::Semi)) {
      next();
      return;
    }
    if (T.is(Tok::RBrace) && Depth == 0)
      return;
    if (T.StartsLine && !First && Depth == 0 &&
        (T.is(Tok::At) || T.is(Tok::Directive) || T.is(Tok::LBrace) ||
         (T.is(Tok::Identifier) &&
          (Lex.atColon() || findOpcode(T.text()).has_value()))))
      return;
    if (T.is(Tok::LBrace))
      ++Depth;
    else if (T.is(Tok::RBrace))
      --Depth;
  }
}

void TokenReader::skipModuleItem() {
  unsigned Depth = std::exchange(OpenBraces, 0);
  for (bool First = true; !T.is(Tok::Eof); next(), First = false) {
    if (Depth == 0 && T.is(Tok::Semi)) {
      next();
      return;
    }
    if (Depth == 0 && !First && T.StartsLine && T.is(Tok::Directive) &&
        (T.word() == "entry" || T.word() == "func" || T.word() == "visible" ||
         T.word() == "extern" || T.word() == "global" || T.word() == "const"))
      return;
    if (T.is(Tok::LBrace))
      ++Depth;
    else if (T.is(Tok::RBrace) && (Depth == 0 || --Depth == 0)) {
      // The end of a body, or of an initializer with its semicolon.
      next();
      accept(Tok::Semi);
      return;
    }
  }
}

void TokenReader::skipStrayStatements() {
  for (unsigned Depth = 0; !T.is(Tok::Eof) && !atModuleItem(); next()) {
    Depth += T.is(Tok::LBrace);
    if (T.is(Tok::RBrace) && Depth-- == 0) {
      next();
      return;
    }
  }
}

/// A .func in the middle of a line was rather meant to stand in the body.
bool TokenReader::atModuleItem() const {
  if (!T.is(Tok::Directive) || !T.StartsLine)
    return false;
  StringRef Word = T.word();
  if (Word == "visible" || Word == "extern" || Word == "weak")
    Word = Lex.peekDirective();
  return Word == "entry" || Word == "func";
}

bool TokenReader::parseUnsigned(uint64_t &Value, const Twine &What) {
  bool IsWarpSize = T.is(Tok::Identifier) && T.text() == "WARP_SZ";
  if (!IsWarpSize && !T.is(Tok::Integer))
    return expectedHere(What);
  Value = IsWarpSize ? 32 : T.Value;
  next();
  return false;
}

bool TokenReader::parseSmall(unsigned &Value, const Twine &What) {
  SMRange Range = T.range();
  uint64_t Wide;
  if (parseUnsigned(Wide, What))
    return true;
  if (Wide > UINT32_MAX)
    return error(Range, Twine(Wide) + " is too large for " + What);
  Value = Wide;
  return false;
}
