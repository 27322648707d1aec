//===- Layout.h - The lines of one statement --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FORMAT_LAYOUT_H
#define HEDDLE_LIB_FORMAT_LAYOUT_H

#include "Statements.h"
#include <string>

namespace heddle::format {

constexpr unsigned IndentWidth = 4;
constexpr unsigned LineWidth = 80;

/// Appends \p S, Plain or FunctionHead, to \p Out in lines that are indented by
/// \p Indent; no line break behind it.
void layOut(const Statement &S, unsigned Indent, std::string &Out);

/// Whether a blank stands before the piece number \p I of the statement
/// \p Pieces.
bool hasBlank(llvm::ArrayRef<ptx::SourcePiece> Pieces, size_t I);

} // namespace heddle::format

#endif // HEDDLE_LIB_FORMAT_LAYOUT_H
