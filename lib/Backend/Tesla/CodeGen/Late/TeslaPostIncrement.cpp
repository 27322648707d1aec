//===- TeslaPostIncrement.cpp - Words of s[] one behind another -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An operand in s[] reaches 32 units from its address register. A loop that
/// reads a table of known place has an instruction for each stretch of that
/// length; as each access can move the register to the place of the next one,
/// it needs the first only:
///
///   add $a1 0x0 0x80                         add $a1 0x0 0xf8
///   mad b32 s[$a1+0x78] $r0        ->        mad b32 s[$a1+=0x4] $r0
///   mad b32 s[$a1+0x7c] $r0                  mad b32 s[$a1+=0x4] $r0
///   add $a1 0x0 0x100
///   mad b32 s[$a1+0x0] $r0                   mad b32 s[$a1+0x0] $r0
///
/// Within a block, behind allocation, and only where all accesses by a constant
/// address can take part, so that its instruction goes.
///
/// Reference: tesla-isa.md section 2.2.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Target/TeslaInstrSources.h"
#include "Target/TeslaRegisterInfo.h"
#include "Tesla.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-post-increment"

using namespace llvm;
using namespace heddle;

ALWAYS_ENABLED_STATISTIC(NumChains, "Number of chains of post-increments");
ALWAYS_ENABLED_STATISTIC(NumRemoved, "Number of address constants saved");

namespace {
/// An access to s[] by an address that the block makes.
struct Access {
  MachineInstr *MI;
  /// The instruction that sets its address register.
  MachineInstr *Def;
  int64_t Address;
};

class TeslaPostIncrement : public MachineFunctionPass {
public:
  static char ID;
  TeslaPostIncrement() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla post-increments"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  void gather(MachineBasicBlock &MBB);
  void keepDivided();
  bool isOwn(ArrayRef<Access> Run) const;
  bool chain(ArrayRef<Access> Run);
  bool runOnBlock(MachineBasicBlock &MBB);

  const TargetRegisterInfo *TRI = nullptr;
  SmallVector<Access, 32> Accesses;
  /// Constants that an instruction needs which cannot take part.
  SmallPtrSet<const MachineInstr *, 8> Kept;
};
} // namespace

char TeslaPostIncrement::ID = 0;

INITIALIZE_PASS(TeslaPostIncrement, DEBUG_TYPE, "Tesla post-increments", false,
                false)

FunctionPass *llvm::createTeslaPostIncrementPass() {
  return new TeslaPostIncrement();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static bool isConstantAddress(const MachineInstr &MI) {
  return MI.getOpcode() == Tesla::ADD_A_ri &&
         MI.getOperand(1).getReg() == Tesla::A0 && MI.getOperand(2).isImm() &&
         MI.findFirstPredOperandIdx() >= 0 &&
         MI.getOperand(MI.findFirstPredOperandIdx()).getImm() ==
             tesla::CondAlways;
}

/// The operands of the word in s[] that arithmetic reads, from the base on; -1
/// where there is none.
static int wordOf(const MachineInstr &MI) {
  if (MI.isPseudo() || !isTeslaShared(MI, 1) || MI.mayStore() ||
      MI.getOpcode() == Tesla::SHL_A_si)
    return -1;
  int Index = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::src1);
  // Loads have no mode.
  return Index >= 0 && MI.getOperand(Index + 2).isImm() &&
                 tesla::semKind(MI.getDesc()) != tesla::SemKind::LdShared
             ? Index
             : -1;
}

static bool isAlways(const MachineInstr &MI) {
  int I = MI.findFirstPredOperandIdx();
  return I < 0 || MI.getOperand(I).getImm() == tesla::CondAlways;
}

/// Finds the accesses of \p MBB by addresses that it makes, and which of these
/// have to stay.
void TeslaPostIncrement::gather(MachineBasicBlock &MBB) {
  Accesses.clear();
  Kept.clear();
  DenseMap<Register, MachineInstr *> Last;
  for (MachineInstr &MI : MBB) {
    if (MI.isDebugInstr())
      continue;
    int Word = wordOf(MI);
    for (const MachineOperand &MO : MI.operands()) {
      if (!MO.isReg() || !MO.isUse() || !MO.getReg())
        continue;
      MachineInstr *Def = Last.lookup(MO.getReg());
      if (!Def)
        continue;
      // Lanes that a predicate leaves out would not get on.
      if (Word < 0 || int(MO.getOperandNo()) != Word || !isAlways(MI) ||
          !MI.getOperand(Word + 1).isImm())
        Kept.insert(Def);
      else
        Accesses.push_back(
            {&MI, Def,
             Def->getOperand(2).getImm() + MI.getOperand(Word + 1).getImm()});
    }
    for (const MachineOperand &MO : MI.all_defs())
      if (Tesla::ARRegClass.contains(MO.getReg()))
        Last[MO.getReg()] = isConstantAddress(MI) ? &MI : nullptr;
  }
  LiveRegUnits Out(*TRI);
  Out.addLiveOuts(MBB);
  for (auto [Reg, Def] : Last)
    if (Def && !Out.available(Reg))
      Kept.insert(Def);
  erase_if(Accesses, [&](const Access &A) { return Kept.contains(A.Def); });
}

