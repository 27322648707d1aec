//===- Layout.cpp - The lines of one statement ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using namespace heddle::format;
using llvm::ArrayRef;
using ptx::SourcePiece;

namespace {

/// The blanks and lines before a piece.
struct Break {
  bool NewLine = false;
  /// The blanks that the new line begins with.
  unsigned Indent = 0;
};

class StatementLayout {
public:
  StatementLayout(const Statement &S, unsigned Indent, std::string &Out)
      : S(S), Pieces(S.Pieces), Indent(Indent), Out(Out),
        Breaks(Pieces.size()) {}
  void run();

private:
  bool fitsOneLine() const;
  void breakAtComments();
  void breakFunctionHead();
  size_t groupWidth(size_t I) const;

  const Statement &S;
  ArrayRef<SourcePiece> Pieces;
  unsigned Indent;
  std::string &Out;
  std::vector<Break> Breaks;
};

} // namespace

static bool isLineComment(const SourcePiece &P) {
  return P.PieceKind == SourcePiece::Comment && P.Text.starts_with("//");
}

bool StatementLayout::fitsOneLine() const {
  size_t Width = Indent;
  for (size_t I = 0; I != Pieces.size(); ++I) {
    if (Pieces[I].PieceKind == SourcePiece::Comment)
      return false;
    Width += Pieces[I].Text.size() + hasBlank(Pieces, I);
  }
  return Width <= LineWidth;
}

/// A comment keeps a line of its own, and nothing may follow a line comment.
void StatementLayout::breakAtComments() {
  for (size_t I = 1; I != Pieces.size(); ++I) {
    bool OwnsLine =
        Pieces[I].PieceKind == SourcePiece::Comment && Pieces[I].NewLines != 0;
    bool IsBehindOne = Pieces[I - 1].PieceKind == SourcePiece::Comment &&
                       Pieces[I].NewLines != 0;
    if (OwnsLine || IsBehindOne || isLineComment(Pieces[I - 1]))
      Breaks[I] = {true, Indent + IndentWidth};
  }
}

/// Each parameter and each directive behind them is a line, unless the whole
/// fits into one.
void StatementLayout::breakFunctionHead() {
  bool IsShort = fitsOneLine(), HasName = false, IsAfterSeparator = false;
  unsigned Depth = 0;
  for (size_t I = 0; I != Pieces.size(); ++I) {
    const SourcePiece &P = Pieces[I];
    bool IsTrailing = P.PieceKind == SourcePiece::Comment && P.NewLines == 0;
    if (IsAfterSeparator && !IsTrailing && !P.is(")")) {
      Breaks[I] = {true, Indent + IndentWidth};
      IsAfterSeparator = false;
    }
    if (HasName && Depth == 0 && P.PieceKind == SourcePiece::Directive)
      Breaks[I] = {true, Indent};
    bool IsParameters = HasName && !IsShort;
    if (P.is("("))
      IsAfterSeparator |= IsParameters && ++Depth == 1;
    else if (P.is(")"))
      Depth -= Depth != 0;
    else if (P.is(","))
      IsAfterSeparator |= IsParameters && Depth == 1;
    else if (P.PieceKind == SourcePiece::Word && Depth == 0)
      HasName = true;
    if (P.is("(") && !IsParameters)
      ++Depth;
  }
}

/// The width up to the next place where a line may end.
size_t StatementLayout::groupWidth(size_t I) const {
  size_t Width = 0;
  for (; I != Pieces.size(); ++I) {
    Width += Pieces[I].Text.size();
    if (Pieces[I].is(",") || (I + 1 != Pieces.size() && Breaks[I + 1].NewLine))
      break;
    if (I + 1 != Pieces.size())
      Width += hasBlank(Pieces, I + 1);
  }
  return Width;
}

void StatementLayout::run() {
  if (S.StatementKind == Statement::FunctionHead)
    breakFunctionHead();
  breakAtComments();
  size_t LineStart = Out.size();
  auto StartLine = [&](unsigned Blanks) {
    Out += '\n';
    LineStart = Out.size();
    Out.append(Blanks, ' ');
  };
  Out.append(Indent, ' ');
  for (size_t I = 0; I != Pieces.size(); ++I) {
    bool MayBreak = I != 0 && Pieces[I - 1].is(",");
    if (Breaks[I].NewLine)
      StartLine(Breaks[I].Indent);
    else if (MayBreak && Pieces[I].PieceKind != SourcePiece::Comment &&
             Out.size() - LineStart + 1 + groupWidth(I) > LineWidth)
      StartLine(Indent + IndentWidth);
    else if (hasBlank(Pieces, I))
      Out += Pieces[I].PieceKind == SourcePiece::Comment ? "  " : " ";
    Out += Pieces[I].Text;
  }
}

void heddle::format::layOut(const Statement &S, unsigned Indent,
                            std::string &Out) {
  StatementLayout(S, Indent, Out).run();
}
