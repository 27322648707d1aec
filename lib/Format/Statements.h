//===- Statements.h - Pieces of PTX text to statements ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FORMAT_STATEMENTS_H
#define HEDDLE_LIB_FORMAT_STATEMENTS_H

#include "heddle/PTXParser/SourcePieces.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace heddle::format {

/// A statement, or another part of a file that is laid out as one.
struct Statement {
  enum Kind : uint8_t {
    /// An instruction or a declaration with its semicolon.
    Plain,
    /// `.visible .entry name (…) …`, up to the brace or the semicolon.
    FunctionHead,
    /// `name:`
    Label,
    Open,
    Close,
    Comment,
    /// A comment behind something else on its line.
    TrailingComment,
    /// A line, or a section with all its lines, that stays as it is.
    Verbatim,
  };

  Kind StatementKind;
  llvm::ArrayRef<ptx::SourcePiece> Pieces;

  bool hasBlankLineBefore() const { return Pieces.front().NewLines > 1; }
};

/// The statements of \p Pieces, which they point into. Every piece is in one.
std::vector<Statement> splitStatements(llvm::ArrayRef<ptx::SourcePiece> Pieces);

} // namespace heddle::format

#endif // HEDDLE_LIB_FORMAT_STATEMENTS_H