/// Whether \p From, in its long form, can step to \p To.
static bool canStep(const Access &From, const Access &To) {
  int Word = wordOf(*From.MI);
  assert(Word >= 0 && wordOf(*To.MI) >= 0 && "an access has a word in s[]");
  auto Mode = tesla::sizeMode(From.MI->getOperand(Word + 2).getImm());
  int64_t Unit = tesla::bytesOf(Mode), Step = To.Address - From.Address;
  const bool IsNarrow =
      tesla::encodingForm(From.MI->getDesc()) == tesla::Form::Immediate;
  return Step % Unit == 0 && isIntN(IsNarrow ? 4 : 5, Step / Unit);
}

/// The end of the run of accesses from \p First on.
static size_t endOfRun(ArrayRef<Access> All, size_t First) {
  size_t End = First + 1;
  while (End != All.size() && canStep(All[End - 1], All[End]))
    ++End;
  return End;
}

/// Leaves out constants whose accesses are not all of one run, until there are
/// none.
void TeslaPostIncrement::keepDivided() {
  // Each turn takes at least one constant out; code that needs more turns than
  // these has nothing to gain.
  for (unsigned Turns = 8; Turns; --Turns) {
    DenseMap<const MachineInstr *, size_t> RunOf;
    size_t Before = Kept.size();
    for (size_t First = 0; First != Accesses.size();) {
      size_t End = endOfRun(Accesses, First);
      for (; First != End; ++First)
        if (RunOf.try_emplace(Accesses[First].Def, End).first->second != End)
          Kept.insert(Accesses[First].Def);
    }
    if (Kept.size() == Before)
      return;
    erase_if(Accesses, [&](const Access &A) { return Kept.contains(A.Def); });
  }
  Accesses.clear();
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// Whether the register of the first constant serves nobody else from there to
/// the end of \p Run.
bool TeslaPostIncrement::isOwn(ArrayRef<Access> Run) const {
  assert(
      all_of(Run, [](const Access &A) { return isConstantAddress(*A.Def); }) &&
      "a run is of accesses at constants");
  Register Reg = Run.front().Def->getOperand(0).getReg();
  SmallPtrSet<const MachineInstr *, 32> Members;
  for (const Access &A : Run) {
    Members.insert(A.MI);
    Members.insert(A.Def);
  }
  MachineBasicBlock::iterator Behind = std::next(Run.back().MI->getIterator());
  for (MachineBasicBlock::iterator I = Run.front().Def->getIterator();
       I != Behind; ++I)
    if (!I->isDebugInstr() && !Members.contains(&*I) &&
        (I->readsRegister(Reg, TRI) || I->modifiesRegister(Reg, TRI)))
      return false;
  return true;
}

bool TeslaPostIncrement::chain(ArrayRef<Access> Run) {
  assert(!Run.empty() && "a run of nothing");
  MachineInstr &First = *Run.front().Def;
  SmallPtrSet<MachineInstr *, 8> Defs;
  for (const Access &A : Run)
    Defs.insert(A.Def);
  if (Defs.size() < 2 || !isOwn(Run))
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << Run.size()
                    << " accesses of one chain, with " << Defs.size()
                    << " constants, from " << First);
  Register Reg = First.getOperand(0).getReg();
  First.getOperand(2).setImm(Run.front().Address);
  for (size_t N = 0; N != Run.size(); ++N) {
    MachineInstr &MI = *Run[N].MI;
    int Word = wordOf(MI);
    MI.getOperand(Word).setReg(Reg);
    MI.getOperand(Word).setIsKill(false);
    if (N + 1 == Run.size()) {
      MI.getOperand(Word + 1).setImm(0);
      break;
    }
    assert(canStep(Run[N], Run[N + 1]) && "a step that no field holds");
    MachineOperand &Mode = MI.getOperand(Word + 2);
    MI.getOperand(Word + 1).setImm(Run[N + 1].Address - Run[N].Address);
    Mode.setImm(Mode.getImm() | tesla::PostIncrement);
    MI.addOperand(*MI.getMF(), MachineOperand::CreateReg(Reg, /*isDef=*/true,
                                                         /*isImp=*/true));
  }
  for (MachineInstr *Def : Defs)
    if (Def != &First)
      Def->eraseFromParent();
  ++NumChains;
  NumRemoved += Defs.size() - 1;
  return true;
}

bool TeslaPostIncrement::runOnBlock(MachineBasicBlock &MBB) {
  gather(MBB);
  keepDivided();
  bool Changed = false;
  for (size_t First = 0; First != Accesses.size();) {
    size_t End = endOfRun(Accesses, First);
    Changed |= chain(ArrayRef(Accesses).slice(First, End - First));
    First = End;
  }
  return Changed;
}

bool TeslaPostIncrement::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  TRI = MF.getSubtarget().getRegisterInfo();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    Changed |= runOnBlock(MBB);
  return Changed;
}
