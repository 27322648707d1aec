//===- CtaRunner.h - Runs the warps of a CTA --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_CTARUNNER_H
#define HEDDLE_LIB_SM_CTARUNNER_H

#include "CtaSlice.h"
#include "Interpreter.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Machine/WarpPicker.h"

namespace heddle::sm {

/// Gives the warps of a CTA their turns.
class CtaRunner {
public:
  /// Null: the host has no memory for it.
  static std::unique_ptr<CtaRunner>
  create(const Executable &E, GlobalMemory &Memory, const LaunchConfig &Config);

  /// Prepares CTA \p Number of the grid.
  void start(uint64_t Number);

  /// Runs the warps in turns, as the picker says, until its slice is over or
  /// \p Left is used up, from which it takes what it issues; where somebody
  /// chooses among the CTAs, for one turn. \p O may be null.
  CtaEnd run(uint64_t &Left, WarpCounters &Counters, ObserverList *O);

  /// Whether every warp that can run spins for as long as no other CTA changes
  /// memory. The CTA stays as it is; none may run meanwhile. Takes what it
  /// executes in the search from \p Steps; false when that is not enough.
  bool spins(uint64_t &Steps) const;

  /// Asks warps to part in which lanes wait for others that spin. False: there
  /// are none.
  bool partWarps();

  const Cta &cta() const { return *C; }

private:
  CtaRunner(const Executable &Exe, std::unique_ptr<Cta> Of,
            std::unique_ptr<WarpPicker> Order)
      : E(Exe), Run(Exe), C(std::move(Of)), Picker(std::move(Order)),
        MayLook(!C->config().MakePicker), TurnByTurn(C->config().Ctas) {}

  CtaEnd runTurns(uint64_t &Left, WarpCounters &Counters, ObserverList *O);

  enum class Look : uint8_t { Works, Waits, Faulted };

  /// Warps at the same place, and the next place where others wait for them.
  struct Party {
    llvm::ArrayRef<Warp *> warps() const { return {Warps, Size}; }

    Warp *Warps[Interpreter::MaxGroup];
    unsigned Size = 0;
    uint32_t Meeting = Interpreter::NoMeeting;
  };

  /// The next turn, of one warp or of several at the same place. False: one of
  /// them faulted.
  bool turn(uint64_t Left, WarpCounters &Counters, ObserverList *O);
  void letUnlock(unsigned N, WarpCounters &Counters, ObserverList *O);
  void turnOfOne(Warp &W, uint64_t Length, WarpCounters &Counters,
                 ObserverList *O);
  /// The warps in \p Group are at the same place. Where they part, those behind
  /// go first, so that they meet again, as long as they do not go back. False:
  /// one of them faulted.
  bool turnOfGroup(uint64_t Group, uint64_t Budget, WarpCounters &Counters,
                   ObserverList *O);
  /// Of the warps in \p Among that can run, those that are furthest behind.
  Party hindmost(uint64_t Among) const;
  /// Those of the warps in \p Among that can run.
  uint64_t running(uint64_t Among) const;
  /// As Interpreter::runGroup, in the same order: who looks on changes nothing.
  bool watchGroup(llvm::ArrayRef<Warp *> Group, uint64_t Budget,
                  uint32_t Meeting, WarpCounters &Counters, ObserverList &O);
  /// Looks, by running them on for some instructions, whether all warps that
  /// can run come back to the state that they are in. A guess: it does not look
  /// at memory.
  Look lookOn(uint64_t Left, WarpCounters &Counters, ObserverList *O);
  /// The same for one of them, which runs for \p Steps at most; takes what it
  /// issues from that.
  bool comesBack(Warp &W, uint64_t &Steps, WarpCounters &Counters,
                 ObserverList *O) const;
  /// After a turn of a warp that has parted, or is to: parts it, or what it has
  /// become, where it spins, and gives other strands the turn.
  void shareTurns(Warp &W, WarpCounters &Counters, ObserverList *O);
  /// Warps that may run in lock-step with warp \p N, it included; \p MaxSize at
  /// most.
  enum class Members : uint8_t { Later, All };
  uint64_t groupOf(unsigned N, unsigned MaxSize, Members Which) const;

  const Executable &E;
  Interpreter Run;
  std::unique_ptr<Cta> C;
  std::unique_ptr<WarpPicker> Picker;
  CtaSlice Slice;
  /// A picker of the caller's says of each instruction who issues it.
  const bool MayLook;
  /// Who has the next turn is asked of all CTAs, not of this one only.
  const bool TurnByTurn;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_CTARUNNER_H
