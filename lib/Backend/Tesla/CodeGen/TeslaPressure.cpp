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

#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Tesla.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaSubtarget.h"
#include "TeslaValueNames.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/InitializePasses.h"
#include <map>

#define DEBUG_TYPE "tesla-pressure"

using namespace llvm;
using namespace heddle;

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

/// Counts halves, so that two 16-bit values share a register.
class PressureCounter {
public:
  PressureCounter(MachineFunction &MF, LiveIntervals &LIS,
                  const MachineBlockFrequencyInfo &Frequencies)
      : MF(MF), LIS(LIS), Frequencies(Frequencies), MRI(MF.getRegInfo()),
        TII(*MF.getSubtarget<TeslaSubtarget>().getInstrInfo()), Names(MF) {}

  tesla::KernelPressure count();

private:
  unsigned halves(Register Reg) const;
  unsigned halves(Register Reg, LaneBitmask Lanes) const;
  bool isCheap(Register Reg) const;
  void addRange(const LiveRange &LR, unsigned Halves, bool Cheap);
  void addInterval(const LiveInterval &LI);
  void findPeak(tesla::KernelPressure &P);
  void findWidest(tesla::KernelPressure &P) const;
  unsigned registersOf(const MachineInstr &MI) const;
  double costWithout(Register Reg) const;
  tesla::LiveValue describe(const LiveInterval &LI) const;

  MachineFunction &MF;
  LiveIntervals &LIS;
  const MachineBlockFrequencyInfo &Frequencies;
  MachineRegisterInfo &MRI;
  const TeslaInstrInfo &TII;
  TeslaValueNames Names;
  std::vector<const MachineInstr *> Instructions;
  /// The slots before (even) and behind (odd) each instruction, ascending.
  std::vector<SlotIndex> Points;
  /// Change of live halves from one point to the next.
  std::vector<int> Change, ChangeCostly;
  size_t PeakPoint = 0;
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

static tesla::PTXPlace placeOf(const MachineInstr *MI) {
  if (!MI || !MI->getDebugLoc())
    return {};
  return {MI->getDebugLoc().getLine(), MI->getDebugLoc().getCol()};
}

/// What a value of \p Reg's class takes of the general registers.
unsigned PressureCounter::halves(Register Reg) const {
  const TargetRegisterClass *RC = MRI.getRegClass(Reg);
  if (Tesla::GPR16RegClass.hasSubClassEq(RC))
    return 1;
  if (Tesla::GPR32RegClass.hasSubClassEq(RC))
    return 2;
  if (Tesla::GPR64RegClass.hasSubClassEq(RC))
    return 4;
  return Tesla::GPR128RegClass.hasSubClassEq(RC) ? 8 : 0;
}

/// Those of them that \p Lanes are.
unsigned PressureCounter::halves(Register Reg, LaneBitmask Lanes) const {
  unsigned All = MRI.getMaxLaneMaskForVReg(Reg).getNumLanes();
  return halves(Reg) * Lanes.getNumLanes() / std::max(All, 1u);
}

/// Whether one instruction that reads no register makes \p Reg again: what
/// reads one counts as trivial for addresses only, which are not counted here.
bool PressureCounter::isCheap(Register Reg) const {
  const MachineInstr *Def = MRI.getUniqueVRegDef(Reg);
  return Def && TII.isTriviallyReMaterializable(*Def);
}

void PressureCounter::addRange(const LiveRange &LR, unsigned Halves,
                               bool Cheap) {
  for (const LiveRange::Segment &S : LR) {
    auto From = llvm::lower_bound(Points, S.start) - Points.begin();
    auto To = llvm::lower_bound(Points, S.end) - Points.begin();
    for (auto *Deltas : {&Change, &ChangeCostly}) {
      if (Deltas == &ChangeCostly && Cheap)
        continue;
      (*Deltas)[From] += Halves;
      (*Deltas)[To] -= Halves;
    }
  }
}

/// Words of a pair or quad die one by one where sub-registers are tracked.
void PressureCounter::addInterval(const LiveInterval &LI) {
  unsigned Halves = halves(LI.reg());
  if (Halves == 0)
    return;
  bool Cheap = isCheap(LI.reg());
  if (!LI.hasSubRanges())
    return addRange(LI, Halves, Cheap);
  for (const LiveInterval::SubRange &Sub : LI.subranges())
    addRange(Sub, halves(LI.reg(), Sub.LaneMask), Cheap);
}

static unsigned registersFor(int Halves) { return (Halves + 1) / 2; }

void PressureCounter::findPeak(tesla::KernelPressure &P) {
  std::map<unsigned, unsigned> ByLine;
  int Live = 0, Costly = 0;
  for (size_t I = 0; I != Points.size(); ++I) {
    Live += Change[I];
    Costly += ChangeCostly[I];
    unsigned Registers = registersFor(Live);
    tesla::PTXPlace Place = placeOf(Instructions[I / 2]);
    unsigned &Most = ByLine[Place.Line];
    Most = std::max(Most, Registers);
    P.CostlyPeak = std::max(P.CostlyPeak, registersFor(Costly));
    // Loads of parameters have no line; of equal peaks one in the PTX tells
    // more.
    if (Registers > P.Peak ||
        (Registers == P.Peak && P.PeakPlace.Line == 0 && Place.Line != 0)) {
      P.Peak = Registers;
      P.PeakPlace = Place;
      PeakPoint = I;
    }
  }
  for (auto [Line, Registers] : ByLine)
    if (Line != 0)
      P.Lines.push_back({Line, Registers});
}

/// What \p MI reads, and what it writes before it has read all, has places of
/// its own; so has all that it writes.
unsigned PressureCounter::registersOf(const MachineInstr &MI) const {
  using LanesOf = SmallMapVector<Register, LaneBitmask, 8>;
  const TargetRegisterInfo &TRI = *MRI.getTargetRegisterInfo();
  LanesOf Read, Written;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg().isVirtual())
      continue;
    const LaneBitmask Lanes = MO.getSubReg()
                                  ? TRI.getSubRegIndexLaneMask(MO.getSubReg())
                                  : MRI.getMaxLaneMaskForVReg(MO.getReg());
    if (MO.isDef())
      Written[MO.getReg()] |= Lanes;
    if (MO.isUse() || MO.isEarlyClobber())
      Read[MO.getReg()] |= Lanes;
  }
  auto Sum = [this](const LanesOf &Of) {
    unsigned Halves = 0;
    for (auto [Reg, Lanes] : Of)
      Halves += halves(Reg, Lanes);
    return registersFor(Halves);
  };
  return std::max(Sum(Read), Sum(Written));
}

