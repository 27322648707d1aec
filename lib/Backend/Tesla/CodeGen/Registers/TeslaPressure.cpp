//===- TeslaPressure.cpp - Live registers before allocation ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counts for every instruction the registers that are live before and behind
/// it, lists the values at the peak, and finds the instruction that takes most
/// registers by itself. Only looks; changes nothing. Runs last
/// before register allocation, so that what it sees is what has to fit.
///
///   %3 = ADD %1, %2     before: %1 %2     behind: %1 %3     line: 2 registers
///
//===----------------------------------------------------------------------===//

#include "Target/TeslaMachineFunctionInfo.h"
#include "Tesla.h"
#include "TeslaPressureCounter.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-pressure"

using namespace llvm;

namespace {

class TeslaPressure : public MachineFunctionPass {
public:
  static char ID;
  TeslaPressure() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla register pressure"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.addRequired<MachineBlockFrequencyInfoWrapperPass>();
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

} // namespace

char TeslaPressure::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaPressure, DEBUG_TYPE, "Tesla register pressure",
                      false, true)
INITIALIZE_PASS_DEPENDENCY(LiveIntervalsWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineBlockFrequencyInfoWrapperPass)
INITIALIZE_PASS_END(TeslaPressure, DEBUG_TYPE, "Tesla register pressure", false,
                    true)

FunctionPass *llvm::createTeslaPressurePass() { return new TeslaPressure(); }

bool TeslaPressure::runOnMachineFunction(MachineFunction &MF) {
  LiveIntervals &LIS = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  MF.getInfo<TeslaMachineFunctionInfo>()->Pressure =
      TeslaPressureCounter(MF, LIS).count(
          getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI());
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << MF.getName() << " has up to "
                    << MF.getInfo<TeslaMachineFunctionInfo>()->Pressure.Peak
                    << " live registers\n");
  return false;
}
