//===- Interpreter.h - Runs warps by their handlers -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_INTERPRETER_H
#define HEDDLE_LIB_ENGINE_SM_INTERPRETER_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Warp.h"
#include "heddle/Machine/WarpPicker.h"
#include "heddle/SM/Executable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::sm {

/// Counts what a launch did. Whole runs are added at once, so that the handlers
/// count nothing.
struct WarpCounters {
  uint64_t WarpInstructions = 0;
  uint64_t ThreadInstructions = 0;
  /// Parts of WarpInstructions: those issued by host code, with the number of
  /// times it was entered; all those issued while there was host code; and
  /// those among them that the interpreter issued although other host code
  /// could have.
  uint64_t InHostCode = 0, HostEntries = 0, WithHostCode = 0, Missed = 0;
  /// Another part, more or less: those of warps of fewer than 32 threads.
  uint64_t OfShort = 0;
};

/// Interprets the instructions of an executable.
class Interpreter {
public:
  explicit Interpreter(const Executable &Exe) : E(Exe) {}

  /// Makes run() use \p Code wherever it can, and \p OfShort for warps of fewer
  /// than 32 threads; null for none. Where there is no \p Code all warps are of
  /// that kind.
  void useHostCode(const TranslatedProgram *Code,
                   const TranslatedProgram *OfShort) {
    HostCode = Code ? Code : OfShort;
    ShortCode = OfShort ? OfShort : Code;
  }
  bool hasHostCode() const { return HostCode; }
  /// Has kernels read \p Of as their clock; null: what they have issued.
  void useClock(const CtaPicker *Of) { Clock = Of; }

  /// Runs \p W until a barrier, the end, a fault, or \p Budget instructions.
  /// \p Look may be null.
  void run(Warp &W, uint64_t Budget, WarpCounters &Counters,
           ObserverList *Look) const;

  /// Runs \p Group, warps at the same PC, in lock-step until they diverge, one
  /// stops, or each has issued \p Budget instructions. If others wait at
  /// \p Meeting, a PC further on, also stops when the group reaches it, passes
  /// it, or branches back. Returns false if it branched back, or looked at an
  /// mbarrier in vain.
  bool runGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget, uint32_t Meeting,
                WarpCounters &Counters) const;
  static constexpr unsigned MaxGroup = 8;
  /// Returns whether \p I, at \p From, led to a PC \p To that is not further
  /// on. At a join, other lanes may reach the same instruction.
  static bool wentBack(const DecodedInst &I, uint32_t From, uint32_t To);
  /// No warp waits further on.
  static constexpr uint32_t NoMeeting = ~uint32_t(0);
  /// Runs \p Warps by host code, one after another, each until it stops, has
  /// issued \p Budget instructions, or reaches a barrier. If only these warps
  /// take part in the barrier, they run on after it.
  void runGroupTranslated(llvm::ArrayRef<Warp *> Warps, uint64_t Budget,
                          WarpCounters &Counters) const;
  /// Executes one instruction of warps at the same PC, one after another up to
  /// one that faults, and reports it to observers.
  void watchGroup(llvm::ArrayRef<Warp *> Group, WarpCounters &Counters,
                  ObserverList &Look) const;

  /// The looks that warps take at mbarriers, in one turn. Who has seen the same
  /// twice waits for others, and they should have the turn.
  class Looks {
  public:
    explicit Looks(const Executable &Exe) : E(Exe) {}

    /// \p W is about to execute the instruction at \p At, and others there,
    /// too.
    void begin(const Warp &W, uint32_t At);
    /// They have done so; whether all of them have seen nothing new.
    bool wereInVain(llvm::ArrayRef<Warp *> Warps);

  private:
    const Executable &E;
    uint32_t From = NoMeeting;
    bool IsLook = false;
    /// The state that each warp had at LastFrom.
    llvm::SmallVector<uint64_t, MaxGroup> Seen;
    uint32_t LastFrom = NoMeeting;
  };

