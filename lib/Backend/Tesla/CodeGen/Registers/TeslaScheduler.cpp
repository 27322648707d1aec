//===- TeslaScheduler.cpp - Few registers, then latency -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In front of allocation the order of instructions decides how many registers
/// a kernel takes, and registers are warps, which hide more than an order can.
/// So a region stays in the order of selection, which goes by registers, where
/// LLVM's scheduler would take more. The order of the PTX is taken where it
/// takes fewer, or as many and reads many words of s[], one behind another.
///
/// Behind allocation no order costs a register. A load of global memory takes
/// as long as a hundred instructions, and a warp waits where the first of them
/// needs the value. So what leads to loads comes early, and what needs them
/// late:
///
///   ld b32 $r2 g14[$r1]             ld b32 $r2 g14[$r1]
///   mul f32 $r2 $r2 $r2             ld b32 $r3 g14[$r4]
///   ld b32 $r3 g14[$r4]     ->      add b32 $r5 $r5 $r6
///   add b32 $r5 $r5 $r6             mul f32 $r2 $r2 $r2
///
/// Besides that, instructions that can be short are put side by side, as two of
/// them take the room of one.
///
/// The latencies are those of TeslaSchedule.td.
///
//===----------------------------------------------------------------------===//

#include "TeslaScheduler.h"
#include "Late/TeslaShortFormFinder.h"
#include "Target/TeslaInstrSources.h"
#include "Target/TeslaRegisterInfo.h"
#include "TeslaGroupOrder.h"
#include "TeslaMachineScheduler.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/CodeGen/RegisterClassInfo.h"
#include <cassert>

#define DEBUG_TYPE "tesla-scheduler"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumKept, "Number of regions left in their order");

//===----------------------------------------------------------------------===//
// In front of allocation
//===----------------------------------------------------------------------===//

namespace {
/// Schedules the ready instructions in the order of the PTX.
class SourceOrder : public GenericScheduler {
public:
  using GenericScheduler::GenericScheduler;

  void initPolicy(MachineBasicBlock::iterator, MachineBasicBlock::iterator,
                  unsigned) override {
    RegionPolicy.OnlyTopDown = true;
    RegionPolicy.ShouldTrackPressure = false;
  }
  void initialize(ScheduleDAGMI *Graph) override;

protected:
  bool tryCandidate(SchedCandidate &Cand, SchedCandidate &TryCand,
                    SchedBoundary *Zone) const override;

private:
  /// By number of a node: its line, or that of the first node that needs it.
  std::vector<unsigned> Lines;
};

/// LLVM's order by registers. From above it looks at every use that a register
/// has in the function, for each of those uses, so long functions are scheduled
/// from below alone.
class BothEnds : public GenericScheduler {
public:
  explicit BothEnds(const MachineSchedContext *C)
      : GenericScheduler(C),
        IsLong(C->MF->getInstructionCount() > LongestFromAbove) {}

  void initPolicy(MachineBasicBlock::iterator Begin,
                  MachineBasicBlock::iterator End,
                  unsigned NumRegionInstrs) override {
    GenericScheduler::initPolicy(Begin, End, NumRegionInstrs);
    RegionPolicy.OnlyBottomUp = IsLong;
  }

private:
  static constexpr unsigned LongestFromAbove = 4000;
  const bool IsLong;
};

class FrugalScheduler : public TeslaMachineScheduler {
public:
  explicit FrugalScheduler(MachineSchedContext *C)
      : TeslaMachineScheduler(C, std::make_unique<BothEnds>(C)),
        Source(std::make_unique<SourceOrder>(C)) {}

private:
  void schedulePiece() override;
  bool readsManyWords() const;
  std::vector<MachineInstr *> order() const;
  std::vector<unsigned> pressure() const;
  bool isAsGood(ArrayRef<unsigned> A, ArrayRef<unsigned> B) const;
  void restore(ArrayRef<MachineInstr *> Order);

  std::unique_ptr<MachineSchedStrategy> Source;
};
} // namespace

void SourceOrder::initialize(ScheduleDAGMI *Graph) {
  GenericScheduler::initialize(Graph);
  Lines.assign(Graph->SUnits.size(), 0);
  // Successors have higher numbers.
  for (const SUnit &SU : reverse(Graph->SUnits)) {
    unsigned Line = ~0u;
    if (const DebugLoc &Place = SU.getInstr()->getDebugLoc())
      Line = Place.getLine();
    else
      for (const SDep &D : SU.Succs)
        if (D.getKind() == SDep::Data && !D.getSUnit()->isBoundaryNode())
          Line = std::min(Line, Lines[D.getSUnit()->NodeNum]);
    Lines[SU.NodeNum] = Line;
  }
}

bool SourceOrder::tryCandidate(SchedCandidate &Cand, SchedCandidate &TryCand,
                               SchedBoundary *) const {
  auto Rank = [&](const SchedCandidate &C) {
    assert(C.SU->NodeNum < Lines.size() && "a node of another graph");
    return std::pair(Lines[C.SU->NodeNum], C.SU->NodeNum);
  };
  if (Cand.isValid() && Rank(TryCand) > Rank(Cand))
    return false;
  TryCand.Reason = NodeOrder;
  return true;
}

/// The most registers that the region needs at a time, by pressure set.
std::vector<unsigned> FrugalScheduler::pressure() const {
  IntervalPressure Pressure;
  RegPressureTracker Tracker(Pressure);
  Tracker.init(&MF, RegClassInfo, LIS, BB, RegionEnd,
               /*TrackLaneMasks=*/false, /*TrackUntiedDefs=*/true);
  for (MachineBasicBlock::iterator I = RegionBegin; I != RegionEnd; ++I)
    if (!I->isDebugOrPseudoInstr())
      Tracker.recede();
  Tracker.closeRegion();
  return Pressure.MaxSetPressure;
}

