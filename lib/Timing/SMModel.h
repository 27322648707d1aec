//===- SMModel.h - When an SM issues what -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_SMMODEL_H
#define HEDDLE_LIB_TIMING_SMMODEL_H

#include "InstructionCosts.h"
#include "LiveWarps.h"
#include "MemorySystem.h"
#include "Timeline.h"
#include "heddle/Timing/IssuePolicy.h"

namespace heddle::timing {

/// The settings that all SMs of a launch have in common.
struct SMRules {
  /// \p Source: null where traces are replayed; \p On: null where nobody looks
  /// on.
  SMRules(const Board &B, const KernelCosts &Costs, IssuePolicy How,
          LiveWarps *Source, Timeline *On);

  const KernelCosts &Costs;
  sm::TextureCacheShape ConstL1, CodeL1;
  Clock PickInterval, SameWarpGap, BranchGap, SFUMulBusy, SFUMulPause;
  Clock AddLatency, BarrierLatency, SharedPass, ConstPass, Departure;
  unsigned MaxUnderWay, MaxWrites;
  IssuePolicy Policy;
  LiveWarps *Live;
  Timeline *Shown;
};

/// The warps that an SM holds: each issues in order, as soon as its registers
/// and a unit are ready, one of those that can at a time.
class SMModel {
public:
  SMModel(const SMRules &How, unsigned Index, unsigned MaxCtas,
          unsigned WarpsPerCta, MemorySystem &To, LaunchTime &Into);

  /// Puts CTA \p Number on a free place; \p Trace is null where none is
  /// replayed.
  void start(unsigned Place, uint64_t Number, std::unique_ptr<CtaTrace> Trace,
             Clock At);
  /// Issues what can be issued before \p Until. False: an instruction has to be
  /// executed before it goes on.
  bool run(Clock Until);
  /// When there is something to issue, if nothing else happens.
  Clock next() const;
  /// Passes the time up to \p Start, before which there is nothing to issue.
  void skipTo(Clock Start);
  bool isEmpty() const { return LivingCtas == 0; }

  void answer(uint32_t Load, Clock At);
  void fill(const FillRequest &R, Clock At);
  /// Lets warps go on that wait for others that never come.
  void releaseBarriers();
  /// Ends all CTAs that are there.
  void stopAll();

  /// The grid has ended.
  void finish(Clock End);

  struct EndedCta {
    Clock At = 0;
    unsigned Place = 0;
  };
  /// CTAs that have ended since this was last asked.
  std::vector<EndedCta> takeEnded() { return std::move(Ended); }

private:
  struct CtaPlace {
    bool IsTaken = false;
    uint64_t Number = 0;
    std::unique_ptr<CtaTrace> Trace;
    unsigned Living = 0;
    Clock End = 0;
    struct BarrierState {
      size_t Phase = 0;
      unsigned Arrived = 0;
      std::vector<unsigned> Waiting;
    };
    std::array<BarrierState, sm::NumBarriers> Barriers;
  };
  struct WarpPlace {
    const WarpTrace *Trace = nullptr;
    std::optional<DetailReader> Details;
    /// The run, how often it was done, and how far.
    size_t Run = 0;
    unsigned Time = 0, Step = 0;
    uint32_t PC = 0;
    const InstructionCost *Cost = nullptr;
    Detail Now;
    Clock NotBefore = 0, LastIssue = 0;
    Stall NotBeforeFor = Stall::Alu;
    unsigned Loads = 0, Fills = 0;
    uint32_t CodeLine = ~uint32_t(0);
    bool HasConstants = false, IsAtBarrier = false, IsThrough = false;
  };
  struct Load {
    unsigned Warp = 0, Left = 0;
    const InstructionCost *Of = nullptr;
    Clock Last = 0;
  };
  /// A line on its way to the SM.
  struct Coming {
    bool IsCode = false;
    uint32_t Line = 0;
    Clock At = Never;
    std::vector<unsigned> Waiting;
  };
  struct Pick {
    unsigned Warp = 0;
    Clock At = Never;
    Stall For = Stall::NoWarp;
  };

