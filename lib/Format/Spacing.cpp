//===- Spacing.cpp - Where a blank stands ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle;
using namespace heddle::format;
using llvm::ArrayRef;
using llvm::StringRef;
using ptx::SourcePiece;

/// Where the mnemonic stands: behind `@p` or `@!p`. None for directives.
static size_t mnemonicPlace(ArrayRef<SourcePiece> Pieces) {
  size_t I = 0;
  if (Pieces[0].is("@"))
    I = Pieces.size() > 1 && Pieces[1].is("!") ? 3 : 2;
  if (I < Pieces.size() && Pieces[I].PieceKind == SourcePiece::Word)
    return I;
  return Pieces.size();
}

/// Whether the pieces from the mnemonic to number \p I are one name that is
/// written with blanks: `ld .shared::cta .u32`.
static bool isOfName(ArrayRef<SourcePiece> Pieces, size_t Mnemonic, size_t I) {
  if (Mnemonic >= I)
    return false;
  for (size_t J = Mnemonic + 1; J <= I; ++J)
    if (Pieces[J].PieceKind != SourcePiece::Directive && !Pieces[J].is("::") &&
        !Pieces[J - 1].is("::"))
      return false;
  return true;
}

static bool isWordLike(const SourcePiece &P) {
  return P.PieceKind == SourcePiece::Word ||
         P.PieceKind == SourcePiece::Directive ||
         P.PieceKind == SourcePiece::Number ||
         P.PieceKind == SourcePiece::String;
}

/// Signs with a blank on both sides; other operators have none. The sign for
/// the remainder would make a register of the name behind it.
static bool isApart(StringRef Sign) {
  return llvm::StringSwitch<bool>(Sign)
      .Cases("=", "?", "%", ":", true)
      .Default(false);
}

static bool blankBetween(const SourcePiece &Before, const SourcePiece &P) {
  if (Before.is(",") || Before.is(";"))
    return true;
  if (P.is(",") || P.is(";") || P.is(")") || P.is("}") || P.is("]"))
    return false;
  if (Before.is("(") || Before.is("{") || Before.is("["))
    return false;
  if (Before.PieceKind == SourcePiece::Sign && isApart(Before.Text))
    return true;
  if (P.PieceKind == SourcePiece::Sign && isApart(P.Text))
    return true;
  if (Before.is("::") || P.is("::"))
    return P.HasBlankBefore;
  if (isWordLike(Before) && isWordLike(P))
    return true;
  // `.func (`, but `name(`, `.attribute(` and `.const[3]`.
  if (P.is("("))
    return Before.isDirective(".func") ||
           Before.isDirective(".callprototype") || Before.is(")");
  // `[a].unified`, but `.const[3] .u32`.
  if (Before.is("]"))
    return P.PieceKind == SourcePiece::Directive ? P.HasBlankBefore
                                                 : isWordLike(P);
  return Before.is(")") && isWordLike(P);
}

bool heddle::format::hasBlank(ArrayRef<SourcePiece> Pieces, size_t I) {
  if (I == 0)
    return false;
  const SourcePiece &Before = Pieces[I - 1], &P = Pieces[I];
  if (Before.PieceKind == SourcePiece::Comment ||
      P.PieceKind == SourcePiece::Comment)
    return true;
  size_t Mnemonic = mnemonicPlace(Pieces);
  if (isOfName(Pieces, Mnemonic, I))
    return false;
  // An operand follows the mnemonic, whatever sign it starts with.
  if (Mnemonic != Pieces.size() && !P.is(";") && !P.is(":") &&
      (I == Mnemonic + 1 || isOfName(Pieces, Mnemonic, I - 1)))
    return true;
  if (I == Mnemonic)
    return I != 0;
  if (P.is(":"))
    return I != 1;
  return blankBetween(Before, P);
}
