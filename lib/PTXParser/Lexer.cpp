//===- Lexer.cpp - PTX text to tokens -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "CharClass.h"
#include "SymbolTable.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cassert>
#include <cstring>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::StringRef;
using llvm::Twine;

Lexer::Lexer(StringRef Buffer, SymbolTable &Symbols, Diagnostics &Diags)
    : Symbols(Symbols), Diags(Diags), Start(Buffer.begin()), P(Buffer.begin()),
      End(Buffer.end()) {
  assert(*End == 0 && "the lexer looks ahead up to a zero behind the text");
}

/// Looking ahead passes comments that are known already.
void Lexer::addComment(const char *Begin) {
  if (!Comments.empty() && Comments.back().Start.getPointer() >= Begin)
    return;
  assert(Begin < P && P <= End && "a comment lies in the buffer");
  Comments.push_back({SMLoc::getFromPointer(Begin), SMLoc::getFromPointer(P)});
  for (const char *Q = Begin; Q != P; ++Q)
    if (*Q & 0x80) {
      // One error for a run of such bytes.
      const char *Run = Q;
      while (Q != P && (*Q & 0x80))
        ++Q;
      foreignByte(Run, Q);
      --Q;
    }
}

void Lexer::foreignByte(const char *Begin, const char *RunEnd) {
  SMLoc Loc = SMLoc::getFromPointer(Begin);
  Diags.error(Loc,
              "byte 0x" + llvm::toHex(StringRef(Begin, 1), true) +
                  " is not part of PTX, which is ASCII",
              llvm::SMRange(Loc, SMLoc::getFromPointer(RunEnd)));
}

void Lexer::skipLineComment() {
  const char *Begin = P;
  const void *LineEnd = std::memchr(P, '\n', End - P);
  P = LineEnd ? static_cast<const char *>(LineEnd) : End;
  addComment(Begin);
}

bool Lexer::skipBlockComment() {
  const char *Open = P;
  StringRef Rest(P + 2, End - P - 2);
  size_t Close = Rest.find("*/");
  if (Close == StringRef::npos) {
    P = End;
    Diags.error(SMLoc::getFromPointer(Open), "comment is never closed");
    return true;
  }
  P += Close + 4;
  addComment(Open);
  return StringRef(Open, P - Open).contains('\n');
}

/// Whether \p Line is one that a preprocessor leaves: `# 7 "file"`, maybe with
/// the word line before the number.
static bool isLineMarker(StringRef Line) {
  Line = Line.drop_front().ltrim(" \t");
  if (Line.consume_front("line"))
    Line = Line.ltrim(" \t");
  StringRef Name = Line.drop_while(llvm::isDigit);
  return Name.size() != Line.size() && Name.ltrim(" \t").starts_with("\"");
}

void Lexer::skipLineMarker() {
  StringRef Line(P, size_t(std::find(P, End, '\n') - P));
  if (!isLineMarker(Line))
    Diags.error(SMLoc::getFromPointer(P),
                "a line with '#' is one like '# 7 \"file\"'; nothing else of a "
                "preprocessor is allowed");
  P = Line.end();
}

bool Lexer::skipBlanks() {
  bool Line = P == Start;
  while (P != End) {
    if (has(*P, Blank)) {
      Line |= *P++ == '\n';
    } else if (*P == '/' && P[1] == '/') {
      skipLineComment();
    } else if (*P == '/' && P[1] == '*') {
      Line |= skipBlockComment();
    } else if (*P == '#' && Line) {
      skipLineMarker();
    } else {
      break;
    }
  }
  return Line;
}

void Lexer::lex(Token &T) {
  T.StartsLine = skipBlanks();
  T.Id = nullptr;
  T.IsUnsigned = false;
  // Unreadable bytes are reported and passed over.
  while (!lexOne(T))
    T.StartsLine |= skipBlanks();
  assert(T.Begin <= P && P <= End && "a token lies in the buffer");
  T.End = P;
}

bool Lexer::lexOne(Token &T) {
  T.Begin = P;
  if (P == End) {
    T.Kind = Tok::Eof;
    return true;
  }
  char C = *P;
  if (has(C, Letter) ||
      ((C == '_' || C == '$' || C == '%') && has(P[1], Follow)))
    lexIdentifier(T);
  else if (has(C, Digit) || (C == '.' && has(P[1], Digit)))
    lexNumber(T);
  else if (C == '.')
    lexDirective(T);
  else if (C == '"')
    lexString(T);
  else
    return lexPunctuation(T);
  return true;
}

void Lexer::lexIdentifier(Token &T) {
  ++P;
  while (has(*P, Follow))
    ++P;
  T.Kind = Tok::Identifier;
  T.Id = &Symbols.intern({T.Begin, size_t(P - T.Begin)});
}