  // SMPick.cpp: whose turn it is.
  Pick pick(Clock Now, Clock Until) const;
  /// The warp that is looked at as number \p N.
  unsigned placeInTurn(unsigned N) const;
  /// Whether \p Warp issues a multiplication that the SFUs take soon, so that
  /// others have the SPs first.
  bool leavesSPs(unsigned Warp, Clock At) const;
  Clock unitReady(unsigned Warp, Clock Until) const;
  /// Whether the queue to the memory has no room for it.
  bool isHeldUp(const InstructionCost &C) const;
  void noteIdle(const Pick &P, Clock From, Clock To);
  /// At the end of a window in which \p P is the next.
  void noteHoldUp(const Pick &P, Clock Until);

  /// Whether what \p Warp issues was executed; \p Issues: and is anything.
  bool execute(unsigned Warp, bool &Issues);
  void issue(unsigned Warp, Clock Now);
  /// The clocks of the unit, beyond the usual ones, that conflicts take.
  Clock conflicts(const WarpPlace &W) const;
  Port choosePort(const InstructionCost &C, Clock Now) const;
  void noteIssue(WarpPlace &W, unsigned Warp, Clock Now, UnitUse Unit);
  // SMWaits.cpp: what warps wait for.
  void goToMemory(unsigned Warp, Clock Now);
  void arrive(unsigned Warp, Clock Now);
  void release(CtaPlace &C, unsigned Barrier, Clock At);
  /// Lets those go on that executed a barrier which let them go.
  void releaseLive(unsigned Place, Clock At);
  /// Moves to the next instruction. False: there is none.
  bool step(unsigned Warp);
  void enter(unsigned Warp);
  /// Does so for a warp that is executed meanwhile, which may have ended.
  void enterLive(unsigned Warp, Clock At);
  /// Behind an instruction that a live warp issued at \p At.
  void goOnLive(unsigned Warp, Clock At, Clock End);
  void stop(unsigned Place, Clock At);
  /// Works out when a warp can issue next.
  void prepare(unsigned Warp);
  bool fetchCode(unsigned Warp);
  bool fetchConstants(unsigned Warp, Clock At);
  /// Whether the SM has the line at \p At; if not, the warp waits for it.
  bool lookUp(unsigned Warp, bool IsCode, uint32_t Line, Clock At);
  void endTrace(unsigned Warp, Clock At);
  void endWarp(unsigned Warp, Clock At);
  Clock *results(unsigned Warp) {
    return Results.data() + size_t(Warp) * Rules.Costs.numRegisters();
  }
  Stall *producers(unsigned Warp) {
    return Producers.data() + size_t(Warp) * Rules.Costs.numRegisters();
  }
  uint32_t newLoad(const Load &L);

  const SMRules &Rules;
  const unsigned Index, WarpsPerCta;
  MemorySystem &Memory;
  LaunchTime &Total;

  std::vector<CtaPlace> Ctas;
  std::vector<WarpPlace> Warps;
  /// By warp: when it can issue as far as it is concerned, and what it waits
  /// for until then.
  std::vector<Clock> Ready;
  std::vector<Stall> ReadyFor;
  std::vector<bool> Living;
  /// By warp and register: when its value is there, and from where.
  std::vector<Clock> Results;
  std::vector<Stall> Producers;
  std::array<Clock, NumPorts> PortFree = {};
  /// When the SFUs take multiplications.
  Clock MulFree = 0;
  Clock PipeFree = 0;
  Clock Now = 0, Next = Never;
  /// Transactions under way, and those that write, as of when a warp waited for
  /// fewer of them.
  std::optional<std::pair<unsigned, unsigned>> QueueSeen;
  unsigned LastWarp = 0, LivingCtas = 0;
  /// Warps in the order in which their CTAs came; for IssuePolicy::Oldest.
  std::vector<unsigned> ByAge;
  /// Whether the instruction executed last let warps go that wait at a barrier.
  bool HasReleased = false;
  Cache ConstL1, CodeL1;
  std::vector<Coming> OnTheWay;
  std::vector<Load> Loads;
  std::vector<uint32_t> FreeLoads;
  std::vector<EndedCta> Ended;
  Stall LastIdle = Stall::NoWarp;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_SMMODEL_H
