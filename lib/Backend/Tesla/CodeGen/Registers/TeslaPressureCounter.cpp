//===- TeslaPressureCounter.cpp - Count live registers --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaPressureCounter.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaDelayableLoads.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include <cassert>
#include <map>

using namespace llvm;
using namespace heddle;

static tesla::PTXPlace placeOf(const MachineInstr *MI) {
  if (!MI || !MI->getDebugLoc())
    return {};
  return {MI->getDebugLoc().getLine(), MI->getDebugLoc().getCol()};
}

/// The number of halves of the general registers that a value of \p Reg's class
/// takes.
unsigned TeslaPressureCounter::halves(Register Reg) const {
  const TargetRegisterClass *RC = MRI.getRegClass(Reg);
  if (Tesla::GPR16RegClass.hasSubClassEq(RC))
    return 1;
  if (Tesla::GPR32RegClass.hasSubClassEq(RC))
    return 2;
  if (Tesla::GPR64RegClass.hasSubClassEq(RC))
    return 4;
  return Tesla::GPR128RegClass.hasSubClassEq(RC) ? 8 : 0;
}

/// The number of halves of \p Reg that \p Lanes take.
unsigned TeslaPressureCounter::halves(Register Reg, LaneBitmask Lanes) const {
  unsigned All = MRI.getMaxLaneMaskForVReg(Reg).getNumLanes();
  return halves(Reg) * Lanes.getNumLanes() / std::max(All, 1u);
}

/// Whether one instruction that reads no register makes \p Reg again, or a load
/// that can wait: what reads a register counts as trivial for addresses only,
/// which are not counted here.
bool TeslaPressureCounter::isCheap(Register Reg) const {
  const MachineInstr *Def = MRI.getUniqueVRegDef(Reg);
  return (Def && TII.isTriviallyReMaterializable(*Def)) ||
         Delayable.contains(Reg);
}

void TeslaPressureCounter::addRange(const LiveRange &LR, unsigned Halves,
                                    bool Cheap) {
  for (const LiveRange::Segment &S : LR) {
    auto From = llvm::lower_bound(Points, S.start) - Points.begin();
    auto To = llvm::lower_bound(Points, S.end) - Points.begin();
    assert(From <= To && size_t(To) < Change.size() && "points do not ascend");
    for (auto *Deltas : {&Change, &ChangeCostly}) {
      if (Deltas == &ChangeCostly && Cheap)
        continue;
      (*Deltas)[From] += Halves;
      (*Deltas)[To] -= Halves;
    }
  }
}

/// Words of a pair or quad die one by one where sub-registers are tracked.
void TeslaPressureCounter::addInterval(const LiveInterval &LI) {
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

void TeslaPressureCounter::findPeak(tesla::KernelPressure &P) {
  std::map<unsigned, unsigned> ByLine;
  int Live = 0, Costly = 0;
  for (size_t I = 0; I != Points.size(); ++I) {
    Live += Change[I];
    Costly += ChangeCostly[I];
    assert(Costly >= 0 && Costly <= Live && "values die that never lived");
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
  assert(Live + Change.back() == 0 && "values live behind the end");
  for (auto [Line, Registers] : ByLine)
    if (Line != 0)
      P.Lines.push_back({Line, Registers});
}

/// The registers that \p MI takes. Its sources, and the results that it writes
/// before it has read all sources, need registers of their own; so do all
/// results.
unsigned TeslaPressureCounter::registersOf(const MachineInstr &MI) const {
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

void TeslaPressureCounter::findWidest(tesla::KernelPressure &P) const {
  for (const MachineInstr *MI : Instructions)
    if (unsigned Registers = registersOf(*MI); Registers > P.Widest) {
      P.Widest = Registers;
      P.WidestPlace = placeOf(MI);
    }
}

/// The cost of \p Reg where it is not in registers at the peak: the block of
/// the peak reads it again only behind the peak, and has it in registers
/// before.
double TeslaPressureCounter::costWithout(Register Reg) const {
  assert(Frequencies && PeakPoint < Points.size() && "no peak was found");
  const MachineInstr &Peak = *Instructions[PeakPoint / 2];
  SmallPtrSet<const MachineBasicBlock *, 8> Reads;
  for (const MachineInstr &Use : MRI.use_nodbg_instructions(Reg))
    if (Use.getParent() != Peak.getParent() ||
        LIS.getInstructionIndex(Use) > LIS.getInstructionIndex(Peak))
      Reads.insert(Use.getParent());
  auto Executed = [this](const MachineBasicBlock *MBB) {
    return Frequencies->getBlockFreqRelativeToEntryBlock(MBB);
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

tesla::LiveValue TeslaPressureCounter::describe(const LiveInterval &LI) const {
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

void TeslaPressureCounter::collect() {
  assert(Instructions.empty() && "a counter counts once");
  for (MachineBasicBlock &MBB : MF) {
    for (const MachineInstr &MI : MBB) {
      if (MI.isDebugInstr())
        continue;
      SlotIndex Index = LIS.getInstructionIndex(MI);
      Instructions.push_back(&MI);
      Points.push_back(Index.getBaseIndex());
      Points.push_back(Index.getRegSlot());
    }
    for (const TeslaDelayableLoad &L : findTeslaDelayableLoads(MBB, LIS))
      if (MRI.hasOneNonDBGUse(L.Result))
        Delayable.insert(L.Result);
  }
  Change.assign(Points.size() + 1, 0);
  ChangeCostly = Change;
  for (unsigned I = 0; I != MRI.getNumVirtRegs(); ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (!MRI.reg_nodbg_empty(Reg) && LIS.hasInterval(Reg))
      addInterval(LIS.getInterval(Reg));
  }
}

std::vector<unsigned> TeslaPressureCounter::peaksOfBlocks() {
  collect();
  std::vector<unsigned> Peaks(MF.getNumBlockIDs());
  int Live = 0;
  for (size_t I = 0; I != Points.size(); ++I) {
    Live += Change[I];
    unsigned &Peak = Peaks[Instructions[I / 2]->getParent()->getNumber()];
    Peak = std::max(Peak, registersFor(Live));
  }
  return Peaks;
}

tesla::KernelPressure
TeslaPressureCounter::count(const MachineBlockFrequencyInfo &BlockFrequencies) {
  Frequencies = &BlockFrequencies;
  collect();
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
