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
#include "Tesla.h"
#include "TeslaInstrBuilder.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaSubtarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/InitializePasses.h"
#include <numeric>

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

/// A value that is defined once and lives in one block.
struct LocalValue {
  Register Original;
  /// What holds it now; none while it waits in memory.
  Register Current;
  MachineInstr *Def = nullptr;
  /// Ordinals of the instructions that use it, ascending; the first that is
  /// still to come.
  SmallVector<unsigned, 4> Uses;
  unsigned NextUse = 0;
  unsigned Words = 1;
  bool IsCheap = false;
  /// Where it waits: a slot, or, a condition, a general register.
  int Slot = -1;
  Register Saved;
  /// By its defining instruction, from Saved.
  bool IsMadeAgain = false;

  bool isSaved() const { return Slot >= 0 || Saved; }
};

/// Which registers are short.
enum class RegisterBank { General, Condition, Address };

/// Spill slots that no value of the block needs any more, by size in words.
using FreeSlots = DenseMap<unsigned, SmallVector<int, 8>>;

/// The registers that live in each block, by its number. Of those that the
/// spiller makes, no other block knows.
class BlockRegisters {
public:
  BlockRegisters(const MachineFunction &MF, const LiveIntervals &LIS);

  ArrayRef<Register> in(const MachineBasicBlock &MBB) const {
    return Registers[MBB.getNumber()];
  }

private:
  std::vector<SmallVector<Register, 0>> Registers;
};

class BlockSpiller {
public:
  BlockSpiller(RegisterBank Bank, MachineBasicBlock &MBB,
               ArrayRef<Register> Registers, LiveIntervals &LIS,
               FreeSlots &Slots)
      : Bank(Bank), MBB(MBB), Registers(Registers), MF(*MBB.getParent()),
        LIS(LIS), MRI(MF.getRegInfo()),
        TII(*MF.getSubtarget<TeslaSubtarget>().getInstrInfo()),
        TRI(TII.getRegisterInfo()), Room(roomIn(Bank, MF)), Free(Slots) {}

  bool run();

private:
  static unsigned roomIn(RegisterBank Bank, const MachineFunction &MF);
  unsigned wordsOf(const TargetRegisterClass *RC) const;
  bool isLocal(Register Reg) const;
  bool isCheap(Register Reg) const;
  bool isIdle(Register Reg) const;
  void collect();
  void addFixed(Register Reg);
  unsigned needed(const SmallPtrSetImpl<LocalValue *> &InRegisters) const;
  LocalValue *victim(unsigned At, const SmallPtrSetImpl<LocalValue *> &Busy);
  bool makeRoom(unsigned At, unsigned Taken,
                const SmallPtrSetImpl<LocalValue *> &Busy);
  void evict(LocalValue &V, MachineInstr &Before);
  void save(LocalValue &V, MachineInstr &Before);
  void store(LocalValue &V, MachineInstr &Before);
  Register sourceOf(const LocalValue &V) const;
  void move(unsigned Opcode, Register To, Register From, MachineInstr &Before);
  void reload(LocalValue &V, MachineInstr &Before);
  bool visit(unsigned At);
  void repair();

  const RegisterBank Bank;
  MachineBasicBlock &MBB;
  const ArrayRef<Register> Registers;
  MachineFunction &MF;
  LiveIntervals &LIS;
  MachineRegisterInfo &MRI;
  const TeslaInstrInfo &TII;
  const TeslaRegisterInfo &TRI;
  const unsigned Room;
  FreeSlots &Free;

