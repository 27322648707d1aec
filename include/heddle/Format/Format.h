//===- Format.h - The one style of PTX text ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lays a PTX file out anew. Blanks and line breaks change, words and comments
/// do not.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FORMAT_FORMAT_H
#define HEDDLE_FORMAT_FORMAT_H

#include <optional>
#include <string>

namespace heddle {
class Diagnostics;
} // namespace heddle

namespace heddle::format {

/// The main buffer of \p Diags's SourceMgr in the style of docs/editor.md;
/// nothing if it holds something that is no word of PTX, which is reported.
/// Ignores what the text means.
std::optional<std::string> formatPTX(Diagnostics &Diags);

} // namespace heddle::format

#endif // HEDDLE_FORMAT_FORMAT_H
