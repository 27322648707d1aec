//===- LexNumber.cpp - Numbers --------------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CharClass.h"
#include "Lexer.h"
#include "heddle/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <cmath>

using namespace heddle;
using namespace heddle::ptx;
using llvm::SMLoc;
using llvm::StringRef;
using llvm::Twine;

/// As much of \p Text as a message should repeat.
static StringRef shown(StringRef Text) { return Text.take_front(64); }

void Lexer::numberError(Token &T, const Twine &Message) {
  while (has(*P, Follow))
    ++P;
  Diags.error(T.loc(), Message,
              llvm::SMRange(T.loc(), SMLoc::getFromPointer(P)));
  T.Kind = Tok::Error;
}

bool Lexer::lexHexFloat(Token &T) {
  char Kind = llvm::toLower(P[1]);
  if (P[0] != '0' || (Kind != 'f' && Kind != 'd'))
    return false;
  unsigned Wanted = Kind == 'f' ? 8 : 16;
  P += 2;
  const char *Digits = P;
  while (llvm::isHexDigit(*P))
    ++P;
  StringRef Text(Digits, P - Digits);
  if (Text.size() != Wanted || has(*P, Follow)) {
    numberError(T, "'" + StringRef(T.Begin, 2) + "' needs exactly " +
                       Twine(Wanted) + " hexadecimal digits, found " +
                       Twine(Text.size()));
    return true;
  }
  Text.getAsInteger(16, T.Value);
  T.Kind = Kind == 'f' ? Tok::HexFloat : Tok::HexDouble;
  return true;
}

void Lexer::lexNumber(Token &T) {
  if (lexHexFloat(T))
    return;
  T.Kind = Tok::Integer;
  char Second = llvm::toLower(P[1]);
  unsigned Radix = 10;
  const char *Digits = P;
  if (P[0] == '0' && (Second == 'x' || Second == 'b')) {
    Radix = Second == 'x' ? 16 : 2;
    Digits = P += 2;
    while (llvm::isHexDigit(*P))
      ++P;
  } else {
    while (has(*P, Digit))
      ++P;
    if (*P == '.' || llvm::toLower(*P) == 'e')
      return lexDecimal(T);
    if (*Digits == '0')
      Radix = 8;
  }
  StringRef Text(Digits, P - Digits);
  if (*P == 'U') {
    T.IsUnsigned = true;
    ++P;
  }
  StringRef Kind = Radix == 16  ? "hexadecimal"
                   : Radix == 8 ? "octal"
                   : Radix == 2 ? "binary"
                                : "decimal";
  bool AllDigits = !Text.empty() && llvm::all_of(Text, [&](char C) {
    return llvm::hexDigitValue(C) < Radix;
  });
  if (!AllDigits || has(*P, Follow)) {
    while (has(*P, Follow))
      ++P;
    return numberError(T, "'" + shown({T.Begin, size_t(P - T.Begin)}) +
                              "' is no " + Kind + " number");
  }
  if (Text.getAsInteger(Radix, T.Value))
    return numberError(T, "'" + shown({T.Begin, size_t(P - T.Begin)}) +
                              "' does not fit 64 bits");
  T.IsUnsigned |= T.Value > uint64_t(INT64_MAX);
}

void Lexer::lexDecimal(Token &T) {
  if (*P == '.') {
    ++P;
    while (has(*P, Digit))
      ++P;
  }
  if (llvm::toLower(*P) == 'e') {
    const char *Exponent = P + 1;
    if (*Exponent == '+' || *Exponent == '-')
      ++Exponent;
    if (has(*Exponent, Digit)) {
      P = Exponent;
      while (has(*P, Digit))
        ++P;
    }
  }
  assert(P > T.Begin && "a number without a digit");
  StringRef Text(T.Begin, P - T.Begin);
  // A double has 767 significant digits at most; LLVM's conversion keeps all on
  // the stack.
  constexpr size_t MaxLength = 1024;
  if (Text.size() > MaxLength)
    return numberError(T, "a floating-point number of " + Twine(Text.size()) +
                              " characters is too long");
  double Value = 0;
  if (has(*P, Follow) || Text.getAsDouble(Value, /*AllowInexact=*/true)) {
    while (has(*P, Follow))
      ++P;
    return numberError(T, "'" + shown({T.Begin, size_t(P - T.Begin)}) +
                              "' is no floating-point number");
  }
  // Smaller ones than the normal numbers are written by their bits.
  bool IsZero = Text.find_first_of("123456789") >=
                std::min(Text.find_first_of("eE"), Text.size());
  if (!std::isnormal(Value) && !IsZero)
    return numberError(T,
                       "'" + shown(Text) + "' is out of the range of '.f64'");
  T.Kind = Tok::Float;
  T.Value = llvm::bit_cast<uint64_t>(Value);
}
