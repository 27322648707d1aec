//===- OneLine.cpp - Texts of others as a part of a line ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/OneLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace heddle {

/// The bytes of the character that \p Text begins with, if it can be shown; 0
/// otherwise.
static size_t shownBytes(StringRef Text) {
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.data());
  const UTF8 *At = Begin;
  UTF32 Character;
  if (convertUTF8Sequence(&At, Begin + Text.size(), &Character,
                          strictConversion) != conversionOK)
    return 0;
  bool IsShown = Character == '\t' || sys::unicode::isPrintable(int(Character));
  return IsShown ? size_t(At - Begin) : 0;
}

static std::string escapedByte(char C) {
  switch (C) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  default:
    return "\\x" + toHex(StringRef(&C, 1), /*LowerCase=*/true);
  }
}

std::string onOneLine(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    size_t Shown = shownBytes(Text);
    if (Shown)
      Result += Text.take_front(Shown);
    else
      Result += escapedByte(Text.front());
    Text = Text.drop_front(std::max<size_t>(Shown, 1));
  }
  return Result;
}

std::string prefixLines(StringRef Text, StringRef Prefix) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Result += (Prefix + onOneLine(Line) + "\n").str();
    Text = Rest;
  }
  return Result;
}

} // namespace heddle
