//===- TeslaBlockSpiller.cpp - Spills inside of one block -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaBlockSpiller.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrBuilder.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include <cassert>
#include <numeric>

using namespace llvm;

unsigned TeslaBlockSpiller::roomIn(TeslaSpillBank Bank,
                                   const MachineFunction &MF) {
  switch (Bank) {
  case TeslaSpillBank::General:
    return TeslaRegisterInfo::registerBudget(MF);
  case TeslaSpillBank::Condition:
    return Tesla::CCRegClass.getNumRegs();
  case TeslaSpillBank::Address:
    return Tesla::ARRegClass.getNumRegs();
  }
  llvm_unreachable("covered switch");
}

/// Whole registers of \p RC; halves take one, as nothing packs them for sure.
unsigned TeslaBlockSpiller::wordsOf(TeslaSpillBank Bank,
                                    const TargetRegisterClass *RC) {
  if (Bank == TeslaSpillBank::Condition)
    return Tesla::CCRegClass.hasSubClassEq(RC) ? 1 : 0;
  if (Bank == TeslaSpillBank::Address)
    return Tesla::ARRegClass.hasSubClassEq(RC) ? 1 : 0;
  if (Tesla::GPR32RegClass.hasSubClassEq(RC) ||
      Tesla::GPR16RegClass.hasSubClassEq(RC))
    return 1;
  if (Tesla::GPR64RegClass.hasSubClassEq(RC))
    return 2;
  return Tesla::GPR128RegClass.hasSubClassEq(RC) ? 4 : 0;
}

bool TeslaBlockSpiller::isLocal(Register Reg) const {
  const TargetRegisterClass *RC = MRI.getRegClass(Reg);
  if (wordsOf(Bank, RC) == 0 || Tesla::GPR16RegClass.hasSubClassEq(RC) ||
      !MRI.hasOneDef(Reg))
    return false;
  const MachineOperand &Def = *MRI.def_begin(Reg);
  if (Def.getSubReg() != 0 || Def.isImplicit() || Def.isTied() ||
      Def.getParent()->isImplicitDef() || Def.getParent()->getParent() != &MBB)
    return false;
  return llvm::all_of(
      MRI.use_nodbg_operands(Reg), [&](const MachineOperand &Use) {
        return Use.getParent()->getParent() == &MBB && !Use.isTied();
      });
}

/// Whether one instruction that reads no register makes \p Reg again.
bool TeslaBlockSpiller::isCheap(Register Reg) const {
  const MachineInstr *Def = MRI.getUniqueVRegDef(Reg);
  return Def && TII.isTriviallyReMaterializable(*Def) &&
         llvm::none_of(Def->uses(), [](const MachineOperand &MO) {
           return MO.isReg() && MO.getReg().isVirtual();
         });
}

/// A value that only passes through the block, or that is made again where it
/// is used: the allocator keeps those out of the way at less cost than anything
/// in here, outside of a loop above all.
bool TeslaBlockSpiller::isIdle(Register Reg) const {
  return isCheap(Reg) || !Mentioned.contains(Reg);
}

/// Counts \p Reg where it is live in this block.
void TeslaBlockSpiller::addFixed(Register Reg) {
  unsigned Words = wordsOf(Bank, MRI.getRegClass(Reg));
  if (Words == 0 || !LIS.hasInterval(Reg))
    return;
  SlotIndex Start = LIS.getMBBStartIdx(&MBB), End = LIS.getMBBEndIdx(&MBB);
  const LiveInterval &LI = LIS.getInterval(Reg);
  for (const auto *S = LI.find(Start); S != LI.end() && S->start < End; ++S)
    for (auto [Points, Fixed] : {std::pair(&PointsBefore, &FixedBefore),
                                 std::pair(&PointsBehind, &FixedBehind)}) {
      (*Fixed)[llvm::lower_bound(*Points, S->start) - Points->begin()] += Words;
      (*Fixed)[llvm::lower_bound(*Points, S->end) - Points->begin()] -= Words;
    }
}

/// \p Reg as a value that lives here from its definition on; none if it is more
/// than that. In a loop it may come from the turn before.
std::optional<TeslaLocalValue> TeslaBlockSpiller::localValue(
    Register Reg,
    const DenseMap<const MachineInstr *, unsigned> &Ordinal) const {
  if (!isLocal(Reg))
    return std::nullopt;
  TeslaLocalValue V;
  V.Original = Reg;
  V.Def = MRI.getUniqueVRegDef(Reg);
  V.Words = wordsOf(Bank, MRI.getRegClass(Reg));
  V.IsCheap = isCheap(Reg);
  for (const MachineOperand &Use : MRI.use_nodbg_operands(Reg))
    if (Use.readsReg())
      V.Uses.push_back(Ordinal.lookup(Use.getParent()));
  llvm::sort(V.Uses);
  V.Uses.erase(std::unique(V.Uses.begin(), V.Uses.end()), V.Uses.end());
  if (!V.Uses.empty() && V.Uses.front() <= Ordinal.lookup(V.Def))
    return std::nullopt;
  return V;
}

