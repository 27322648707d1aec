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
/// lib/Engine/SM/Semantics. docs/translator.md shows what comes of a loop.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTTRANSLATE_TRANSLATOR_H
#define HEDDLE_HOSTTRANSLATE_TRANSLATOR_H

#include "heddle/SM/Launch.h"
#include "heddle/SM/Translation.h"
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::hosttranslate {

struct TranslatorOptions {
  /// Gets the name of a kernel, and what became of it: why it is not
  /// translated, or where it moved from one engine to the other.
  std::function<void(const std::string &Kernel, const std::string &Text)> Note;
  /// Launches start interpreted, and kernels are translated once it pays.
  bool WhenItPays = false;
  /// The coverage of the code that a kernel gets first, and of the code that it
  /// gets where the first leaves much to the interpreter.
  sm::Coverage First = sm::Coverage::Usual, Last = sm::Coverage::Complete;
  /// Kernels of so many instructions are made of calls; of half of them or a
  /// quarter, where vectors have 8 lanes or 4.
  size_t CallsFrom = 2000;
  /// The folder where host code is kept for other processes; empty: none. It is
  /// created when it is needed, and where it cannot be used nothing is kept.
  std::string CacheFolder;
  /// Take the LLVM IR and the host's assembly of each kernel. Null: nobody
  /// does.
  llvm::raw_ostream *IR = nullptr, *Assembly = nullptr;
  /// Takes names of the code for `perf report`, a kernel and a PTX line each,
  /// in the form of /tmp/perf-PID.map. Null: nobody does.
  llvm::raw_ostream *PerfMap = nullptr;
};

/// "heddle" in $XDG_CACHE_HOME or ~/.cache; empty when the user has no such.
std::string defaultCacheFolder();

/// Whether this build makes host code of \p Isa, which is not Best. Whether
/// this machine runs that is another question.
bool makesCodeFor(sm::HostIsa Isa);

/// Works for the host instruction set that an executable is bound to.
std::unique_ptr<sm::Translator> makeTranslator(TranslatorOptions Options = {});

} // namespace heddle::hosttranslate

#endif // HEDDLE_HOSTTRANSLATE_TRANSLATOR_H