private:
  /// Warps at the same PC, with their contexts for handlers.
  struct WarpGroup {
    explicit WarpGroup(llvm::ArrayRef<Warp *> Members);
    unsigned size() const { return unsigned(Warps.size()); }

    llvm::ArrayRef<Warp *> Warps;
    LaneContext *Contexts[MaxGroup];
  };

  /// Runs straight-line code; returns false when a warp faulted.
  bool runGroupStraight(const WarpGroup &Group, const BoundInst &I, uint32_t N,
                        WarpCounters &Counters, HostModes &Host) const;
  /// Executes one instruction of control flow or with flags, of lanes that have
  /// already joined.
  void flowGroup(const WarpGroup &Group, const BoundInst &I,
                 WarpCounters &Counters) const;
  /// Executes one instruction of any kind for a group.
  void issueGroup(const WarpGroup &Group, const BoundInst &I,
                  WarpCounters &Counters, HostModes &Host) const;
  /// Executes one instruction of any kind, warp by warp.
  void issueApart(llvm::ArrayRef<Warp *> Warps, const BoundInst &I,
                  WarpCounters &Counters, HostModes &Host) const;
  /// Executes one instruction with the join flag.
  void joinGroup(const WarpGroup &Group, const BoundInst &I,
                 WarpCounters &Counters, HostModes &Host) const;
  /// Runs \p W while it has strands, which wait for each other at exchanges, or
  /// is to be split.
  void runApart(Warp &W, uint64_t &Budget, WarpCounters &Counters,
                ObserverList *Look) const;
  // LaneMeetings.cpp: lanes that meet across branches.

  /// Returns whether warps in \p Warps, at \p I, have lanes that others wait
  /// for there; they no longer run in lock-step with the rest.
  bool partForMeeting(llvm::ArrayRef<Warp *> Warps, const BoundInst &I) const;
  /// Brings the lanes of \p W that are at \p I to a meeting. Returns false if
  /// they have to wait, and lets other lanes run; \p Look, unless null, first
  /// sees the lanes that are there.
  bool meetAcross(Warp &W, const BoundInst &I, ObserverList *Look) const;
  /// Computes the results of an exchange between the lanes of each of
  /// \p Groups; \p AtHand are at \p I, the other lanes where their strands are.
  void serve(Warp &W, const BoundInst &I, uint32_t AtHand,
             llvm::ArrayRef<uint32_t> Groups) const;
  /// Writes the results computed for the active lanes at \p I. Returns false if
  /// there are none.
  bool deliver(Warp &W, const BoundInst &I) const;

  /// Runs a warp by host code as far as there is some; with \p ToBarrier only
  /// up to a barrier. Returns the rest of the budget \p Given. It may be too
  /// small for host code: the turn is then over, unless nothing was issued.
  template <bool ToBarrier>
  uint64_t runTranslated(Warp &W, uint64_t Budget, uint64_t Given,
                         WarpCounters &Counters) const;
  /// \p HasMet says that the lanes have already met at the first instruction.
  template <bool Observed>
  void runSlice(Warp &W, uint64_t Budget, WarpCounters &Counters,
                ObserverList *Look, bool HasMet = false) const;
  /// Issues one instruction of control flow or with flags, or any if it is
  /// observed. Returns the lanes that it was issued for.
  template <bool Observed>
  uint32_t step(Warp &W, const BoundInst &I, ObserverList *Look,
                HostModes &Host) const;
  /// Issues one instruction after its lanes have joined.
  template <bool Observed>
  uint32_t issue(Warp &W, const BoundInst &I, ObserverList *Look,
                 HostModes &Host) const;

  /// Returns the time that \p I reads as instruction number \p Issued.
  uint64_t clockAt(const DecodedInst &I, uint64_t Issued) const;

  const Executable &E;
  const TranslatedProgram &codeFor(const Warp &W) const {
    return W.valid() == AllLanes ? *HostCode : *ShortCode;
  }
  /// Both are null, or none is.
  const TranslatedProgram *HostCode = nullptr, *ShortCode = nullptr;
  const CtaPicker *Clock = nullptr;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_INTERPRETER_H