/// Whether an order with the pressure \p A takes no more registers of data than
/// one with \p B, and of others none that there are not.
bool FrugalScheduler::isAsGood(ArrayRef<unsigned> A,
                               ArrayRef<unsigned> B) const {
  assert(A.size() == B.size() && "sets of different targets");
  SmallVector<bool, 16> IsData(A.size());
  for (const int *Set = TRI->getRegClassPressureSets(&Tesla::GPR32RegClass);
       *Set != -1; ++Set)
    IsData[*Set] = true;
  for (unsigned Set = 0; Set != A.size(); ++Set) {
    unsigned Free = IsData[Set] ? 0 : RegClassInfo->getRegPressureSetLimit(Set);
    if (A[Set] > std::max(B[Set], Free))
      return false;
  }
  return true;
}

/// Puts the instructions of the region into \p Order.
void FrugalScheduler::restore(ArrayRef<MachineInstr *> Order) {
  assert(!Order.empty() && "a region without an instruction");
  MachineBasicBlock::iterator Place = RegionBegin;
  for (MachineInstr *MI : Order) {
    assert(MI->getParent() == BB && "an instruction of another block");
    if (Place != RegionEnd && &*Place == MI) {
      ++Place;
      continue;
    }
    BB->splice(Place, BB, MI->getIterator());
    if (!MI->isDebugOrPseudoInstr())
      LIS->handleMove(*MI, /*UpdateFlags=*/true);
  }
  RegionBegin = Order.front()->getIterator();
}

/// Whether more words of s[] are operands than one address register reaches: in
/// order, each access can move it on to the next.
bool FrugalScheduler::readsManyWords() const {
  return count_if(make_range(RegionBegin, RegionEnd),
                  [](const MachineInstr &MI) {
                    return !MI.mayStore() && isTeslaShared(MI, 1);
                  }) > 32;
}

std::vector<MachineInstr *> FrugalScheduler::order() const {
  std::vector<MachineInstr *> Order;
  for (MachineInstr &MI : make_range(RegionBegin, RegionEnd))
    Order.push_back(&MI);
  return Order;
}

void FrugalScheduler::schedulePiece() {
  std::vector<MachineInstr *> Best = order();
  std::vector<unsigned> Least = pressure();
  TeslaMachineScheduler::schedulePiece();
  if (std::vector<unsigned> Now = pressure(); isAsGood(Now, Least)) {
    Best = order();
    Least = Now;
  } else {
    restore(Best);
    ++NumKept;
  }
  // Long pieces are nobody's work by hand, and scheduling takes its time.
  constexpr unsigned Longest = 1000;
  if (NumRegionInstrs > Longest)
    return;
  std::swap(SchedImpl, Source);
  enterRegion(BB, RegionBegin, RegionEnd, NumRegionInstrs);
  TeslaMachineScheduler::schedulePiece();
  std::swap(SchedImpl, Source);
  std::vector<unsigned> Now = pressure();
  if (!isAsGood(Now, Least) || (isAsGood(Least, Now) && !readsManyWords()))
    restore(Best);
}

ScheduleDAGInstrs *llvm::createTeslaScheduler(MachineSchedContext *C) {
  auto *Scheduler = new FrugalScheduler(C);
  Scheduler->addMutation(
      createCopyConstrainDAGMutation(Scheduler->TII, Scheduler->TRI));
  Scheduler->addMutation(createTeslaGroupOrder());
  return Scheduler;
}

//===----------------------------------------------------------------------===//
// Behind allocation
//===----------------------------------------------------------------------===//

namespace {
class PairingScheduler : public PostGenericScheduler {
public:
  using PostGenericScheduler::PostGenericScheduler;

  void initialize(ScheduleDAGMI *Graph) override {
    PostGenericScheduler::initialize(Graph);
    WantsPartner = false;
    IsShort.clear();
    const TeslaShortFormFinder Finder(Graph->MF);
    for (const SUnit &SU : Graph->SUnits)
      IsShort.push_back(Finder.canBeShort(*SU.getInstr()));
  }
  void schedNode(SUnit *SU, bool IsTopNode) override {
    WantsPartner = IsShort[SU->NodeNum] && !WantsPartner;
    PostGenericScheduler::schedNode(SU, IsTopNode);
  }

protected:
  bool tryCandidate(SchedCandidate &Cand, SchedCandidate &TryCand) override;

private:
  /// Whether \p SU would not wait where it is put next.
  bool isReady(const SUnit &SU) const {
    return SU.TopReadyCycle <= Top.getCurrCycle();
  }

  std::vector<bool> IsShort;
  /// Whether the last instruction can be short and has no partner.
  bool WantsPartner = false;
};
} // namespace

bool PairingScheduler::tryCandidate(SchedCandidate &Cand,
                                    SchedCandidate &TryCand) {
  if (WantsPartner && Cand.isValid()) {
    auto Fits = [&](const SchedCandidate &C) {
      return IsShort[C.SU->NodeNum] && isReady(*C.SU);
    };
    if (tryGreater(Fits(TryCand), Fits(Cand), TryCand, Cand, Cluster))
      return TryCand.Reason != NoCand;
  }
  return PostGenericScheduler::tryCandidate(Cand, TryCand);
}

ScheduleDAGInstrs *llvm::createTeslaPostScheduler(MachineSchedContext *C) {
  return new TeslaPostMachineScheduler(C, std::make_unique<PairingScheduler>(C),
                                       /*RemoveKillFlags=*/true);
}