void TeslaBlockSpiller::collect() {
  DenseMap<const MachineInstr *, unsigned> Ordinal;
  for (MachineInstr &MI : MBB)
    if (!MI.isDebugInstr()) {
      Ordinal[&MI] = Code.size();
      Code.push_back(&MI);
      SlotIndex Index = LIS.getInstructionIndex(MI);
      PointsBefore.push_back(Index.getBaseIndex());
      PointsBehind.push_back(Index.getRegSlot());
      for (const MachineOperand &MO : MI.operands())
        if (MO.isReg())
          Mentioned.insert(MO.getReg());
    }
  // First how they change from one instruction to the next.
  FixedBefore.assign(Code.size() + 1, 0);
  FixedBehind.assign(Code.size() + 1, 0);
  for (Register Reg : Registers) {
    std::optional<TeslaLocalValue> V = localValue(Reg, Ordinal);
    if (V)
      Values[Reg] = std::move(*V);
    else if (!isIdle(Reg))
      addFixed(Reg);
  }
  std::partial_sum(FixedBefore.begin(), FixedBefore.end(), FixedBefore.begin());
  std::partial_sum(FixedBehind.begin(), FixedBehind.end(), FixedBehind.begin());
}

/// The value to do without: the furthest next use, with what a reload would
/// cost taken into account.
TeslaLocalValue *
TeslaBlockSpiller::victim(unsigned At,
                          const SmallPtrSetImpl<TeslaLocalValue *> &Busy) {
  TeslaLocalValue *Best = nullptr;
  unsigned BestScore = 0;
  for (TeslaLocalValue *V : Resident) {
    if (Busy.contains(V))
      continue;
    assert(V->NextUse < V->Uses.size() && V->Uses[V->NextUse] >= At &&
           "a value that nothing needs any more takes a register");
    unsigned Distance = V->Uses[V->NextUse] - At;
    unsigned Score = Distance * (V->IsCheap ? 4 : V->isSaved() ? 2 : 1);
    bool IsFirst =
        Best && Score == BestScore && V->Original.id() < Best->Original.id();
    if (!Best || Score > BestScore || IsFirst) {
      Best = V;
      BestScore = Score;
    }
  }
  return Best;
}

/// Inserts one of the long moves between $c and the general registers.
void TeslaBlockSpiller::move(unsigned Opcode, Register To, Register From,
                             MachineInstr &Before) {
  addDefaults(
      BuildMI(MBB, Before, MBB.findDebugLoc(Before), TII.get(Opcode), To)
          .addReg(From));
}

void TeslaBlockSpiller::store(TeslaLocalValue &V, MachineInstr &Before) {
  const TargetRegisterClass *RC = MRI.getRegClass(V.Original);
  SmallVector<int, 8> &Slots = Free[V.Words];
  if (Slots.empty())
    V.Slot = MF.getFrameInfo().CreateSpillStackObject(TRI.getSpillSize(*RC),
                                                      TRI.getSpillAlign(*RC));
  else
    V.Slot = Slots.pop_back_val();
  TII.storeRegToStackSlot(MBB, Before, V.Current, /*IsKill=*/false, V.Slot, RC,
                          &TRI, Register());
}

/// The general register that address \p V is made from, if that never changes.
Register TeslaBlockSpiller::sourceOf(const TeslaLocalValue &V) const {
  if (V.Def->getOpcode() != Tesla::SHL_A_ri)
    return Register();
  const MachineOperand &Source = V.Def->getOperand(1);
  bool IsConstant = Source.getReg().isVirtual() && Source.getSubReg() == 0 &&
                    MRI.hasOneDef(Source.getReg());
  return IsConstant ? Source.getReg() : Register();
}

/// Puts \p V where it can wait.
void TeslaBlockSpiller::save(TeslaLocalValue &V, MachineInstr &Before) {
  assert(V.Current && !V.isSaved() && "nothing to save");
  switch (Bank) {
  case TeslaSpillBank::General:
    store(V, Before);
    break;
  case TeslaSpillBank::Address:
    if (Register Source = sourceOf(V)) {
      V.Saved = Source;
      V.IsMadeAgain = true;
      Changed.insert(Source);
      return;
    }
    [[fallthrough]];
  case TeslaSpillBank::Condition:
    V.Saved = MRI.createVirtualRegister(&Tesla::GPR32RegClass);
    move(Bank == TeslaSpillBank::Address ? Tesla::MOV_FROM_A
                                         : Tesla::MOV_FROM_C,
         V.Saved, V.Current, Before);
    Changed.insert(V.Saved);
    break;
  }
  LIS.InsertMachineInstrInMaps(*std::prev(Before.getIterator()));
}

void TeslaBlockSpiller::evict(TeslaLocalValue &V, MachineInstr &Before) {
  assert(Resident.contains(&V) && ResidentWords >= V.Words &&
         "a value that is in no register");
  Resident.erase(&V);
  ResidentWords -= V.Words;
  if (!V.IsCheap && !V.isSaved())
    save(V, Before);
  V.Current = Register();
}

