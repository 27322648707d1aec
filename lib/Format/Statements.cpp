//===- Statements.cpp - Pieces of PTX text to statements ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle;
using namespace heddle::format;
using llvm::ArrayRef;
using ptx::SourcePiece;

namespace {

class StatementReader {
public:
  explicit StatementReader(ArrayRef<SourcePiece> Pieces) : Pieces(Pieces) {}
  std::vector<Statement> readAll();

private:
  void readOne();
  void add(Statement::Kind Kind, size_t End);
  Statement::Kind singleKind() const;
  size_t sectionEnd() const;
  size_t lineEnd() const;
  size_t plainEnd(bool IsFunction) const;
  bool isLabel() const;
  bool isFunction() const;

  ArrayRef<SourcePiece> Pieces;
  size_t At = 0;
  std::vector<Statement> Statements;
};

} // namespace

void StatementReader::add(Statement::Kind Kind, size_t End) {
  Statements.push_back({Kind, Pieces.slice(At, End - At)});
  At = End;
}

/// Directives that end without a semicolon, before the next word that does not
/// belong to them.
static bool endsByItself(const SourcePiece &P) {
  return P.PieceKind == SourcePiece::Directive &&
         llvm::StringSwitch<bool>(P.Text)
             .Cases(".version", ".target", ".address_size", ".file", ".loc",
                    true)
             .Default(false);
}

/// The end of such a directive: numbers and strings go on with it, a word does
/// behind a comma and where .loc names a function.
size_t StatementReader::lineEnd() const {
  size_t End = At + 1;
  for (; End != Pieces.size(); ++End) {
    const SourcePiece &P = Pieces[End], &Before = Pieces[End - 1];
    bool Continues =
        P.PieceKind == SourcePiece::Number ||
        P.PieceKind == SourcePiece::String || P.is(",") || P.is("+") ||
        (P.PieceKind == SourcePiece::Word &&
         (End == At + 1 || Before.is(",") || Before.is("+") ||
          Before.Text == "function_name" || Before.Text == "inlined_at"));
    if (!Continues)
      break;
  }
  return End;
}

/// Behind the closing brace of the section that starts here.
size_t StatementReader::sectionEnd() const {
  size_t End = At;
  while (End != Pieces.size() && !Pieces[End].is("}"))
    ++End;
  return End == Pieces.size() ? End : End + 1;
}

bool StatementReader::isLabel() const {
  return Pieces[At].PieceKind == SourcePiece::Word && At + 1 < Pieces.size() &&
         Pieces[At + 1].is(":") &&
         // These stand on the line of their label.
         (At + 2 == Pieces.size() ||
          !llvm::StringSwitch<bool>(Pieces[At + 2].Text)
               .Cases(".branchtargets", ".calltargets", ".callprototype", true)
               .Default(false));
}

/// Directives up to .entry or .func start a function.
bool StatementReader::isFunction() const {
  for (const SourcePiece &P : Pieces.drop_front(At)) {
    if (P.isDirective(".entry") || P.isDirective(".func"))
      return true;
    if (P.PieceKind != SourcePiece::Directive &&
        P.PieceKind != SourcePiece::Comment)
      return false;
  }
  return false;
}

/// A semicolon ends it; a function's head also ends before the brace of its
/// body. A brace of another statement opens a list.
size_t StatementReader::plainEnd(bool IsFunction) const {
  unsigned Open = 0;
  for (size_t End = At; End != Pieces.size(); ++End) {
    const SourcePiece &P = Pieces[End];
    if (P.PieceKind == SourcePiece::WholeLine)
      return std::max(End, At + 1);
    if (P.is(";"))
      return End + 1;
    if (IsFunction && P.is("{"))
      return End;
    if (P.is("{"))
      ++Open;
    // Text that is being typed: the brace is not of this statement.
    if (P.is("}") && Open-- == 0)
      return End;
  }
  return Pieces.size();
}

void StatementReader::readOne() {
  const SourcePiece &P = Pieces[At];
  if (P.PieceKind == SourcePiece::Comment)
    return add(P.NewLines == 0 && At != 0 ? Statement::TrailingComment
                                          : Statement::Comment,
               At + 1);
  if (P.PieceKind == SourcePiece::WholeLine)
    return add(Statement::Verbatim, At + 1);
  if (P.isDirective(".section"))
    return add(Statement::Verbatim, sectionEnd());
  if (P.is("{"))
    return add(Statement::Open, At + 1);
  if (P.is("}"))
    return add(Statement::Close, At + 1);
  if (isLabel())
    return add(Statement::Label, At + 2);
  if (endsByItself(P))
    return add(Statement::Plain, lineEnd());
  bool IsFunction = isFunction();
  add(IsFunction ? Statement::FunctionHead : Statement::Plain,
      plainEnd(IsFunction));
}

std::vector<Statement> StatementReader::readAll() {
  while (At != Pieces.size())
    readOne();
  return std::move(Statements);
}

std::vector<Statement>
heddle::format::splitStatements(ArrayRef<SourcePiece> Pieces) {
  return StatementReader(Pieces).readAll();
}
