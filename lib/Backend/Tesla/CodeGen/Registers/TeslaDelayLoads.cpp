//===- TeslaDelayLoads.cpp - Load what can wait where it is needed --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a block needs more registers than there are, its loads of c[] and l[]
/// move in front of the first instruction that needs them. Otherwise they stay
/// as early as they are, so that no instruction waits for them. The move costs
/// no instruction, where a spill costs two; so a kernel comes to a budget that
/// lets more warps run.
///
///   %1 = LD_C 0                     %1 = LD_C 0
///   %2 = LD_C 4                     ST_G %1
///   ...                     ->      %2 = LD_C 4
///   ST_G %1                         ST_G %2
///   ST_G %2                         ...
///
//===----------------------------------------------------------------------===//

#include "Target/TeslaRegisterInfo.h"
#include "Tesla.h"
#include "TeslaDelayableLoads.h"
#include "TeslaPressureCounter.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-delay-loads"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumDelayed, "Number of loads delayed");

namespace {
class TeslaDelayLoads : public MachineFunctionPass {
public:
  static char ID;
  TeslaDelayLoads() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla load delay"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.addPreserved<LiveIntervalsWrapperPass>();
    AU.addPreserved<SlotIndexesWrapperPass>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};
} // namespace

char TeslaDelayLoads::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaDelayLoads, DEBUG_TYPE, "Tesla load delay", false,
                      false)
INITIALIZE_PASS_DEPENDENCY(LiveIntervalsWrapperPass)
INITIALIZE_PASS_END(TeslaDelayLoads, DEBUG_TYPE, "Tesla load delay", false,
                    false)

FunctionPass *llvm::createTeslaDelayLoadsPass() {
  return new TeslaDelayLoads();
}

/// In the order of their users: one that another load needs is in front of that
/// when it moves on.
static void delay(ArrayRef<TeslaDelayableLoad> Loads, LiveIntervals &LIS) {
  for (const TeslaDelayableLoad &L : Loads) {
    MachineBasicBlock &MBB = *L.Load->getParent();
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": moves " << *L.Load << "  to "
                      << *L.User);
    assert(L.User->getParent() == &MBB && "the user is in another block");
    MBB.splice(L.User->getIterator(), &MBB, L.Load->getIterator());
    LIS.handleMove(*L.Load, /*UpdateFlags=*/true);
    ++NumDelayed;
  }
}

bool TeslaDelayLoads::runOnMachineFunction(MachineFunction &MF) {
  LiveIntervals &LIS = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  const unsigned Budget = TeslaRegisterInfo::registerBudget(MF);
  // Counting takes its time, and few functions have what could move.
  std::vector<unsigned> Peaks;
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF) {
    SmallVector<TeslaDelayableLoad, 8> Loads =
        findTeslaDelayableLoads(MBB, LIS);
    if (Loads.empty())
      continue;
    if (Peaks.empty())
      Peaks = TeslaPressureCounter(MF, LIS).peaksOfBlocks();
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << printMBBReference(MBB) << " needs "
                      << Peaks[MBB.getNumber()] << " of " << Budget
                      << " registers\n");
    if (Peaks[MBB.getNumber()] <= Budget)
      continue;
    delay(Loads, LIS);
    Changed = true;
  }
  return Changed;
}
