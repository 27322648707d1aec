//===- DirectiveWords.h - Which words are directives ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_DIRECTIVEWORDS_H
#define HEDDLE_LIB_PTXPARSER_DIRECTIVEWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace heddle::ptx {

/// The directives that a misspelled word may have been meant for, without their
/// dots.
llvm::ArrayRef<llvm::StringRef> directiveWords();

/// Whether `.Word` is a directive.
bool isDirectiveWord(llvm::StringRef Word);

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_DIRECTIVEWORDS_H
