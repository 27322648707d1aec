//===- Columns.cpp - Columns as editors count them ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Columns.h"

using llvm::StringRef;

/// Returns the code units of the character that starts with \p Byte; a byte
/// that goes on with a character adds none.
static unsigned unitsAt(char Byte) {
  const auto Value = static_cast<unsigned char>(Byte);
  // Four bytes are what two surrogates encode.
  return (Value & 0xc0) == 0x80 ? 0 : Value >= 0xf0 ? 2 : 1;
}

unsigned heddle::lsp::unitsOf(StringRef Text) {
  unsigned Units = 0;
  for (char Byte : Text)
    Units += unitsAt(Byte);
  return Units;
}

size_t heddle::lsp::bytesOf(StringRef Line, int Units) {
  int Seen = 0;
  for (size_t N = 0; N != Line.size(); ++N) {
    const auto Own = int(unitsAt(Line[N]));
    if (Own && Seen >= Units)
      return N;
    Seen += Own;
  }
  return Line.size();
}

size_t heddle::lsp::offsetAt(StringRef Text, int Line, int Units) {
  size_t Start = 0;
  for (; Line > 0; --Line) {
    const size_t End = Text.find('\n', Start);
    if (End == StringRef::npos)
      return Text.size();
    Start = End + 1;
  }
  StringRef Whole = Text.drop_front(Start).split('\n').first;
  // Both characters of a line's end are behind all columns.
  Whole.consume_back("\r");
  return Start + bytesOf(Whole, Units);
}
