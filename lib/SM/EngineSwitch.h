//===- EngineSwitch.h - Which engine runs a kernel --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Moves an executable to host code when that pays, and back where it does not.
/// What counts is what was issued, never the clock: the same launches of one
/// host thread always move at the same places. Host threads look for a change
/// where a CTA starts or goes on after a pause.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_ENGINESWITCH_H
#define HEDDLE_LIB_SM_ENGINESWITCH_H

#include "heddle/SM/Translation.h"
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace heddle::sm {

/// What some CTAs issued, in warp-instructions.
struct EngineWork {
  uint64_t Issued = 0;
  /// Of these, by host code; and how often that was entered.
  uint64_t InHostCode = 0, Entries = 0;
  /// What was issued while there was host code, by whomever; and by the
  /// interpreter, though other host code might have done it.
  uint64_t WithHostCode = 0, Missed = 0;
  /// That ended.
  uint64_t CTAs = 0;
  /// Of the thread's processor time, for all of it.
  uint64_t Nanoseconds = 0;

  EngineWork operator-(const EngineWork &O) const {
    return {Issued - O.Issued,          InHostCode - O.InHostCode,
            Entries - O.Entries,        WithHostCode - O.WithHostCode,
            Missed - O.Missed,          CTAs - O.CTAs,
            Nanoseconds - O.Nanoseconds};
  }
  EngineWork &operator+=(const EngineWork &O) {
    Issued += O.Issued;
    InHostCode += O.InHostCode;
    Entries += O.Entries;
    WithHostCode += O.WithHostCode;
    Missed += O.Missed;
    CTAs += O.CTAs;
    Nanoseconds += O.Nanoseconds;
    return *this;
  }
};

class EngineSwitch {
public:
  /// \p T serves all launches from here on. To be called once, before the
  /// first of them.
  void open(const Executable &E, const Translator &T);
  /// Whether it was called.
  bool isOpen() const { return Maker != nullptr; }

  /// Null: the interpreter runs all.
  const TranslatedProgram *current() const {
    return Current.load(std::memory_order_acquire);
  }

  /// Whether note() may change anything.
  bool isUndecided() const { return Undecided.load(std::memory_order_relaxed); }
  /// Adds \p Work, and decides anew. \p CtasLeft of the launch have not
  /// started. Makes host code, if need be, while other threads go on.
  void note(const Executable &E, const EngineWork &Work, uint64_t CtasLeft);

private:
  bool pays(const Executable &E, uint64_t CtasLeft);
  /// By what instructions are known to take. \p Learns: what it misses it is
  /// going to do itself.
  bool isSlow(bool Learns) const;
  /// By what they took, by both engines, as far as that says something.
  bool wasSlow() const;
  /// Whether code for all that may happen is likely to pay.
  bool hasToGrow(uint64_t CtasLeft) const;
  /// What \p Count so far lets expect of the CTAs that are still to come.
  uint64_t toCome(uint64_t Count, uint64_t CtasLeft) const;
  bool mayGrow() const;
  void judge(const Executable &E, uint64_t CtasLeft);
  /// Goes on with the interpreter, and says why.
  void leaveHostCode(const Executable &E, const std::string &Why);
  /// Whether it is as fast as the interpreter was.
  void lookAgain(const Executable &E);
  /// False: there is no such code.
  bool use(const Executable &E, std::unique_ptr<TranslatedProgram> Made);
  /// Makes host code and uses it. Others take notes meanwhile; \p Guard is of
  /// Lock.
  bool translate(const Executable &E, Coverage Wanted,
                 std::unique_lock<std::mutex> &Guard);

  const Translator *Maker = nullptr;
  std::atomic<bool> Undecided = false;
  std::atomic<const TranslatedProgram *> Current = nullptr;
  /// Of what follows.
  std::mutex Lock;
  EngineWork Total;
  /// What both engines did, each alone, and how long it took: of all launches.
  EngineWork Interpreted, ByHostCode;
  /// Of ByHostCode, how much is enough to look at it once more.
  uint64_t NextLook = 0;
  /// Of making code that covers what the first has to and all, in warp-
  /// instructions of the interpreter. The first is not known before somebody
  /// needs it.
  std::optional<uint64_t> Cost;
  uint64_t CostOfAll = 0;
  /// Whether it was looked at whether the code at hand is worth its while.
  bool IsJudged = false;
  /// Whether it was seen for long enough how fast it is.
  bool IsKnown = false;
  /// Whether it was not, as it misses too much, and only code for all may be.
  bool WaitsForAll = false;
  /// The last is in use. The others, too, by threads that still run them.
  std::vector<std::unique_ptr<TranslatedProgram>> Codes;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_ENGINESWITCH_H
