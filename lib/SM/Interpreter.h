//===- Interpreter.h - Runs warps by their handlers -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_INTERPRETER_H
#define HEDDLE_LIB_SM_INTERPRETER_H

#include "Executable.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Warp.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::sm {

/// Counts what a launch did. Whole runs are added at once, so that the handlers
/// count nothing.
struct WarpCounters {
  uint64_t WarpInstructions = 0;
  uint64_t ThreadInstructions = 0;
  /// Of WarpInstructions: what host code issued, and how often that was
  /// entered; all while there was host code; and of these what was left to the
  /// interpreter and is not its business alone.
  uint64_t InHostCode = 0, HostEntries = 0, WithHostCode = 0, Missed = 0;
};

/// Executes an executable's instructions.
class Interpreter {
public:
  explicit Interpreter(const Executable &Exe) : E(Exe) {}

  /// Lets run() have \p Code do what it can; null: nothing.
  void useHostCode(const TranslatedProgram *Code) { HostCode = Code; }
  bool hasHostCode() const { return HostCode; }

  /// Runs \p W until a barrier, the end, a fault, or \p Budget instructions.
  /// \p Look may be null.
  void run(Warp &W, uint64_t Budget, WarpCounters &Counters,
           ObserverList *Look) const;

  /// Runs \p Group, of warps that are at the same place, in lock-step: until
  /// they part, one stops, or each has issued \p Budget instructions. Where
  /// others wait for them at \p Meeting, which is further on, also until they
  /// come to it, pass it, or go back. False: they went back.
  bool runGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget, uint32_t Meeting,
                WarpCounters &Counters) const;
  static constexpr unsigned MaxGroup = 8;
  /// Whether \p I, at \p From, led to a place that is not further on. Where
  /// lanes join, others may come to the same instruction.
  static bool wentBack(const DecodedInst &I, uint32_t From, uint32_t To);
  /// Nobody waits.
  static constexpr uint32_t NoMeeting = ~uint32_t(0);
  /// Runs \p Warps by host code, one after another, each until it stops or has
  /// issued \p Budget instructions, or comes to a barrier. Where all wait for
  /// nobody but each other, they go on behind it.
  void runGroupTranslated(llvm::ArrayRef<Warp *> Warps, uint64_t Budget,
                          WarpCounters &Counters) const;
  /// One instruction of warps that are at the same place, and what somebody
  /// sees of it, one warp after another; up to one that faults.
  void watchGroup(llvm::ArrayRef<Warp *> Group, WarpCounters &Counters,
                  ObserverList &Look) const;

private:
  /// Warps at the same place, and what handlers see of them.
  struct WarpGroup {
    explicit WarpGroup(llvm::ArrayRef<Warp *> Members);
    unsigned size() const { return unsigned(Warps.size()); }

    llvm::ArrayRef<Warp *> Warps;
    LaneContext *Contexts[MaxGroup];
  };

  /// Straight code; false when a warp faulted.
  bool runGroupStraight(const WarpGroup &Group, const BoundInst &I, uint32_t N,
                        WarpCounters &Counters, HostModes &Host) const;
  /// One instruction that is not plain, of lanes that have joined if they are
  /// to.
  void flowGroup(const WarpGroup &Group, const BoundInst &I,
                 WarpCounters &Counters) const;
  /// The same of any instruction.
  void issueGroup(const WarpGroup &Group, const BoundInst &I,
                  WarpCounters &Counters, HostModes &Host) const;
  /// The same, warp by warp.
  void issueApart(llvm::ArrayRef<Warp *> Warps, const BoundInst &I,
                  WarpCounters &Counters, HostModes &Host) const;
  /// One instruction that joins.
  void joinGroup(const WarpGroup &Group, const BoundInst &I,
                 WarpCounters &Counters, HostModes &Host) const;
  /// As long as \p W has strands, which wait for each other where they exchange
  /// values, or is to part.
  void runApart(Warp &W, uint64_t &Budget, WarpCounters &Counters,
                ObserverList *Look) const;
  // LaneMeetings.cpp: of programs whose lanes meet across branches.

  /// Whether warps of \p Warps, at \p I, have lanes that others wait for there;
  /// they are on their own from here on.
  bool partForMeeting(llvm::ArrayRef<Warp *> Warps, const BoundInst &I) const;
  /// The lanes of \p W that are at \p I come to a meeting. False: they wait,
  /// and others have the turn; \p Look, unless null, sees who is there before.
  bool meetAcross(Warp &W, const BoundInst &I, ObserverList *Look) const;
  /// Works out what the lanes get that exchange values, each of \p Groups among
  /// themselves; \p AtHand are at \p I and the others where their strands are.
  void serve(Warp &W, const BoundInst &I, uint32_t AtHand,
             llvm::ArrayRef<uint32_t> Groups) const;
  /// Gives the active lanes what was worked out for them at \p I. False: that
  /// is nothing.
  bool deliver(Warp &W, const BoundInst &I) const;

  /// By host code where there is some; with \p ToBarrier only up to a barrier.
  /// What is left of the budget, which is returned, may be too small for host
  /// code: then the turn is over, unless all \p Given is left.
  template <bool ToBarrier>
  uint64_t runTranslated(Warp &W, uint64_t Budget, uint64_t Given,
                         WarpCounters &Counters) const;
  /// \p HasMet: who is to meet at the first instruction has.
  template <bool Observed>
  void runSlice(Warp &W, uint64_t Budget, WarpCounters &Counters,
                ObserverList *Look, bool HasMet = false) const;
  /// One instruction that is not plain, or joins or exits; any when observed.
  /// Returns the lanes that it was issued for.
  template <bool Observed>
  uint32_t step(Warp &W, const BoundInst &I, ObserverList *Look,
                HostModes &Host) const;
  /// The same of lanes that have joined.
  template <bool Observed>
  uint32_t issue(Warp &W, const BoundInst &I, ObserverList *Look,
                 HostModes &Host) const;

  const Executable &E;
  const TranslatedProgram *HostCode = nullptr;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_INTERPRETER_H
