//===- Lexer.h - PTX text to tokens -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_LEXER_H
#define HEDDLE_LIB_PTXPARSER_LEXER_H

#include "Token.h"
#include "llvm/ADT/Twine.h"

namespace heddle {
class Diagnostics;
} // namespace heddle

namespace heddle::ptx {

class SymbolTable;

/// Reads a null-terminated buffer. Identifiers are interned on the way, so that
/// nobody behind the lexer compares or hashes text.
class Lexer {
public:
  Lexer(llvm::StringRef Buffer, SymbolTable &Symbols, Diagnostics &Diags);

  void lex(Token &T);

  /// The modifiers of the instruction whose mnemonic is \p T, lexed last. \p T
  /// grows to cover them. False if blanks or comments stand between: then the
  /// text of \p T is not the name alone. After an error \p T is of that kind.
  bool lexModifiers(Token &T);

  /// The next thing but blanks is a single colon: the token before is a label.
  bool atColon();

private:
  /// True if a line break was skipped.
  bool skipBlanks();
  bool skipBlockComment();
  bool lexOne(Token &T);
  void lexIdentifier(Token &T);
  void lexDirective(Token &T);
  void lexNumber(Token &T);
  void lexDecimal(Token &T);
  bool lexHexFloat(Token &T);
  void lexString(Token &T);
  bool lexPunctuation(Token &T);
  void numberError(Token &T, const llvm::Twine &Message);

  SymbolTable &Symbols;
  Diagnostics &Diags;
  const char *Start;
  const char *P;
  const char *End;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_LEXER_H
