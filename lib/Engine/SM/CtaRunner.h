//===- CtaRunner.h - Runs the warps of a CTA --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_SM_CTARUNNER_H
#define HEDDLE_LIB_ENGINE_SM_CTARUNNER_H

#include "CtaSlice.h"
#include "Interpreter.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/FaultReport.h"
#include "heddle/Machine/WarpPicker.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace heddle::sm {

class SpinSearch;

/// The inputs that decide whether warps that spin go on to do so.
struct SpinInputs {
  /// The clock, which stands still during a search.
  bool Clock = false;
  /// Memory that others than the warp change; such as others than the launch
  /// reach.
  bool Memory = false, Global = false;

  SpinInputs &operator|=(const SpinInputs &Of) {
    Clock |= Of.Clock;
    Memory |= Of.Memory;
    Global |= Of.Global;
    return *this;
  }
};

/// Schedules the warps of a CTA in turns.
class CtaRunner {
public:
  /// Returns null if the host has no memory for the CTA.
  static std::unique_ptr<CtaRunner>
  create(const Executable &E, GlobalMemory &Memory, const LaunchConfig &Config);

  /// Prepares CTA \p Number of the grid, as Cta::start does.
  void start(uint64_t Number, std::shared_ptr<Cluster> Group, unsigned Rank);
  void leaveCluster() { C->leaveCluster(); }

  /// Runs the warps in turns, in the order of the picker, until the slice of
  /// the CTA ends or \p Left, which counts down by the instructions issued,
  /// reaches 0. With a picker that chooses among CTAs, runs one turn. \p O may
  /// be null. While the engine is undecided, \p OnSlice is called where the CTA
  /// goes on behind a slice, and the engine may be another then. What the
  /// slices are does not depend on that.
  CtaEnd run(
      uint64_t &Left, WarpCounters &Counters, ObserverList *O,
      llvm::function_ref<void()> OnSlice = [] {});

  /// Returns whether every warp that can run spins for as long as no other CTA
  /// changes memory. The state of the CTA does not change; no other CTA may run
  /// during the call. \p Steps counts down by the instructions of the search;
  /// returns false when it reaches 0. The clock stands at \p Issued
  /// instructions.
  bool spins(uint64_t &Steps, uint64_t Issued = 0);
  /// Returns whether none of the warps that can run is seen to change memory,
  /// to arrive anywhere or to end in the next \p Each instructions, of which
  /// all together take from \p Steps.
  bool seemsIdle(uint64_t &Steps, uint64_t Each, uint64_t Issued);
  /// After such a search, returns what the warps look at.
  const SpinInputs &inputs() const { return Inputs; }
  /// After such a search, returns the mbarriers that warps were seen to wait
  /// for.
  llvm::ArrayRef<AwaitedBarrier> awaited() const { return Awaited; }

  /// Splits those warps in which some lanes wait for others that spin. Returns
  /// false if there are none.
  bool partWarps();

  const Cta &cta() const { return *C; }

private:
  CtaRunner(const Executable &Exe, std::unique_ptr<Cta> Of,
            std::unique_ptr<WarpPicker> Order)
      : E(Exe), Run(Exe), C(std::move(Of)), Picker(std::move(Order)),
        MayLook(!C->config().MakePicker), TurnByTurn(C->config().Ctas) {
    Run.useClock(C->config().Ctas);
  }

  void noteFound(const SpinSearch &Search);
  /// Returns none where the CTA goes on behind a slice and somebody has to look
  /// at the engine. \p WasAlone: one warp was left when it returned last.
  std::optional<CtaEnd> runTurns(uint64_t &Left, WarpCounters &Counters,
                                 ObserverList *O, bool &WasAlone);

  enum class Look : uint8_t { Works, Waits, Faulted };

  /// Warps at the same PC, and the PC ahead of them where other warps wait.
  struct Party {
    llvm::ArrayRef<Warp *> warps() const { return {Warps, Size}; }

    Warp *Warps[Interpreter::MaxGroup];
    unsigned Size = 0;
    uint32_t Meeting = Interpreter::NoMeeting;
  };

  /// Runs the next turn, of one warp or of several at the same PC. Returns
  /// false if one of them faulted.
  bool turn(uint64_t Left, WarpCounters &Counters, ObserverList *O);
  void letUnlock(unsigned N, WarpCounters &Counters, ObserverList *O);
  void turnOfOne(Warp &W, uint64_t Length, WarpCounters &Counters,
                 ObserverList *O);
  /// Runs the warps in \p Group, which are at the same PC. When they diverge,
  /// those that are behind go first, so that they meet again, unless they
  /// branch back. Returns false if one of them faulted.
  bool turnOfGroup(uint64_t Group, uint64_t Budget, WarpCounters &Counters,
                   ObserverList *O);
  /// Finds the warps in \p Among that can run and have the lowest PC.
  Party hindmost(uint64_t Among) const;
  /// Returns the warps in \p Among that can run.
  uint64_t running(uint64_t Among) const;
  /// Runs a group as Interpreter::runGroup does, in the same order, so that
  /// observers change nothing.
  bool watchGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget,
                  uint32_t Meeting, WarpCounters &Counters, ObserverList &O);
  /// Guesses whether all warps that can run only return to their current state:
  /// runs them on for some instructions and compares registers, but not memory.
  Look lookOn(uint64_t Left, WarpCounters &Counters, ObserverList *O);
  /// Makes this guess for one warp, which runs for \p Steps instructions at
  /// most; the count goes down by those that it issues.
  bool comesBack(Warp &W, uint64_t &Steps, WarpCounters &Counters,
                 ObserverList *O) const;
  /// Called after a turn of a warp that is split, or is to be split: splits it,
  /// or one of its strands, where it spins, and lets other strands run.
  void shareTurns(Warp &W, WarpCounters &Counters, ObserverList *O);
  /// Returns the warps that may run in lock-step with warp \p N, including it;
  /// \p MaxSize at most.
  enum class Members : uint8_t { Later, All };
  uint64_t groupOf(unsigned N, unsigned MaxSize, Members Which) const;

  const Executable &E;
  Interpreter Run;
  std::unique_ptr<Cta> C;
  std::unique_ptr<WarpPicker> Picker;
  CtaSlice Slice;
  std::vector<AwaitedBarrier> Awaited;
  SpinInputs Inputs;
  /// Whether the caller's picker is asked for each instruction which warp
  /// issues it.
  const bool MayLook;
  /// Whether the picker chooses the next turn among all CTAs, not just this
  /// one.
  const bool TurnByTurn;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_ENGINE_SM_CTARUNNER_H