void Lexer::lexDirective(Token &T) {
  ++P;
  T.Kind = Tok::Directive;
  if (!has(*P, Follow)) {
    Diags.error(T.loc(), "expected a name right after '.'");
    T.Kind = Tok::Error;
    return;
  }
  while (has(*P, Follow))
    ++P;
}

/// The end of a modifier that starts behind the dot at \p P: a word, or several
/// joined by `::`.
static const char *modifierEnd(const char *P) {
  while (has(*P, Follow))
    ++P;
  while (P[0] == ':' && P[1] == ':' && has(P[2], Follow)) {
    P += 2;
    while (has(*P, Follow))
      ++P;
  }
  return P;
}

bool Lexer::lexModifiers(Token &T) {
  assert(T.End == P && "modifiers follow the name that was read");
  bool Joined = true;
  while (true) {
    if (*P == '.' && has(P[1], Follow)) {
      T.End = P = modifierEnd(P + 1);
      continue;
    }
    // A directive on the next line means that a semicolon is missing here; a
    // modifier may stand there, though nobody writes so.
    const char *Before = P;
    bool NewLine = skipBlanks();
    if (!NewLine && *P == '.' && has(P[1], Follow)) {
      Joined = false;
      continue;
    }
    if (!NewLine && *P == '.') {
      Diags.error(SMLoc::getFromPointer(P),
                  "expected a modifier right after '.'");
      T.Kind = Tok::Error;
      ++P;
      return Joined;
    }
    P = Before;
    return Joined;
  }
}

bool Lexer::atColon() {
  const char *Before = P;
  skipBlanks();
  bool Result = *P == ':' && P[1] != ':';
  P = Before;
  return Result;
}

StringRef Lexer::peekDirective() const {
  const char *Q = P;
  while (Q != End && has(*Q, Blank))
    ++Q;
  if (*Q != '.')
    return {};
  const char *Word = ++Q;
  while (has(*Q, Follow))
    ++Q;
  return {Word, size_t(Q - Word)};
}

void Lexer::lexString(Token &T) {
  T.Kind = Tok::String;
  const char *Quote = std::find(P + 1, End, '"');
  const char *Line = std::find(P + 1, Quote, '\n');
  if (Quote != End && (Line == Quote || MayStringsHaveLines)) {
    P = Quote + 1;
    return;
  }
  P = Line;
  Diags.error(T.loc(), "string is never closed");
  T.Kind = Tok::Error;
}

bool Lexer::lexPunctuation(Token &T) {
  char C = *P++;
  auto One = [&](Tok Kind) {
    T.Kind = Kind;
    return true;
  };
  auto Two = [&](char Next, Tok Both, Tok Alone) {
    bool IsBoth = *P == Next;
    P += IsBoth;
    T.Kind = IsBoth ? Both : Alone;
    return true;
  };
  switch (C) {
  case ',':
    return One(Tok::Comma);
  case ';':
    return One(Tok::Semi);
  case ':':
    return One(Tok::Colon);
  case '(':
    return One(Tok::LParen);
  case ')':
    return One(Tok::RParen);
  case '{':
    return One(Tok::LBrace);
  case '}':
    return One(Tok::RBrace);
  case '[':
    return One(Tok::LBracket);
  case ']':
    return One(Tok::RBracket);
  case '+':
    return One(Tok::Plus);
  case '-':
    return One(Tok::Minus);
  case '*':
    return One(Tok::Star);
  case '/':
    return One(Tok::Slash);
  case '%':
    return One(Tok::Percent);
  case '~':
    return One(Tok::Tilde);
  case '^':
    return One(Tok::Caret);
  case '?':
    return One(Tok::Question);
  case '_':
    return One(Tok::Underscore);
  case '!':
    return Two('=', Tok::ExclaimEqual, Tok::Exclaim);
  case '=':
    return Two('=', Tok::EqualEqual, Tok::Equal);
  case '&':
    return Two('&', Tok::AmpAmp, Tok::Amp);
  case '|':
    return Two('|', Tok::PipePipe, Tok::Pipe);
  case '<':
    if (*P == '<')
      return ++P, One(Tok::LessLess);
    return Two('=', Tok::LessEqual, Tok::Less);
  case '>':
    if (*P == '>')
      return ++P, One(Tok::GreaterGreater);
    return Two('=', Tok::GreaterEqual, Tok::Greater);
  case '@':
    if (*P != '@')
      return One(Tok::At);
    while (P != End && *P != '\n')
      ++P;
    return One(Tok::DebugLine);
  default:
    break;
  }
  auto IsForeign = [](char Byte) {
    return !llvm::isPrint(Byte) && !has(Byte, Blank);
  };
  if (IsForeign(C)) {
    // One error for a run of such bytes.
    while (P != End && IsForeign(*P))
      ++P;
    foreignByte(T.Begin, P);
    return false;
  }
  Diags.error(T.loc(), "unexpected character '" + Twine(C) + "'");
  return false;
}
