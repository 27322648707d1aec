//===- SourceMap.h - From PTX places to source places -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The source places that the .loc directives of a module give. The line map of
/// a kernel leads from addresses to PTX places, this one on to the language
/// that the PTX was made from.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_SOURCEMAP_H
#define HEDDLE_OBJECT_SOURCEMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::object {

/// A place in a source file. Lines and columns count from 1; column 0 is none.
struct SourceLocation {
  /// Index in SourceMap::Files.
  uint32_t File = 0;
  uint32_t Line = 0;
  uint32_t Column = 0;
  /// Index + 1 in SourceMap::Functions of the function that has the place; 0
  /// where the PTX does not name it.
  uint32_t Function = 0;
  /// Index + 1 in SourceMap::Locations of the place that the function was
  /// inlined at, which comes before this one; 0: not inlined.
  uint32_t Caller = 0;
};

/// From this PTX place up to the next mark's, code comes from Location.
struct SourceMark {
  uint32_t Line = 0;
  uint32_t Column = 0;
  /// Index + 1 in SourceMap::Locations; 0: from nowhere.
  uint32_t Location = 0;
};

struct SourceMap {
  std::vector<std::string> Files;
  /// Mangled as the PTX has them.
  std::vector<std::string> Functions;
  std::vector<SourceLocation> Locations;
  /// Ascending.
  std::vector<SourceMark> Marks;

  /// Whether the module has no .loc.
  bool empty() const { return Marks.empty(); }

  /// The source that the PTX place \p Line, \p Column was made from; null where
  /// nothing says.
  const SourceLocation *find(uint32_t Line, uint32_t Column) const;

  /// The place that \p L was inlined at; null when it was not.
  const SourceLocation *callerOf(const SourceLocation &L) const {
    return L.Caller == 0 ? nullptr : &Locations[L.Caller - 1];
  }

  /// "saxpy.cu:12" for \p Line, \p Column; empty where nothing says.
  std::string text(uint32_t Line, uint32_t Column) const;
};

/// The bytes of .heddle.loc.
llvm::SmallVector<char, 0> encodeSourceMap(const SourceMap &Map);

/// Reads what encodeSourceMap wrote. Fails on truncated or foreign bytes.
llvm::Expected<SourceMap> decodeSourceMap(llvm::ArrayRef<uint8_t> Bytes);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_SOURCEMAP_H