  std::vector<MachineInstr *> Code;
  /// The slots before and behind each instruction, ascending.
  std::vector<SlotIndex> PointsBefore, PointsBehind;
  /// Words that values which stay where they are take before and behind each
  /// instruction.
  std::vector<unsigned> FixedBefore, FixedBehind;
  /// By instructions of the block, before it is changed.
  DenseSet<Register> Mentioned;
  DenseMap<Register, LocalValue> Values;
  SmallPtrSet<LocalValue *, 32> Resident;
  unsigned ResidentWords = 0;
  SmallSetVector<Register, 16> Changed;
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

BlockRegisters::BlockRegisters(const MachineFunction &MF,
                               const LiveIntervals &LIS)
    : Registers(MF.getNumBlockIDs()) {
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  const SlotIndexes &Indexes = *LIS.getSlotIndexes();
  for (unsigned I = 0, E = MRI.getNumVirtRegs(); I != E; ++I) {
    Register Reg = Register::index2VirtReg(I);
    if (MRI.reg_nodbg_empty(Reg) || !LIS.hasInterval(Reg))
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

unsigned BlockSpiller::roomIn(RegisterBank Bank, const MachineFunction &MF) {
  switch (Bank) {
  case RegisterBank::General:
    return TeslaRegisterInfo::registerBudget(MF);
  case RegisterBank::Condition:
    return Tesla::CCRegClass.getNumRegs();
  case RegisterBank::Address:
    return Tesla::ARRegClass.getNumRegs();
  }
  llvm_unreachable("covered switch");
}

/// Whole registers of \p RC; halves take one, as nothing packs them for sure.
unsigned BlockSpiller::wordsOf(const TargetRegisterClass *RC) const {
  if (Bank == RegisterBank::Condition)
    return Tesla::CCRegClass.hasSubClassEq(RC) ? 1 : 0;
  if (Bank == RegisterBank::Address)
    return Tesla::ARRegClass.hasSubClassEq(RC) ? 1 : 0;
  if (Tesla::GPR32RegClass.hasSubClassEq(RC) ||
      Tesla::GPR16RegClass.hasSubClassEq(RC))
    return 1;
  if (Tesla::GPR64RegClass.hasSubClassEq(RC))
    return 2;
  return Tesla::GPR128RegClass.hasSubClassEq(RC) ? 4 : 0;
}

bool BlockSpiller::isLocal(Register Reg) const {
  const TargetRegisterClass *RC = MRI.getRegClass(Reg);
  if (wordsOf(RC) == 0 || Tesla::GPR16RegClass.hasSubClassEq(RC) ||
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

/// One instruction that reads no register makes \p Reg again.
bool BlockSpiller::isCheap(Register Reg) const {
  const MachineInstr *Def = MRI.getUniqueVRegDef(Reg);
  return Def && TII.isTriviallyReMaterializable(*Def) &&
         llvm::none_of(Def->uses(), [](const MachineOperand &MO) {
           return MO.isReg() && MO.getReg().isVirtual();
         });
}

/// A value that only passes through the block, or that is made again where it
/// is used: the allocator keeps those out of the way at less cost than anything
/// in here, outside of a loop above all.
bool BlockSpiller::isIdle(Register Reg) const {
  return isCheap(Reg) || !Mentioned.contains(Reg);
}

/// Counts \p Reg where it is live in this block.
void BlockSpiller::addFixed(Register Reg) {
  unsigned Words = wordsOf(MRI.getRegClass(Reg));
  if (Words == 0 || !LIS.hasInterval(Reg))
    return;
  SlotIndex Start = LIS.getMBBStartIdx(&MBB), End = LIS.getMBBEndIdx(&MBB);
  const LiveInterval &LI = LIS.getInterval(Reg);
  for (auto S = LI.find(Start); S != LI.end() && S->start < End; ++S)
    for (auto [Points, Fixed] : {std::pair(&PointsBefore, &FixedBefore),
                                 std::pair(&PointsBehind, &FixedBehind)}) {
      (*Fixed)[llvm::lower_bound(*Points, S->start) - Points->begin()] += Words;
      (*Fixed)[llvm::lower_bound(*Points, S->end) - Points->begin()] -= Words;
    }
}

void BlockSpiller::collect() {
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
    if (!isLocal(Reg)) {
      if (!isIdle(Reg))
        addFixed(Reg);
      continue;
    }
    LocalValue V;
    V.Original = Reg;
    V.Def = MRI.getUniqueVRegDef(Reg);
    V.Words = wordsOf(MRI.getRegClass(Reg));
    V.IsCheap = isCheap(Reg);
    for (const MachineInstr &Use : MRI.use_nodbg_instructions(Reg))
      V.Uses.push_back(Ordinal.lookup(&Use));
    llvm::sort(V.Uses);
    V.Uses.erase(std::unique(V.Uses.begin(), V.Uses.end()), V.Uses.end());
    Values[Reg] = std::move(V);
  }
  std::partial_sum(FixedBefore.begin(), FixedBefore.end(), FixedBefore.begin());
  std::partial_sum(FixedBehind.begin(), FixedBehind.end(), FixedBehind.begin());
}

/// The value to do without: the furthest next use, with what a reload would
/// cost taken into account.
LocalValue *BlockSpiller::victim(unsigned At,
                                 const SmallPtrSetImpl<LocalValue *> &Busy) {
  LocalValue *Best = nullptr;
  unsigned BestScore = 0;
  for (LocalValue *V : Resident) {
    if (Busy.contains(V))
      continue;
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

/// One of the long moves between $c and the general registers.
void BlockSpiller::move(unsigned Opcode, Register To, Register From,
                        MachineInstr &Before) {
  addDefaults(
      BuildMI(MBB, Before, MBB.findDebugLoc(Before), TII.get(Opcode), To)
          .addReg(From));
}

void BlockSpiller::store(LocalValue &V, MachineInstr &Before) {
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
Register BlockSpiller::sourceOf(const LocalValue &V) const {
  if (V.Def->getOpcode() != Tesla::SHL_A_ri)
    return Register();
  const MachineOperand &Source = V.Def->getOperand(1);
  bool IsConstant = Source.getReg().isVirtual() && Source.getSubReg() == 0 &&
                    MRI.hasOneDef(Source.getReg());
  return IsConstant ? Source.getReg() : Register();
}

/// Puts \p V where it can wait.
void BlockSpiller::save(LocalValue &V, MachineInstr &Before) {
  switch (Bank) {
  case RegisterBank::General:
    store(V, Before);
    break;
  case RegisterBank::Address:
    if (Register Source = sourceOf(V)) {
      V.Saved = Source;
      V.IsMadeAgain = true;
      Changed.insert(Source);
      return;
    }
    [[fallthrough]];
  case RegisterBank::Condition:
    V.Saved = MRI.createVirtualRegister(&Tesla::GPR32RegClass);
    move(Bank == RegisterBank::Address ? Tesla::MOV_FROM_A : Tesla::MOV_FROM_C,
         V.Saved, V.Current, Before);
    Changed.insert(V.Saved);
    break;
  }
  LIS.InsertMachineInstrInMaps(*std::prev(Before.getIterator()));
}

void BlockSpiller::evict(LocalValue &V, MachineInstr &Before) {
  Resident.erase(&V);
  ResidentWords -= V.Words;
  if (!V.IsCheap && !V.isSaved())
    save(V, Before);
  V.Current = Register();
}

void BlockSpiller::reload(LocalValue &V, MachineInstr &Before) {
  const TargetRegisterClass *RC = MRI.getRegClass(V.Original);
  V.Current = MRI.createVirtualRegister(RC);
  if (V.IsCheap || V.IsMadeAgain)
    TII.reMaterialize(MBB, Before, V.Current, 0, *V.Def, TRI);
  else if (Bank == RegisterBank::Condition)
    move(Tesla::MOV_TO_C, V.Current, V.Saved, Before);
  else if (Bank == RegisterBank::Address)
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
bool BlockSpiller::makeRoom(unsigned At, unsigned Taken,
                            const SmallPtrSetImpl<LocalValue *> &Busy) {
  while (Taken + ResidentWords > Room) {
    LocalValue *V = victim(At, Busy);
    if (!V)
      return false;
    evict(*V, *Code[At]);
  }
  return true;
}

/// Brings what instruction \p At reads into registers and makes room for what
/// it writes.
bool BlockSpiller::visit(unsigned At) {
  MachineInstr &MI = *Code[At];
  SmallPtrSet<LocalValue *, 8> Read, Written;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.getReg().isVirtual())
      continue;
    auto It = Values.find(MO.getReg());
    if (It != Values.end())
      (MO.isDef() ? Written : Read).insert(&It->second);
  }
  unsigned Missing = 0;
  for (LocalValue *V : Read)
    Missing += V->Current ? 0 : V->Words;
  bool Fits = makeRoom(At, FixedBefore[At] + Missing, Read);
  // In the order of the operands, so that code does not depend on addresses.
  for (MachineOperand &MO : MI.operands()) {
    auto It =
        MO.isReg() && MO.isUse() ? Values.find(MO.getReg()) : Values.end();
    if (It == Values.end())
      continue;
    if (!It->second.Current)
      reload(It->second, MI);
    MO.setReg(It->second.Current);
  }
  for (LocalValue *V : Read) {
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
  for (LocalValue *V : Written)
    New += V->Words;
  SmallPtrSet<LocalValue *, 8> None;
  Fits &= makeRoom(At, FixedBehind[At] + New, None);
  for (LocalValue *V : Written) {
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
void BlockSpiller::repair() {
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

bool BlockSpiller::run() {
  collect();
  for (unsigned At = 0; At != Code.size(); ++At)
    visit(At);
  repair();
  return !Changed.empty();
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
  FreeSlots Slots;
  bool IsChanged = false;
  auto Run = [&](RegisterBank Bank, auto IsLeftOut) {
    BlockRegisters Registers(MF, LIS);
    for (MachineBasicBlock &MBB : MF)
      if (!IsLeftOut(MBB))
        IsChanged |=
            BlockSpiller(Bank, MBB, Registers.in(MBB), LIS, Slots).run();
  };
  auto None = [](const MachineBasicBlock &) { return false; };
  // Those first, since they wait in general registers.
  const MachineRegisterInfo &MRI = MF.getRegInfo();
  if (hasMany(MRI, Tesla::CCRegClass))
    Run(RegisterBank::Condition, None);
  if (hasMany(MRI, Tesla::ARRegClass))
    Run(RegisterBank::Address, None);
  unsigned Peak = MF.getInfo<TeslaMachineFunctionInfo>()->Pressure.Peak;
  if (Peak > TeslaRegisterInfo::registerBudget(MF))
    Run(RegisterBank::General, [&](const MachineBasicBlock &MBB) {
      return Loops.getLoopFor(&MBB) != nullptr;
    });
  return IsChanged;
}
