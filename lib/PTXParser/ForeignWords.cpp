//===- ForeignWords.cpp - Words of C and CUDA -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignWords.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using llvm::SMFixIt;
using llvm::SMRange;
using llvm::StringRef;

/// The text behind "in PTX that is", of words that are no types.
static StringRef hintOf(StringRef Word) {
  return llvm::StringSwitch<StringRef>(Word)
#define FOREIGN_WORD(WORD, HINT) .Case(WORD, HINT)
#include "ForeignWords.def"
      .Default("");
}

StringRef heddle::ptx::foreignType(StringRef Word) {
  return llvm::StringSwitch<StringRef>(Word)
#define FOREIGN_TYPE(WORD, TYPE) .Case(WORD, TYPE)
#include "ForeignWords.def"
      .Default("");
}

std::string heddle::ptx::foreignHint(StringRef Word) {
  if (StringRef Hint = hintOf(Word); !Hint.empty())
    return ("; in PTX that is " + Hint).str();
  if (StringRef Type = foreignType(Word); !Type.empty())
    return ("; in PTX that is '.reg ." + Type + "'").str();
  return "";
}

llvm::SmallVector<SMFixIt, 1> heddle::ptx::foreignFixIt(StringRef Word,
                                                        SMRange Range) {
  StringRef Hint = hintOf(Word);
  if (!Hint.consume_front("'") || !Hint.consume_back("'") ||
      Hint.find_first_of("' ") != StringRef::npos)
    return {};
  return {SMFixIt(Range, Hint)};
}
