//===- VersionChecker.h - What .version and .target allow -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the module's .version and .target have what the module uses. All
/// that is known about versions is in PTX.td and LanguageFeatures.def.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_PTXPARSER_SEMA_VERSIONCHECKER_H
#define HEDDLE_LIB_PTXPARSER_SEMA_VERSIONCHECKER_H

#include "FormMatcher.h"
#include "Reporter.h"
#include "heddle/PTXParser/AST.h"

namespace heddle::ptx {

/// "1.4" for 14.
std::string versionText(unsigned Version);

/// A row of LanguageFeatures.def.
enum class Feature : uint8_t {
#define FEATURE(NAME, TEXT, VERSION, TARGET) NAME,
#include "LanguageFeatures.def"
};

class VersionChecker : Reporter {
public:
  VersionChecker(const Module &M, Diagnostics &Diags) : Reporter(Diags), M(M) {}

  /// Reports at \p Range if the module is older than what \p What needs.
  bool needs(llvm::SMRange Range, const llvm::Twine &What, unsigned Version,
             unsigned Target) const;
  bool needs(llvm::SMRange Range, Feature F) const;

  /// Whether .version and .target have the form.
  bool has(const MatchedForm &Match) const { return availability(Match).IsMet; }
  /// Whether they do and check() would have nothing to say about it.
  bool isPlain(const MatchedForm &Match) const;
  bool check(const Instruction &I, const MatchedForm &Match) const;
  /// Warns of a leniency of NVIDIA's assembler.
  void beyondManual(llvm::SMRange Range, const llvm::Twine &What) const;

private:
  /// The .version and .target that a form requires.
  struct Availability {
    unsigned Version;
    unsigned Target;
    bool VersionOver = false;
    bool TargetOver = false;
    bool HasEnded = false;
    bool IsMet = false;
  };
  Availability availability(const MatchedForm &Match) const;

  const Module &M;
};

} // namespace heddle::ptx

#endif // HEDDLE_LIB_PTXPARSER_SEMA_VERSIONCHECKER_H