void PressureCounter::findWidest(tesla::KernelPressure &P) const {
  for (const MachineInstr *MI : Instructions)
    if (unsigned Registers = registersOf(*MI); Registers > P.Widest) {
      P.Widest = Registers;
      P.WidestPlace = placeOf(MI);
    }
}

/// What \p Reg costs where it is not in registers at the peak: the block of the
/// peak reads it again behind that only, and has it in registers before.
double PressureCounter::costWithout(Register Reg) const {
  const MachineInstr &Peak = *Instructions[PeakPoint / 2];
  SmallPtrSet<const MachineBasicBlock *, 8> Reads;
  for (const MachineInstr &Use : MRI.use_nodbg_instructions(Reg))
    if (Use.getParent() != Peak.getParent() ||
        LIS.getInstructionIndex(Use) > LIS.getInstructionIndex(Peak))
      Reads.insert(Use.getParent());
  auto Executed = [this](const MachineBasicBlock *MBB) {
    return Frequencies.getBlockFreqRelativeToEntryBlock(MBB);
  };
  // In the order of the code, so that the sum is the same each time.
  double Cost = 0;
  for (const MachineBasicBlock &MBB : MF)
    if (Reads.contains(&MBB))
      Cost += Executed(&MBB);
  if (!isCheap(Reg))
    for (const MachineInstr &Def : MRI.def_instructions(Reg))
      Cost += Executed(Def.getParent());
  return Cost;
}

tesla::LiveValue PressureCounter::describe(const LiveInterval &LI) const {
  tesla::LiveValue V;
  V.Registers = registersFor(halves(LI.reg()));
  V.IsCheap = isCheap(LI.reg());
  const auto [Reads, Writes] =
      Instructions[PeakPoint / 2]->readsWritesVirtualRegister(LI.reg());
  V.IsOperand = Reads || Writes;
  V.Cost = costWithout(LI.reg());
  const MachineInstr *Last = nullptr;
  SlotIndex LastIndex = LIS.getSlotIndexes()->getZeroIndex();
  for (const MachineInstr &Use : MRI.use_nodbg_instructions(LI.reg()))
    if (SlotIndex Index = LIS.getInstructionIndex(Use); Index >= LastIndex) {
      Last = &Use;
      LastIndex = Index;
    }
  V.LastUse = placeOf(Last);
  for (const MachineInstr &Def : MRI.def_instructions(LI.reg())) {
    tesla::PTXPlace Place = placeOf(&Def);
    bool Known = llvm::any_of(V.Defs, [&](const tesla::PTXPlace &P) {
      return P.Line == Place.Line && P.Column == Place.Column;
    });
    if (!Known)
      V.Defs.push_back(Place);
  }
  V.Origin = Names.origin(LI.reg());
  V.Name = Names.name(LI.reg());
  return V;
}

tesla::KernelPressure PressureCounter::count() {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugInstr())
        continue;
      SlotIndex Index = LIS.getInstructionIndex(MI);
      Instructions.push_back(&MI);
      Points.push_back(Index.getBaseIndex());
      Points.push_back(Index.getRegSlot());
    }
  Change.assign(Points.size() + 1, 0);
  ChangeCostly = Change;
  for (unsigned I = 0; I != MRI.getNumVirtRegs(); ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (!MRI.reg_nodbg_empty(Reg) && LIS.hasInterval(Reg))
      addInterval(LIS.getInterval(Reg));
  }
  tesla::KernelPressure P;
  findPeak(P);
  if (P.Peak == 0)
    return P;
  findWidest(P);
  for (unsigned I = 0; I != MRI.getNumVirtRegs(); ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (MRI.reg_nodbg_empty(Reg) || !LIS.hasInterval(Reg) || halves(Reg) == 0)
      continue;
    const LiveInterval &LI = LIS.getInterval(Reg);
    if (LI.liveAt(Points[PeakPoint]))
      P.AtPeak.push_back(describe(LI));
  }
  return P;
}

bool TeslaPressure::runOnMachineFunction(MachineFunction &MF) {
  LiveIntervals &LIS = getAnalysis<LiveIntervalsWrapperPass>().getLIS();
  MF.getInfo<TeslaMachineFunctionInfo>()->Pressure =
      PressureCounter(
          MF, LIS,
          getAnalysis<MachineBlockFrequencyInfoWrapperPass>().getMBFI())
          .count();
  return false;
}
