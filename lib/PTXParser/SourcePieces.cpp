//===- SourcePieces.cpp - PTX text cut into words -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/PTXParser/SourcePieces.h"
#include "CharClass.h"
#include "Lexer.h"
#include "SourceText.h"
#include "SymbolTable.h"
#include "heddle/Support/Diagnostics.h"
#include <cassert>

using namespace heddle;
using namespace heddle::ptx;
using llvm::StringRef;

namespace {

/// Reads tokens, and puts between them what the lexer passes over.
class PieceReader {
public:
  PieceReader(StringRef Text, Diagnostics &Diags)
      : Symbols(Allocator), Lex(Text, Symbols, Diags), At(Text.begin()) {
    Lex.allowLinesInStrings(true);
  }
  std::vector<SourcePiece> readAll();

private:
  void addGap(const char *End);
  void addBlanks(const char *End);
  void add(SourcePiece::Kind Kind, StringRef Text);
  void addToken(Token &T);

  llvm::BumpPtrAllocator Allocator;
  SymbolTable Symbols;
  Lexer Lex;
  std::vector<SourcePiece> Pieces;
  /// All before it is in Pieces.
  const char *At;
  size_t NumComments = 0;
  unsigned NewLines = 0;
  bool HasBlank = false;
};

} // namespace

static SourcePiece::Kind pieceKind(Tok Kind) {
  switch (Kind) {
  case Tok::Identifier:
  case Tok::Underscore:
    return SourcePiece::Word;
  case Tok::Directive:
    return SourcePiece::Directive;
  case Tok::Integer:
  case Tok::Float:
  case Tok::HexFloat:
  case Tok::HexDouble:
    return SourcePiece::Number;
  case Tok::String:
    return SourcePiece::String;
  case Tok::DebugLine:
    return SourcePiece::WholeLine;
  case Tok::Eof:
  case Tok::Error:
  case Tok::Comma:
  case Tok::Semi:
  case Tok::Colon:
  case Tok::LParen:
  case Tok::RParen:
  case Tok::LBrace:
  case Tok::RBrace:
  case Tok::LBracket:
  case Tok::RBracket:
  case Tok::Less:
  case Tok::Greater:
  case Tok::LessEqual:
  case Tok::GreaterEqual:
  case Tok::LessLess:
  case Tok::GreaterGreater:
  case Tok::Plus:
  case Tok::Minus:
  case Tok::Star:
  case Tok::Slash:
  case Tok::Percent:
  case Tok::Exclaim:
  case Tok::Tilde:
  case Tok::Amp:
  case Tok::Pipe:
  case Tok::Caret:
  case Tok::AmpAmp:
  case Tok::PipePipe:
  case Tok::Equal:
  case Tok::EqualEqual:
  case Tok::ExclaimEqual:
  case Tok::At:
  case Tok::Question:
    break;
  }
  return SourcePiece::Sign;
}

void PieceReader::add(SourcePiece::Kind Kind, StringRef Text) {
  assert(Text.begin() >= At && "pieces come in the order of the text");
  Pieces.push_back({Kind, HasBlank, NewLines, Text});
  At = Text.end();
  NewLines = 0;
  HasBlank = false;
}

/// Text between tokens that is no comment: blanks, and lines of a preprocessor.
void PieceReader::addBlanks(const char *End) {
  assert(At <= End && "blanks end in front of them");
  while (At != End) {
    if (*At == '#') {
      StringRef Line(At, size_t(std::find(At, End, '\n') - At));
      add(SourcePiece::WholeLine, Line.rtrim());
      continue;
    }
    HasBlank = true;
    NewLines += *At == '\n';
    ++At;
  }
}

void PieceReader::addGap(const char *End) {
  llvm::ArrayRef<llvm::SMRange> Comments = Lex.comments();
  for (; NumComments != Comments.size(); ++NumComments) {
    StringRef Comment = textOf(Comments[NumComments]);
    if (Comment.begin() >= End)
      break;
    // One inside of a name went with the name.
    if (Comment.begin() < At)
      continue;
    addBlanks(Comment.begin());
    add(SourcePiece::Comment, Comment.rtrim());
  }
  addBlanks(End);
}

void PieceReader::addToken(Token &T) {
  addGap(T.Begin);
  SourcePiece::Kind Kind = pieceKind(T.Kind);
  // Two colons are what joins the parts of one modifier.
  if (T.is(Tok::Colon) && !Pieces.empty() && Pieces.back().Text == ":" &&
      Pieces.back().Text.end() == T.Begin) {
    Pieces.back().Text = {Pieces.back().Text.begin(), 2};
    At = T.End;
    return;
  }
  if (T.is(Tok::Identifier) && *T.End == '.' && has(T.End[1], Follow))
    Lex.lexModifiers(T);
  add(Kind, StringRef(T.Begin, size_t(T.End - T.Begin)).rtrim());
}

std::vector<SourcePiece> PieceReader::readAll() {
  Token T;
  for (Lex.lex(T); !T.is(Tok::Eof); Lex.lex(T))
    if (!T.is(Tok::Error))
      addToken(T);
  addGap(T.Begin);
  return std::move(Pieces);
}

std::vector<SourcePiece> heddle::ptx::splitSource(StringRef Text,
                                                  Diagnostics &Diags) {
  return PieceReader(Text, Diags).readAll();
}
