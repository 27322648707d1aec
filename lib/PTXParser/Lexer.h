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
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
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

  /// The word of the directive that comes next, if one does.
  llvm::StringRef peekDirective() const;

  /// Whether a string may go on behind the end of its line, as a file's name
  /// may.
  void allowLinesInStrings(bool Allow) { MayStringsHaveLines = Allow; }

  /// Every comment so far, its markers included.
  llvm::ArrayRef<llvm::SMRange> comments() const { return Comments; }

private:
  void addComment(const char *Begin);
  void foreignByte(const char *Begin, const char *RunEnd);
  /// True if a line break was skipped.
  bool skipBlanks();
  void skipLineComment();
  bool skipBlockComment();
  void skipLineMarker();
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
  bool MayStringsHaveLines = false;
  llvm::SmallVector<llvm::SMRange, 0> Comments;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_LEXER_H
