//===- DebugSections.h - The sections that PTX has as text ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DEBUGGER_DEBUGSECTIONS_H
#define HEDDLE_LIB_DEBUGGER_DEBUGSECTIONS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace heddle::debugger {

/// Symbol N of a module is at (N + 1) << SymbolShift, beyond all lines.
constexpr unsigned SymbolShift = 40;

/// `.section`s of PTX, which hold bytes and names, as bytes.
struct DebugSections {
  /// By name, without the dot.
  llvm::StringMap<std::string> Bytes;
  std::vector<std::string> Symbols;
};

/// The value of a label of the code is its line, that of a label in a section
/// its place there, and that of any other name the address of a symbol.
DebugSections readDebugSections(llvm::StringRef Text);

} // namespace heddle::debugger

#endif // HEDDLE_LIB_DEBUGGER_DEBUGSECTIONS_H
