//===- Completion.h - Words that may come next ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTXPARSER_COMPLETION_H
#define HEDDLE_PTXPARSER_COMPLETION_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::ptx {

/// A modifier that may follow, with the least version and target (as
/// InstForm::MinTarget) of the forms that have it there.
struct NextModifier {
  llvm::StringRef Name;
  uint16_t MinVersion, MinTarget;
};

/// The modifiers that can stand behind \p Spelling, `ld.global`, in some form
/// of its instruction; none if no form starts so.
std::vector<NextModifier> nextModifiers(llvm::StringRef Spelling);

/// All mnemonics, without modifiers.
std::vector<llvm::StringRef> mnemonics();
/// `%tid`, `%envreg7`: all special registers.
std::vector<std::string> specialRegisters();
/// Whether \p Name, with its percent sign, is a special register.
bool isSpecialRegister(llvm::StringRef Name);
/// The words of directives, without dots.
std::vector<llvm::StringRef> directives();

} // namespace heddle::ptx

#endif // HEDDLE_PTXPARSER_COMPLETION_H
