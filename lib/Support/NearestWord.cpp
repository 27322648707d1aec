//===- NearestWord.cpp - What a misspelt word stands for ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/NearestWord.h"
#include <algorithm>
#include <utility>

using namespace llvm;

std::string heddle::digitsForLetters(StringRef Number) {
  static constexpr std::pair<char, char> Looks[] = {
      {'O', '0'}, {'o', '0'}, {'l', '1'}, {'I', '1'},
      {'i', '1'}, {'Z', '2'}, {'S', '5'}, {'B', '8'}};
  std::string Text = Number.str();
  for (auto [Letter, Digit] : Looks)
    std::replace(Text.begin(), Text.end(), Letter, Digit);
  return Text;
}

StringRef heddle::nearestWord(StringRef Word, ArrayRef<StringRef> Known) {
  StringRef Best;
  unsigned BestDistance = Word.size() / 3 + 2;
  for (StringRef Other : Known) {
    unsigned Distance = Word.edit_distance_insensitive(
        Other, /*AllowReplacements=*/true, BestDistance);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = Other;
    }
  }
  return Best;
}
