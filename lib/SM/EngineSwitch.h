//===- EngineSwitch.h - Which engine runs a kernel --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Moves an executable to host code when that pays, and back to the interpreter
/// when it does not. Decisions depend on counts of instructions, not on the
/// clock: the same launches on one host thread always switch at the same
/// places. Host threads adopt a new engine where a CTA starts or resumes.
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

/// Counts of the work of some CTAs, in warp-instructions.
struct EngineWork {
  uint64_t Issued = 0;
  /// Instructions issued by host code, and how often host code was entered.
  uint64_t InHostCode = 0, Entries = 0;
  /// Instructions issued by either engine while there was host code; and those
  /// among them that the interpreter issued although other host code could
  /// have.
  uint64_t WithHostCode = 0, Missed = 0;
  /// CTAs that ended.
  uint64_t CTAs = 0;
  /// The processor time of the host thread for this work.
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
  /// Makes \p T the translator of all launches from here on. Called once,
  /// before the first of them.
  void open(const Executable &E, const Translator &T);
  /// Returns whether open() was called.
  bool isOpen() const { return Maker != nullptr; }

  /// Returns null if the interpreter runs everything.
  const TranslatedProgram *current() const {
    return Current.load(std::memory_order_acquire);
  }

  /// Returns whether note() may change the engine.
  bool isUndecided() const { return Undecided.load(std::memory_order_relaxed); }
  /// Adds \p Work to the counts and decides again which engine to use.
  /// \p CtasLeft CTAs of the launch have not started. Generates host code if it
  /// pays, while other threads run on.
  void note(const Executable &E, const EngineWork &Work, uint64_t CtasLeft);

private:
  bool pays(const Executable &E, uint64_t CtasLeft);
  /// Returns whether host code is slower than the interpreter by the known
  /// times of instructions. With \p Learns, later code will include what this
  /// one misses.
  bool isSlow(bool Learns) const;
  /// Returns whether host code was slower by the measured times of both
  /// engines, as far as these are significant.
  bool wasSlow() const;
  /// Returns whether code with complete coverage is likely to pay.
  bool hasToGrow(uint64_t CtasLeft) const;
  /// Extrapolates \p Count, of the work so far, to the CTAs that are still to
  /// come.
  uint64_t toCome(uint64_t Count, uint64_t CtasLeft) const;
  bool mayGrow() const;
  void judge(const Executable &E, uint64_t CtasLeft);
  /// Returns to the interpreter, and notes \p Why.
  void leaveHostCode(const Executable &E, const std::string &Why);
  /// Compares the measured speed of host code with the interpreter's once more.
  void lookAgain(const Executable &E);
  /// Makes \p Made the current code. Returns false if it is null.
  bool use(const Executable &E, std::unique_ptr<TranslatedProgram> Made);
  /// Generates host code and uses it. Releases \p Guard, which holds Lock,
  /// meanwhile, so that other threads can add to the counts.
  bool translate(const Executable &E, Coverage Wanted,
                 std::unique_lock<std::mutex> &Guard);

  const Translator *Maker = nullptr;
  std::atomic<bool> Undecided = false;
  std::atomic<const TranslatedProgram *> Current = nullptr;
  /// Guards the members that follow.
  std::mutex Lock;
  EngineWork Total;
  /// The work of all launches by each engine alone, with its time.
  EngineWork Interpreted, ByHostCode;
  /// The amount of work in ByHostCode at which to compare speeds again.
  uint64_t NextLook = 0;
  /// The costs of generating code with the first coverage and with complete
  /// coverage, as instructions of the interpreter that take as long. Cost is
  /// unknown until it is needed.
  std::optional<uint64_t> Cost;
  uint64_t CostOfAll = 0;
  /// Whether it was checked that the current code pays.
  bool IsJudged = false;
  /// Whether the speed of the current code was measured for long enough.
  bool IsKnown = false;
  /// Whether the first code does not pay as it misses too much, so that only
  /// complete code may.
  bool WaitsForAll = false;
  /// The last code is the current one. Some threads may still run the others.
  std::vector<std::unique_ptr<TranslatedProgram>> Codes;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_ENGINESWITCH_H
