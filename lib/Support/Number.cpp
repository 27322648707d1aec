//===- Number.cpp - Whole numbers that users write ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Number.h"

using namespace llvm;

namespace heddle {

std::optional<uint64_t> parseNumber(StringRef Text, uint64_t Max) {
  unsigned Radix = 10;
  if (Text.consume_front_insensitive("0x"))
    Radix = 16;
  else if (Text.consume_front_insensitive("0b"))
    Radix = 2;
  uint64_t Number;
  if (Text.getAsInteger(Radix, Number) || Number > Max)
    return std::nullopt;
  return Number;
}

std::optional<int64_t> parseSignedNumber(StringRef Text) {
  const bool IsNegative = Text.consume_front("-");
  const uint64_t Most = uint64_t(INT64_MAX) + (IsNegative ? 1 : 0);
  std::optional<uint64_t> Magnitude = parseNumber(Text, Most);
  if (!Magnitude)
    return std::nullopt;
  return static_cast<int64_t>(IsNegative ? 0 - *Magnitude : *Magnitude);
}

} // namespace heddle
