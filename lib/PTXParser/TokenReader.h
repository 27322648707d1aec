//===- TokenReader.h - Tokens, and where statements go ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All parts of the parser stand on this: the token at hand, what is expected
/// next, and the list that statements are added to.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_TOKENREADER_H
#define HEDDLE_LIB_PTXPARSER_TOKENREADER_H

#include "Lexer.h"
#include "Sema/Sema.h"

namespace heddle::ptx {

class TokenReader : protected Reporter {
protected:
  TokenReader(Module &M, llvm::StringRef Buffer, Sema &Actions,
              Diagnostics &Diags);

  void next();
  bool accept(Tok K);
  /// Reports "expected WHAT, found TOKEN".
  bool expect(Tok K, const char *What);
  bool expectedHere(const llvm::Twine &What);
  /// A semicolon; a missing one is reported where it belongs, and parsing goes
  /// on as if it were there if a new line starts.
  bool expectSemi(const llvm::Twine &After);
  /// Whether T goes on with a list whose comma is missing.
  bool atMissingComma();
  bool missingComma();
  /// Whether an instruction starts at T that no line break separates from what
  /// stands before it.
  bool atInstruction();
  bool atDirective(llvm::StringRef Word) const {
    return T.is(Tok::Directive) && T.word() == Word;
  }
  /// Whether T starts a function, where a body should have ended.
  bool atModuleItem() const;
  /// Skips to the end of a broken statement.
  void skipStatement();
  /// Skips statements at module scope up to the end of the body that they were
  /// meant for: a brace too early is one mistake.
  void skipStrayStatements();
  /// Skips to the end of a broken declaration at module scope.
  void skipModuleItem();
  std::string describe(const Token &Tk) const;
  bool errorHere(const llvm::Twine &Message) {
    return T.is(Tok::Error) || error(T.range(), Message);
  }

  template <typename Node, typename... Args> Node *make(Args &&...A) {
    return new (M.Allocator) Node(std::forward<Args>(A)...);
  }
  template <typename List> auto copy(const List &L) {
    return llvm::ArrayRef(L).copy(M.Allocator);
  }
  llvm::SMRange rangeFrom(llvm::SMLoc Start) const { return {Start, LastEnd}; }
  bool parseUnsigned(uint64_t &Value, const llvm::Twine &What);
  /// Parses a number that the tree keeps in 32 bits.
  bool parseSmall(unsigned &Value, const llvm::Twine &What);
  /// Null stands for a statement that is dropped.
  void addStmt(const Stmt *S) {
    if (S)
      Statements->push_back(S);
  }

  Module &M;
  Sema &Actions;
  Lexer Lex;
  Token T;
  /// End of the token before T.
  llvm::SMLoc LastEnd;
  /// The list a statement goes into.
  llvm::SmallVectorImpl<const Stmt *> *Statements = nullptr;
  /// Braces of lists that are open where an error may leave us.
  unsigned OpenBraces = 0;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_TOKENREADER_H
