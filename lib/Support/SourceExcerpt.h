//===- SourceExcerpt.h - A source line under a message ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line that a message is about, made fit for a terminal: tabs become
/// blanks, bytes that do not print become <1B>, and of a very long line only
/// what is around the caret is shown.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SUPPORT_SOURCEEXCERPT_H
#define HEDDLE_LIB_SUPPORT_SOURCEEXCERPT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/SourceMgr.h"
#include <string>

namespace heddle {

/// Line and column from 1; the buffer is the one that \p Loc is in.
struct SourcePlace {
  unsigned Line;
  unsigned Column;
  llvm::StringRef LineText;
};
SourcePlace placeOf(const llvm::SourceMgr &Sources, llvm::SMLoc Loc);

/// \p Text without bytes that a terminal would obey.
std::string printable(llvm::StringRef Text);

struct SourceExcerpt {
  std::string Line;
  /// `^` below the place, `~` below the ranges.
  std::string Carets;
  /// The texts that the fix-its insert, each below its place; empty without.
  std::string Hints;

  SourceExcerpt(llvm::StringRef LineText, llvm::SMLoc Loc,
                llvm::ArrayRef<llvm::SMRange> Ranges,
                llvm::ArrayRef<llvm::SMFixIt> FixIts);
};

} // namespace heddle

#endif // HEDDLE_LIB_SUPPORT_SOURCEEXCERPT_H
