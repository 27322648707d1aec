//===- Numbers.cpp - Sizes and indices as users write them ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Debugger/Numbers.h"
#include "heddle/Support/OptionTable.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace heddle::debugger {

std::optional<std::array<uint32_t, 3>> parseIndex(StringRef Text) {
  Text = Text.trim();
  if (Text.consume_front("(") && !Text.consume_back(")"))
    return std::nullopt;
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  std::array<uint32_t, 3> Index = {0, 0, 0};
  if (Parts.size() > 3)
    return std::nullopt;
  for (auto [I, Part] : enumerate(Parts))
    if (Part.trim().getAsInteger(10, Index[I]))
      return std::nullopt;
  return Index;
}

Expected<sm::Dim3> parseSize(StringRef Name, StringRef Text) {
  std::string Commas = Text.str();
  std::replace(Commas.begin(), Commas.end(), 'x', ',');
  std::optional<std::array<uint32_t, 3>> Index = parseIndex(Commas);
  if (!Index || (*Index)[0] == 0)
    return malformedValue(Name, Text, "X, X,Y or X,Y,Z");
  return sm::Dim3{(*Index)[0], std::max((*Index)[1], 1u),
                  std::max((*Index)[2], 1u)};
}

} // namespace heddle::debugger