void TeslaBlockSpiller::reload(TeslaLocalValue &V, MachineInstr &Before) {
  assert(!V.Current && !Resident.contains(&V) && "reloaded twice");
  assert((V.IsCheap || V.isSaved()) && "a value that was never stored");
  const TargetRegisterClass *RC = MRI.getRegClass(V.Original);
  V.Current = MRI.createVirtualRegister(RC);
  if (V.IsCheap || V.IsMadeAgain)
    TII.reMaterialize(MBB, Before, V.Current, 0, *V.Def, TRI);
  else if (Bank == TeslaSpillBank::Condition)
    move(Tesla::MOV_TO_C, V.Current, V.Saved, Before);
  else if (Bank == TeslaSpillBank::Address)
    addDefaults(BuildMI(MBB, Before, MBB.findDebugLoc(Before),
                        TII.get(Tesla::SHL_A_ri), V.Current)
                    .addReg(V.Saved)
                    .addImm(0));
  else
    TII.loadRegFromStackSlot(MBB, Before, V.Current, V.Slot, RC, &TRI,
                             Register());
  LIS.InsertMachineInstrInMaps(*std::prev(Before.getIterator()));
  Changed.insert(V.Current);
  Changed.insert(V.Original);
  Resident.insert(&V);
  ResidentWords += V.Words;
}

/// Evicts until \p Taken words and the resident values fit. False when nothing
/// is left to evict: the allocator then has to see to it.
bool TeslaBlockSpiller::makeRoom(
    unsigned At, unsigned Taken,
    const SmallPtrSetImpl<TeslaLocalValue *> &Busy) {
  while (Taken + ResidentWords > Room) {
    TeslaLocalValue *V = victim(At, Busy);
    if (!V)
      return false;
    evict(*V, *Code[At]);
  }
  return true;
}

/// Brings what instruction \p At reads into registers and makes room for what
/// it writes.
bool TeslaBlockSpiller::visit(unsigned At) {
  MachineInstr &MI = *Code[At];
  SmallPtrSet<TeslaLocalValue *, 8> Read, Written;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg().isVirtual() ||
        !(MO.isDef() || MO.readsReg()))
      continue;
    auto It = Values.find(MO.getReg());
    if (It != Values.end())
      (MO.isDef() ? Written : Read).insert(&It->second);
  }
  unsigned Missing = 0;
  for (TeslaLocalValue *V : Read)
    Missing += V->Current ? 0 : V->Words;
  bool Fits = makeRoom(At, FixedBefore[At] + Missing, Read);
  // In the order of the operands, so that code does not depend on addresses.
  for (MachineOperand &MO : MI.operands()) {
    auto It = MO.isReg() && MO.isUse() && MO.readsReg()
                  ? Values.find(MO.getReg())
                  : Values.end();
    if (It == Values.end())
      continue;
    if (!It->second.Current)
      reload(It->second, MI);
    MO.setReg(It->second.Current);
  }
  for (TeslaLocalValue *V : Read) {
    while (V->NextUse != V->Uses.size() && V->Uses[V->NextUse] <= At)
      ++V->NextUse;
    if (V->NextUse != V->Uses.size())
      continue;
    Resident.erase(V);
    ResidentWords -= V->Words;
    if (V->Slot >= 0)
      Free[V->Words].push_back(V->Slot);
  }
  unsigned New = 0;
  for (TeslaLocalValue *V : Written)
    New += V->Words;
  SmallPtrSet<TeslaLocalValue *, 8> None;
  Fits &= makeRoom(At, FixedBehind[At] + New, None);
  for (TeslaLocalValue *V : Written) {
    V->Current = V->Original;
    if (V->Uses.empty())
      continue;
    Resident.insert(V);
    ResidentWords += V->Words;
  }
  return Fits;
}

/// Live intervals of all that was rewritten, without definitions that nothing
/// uses any more.
void TeslaBlockSpiller::repair() {
  for (Register Reg : Changed) {
    auto It = Values.find(Reg);
    if (It == Values.end() || !MRI.use_nodbg_empty(Reg) || MRI.def_empty(Reg) ||
        !(It->second.IsCheap || It->second.IsMadeAgain))
      continue;
    LIS.RemoveMachineInstrFromMaps(*It->second.Def);
    It->second.Def->eraseFromParent();
  }
  for (Register Reg : Changed) {
    if (LIS.hasInterval(Reg))
      LIS.removeInterval(Reg);
    if (MRI.reg_nodbg_empty(Reg))
      continue;
    MRI.clearKillFlags(Reg);
    LIS.createAndComputeVirtRegInterval(Reg);
  }
}

/// Whether all that lives in the block has registers of its own.
bool TeslaBlockSpiller::fitsAtOnce() const {
  unsigned Words = 0;
  for (Register Reg : Registers)
    Words += wordsOf(Bank, MRI.getRegClass(Reg));
  return Words <= Room;
}

bool TeslaBlockSpiller::run() {
  if (fitsAtOnce())
    return false;
  collect();
  for (unsigned At = 0; At != Code.size(); ++At)
    visit(At);
  repair();
  return !Changed.empty();
}
