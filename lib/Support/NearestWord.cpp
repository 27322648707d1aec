//===- NearestWord.cpp - What a misspelt word stands for ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/NearestWord.h"

using namespace llvm;

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
