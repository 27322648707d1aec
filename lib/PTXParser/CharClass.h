//===- CharClass.h - Classes of characters in PTX text ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_CHARCLASS_H
#define HEDDLE_LIB_PTXPARSER_CHARCLASS_H

#include <array>
#include <cstdint>

namespace heddle::ptx {

/// Follow: may stand in an identifier behind its first character.
enum CharFlags : uint8_t { Follow = 1, Letter = 2, Digit = 4, Blank = 8 };

inline constexpr std::array<uint8_t, 256> CharTable = [] {
  std::array<uint8_t, 256> Table{};
  for (unsigned C = 'a'; C <= 'z'; ++C)
    Table[C] = Table[C - 'a' + 'A'] = Follow | Letter;
  for (unsigned C = '0'; C <= '9'; ++C)
    Table[C] = Follow | Digit;
  Table['_'] = Table['$'] = Follow;
  Table[' '] = Table['\t'] = Table['\r'] = Table['\n'] = Table['\f'] = Blank;
  return Table;
}();

/// Whether \p C is of one of the classes \p Flags.
inline bool has(char C, uint8_t Flags) {
  return CharTable[static_cast<unsigned char>(C)] & Flags;
}

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_CHARCLASS_H
