//===- JSONPlaces.h - Where the values of a JSON text are -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's JSON reader forgets where a value was read. Errors are rare, so the
/// place is looked for again when one is to be reported.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_JOBS_JSONPLACES_H
#define HEDDLE_LIB_JOBS_JSONPLACES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace heddle::jobs {

/// From a value to a member of it, or where Key is empty to an element.
struct JSONStep {
  std::string Key;
  size_t Index = 0;
};

/// Returns the offset in \p Text, which must be valid JSON, of the value that
/// \p Path leads to from the outermost one: of a member's name, of an element's
/// first character. If the path ends early, returns the offset of the last
/// value on it.
size_t findJSON(llvm::StringRef Text, llvm::ArrayRef<JSONStep> Path);

/// Offset of the first member name that its object has twice.
std::optional<size_t> findRepeatedName(llvm::StringRef Text);

/// Whether lists and objects of \p Text, valid or not, nest deeper than any
/// job's. Readers take them by recursion and would use up the stack.
bool isNestedTooDeeply(llvm::StringRef Text);

} // namespace heddle::jobs

#endif // HEDDLE_LIB_JOBS_JSONPLACES_H
