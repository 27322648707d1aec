//===- Timeline.h - Shows what the model does when --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has the events of the model written to a file of events, in picoseconds of
/// the board: SMs are its processes and their warps, CTAs, SFUs and ways to the
/// memory the tracks; the partitions are tracks of one more. Launches follow
/// each other.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_TIMELINE_H
#define HEDDLE_LIB_TIMING_TIMELINE_H

#include "DramPartition.h"
#include "InstructionCosts.h"
#include "heddle/Machine/Program.h"
#include "heddle/Observe/EventTrace.h"
#include "heddle/Timing/LaunchTime.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace heddle::timing {

/// The unit that an instruction has, and for how long.
struct UnitUse {
  Port On = Port::SP;
  Clock Busy = 0;
};

class Timeline {
public:
  /// \p OneWarp: of each CTA only that one has a track.
  Timeline(sm::EventTrace &To, std::optional<unsigned> OneWarp)
      : Out(To), Warp(OneWarp) {}

  void startLaunch(const sm::Program &Of, const Board &B, unsigned WarpsPerCta);
  /// The next launch starts \p Picoseconds behind the start of this one, which
  /// took \p Cycles.
  void endLaunch(Clock Cycles, uint64_t Picoseconds);

  /// A warp's place on an SM.
  struct WarpPlace {
    unsigned SM = 0, Number = 0;
  };
  struct Issued {
    uint32_t PC = 0;
    Clock At = 0;
    /// When the warp was ready, and what it waited for until then.
    Clock Ready = 0;
    Stall For = Stall::Alu;
    UnitUse Unit;
  };
  void issue(WarpPlace W, const Issued &I);
  /// It issues no more.
  void endWarp(WarpPlace W);
  void startCta(unsigned SM, unsigned Place, uint64_t Number, Clock At);
  void endCta(unsigned SM, unsigned Place, Clock At);
  /// A transaction leaves an SM.
  void depart(unsigned SM, Request Kind, const Transaction &T, Clock At,
              Clock Length);
  void transfer(const DramRequest &R, const Transfer &T);

private:
  using Track = sm::EventTrace::Track;
  /// The tracks of an SM beside those of warps, by number.
  enum Part : unsigned { FirstCta = 1000, SFUs = 2000, Pipe = 2001 };
  struct CtaPlace {
    uint64_t Number = 0;
    Clock Start = 0;
  };
  /// The last instruction of a warp ends at the latest when the next one
  /// begins.
  struct Last {
    uint32_t PC = 0;
    Clock At = 0, End = 0;
  };

  uint64_t timeOf(Ticks At) const {
    return Base + uint64_t(double(At) * PerTick + 0.5);
  }
  void slice(Track T, llvm::StringRef Name, llvm::StringRef Category,
             Ticks From, Ticks To, llvm::json::Object Arguments);
  Track trackOf(unsigned SM, unsigned Number, llvm::StringRef Name);
  Track trackOf(WarpPlace W);
  bool isShown(WarpPlace W) const {
    return !Warp || W.Number % WarpsPerCta == *Warp;
  }
  void finish(WarpPlace W, Clock Until);
  const std::string &textOf(uint32_t PC);

  sm::EventTrace &Out;
  const std::optional<unsigned> Warp;
  /// Processes of the SMs, that of the memory, and tracks that have a name.
  std::map<unsigned, unsigned> SMs;
  unsigned Memory = 0, Launches = 0;
  std::map<std::pair<unsigned, unsigned>, bool> Named;

  const sm::Program *P = nullptr;
  std::optional<sm::InstructionPrinter> Printer;
  llvm::DenseMap<uint32_t, std::string> Texts;
  std::string BoardName;
  unsigned WarpsPerCta = 1;
  uint64_t Base = 0;
  /// Picoseconds.
  double PerTick = 1;
  std::map<std::pair<unsigned, unsigned>, CtaPlace> Ctas;
  std::map<std::pair<unsigned, unsigned>, Last> Under;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_TIMELINE_H
