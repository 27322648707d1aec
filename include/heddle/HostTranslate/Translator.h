//===- Translator.h - From machine code to host code ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Translates the machine code of kernels to code of the processor that this
/// runs on. Both engines have one meaning of an instruction, that of
/// lib/SM/Semantics. docs/translator.md shows what comes of a loop.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTTRANSLATE_TRANSLATOR_H
#define HEDDLE_HOSTTRANSLATE_TRANSLATOR_H

#include <functional>
#include <memory>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::sm {
class Translator;
} // namespace heddle::sm

namespace heddle::hosttranslate {

struct TranslatorOptions {
  /// Gets the name of a kernel that is not translated, and why.
  std::function<void(const std::string &Kernel, const std::string &Reason)>
      Note;
  /// Take the LLVM IR and the host's assembly of each kernel. Null: nobody
  /// does.
  llvm::raw_ostream *IR = nullptr, *Assembly = nullptr;
};

/// Works for the host instruction set that an executable is bound to.
std::unique_ptr<sm::Translator> makeTranslator(TranslatorOptions Options = {});

} // namespace heddle::hosttranslate

#endif // HEDDLE_HOSTTRANSLATE_TRANSLATOR_H
