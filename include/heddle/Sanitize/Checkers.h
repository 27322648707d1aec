//===- Checkers.h - The observers that check --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SANITIZE_CHECKERS_H
#define HEDDLE_SANITIZE_CHECKERS_H

#include "heddle/Machine/Observer.h"
#include "heddle/Sanitize/Findings.h"
#include <optional>

namespace heddle::sanitize {

struct CheckOptions {
  /// Whether the lanes of a warp do one instruction after another together, so
  /// that they need nothing to be ordered. Unset: on targets below sm_70.
  std::optional<bool> WarpSynchronous;
};

/// Looks for accesses of shared and of global memory, at least one of them a
/// write, of which neither happens before the other. The modules of its
/// launches must have been compiled for checkers. \p To outlives the observer.
std::unique_ptr<sm::Observer> makeRaceChecker(const CheckOptions &Options,
                                              Findings &To);

/// Looks for barriers that not all come to, and for exchanges with lanes that
/// do not take part. As for races, modules must have been compiled for
/// checkers.
std::unique_ptr<sm::Observer> makeSyncChecker(const CheckOptions &Options,
                                              Findings &To);

/// Looks for branches, addresses and other uses of what nobody has written. The
/// modules of its launches must have been compiled with
/// CompileOptions::MarksUndefined. \p To outlives the observer.
std::unique_ptr<sm::Observer> makeInitChecker(const CheckOptions &Options,
                                              Findings &To);

/// Looks for accesses outside of the variable that their address is made of,
/// for reads behind what was written to dynamic shared memory, and for blocks
/// of the device heap that are never freed. \p To outlives the observer, which
/// lives until Findings::finish().
std::unique_ptr<sm::Observer> makeMemoryChecker(const CheckOptions &Options,
                                                Findings &To);

/// A checker, as the options that choose among them show it.
struct CheckerInfo {
  /// "race", and "racecheck" as Compute Sanitizer has it.
  llvm::StringLiteral Name, Tool;
  /// The modules of its launches must have been compiled with
  /// CompileOptions::MarksUndefined.
  bool NeedsUndefined;
  std::unique_ptr<sm::Observer> (*Make)(const CheckOptions &Options,
                                        Findings &To);
};

/// All checkers, in the order in which they look at an instruction.
inline constexpr CheckerInfo CheckerTable[] = {
#define HEDDLE_CHECKER(ID, NAME, TOOL, NEEDS_UNDEFINED)                        \
  {NAME, TOOL, NEEDS_UNDEFINED, make##ID##Checker},
#include "heddle/Sanitize/Checkers.def"
};
inline constexpr size_t NumCheckers = std::size(CheckerTable);

} // namespace heddle::sanitize

#endif // HEDDLE_SANITIZE_CHECKERS_H
