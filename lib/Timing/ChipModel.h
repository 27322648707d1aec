//===- ChipModel.h - A grid on all SMs --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_CHIPMODEL_H
#define HEDDLE_LIB_TIMING_CHIPMODEL_H

#include "SMModel.h"
#include <map>

namespace heddle::timing {

/// Places CTAs on SMs and lets all work in windows of time, in which none of
/// them sees what another one does. Traces may come one after another: it goes
/// on as far as they reach. Or warps execute as they issue, one instruction
/// each time that it stops.
class ChipModel {
public:
  struct Grid {
    uint64_t Ctas = 0;
    unsigned CtasPerSM = 0, WarpsPerCta = 0;
  };
  /// \p Live: null where traces are replayed.
  ChipModel(const Board &B, const KernelCosts &Costs, const Grid &Of,
            IssuePolicy How, LiveWarps *Live, const Watchers &By,
            LaunchTime &Into);

  /// Numbers may come in any order; CTAs start in the order of their numbers.
  void supply(uint64_t Number, std::unique_ptr<CtaTrace> Trace);
  /// Goes on until a CTA is to start whose trace is not there, or an
  /// instruction has to be executed.
  void advance();
  /// No further traces come. Goes on to the end, and says when that was.
  void finish();
  /// Bytes of traces that it has.
  size_t heldBytes() const { return HeldBytes; }

private:
  struct FreePlace {
    Clock At = 0;
    /// At one time the lower number has a CTA first.
    uint64_t Order = 0;
    unsigned SM = 0, Place = 0;

    bool operator>(const FreePlace &F) const {
      return At != F.At ? At > F.At : Order > F.Order;
    }
  };

  void addPlace(Clock At, unsigned SM, unsigned Place);
  /// Starts CTAs that are to start in the window. False: one is not there.
  bool dispatch();
  /// False: an instruction has to be executed first.
  bool runWindow();
  /// To the next window in which something happens.
  void skipIdleTime();
  bool isOver() const;
  void collectEnded();
  /// The next time at which something happens, if nothing is under way.
  Clock nextOfAll() const;

  const Board &TheBoard;
  const SMRules Rules;
  const Grid TheGrid;
  LaunchTime &Total;
  MemorySystem Memory;
  std::vector<SMModel> SMs;
  std::map<uint64_t, std::unique_ptr<CtaTrace>> Traces;
  uint64_t NextCta = 0;
  /// A heap, the earliest first.
  std::vector<FreePlace> Places;
  Clock WindowStart = 0, LastEnd = 0;
  bool IsComplete = false;
  /// Where it goes on in a window that it has begun.
  bool IsInWindow = false;
  unsigned NextSM = 0;
  size_t HeldBytes = 0;
  std::map<std::pair<unsigned, unsigned>, size_t> BytesOf;
  std::vector<MemorySystem::Answer> Answers;
  std::vector<MemorySystem::Fill> Fills;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_CHIPMODEL_H
