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
/// The number of instructions that are still to come follows from those issued,
/// and the time of each from the processor time that the engines took so far.
/// Host threads look for a change where a CTA starts, goes on after a pause, or
/// behind a slice.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_ENGINESWITCH_H
#define HEDDLE_SM_ENGINESWITCH_H

#include "heddle/SM/Translation.h"
#include <atomic>
#include <map>
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
  /// Lanes that did nothing, summed up over what was issued.
  uint64_t IdleLanes = 0;
  /// A part of Issued: the instructions of warps of fewer than 32 threads.
  uint64_t OfShort = 0;

  EngineWork operator-(const EngineWork &O) const {
    return {Issued - O.Issued,           InHostCode - O.InHostCode,
            Entries - O.Entries,         WithHostCode - O.WithHostCode,
            Missed - O.Missed,           CTAs - O.CTAs,
            Nanoseconds - O.Nanoseconds, IdleLanes - O.IdleLanes,
            OfShort - O.OfShort};
  }
  EngineWork &operator+=(const EngineWork &O) {
    Issued += O.Issued;
    InHostCode += O.InHostCode;
    Entries += O.Entries;
    WithHostCode += O.WithHostCode;
    Missed += O.Missed;
    CTAs += O.CTAs;
    Nanoseconds += O.Nanoseconds;
    IdleLanes += O.IdleLanes;
    OfShort += O.OfShort;
    return *this;
  }
};

/// How much of a launch is not over.
struct CtasToCome {
  uint64_t InProgress = 0, NotStarted = 0;
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

  /// Returns the code for warps of fewer than 32 threads; null if there is
  /// none. Who asks has such warps. Makes it where launches start with host
  /// code.
  const TranslatedProgram *forShortWarps(const Executable &E);

  /// Returns whether note() may change the engine.
  bool isUndecided() const {
    return Undecided.load(std::memory_order_relaxed) ||
           ShortIsUndecided.load(std::memory_order_relaxed);
  }
  /// Adds \p Work, and decides anew, by what is \p Left of the launch. Makes
  /// host code, if need be, while other threads go on.
  void note(const Executable &E, const EngineWork &Work, CtasToCome Left);

private:
  /// Returns the coverage that host code needs, by what the interpreter saw.
  Coverage wanted() const;
  bool pays(const Executable &E, CtasToCome Left);
  /// The same of code for warps of fewer than 32 threads.
  bool paysForShort(const Executable &E, CtasToCome Left);
  /// Makes that. Releases \p Guard, as translate() does.
  void translateShort(const Executable &E, std::unique_lock<std::mutex> &Guard);
  /// Makes code while no thread is kept from adding to the counts.
  std::unique_ptr<TranslatedProgram>
  make(const Executable &E, Coverage Wanted,
       std::unique_lock<std::mutex> &Guard) const;
  /// Whether it is slower than the interpreter by what instructions are known
  /// to take. \p Learns: what it misses it is going to do itself.
  bool isSlow(bool Learns) const;
  /// Whether it took more time than the interpreter for as much, with \p Excess
  /// in percent; none while that says nothing.
  std::optional<bool> wasSlower(unsigned Excess) const;
  /// Whether code for all that may happen is likely to pay.
  bool hasToGrow(CtasToCome Left) const;
  /// Returns the count to expect of what is \p Left, by \p Count so far.
  double toCome(uint64_t Count, CtasToCome Left) const;
  /// The nanoseconds that \p Tenths of nanoseconds by the table of times are
  /// here, where the interpreter was seen to be faster or slower.
  double asSeen(double Tenths) const;
  bool mayGrow() const;
  void judge(const Executable &E, CtasToCome Left);
  /// Goes on with the interpreter, and says why.
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
  /// For warps of fewer than 32 threads, as long as nobody has seen one or
  /// decided about them: undecided is what was seen.
  std::atomic<const TranslatedProgram *> OfShort = nullptr;
  std::atomic<bool> ShortIsUndecided = false, ShortIsDecided = false;
  /// Guards the members that follow.
  std::mutex Lock;
  EngineWork Total;
  /// The work of all launches by each engine alone, with its time.
  EngineWork Interpreted, ByHostCode;
  /// The amount of work in ByHostCode at which to compare speeds again.
  uint64_t NextLook = 0;
  /// The nanoseconds that it takes to make code, by what it covers, as far as
  /// somebody had to know.
  std::map<Coverage, uint64_t> Costs;
  uint64_t costOf(const Executable &E, Coverage Wanted);
  /// Whether it was looked at whether the code at hand is worth its while.
  bool IsJudged = false;
  /// Whether the speed of the current code was measured for long enough.
  bool IsKnown = false;
  /// Whether the first code does not pay as it misses too much, so that only
  /// complete code may.
  bool WaitsForAll = false;
  /// The last code is the current one. Some threads may still run the others.
  std::vector<std::unique_ptr<TranslatedProgram>> Codes;
  std::unique_ptr<TranslatedProgram> Short;
};

} // namespace heddle::sm

#endif // HEDDLE_SM_ENGINESWITCH_H
