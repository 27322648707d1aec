//===- Translation.h - Host code of a program -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The SM's interface to a second engine: code of the host that runs a warp in
/// the interpreter's place, from some of the program's instructions on. It may
/// stop in front of any instruction, and the interpreter goes on there. The
/// maker of such code is not named here, so that the SM needs no code
/// generator.
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

/// Whether host code may execute \p I, of the lanes that come to it. Time,
/// locks and meetings of lanes are the interpreter's.
bool isForHostCode(const DecodedInst &I);

/// The states and operands that host code is written for.
enum class Coverage : uint8_t {
  /// The usual ones: lanes that stay together, and operands that are not rare.
  /// The interpreter does all else.
  Usual,
  /// All that host code can do.
  Complete,
};

/// Host code of an executable's instructions. Immutable, shareable.
class TranslatedProgram {
public:
  virtual ~TranslatedProgram();

  /// The instructions that were issued.
  struct Progress {
    uint64_t WarpInstructions = 0, ThreadInstructions = 0;
    /// No instruction was issued because the budget is too small.
    bool NeedsMore = false;
  };

  /// Runs \p W, which is not split, from its place on for \p Budget
  /// instructions at most. None issued: there is no host code for the warp as
  /// it is, and the interpreter has to execute an instruction at least.
  virtual Progress run(Warp &W, uint64_t Budget) const = 0;

  /// The instructions that several warps issued.
  struct GroupProgress {
    uint64_t WarpInstructions = 0, ThreadInstructions = 0;
    /// How often host code was entered, but for going on behind a barrier.
    uint64_t Entries = 0;
    /// How many of the warps have run since the last barrier that all passed.
    /// All but the last of them are in front of the same barrier.
    unsigned Ran = 0;
  };

  /// Runs \p Warps of one CTA, none of which is split, one after another up to
  /// a barrier. Where they meet nobody there but each other they go on behind
  /// it, until one comes to another place, or has used up what it has in
  /// \p Left, from which goes what it issues. None ran: at least one is where
  /// run() has to decide.
  virtual GroupProgress
  runGroup(llvm::ArrayRef<Warp *> Warps,
           llvm::MutableArrayRef<uint64_t> Left) const = 0;

  /// The first instruction behind \p PC where run() may start.
  virtual uint32_t nextEntry(uint32_t PC) const = 0;

  virtual Coverage coverage() const = 0;
};

/// Makes host code.
class Translator {
public:
  virtual ~Translator();

  /// Code that covers \p Wanted at least. Null: \p E is not translated, and the
  /// interpreter runs all of it. \p E must outlive the result. May be called
  /// from several threads.
  virtual std::unique_ptr<TranslatedProgram>
  translate(const Executable &E, Coverage Wanted) const = 0;

  /// The coverage of the code that a kernel gets first; and of the code that it
  /// gets later, if the interpreter has much to do beside the first.
  virtual Coverage firstCoverage() const;
  virtual Coverage lastCoverage() const;

  /// Whether launches start in host code. Else they start interpreted, and host
  /// code is made once it is likely to save more time than it takes to make.
  virtual bool startsAtOnce() const;
  /// The time that translate() takes, about.
  virtual uint64_t nanosecondsFor(const Executable &E, Coverage Wanted) const;

  /// Takes a remark on \p E for people.
  virtual void note(const Executable &E, const std::string &Text) const;
};

/// Has \p T translate \p E for the launches that follow, unless that was said
/// before. No launch of \p E may run meanwhile; \p T must outlive \p E's last.
void translate(Executable &E, const Translator &T);

} // namespace heddle::sm

#endif // HEDDLE_SM_TRANSLATION_H
