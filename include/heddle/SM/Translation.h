//===- Translation.h - Host code of a program -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The SM's interface to a second engine: host code that runs a warp in place
/// of the interpreter, from some of the program's instructions on. It may stop
/// before any instruction, where the interpreter continues. The interface does
/// not name the code generator, so that the SM does not depend on one.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_TRANSLATION_H
#define HEDDLE_SM_TRANSLATION_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <string>

namespace heddle::sm {

class Executable;
class Warp;
struct DecodedInst;

/// Returns whether host code may execute \p I. The interpreter alone deals with
/// time, locks and meetings of lanes.
bool isForHostCode(const DecodedInst &I);

/// The states and operands that host code handles.
enum class Coverage : uint8_t {
  /// The common ones: lanes that stay together, and operands that are not rare.
  /// The interpreter handles the rest.
  Usual,
  /// All that host code can handle, of warps of 32 threads.
  Complete,
  /// The same of warps of fewer threads: the lanes that there are are a part
  /// from the start.
  Short,
};

/// Host code of an executable. It is immutable, and threads may share it.
class TranslatedProgram {
public:
  virtual ~TranslatedProgram();

  /// The counts of instructions that were issued.
  struct Progress {
    uint64_t WarpInstructions = 0, ThreadInstructions = 0;
    /// Whether none was issued because the budget is too small.
    bool NeedsMore = false;
  };

  /// Runs \p W, which must not be split, from its PC on for \p Budget
  /// instructions at most. If none was issued, there is no host code for the
  /// state of the warp, and the interpreter must execute at least one
  /// instruction.
  virtual Progress run(Warp &W, uint64_t Budget) const = 0;

  /// The counts of instructions that several warps issued.
  struct GroupProgress {
    uint64_t WarpInstructions = 0, ThreadInstructions = 0;
    /// How often host code was entered, other than after a barrier.
    uint64_t Entries = 0;
    /// The number of warps that have run since the last barrier that all
    /// passed. All but the last of them wait at the same barrier.
    unsigned Ran = 0;
  };

  /// Runs \p Warps of one CTA, none of which is split, one after another up to
  /// a barrier. If only these warps take part in it, they run on after it,
  /// until one reaches another place or has used up its entry of \p Left, which
  /// counts down by the instructions issued. If none ran, run() must decide
  /// about at least one of them.
  virtual GroupProgress
  runGroup(llvm::ArrayRef<Warp *> Warps,
           llvm::MutableArrayRef<uint64_t> Left) const = 0;

  /// Returns the first instruction after \p PC where run() may start.
  virtual uint32_t nextEntry(uint32_t PC) const = 0;

  virtual Coverage coverage() const = 0;
};

/// Translates executables to host code.
class Translator {
public:
  virtual ~Translator();

  /// Returns code that covers at least \p Wanted; null if \p E is not
  /// translated, so that the interpreter runs all of it. \p E must outlive the
  /// result. Several threads may call it. Where it turns out to take longer
  /// than nanosecondsFor() said, it may return null once; nanosecondsFor() says
  /// more then.
  virtual std::unique_ptr<TranslatedProgram>
  translate(const Executable &E, Coverage Wanted) const = 0;

  /// The coverage of the first code of a kernel, and of the code that replaces
  /// it if the interpreter still has much to do.
  virtual Coverage firstCoverage() const;
  virtual Coverage lastCoverage() const;

  /// Returns whether launches start with host code. Otherwise they start in the
  /// interpreter, and host code is generated once it is likely to save more
  /// time than that takes.
  virtual bool startsAtOnce() const;
  /// Returns an estimate of the time that translate() takes.
  virtual uint64_t nanosecondsFor(const Executable &E, Coverage Wanted) const;

  /// Receives a remark on \p E for the user.
  virtual void note(const Executable &E, const std::string &Text) const;
};

/// Makes \p T translate \p E for the following launches, unless a translator
/// was set before. No launch of \p E may run during the call; \p T must outlive
/// the last launch of \p E.
void translate(Executable &E, const Translator &T);

} // namespace heddle::sm

#endif // HEDDLE_SM_TRANSLATION_H
