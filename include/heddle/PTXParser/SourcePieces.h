//===- SourcePieces.h - PTX text cut into words -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The words of a PTX file, comments included, for tools that look at text
/// and not at its meaning: formatting, colours, completion.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_SOURCEPIECES_H
#define HEDDLE_PTXPARSER_SOURCEPIECES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace heddle {
class Diagnostics;
} // namespace heddle

namespace heddle::ptx {

struct SourcePiece {
  enum Kind : uint8_t {
    /// A name with all that is joined to it: `ld.global.u32`, `%tid.x`, `_`.
    Word,
    /// `.word`.
    Directive,
    Number,
    String,
    /// One sign, or several that are one: `::`, `<<`.
    Sign,
    /// Without the line break.
    Comment,
    /// `@@DWARF …` and `# 7 "file"`: a line by itself.
    WholeLine,
  };

  Kind PieceKind;
  /// Blanks or comments stand before it.
  bool HasBlankBefore;
  /// Line breaks between the piece before and this one.
  unsigned NewLines;
  /// Points into the buffer.
  llvm::StringRef Text;

  bool is(llvm::StringRef Sign) const {
    return PieceKind == SourcePiece::Sign && Text == Sign;
  }
  bool isDirective(llvm::StringRef WithDot) const {
    return PieceKind == Directive && Text == WithDot;
  }
  /// Up to the first dot: `ld` of `ld.global.u32`.
  llvm::StringRef stem() const { return Text.split('.').first; }
};

/// The pieces of \p Text, a buffer of \p Diags's SourceMgr that ends in a null.
/// Reports and leaves out what cannot be read.
std::vector<SourcePiece> splitSource(llvm::StringRef Text, Diagnostics &Diags);

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_SOURCEPIECES_H
