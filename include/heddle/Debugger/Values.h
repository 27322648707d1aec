//===- Values.h - What a user asks for by name ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DEBUGGER_VALUES_H
#define HEDDLE_DEBUGGER_VALUES_H

#include "heddle/Debugger/View.h"
#include "heddle/Runtime/Elements.h"

namespace heddle::debugger {

/// Elements of something in memory.
struct MemoryPart {
  MemoryRange Range;
  uint64_t First = 0, End = 0;
  unsigned size() const { return runtime::elementSize(Range.Type); }
  std::string text(uint64_t Index) const {
    return runtime::formatElement(Range.Type,
                                  Range.Bytes.data() + Index * size());
  }
};

/// NAME, NAME[I], NAME[I..J], and behind it maybe `:TYPE`. Without an index it
/// is \p Usual elements at most.
llvm::Expected<MemoryPart> parseMemory(llvm::StringRef Text, const View &V,
                                       WarpName Focus, uint64_t Usual);

/// The value of a register of PTX or of the machine, of a variable of the
/// source, or of memory: "[0 1 2]". \p Format is a letter of gdb: x, d, u, f, t
/// or c; 0: as its type says.
llvm::Expected<std::string> valueText(llvm::StringRef What, const View &V,
                                      WarpName Focus, char Format = 0);

/// The bits that a value of \p Type has in an integer: 32 of "u32" and of
/// "f16x2", 64 at most. A predicate has 8, so that it is 0 or 1 with any sign.
unsigned widthOf(llvm::StringRef Type);

/// \p Bits, of \p Width bits, as \p Format says.
std::string formatted(uint64_t Bits, unsigned Width, char Format);

/// \p Message, with values in place of each {WHAT}.
std::string messageText(llvm::StringRef Message, const View &V, WarpName Focus);

} // namespace heddle::debugger

#endif // HEDDLE_DEBUGGER_VALUES_H
