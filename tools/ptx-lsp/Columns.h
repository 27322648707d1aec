//===- Columns.h - Columns as editors count them ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The protocol counts the columns of a line in code units of UTF-16, and the
/// rest of Heddle in bytes of UTF-8. Section "Position" of the Language Server
/// Protocol 3.17 says that a column behind the end of a line means its end.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_LSP_COLUMNS_H
#define HEDDLE_TOOLS_PTX_LSP_COLUMNS_H

#include "llvm/ADT/StringRef.h"

namespace heddle::lsp {

/// Returns the number of code units of \p Text, which is UTF-8.
unsigned unitsOf(llvm::StringRef Text);

/// Returns the number of bytes that the first \p Units code units of \p Line
/// take; all of them if it has fewer.
size_t bytesOf(llvm::StringRef Line, int Units);

/// Returns the offset into \p Text of a place that an editor names; the end of
/// the line or of the text where there is no such column or line.
size_t offsetAt(llvm::StringRef Text, int Line, int Units);

} // namespace heddle::lsp

#endif // HEDDLE_TOOLS_PTX_LSP_COLUMNS_H
