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
/// LLVM's scheduler would take more.
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
#include "TeslaMachineScheduler.h"
#include "TeslaRegisterInfo.h"
#include "TeslaShortFormFinder.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/CodeGen/RegisterClassInfo.h"

#define DEBUG_TYPE "tesla-scheduler"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumKept, "Number of regions left in their order");

//===----------------------------------------------------------------------===//
// In front of allocation
//===----------------------------------------------------------------------===//

namespace {
class FrugalScheduler : public TeslaMachineScheduler {
public:
  using TeslaMachineScheduler::TeslaMachineScheduler;

private:
  void schedulePiece() override;
  std::vector<unsigned> pressure() const;
  bool isAsGood(ArrayRef<unsigned> A, ArrayRef<unsigned> B) const;
  void restore(ArrayRef<MachineInstr *> Order);
};
} // namespace

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
  MachineBasicBlock::iterator Place = RegionBegin;
  for (MachineInstr *MI : Order) {
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

void FrugalScheduler::schedulePiece() {
  SmallVector<MachineInstr *, 64> Order;
  for (MachineInstr &MI : make_range(RegionBegin, RegionEnd))
    Order.push_back(&MI);
  std::vector<unsigned> Before = pressure();
  TeslaMachineScheduler::schedulePiece();
  if (isAsGood(pressure(), Before))
    return;
  restore(Order);
  ++NumKept;
}

ScheduleDAGInstrs *llvm::createTeslaScheduler(MachineSchedContext *C) {
  auto *Scheduler =
      new FrugalScheduler(C, std::make_unique<GenericScheduler>(C));
  Scheduler->addMutation(
      createCopyConstrainDAGMutation(Scheduler->TII, Scheduler->TRI));
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
  return new ScheduleDAGMI(C, std::make_unique<PairingScheduler>(C),
                           /*RemoveKillFlags=*/true);
}
