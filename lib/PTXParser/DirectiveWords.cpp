//===- DirectiveWords.cpp - Which words are directives --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectiveWords.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

static constexpr StringRef Words[] = {
    "version",      "target",        "address_size", "entry",        "func",
    "visible",      "extern",        "weak",         "common",       "global",
    "const",        "shared",        "local",        "param",        "reg",
    "tex",          "maxntid",       "reqntid",      "maxnreg",      "pragma",
    "loc",          "file",          "section",      "alias",        "align",
    "minnctapersm", "branchtargets", "calltargets",  "callprototype"};

llvm::ArrayRef<StringRef> heddle::ptx::directiveWords() { return Words; }

bool heddle::ptx::isDirectiveWord(StringRef Word) {
  return llvm::is_contained(Words, Word);
}
