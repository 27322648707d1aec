//===- Number.h - Whole numbers that users write ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One way to read numbers on command lines and in job files: decimal, 0x... or
/// 0b.... A leading zero means nothing: 010 is ten, as in every printed list,
/// and not eight, as in C. PTX has its own rules.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_NUMBER_H
#define HEDDLE_SUPPORT_NUMBER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace heddle {

/// The number that all of \p Text is, up to \p Max; nothing if it is anything
/// else.
std::optional<uint64_t> parseNumber(llvm::StringRef Text,
                                    uint64_t Max = UINT64_MAX);

/// A number as in parseNumber(), with a minus sign allowed in front.
std::optional<int64_t> parseSignedNumber(llvm::StringRef Text);

} // namespace heddle

#endif // HEDDLE_SUPPORT_NUMBER_H
