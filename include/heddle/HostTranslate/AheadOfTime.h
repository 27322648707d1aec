//===- AheadOfTime.h - Host code for later ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernels of an object as host code that a program is linked with, with
/// the object itself: a heddleTranslation_t of heddle-c/translated.h.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTTRANSLATE_AHEADOFTIME_H
#define HEDDLE_HOSTTRANSLATE_AHEADOFTIME_H

#include "heddle/Object/Module.h"
#include "heddle/SM/Launch.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle::hosttranslate {

enum class HostOutput { IR, Assembly, Object };

struct AheadOfTimeOptions {
  sm::HostIsa Isa = sm::HostIsa::Best;
  HostOutput Output = HostOutput::Object;
  /// The name of the heddleTranslation_t.
  std::string Symbol;
  /// Gets the name of a kernel that stays interpreted, and why.
  std::function<void(const std::string &Kernel, const std::string &Why)> Note;
};

/// Writes host code of the kernels of \p M, which has been loaded, and
/// \p Bytes, the object it was read from, to \p OS. Fails where this build has
/// no bitcode for the instruction set.
llvm::Error translateAhead(const object::Module &M, llvm::StringRef Bytes,
                           const AheadOfTimeOptions &Options,
                           llvm::raw_ostream &OS);

} // namespace heddle::hosttranslate

#endif // HEDDLE_HOSTTRANSLATE_AHEADOFTIME_H
