//===- TeslaLocalSpiller.cpp - Spills inside of blocks --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where more values of one block are live than there are registers, decides by
/// Belady's rule which of them wait in memory: the one whose next use is
/// furthest. A value is stored once, and one that a single instruction makes
/// again is never stored at all. Loops and values of several blocks are left to
/// the allocator: it stores once outside of a loop what is only read inside.
///
///   %1 = LD_G ...                   %1 = LD_G ...
///   ...                             ST_L %slot, %1
///   %9 = XOR %7, %8       ->        %9 = XOR %7, %8
///   ...                             %20 = LD_L %slot
///   %30 = ADD %1, %9                %30 = ADD %20, %9
///
/// Conditions and addresses do the same among the four $c and the four $a
/// registers, and wait in a general register rather than in memory.
///
/// The greedy allocator alone decides interval by interval and spills about
/// twice as much in long blocks. C. Belady's rule on code: M. Braun, S. Hack,
/// Register Spilling and Live-Range Splitting for SSA-Form Programs, CC 2009.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Tesla.h"
#include "TeslaBlockSpiller.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-local-spiller"

using namespace llvm;

namespace {

class TeslaLocalSpiller : public MachineFunctionPass {
public:
  static char ID;
  TeslaLocalSpiller() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla local spiller"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<LiveIntervalsWrapperPass>();
    AU.addRequired<MachineLoopInfoWrapperPass>();
    AU.addPreserved<LiveIntervalsWrapperPass>();
    AU.addPreserved<SlotIndexesWrapperPass>();
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
};

/// The registers of a bank that live in each block, by its number. A register
/// that the spiller makes is in no other block.
class BlockRegisters {
public:
  BlockRegisters(TeslaSpillBank Bank, const MachineFunction &MF,
                 const LiveIntervals &LIS);

  ArrayRef<Register> in(const MachineBasicBlock &MBB) const {
    assert(size_t(MBB.getNumber()) < Registers.size() && "a new block");
    return Registers[MBB.getNumber()];
  }

private:
  std::vector<SmallVector<Register, 0>> Registers;
};

} // namespace

char TeslaLocalSpiller::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaLocalSpiller, DEBUG_TYPE, "Tesla local spiller",
                      false, false)
INITIALIZE_PASS_DEPENDENCY(LiveIntervalsWrapperPass)
INITIALIZE_PASS_DEPENDENCY(MachineLoopInfoWrapperPass)
INITIALIZE_PASS_END(TeslaLocalSpiller, DEBUG_TYPE, "Tesla local spiller", false,
                    false)

FunctionPass *llvm::createTeslaLocalSpillerPass() {
  return new TeslaLocalSpiller();
}

BlockRegisters::BlockRegisters(TeslaSpillBank Bank, const MachineFunction &MF,
                               const LiveIntervals &LIS)
    : Registers(MF.getNumBlockIDs()) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const SlotIndexes &Indexes = *LIS.getSlotIndexes();
  for (unsigned I = 0, E = MRI.getNumVirtRegs(); I != E; ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (MRI.reg_nodbg_empty(Reg) || !LIS.hasInterval(Reg) ||
        TeslaBlockSpiller::wordsOf(Bank, MRI.getRegClass(Reg)) == 0)
      continue;
    // The segments ascend, and so do the blocks.
    const MachineBasicBlock *Last = nullptr;
    for (const LiveRange::Segment &S : LIS.getInterval(Reg)) {
      auto *Block = Indexes.getMBBFromIndex(S.start);
      for (MachineFunction::const_iterator B(Block);
           B != MF.end() && Indexes.getMBBStartIdx(&*B) < S.end; ++B)
        if (&*B != Last) {
          Last = &*B;
          Registers[Last->getNumber()].push_back(Reg);
        }
    }
  }
}

/// More values of \p RC than it has registers, so that some may have to wait.
static bool hasMany(const MachineRegisterInfo &MRI,
                    const TargetRegisterClass &RC) {
  unsigned Count = 0;
  for (unsigned I = 0, E = MRI.getNumVirtRegs(); I != E; ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (!MRI.reg_nodbg_empty(Reg) && RC.hasSubClassEq(MRI.getRegClass(Reg)))
      ++Count;
  }
  return Count > RC.getNumRegs();
}

bool TeslaLocalSpiller::runOnMachineFunction(MachineFunction &MF) {
  LiveIntervals &LIS = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  const MachineLoopInfo &Loops =
      getAnalysis<MachineLoopInfoWrapperPass>().getLI();
  TeslaFreeSlots Slots;
  bool IsChanged = false;
  auto Run = [&](TeslaSpillBank Bank, auto IsLeftOut) {
    BlockRegisters Registers(Bank, MF, LIS);
    for (MachineBasicBlock &MBB : MF)
      if (!IsLeftOut(MBB))
        IsChanged |=
            TeslaBlockSpiller(Bank, MBB, Registers.in(MBB), LIS, Slots).run();
  };
  auto None = [](const MachineBasicBlock &) { return false; };
  // Conditions come first, since they are spilled to general registers.
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  if (hasMany(MRI, Tesla::CCRegClass))
    Run(TeslaSpillBank::Condition, None);
  if (hasMany(MRI, Tesla::ARRegClass))
    Run(TeslaSpillBank::Address, None);
  unsigned Peak = MF.getInfo<TeslaMachineFunctionInfo>()->Pressure.Peak;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << MF.getName() << " needs " << Peak
                    << " of " << TeslaRegisterInfo::registerBudget(MF)
                    << " registers\n");
  if (Peak > TeslaRegisterInfo::registerBudget(MF))
    Run(TeslaSpillBank::General, [&](const MachineBasicBlock &MBB) {
      return Loops.getLoopFor(&MBB) != nullptr;
    });
  return IsChanged;
}
