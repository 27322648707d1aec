//===- OneLine.h - Texts of others as a part of a line ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_ONELINE_H
#define HEDDLE_SUPPORT_ONELINE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle {

/// \p Text with C's escapes for all that may end a line or steer a terminal, so
/// that what a program writes cannot be taken for a line of a tool's. UTF-8
/// stays; bytes that are none are escaped. Tabs stay.
std::string onOneLine(llvm::StringRef Text);

/// The lines of \p Text, each such a text behind \p Prefix and with an end.
std::string prefixLines(llvm::StringRef Text, llvm::StringRef Prefix);

} // namespace heddle

#endif // HEDDLE_SUPPORT_ONELINE_H
