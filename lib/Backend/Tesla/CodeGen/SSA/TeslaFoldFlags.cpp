//===- TeslaFoldFlags.cpp - Comparisons with zero -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An integer operation can say what its result is compared with zero, which
/// saves the comparison, and the register where nothing else reads the result:
///
///   and b32 $r1 $r0 0x1
///   set $c0 # e s32 $r1 $r127   ->   and b32 $c0 # $r0 c1[0x0]
///   (lg $c0) bra .L                  (e $c0) bra .L
///
/// The overflow of a sum is a part of its flags, so that of sums, as of shifts,
/// only what is equal to zero is told.
///
/// A condition that was kept as a word is made where it is asked for:
///
///   set $r1 e s32 $r0 $r2
///   set $c0 # lg s32 $r1 $r127  ->   set $c0 # e s32 $r0 $r2
///
/// Reference: tesla-isa.md section 3.
///
//===----------------------------------------------------------------------===//

#include "Emit/TeslaLiterals.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "MCTargetDesc/TeslaSemKinds.h"
#include "Target/TeslaConditions.h"
#include "Target/TeslaInstrSources.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "TeslaSSAPass.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-fold-flags"

using namespace llvm;
using namespace heddle;
using tesla::ResultForm;
using tesla::SemKind;

ALWAYS_ENABLED_STATISTIC(NumComparisonsFolded,
                         "Number of comparisons with zero folded");

namespace {
class TeslaFoldFlags : public TeslaSSAPass {
public:
  static char ID;
  TeslaFoldFlags() : TeslaSSAPass(ID) {}
  StringRef getPassName() const override { return "Tesla flag folding"; }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool isZero(const MachineOperand &MO) const;
  bool comparesWithZero(const MachineInstr &Set) const;
  bool findReaders(Register Flags,
                   SmallVectorImpl<MachineOperand *> &Codes) const;
  MachineInstr *makerFor(const MachineInstr &Set, unsigned Mask) const;
  MachineInstr *unwrap(MachineInstr &Set);
  bool fold(MachineInstr &Set);

  MachineRegisterInfo *MRI = nullptr;
  const TargetInstrInfo *TII = nullptr;
};
} // namespace

char TeslaFoldFlags::ID = 0;

INITIALIZE_PASS(TeslaFoldFlags, DEBUG_TYPE, "Tesla flag folding", false, false)

FunctionPass *llvm::createTeslaFoldFlagsPass() { return new TeslaFoldFlags(); }

/// Conditions of a comparison: bit 0 less, bit 1 equal, bit 2 greater. As codes
/// they hold for the same results.
static constexpr unsigned Equal = 2, NotEqual = 5;

bool TeslaFoldFlags::isZero(const MachineOperand &MO) const {
  if (MO.getReg() == Tesla::R127)
    return true;
  const MachineInstr *Def =
      MO.getReg().isVirtual() ? MRI->getUniqueVRegDef(MO.getReg()) : nullptr;
  return Def && Def->isCopy() && Def->getOperand(1).getReg() == Tesla::R127;
}

/// Gathers the codes that \p Flags is read with; false where it is read
/// otherwise.
bool TeslaFoldFlags::findReaders(
    Register Flags, SmallVectorImpl<MachineOperand *> &Codes) const {
  for (MachineOperand &MO : MRI->use_nodbg_operands(Flags)) {
    MachineInstr &MI = *MO.getParent();
    switch (MI.getOpcode()) { // Over all opcodes.
    case Tesla::BRA:
    case Tesla::BRA_DIV:
    case Tesla::SELECT:
    case Tesla::SELECT_S:
    case Tesla::SELECT_C:
      break;
    default:
      return false;
    }
    MachineOperand &Code = MI.getOperand(MO.getOperandNo() - 1);
    if (Code.getImm() != tesla::CondLG &&
        Code.getImm() != tesla::invertCondition(tesla::CondLG))
      return false;
    Codes.push_back(&Code);
  }
  return true;
}

/// Whether the flags of \p MI tell all that \p Mask asks of its result.
static bool tells(const MachineInstr &MI, unsigned Mask) {
  switch (tesla::semKind(MI.getDesc())) {
  case SemKind::Logic:
  case SemKind::MinI:
  case SemKind::MaxI:
  case SemKind::Mul16:
  case SemKind::Mul24:
    return true;
  case SemKind::Add:
  case SemKind::Mad16:
  case SemKind::Mad24:
  case SemKind::Sad:
  case SemKind::Shl:
  case SemKind::Shr:
    return Mask == Equal || Mask == NotEqual;
  default: // Over a generated enum.
    return false;
  }
}

/// The instruction that makes the word that \p Set compares, if its flags can
/// tell the same and no other flags are made on the way.
MachineInstr *TeslaFoldFlags::makerFor(const MachineInstr &Set,
                                       unsigned Mask) const {
  const MachineOperand &Word = *teslaSource(Set, 1);
  if (!Word.getReg().isVirtual() || Word.getSubReg())
    return nullptr;
  MachineInstr *Maker = MRI->getUniqueVRegDef(Word.getReg());
  if (!Maker || Maker->getParent() != Set.getParent() || Maker->isPseudo() ||
      tesla::writesCC(Maker->getDesc()) || Maker->getOperand(0).getSubReg() ||
      isTeslaModified(*Maker) ||
      !Tesla::GPR32RegClass.hasSubClassEq(MRI->getRegClass(Word.getReg())) ||
      !tells(*Maker, Mask))
    return nullptr;
  for (auto I = std::next(Maker->getIterator()); &*I != &Set; ++I)
    if (any_of(I->all_defs(), [&](const MachineOperand &Def) {
          return Def.getReg().isVirtual() &&
                 Tesla::CCRegClass.hasSubClassEq(
                     MRI->getRegClass(Def.getReg()));
        }))
      return nullptr;
  return Maker;
}

/// The condition of an integer comparison.
static MachineOperand &conditionOf(MachineInstr &Set) {
  return Set.getOperand(
      Tesla::getNamedOperandIdx(Set.getOpcode(), Tesla::OpName::cond));
}

bool TeslaFoldFlags::comparesWithZero(const MachineInstr &Set) const {
  return tesla::semKind(Set.getDesc()) == SemKind::SetI &&
         tesla::isBucket(Set.getDesc()) && !isTeslaModified(Set) &&
         isTeslaPlain(Set, 1) && isTeslaPlain(Set, 2) &&
         isZero(*teslaSource(Set, 2));
}

/// The comparison whose word \p Set compares with zero, in its place; null if
/// it compares another one.
MachineInstr *TeslaFoldFlags::unwrap(MachineInstr &Set) {
  constexpr unsigned All = 7;
  const Register Word = teslaSource(Set, 1)->getReg();
  const unsigned Mask = unsigned(conditionOf(Set).getImm());
  if (!Word.isVirtual() || !MRI->hasOneNonDBGUse(Word) ||
      (Mask != Equal && Mask != NotEqual))
    return nullptr;
  MachineInstr *Inner = MRI->getUniqueVRegDef(Word);
  if (!Inner || Inner->getParent() != Set.getParent() ||
      tesla::semKind(Inner->getDesc()) != SemKind::SetI ||
      tesla::writesCC(Inner->getDesc()) ||
      (Inner->mayLoad() && !Inner->isDereferenceableInvariantLoad()))
    return nullptr;
  std::optional<unsigned> Opcode =
      tesla::withResults(Inner->getDesc(), ResultForm::Condition);
  if (!Opcode)
    return nullptr;
  MachineInstrBuilder MIB =
      BuildMI(*Set.getParent(), Set, Set.getDebugLoc(), TII->get(*Opcode));
  MIB.addDef(Set.getOperand(0).getReg());
  for (const MachineOperand &MO : drop_begin(Inner->explicit_operands())) {
    MIB.add(MO);
    if (MO.isReg() && MO.getReg().isVirtual())
      MRI->clearKillFlags(MO.getReg());
  }
  MIB->cloneMemRefs(*Set.getMF(), *Inner);
  if (Mask == Equal)
    conditionOf(*MIB).setImm(conditionOf(*MIB).getImm() ^ All);
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": compares once: " << *Inner << "  for "
                    << Set);
  MRI->markUsesInDebugValueAsUndef(Word);
  Inner->eraseFromParent();
  Set.eraseFromParent();
  ++NumComparisonsFolded;
  return MIB;
}

bool TeslaFoldFlags::fold(MachineInstr &Set) {
  if (!comparesWithZero(Set))
    return false;
  if (MachineInstr *Inner = unwrap(Set)) {
    fold(*Inner);
    return true;
  }
  const unsigned Mask = unsigned(conditionOf(Set).getImm());
  const bool IsSigned = Set.getOpcode() == Tesla::SET_S32_rr_c;
  if (!IsSigned && (Set.getOpcode() != Tesla::SET_U32_rr_c ||
                    (Mask != Equal && Mask != NotEqual)))
    return false;
  const Register Flags = Set.getOperand(0).getReg();
  SmallVector<MachineOperand *, 4> Codes;
  MachineInstr *Maker = makerFor(Set, Mask);
  if (!Maker || !findReaders(Flags, Codes))
    return false;

  const Register Word = Maker->getOperand(0).getReg();
  const bool IsOnly = MRI->hasOneNonDBGUse(Word);
  const ResultForm Wanted = IsOnly ? ResultForm::Condition : ResultForm::Both;
  std::optional<unsigned> Long = teslaLiteralOpcode(*Maker);
  if (!tesla::withResults(Long ? TII->get(*Long) : Maker->getDesc(), Wanted))
    return false;
  if (Long)
    Maker = makeTeslaLiteral(*Maker);
  if (!Maker)
    return false;
  const unsigned Opcode = *tesla::withResults(Maker->getDesc(), Wanted);
  MachineInstrBuilder MIB = BuildMI(*Maker->getParent(), Maker,
                                    Maker->getDebugLoc(), TII->get(Opcode));
  if (!IsOnly)
    MIB.addDef(Word);
  MIB.addDef(Flags);
  for (const MachineOperand &MO : drop_begin(Maker->explicit_operands()))
    MIB.add(MO);
  MIB->setFlags(Maker->getFlags());
  MIB->cloneMemRefs(*Maker->getMF(), *Maker);
  for (MachineOperand *Code : Codes)
    Code->setImm(
        Code->getImm() == tesla::CondLG ? Mask : tesla::invertCondition(Mask));
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": flags of " << *Maker << "  for " << Set);
  // A set leaves other values in $c, and the word may be gone.
  MRI->markUsesInDebugValueAsUndef(Flags);
  if (IsOnly)
    MRI->markUsesInDebugValueAsUndef(Word);
  else
    MRI->clearKillFlags(Word);
  Maker->eraseFromParent();
  Set.eraseFromParent();
  ++NumComparisonsFolded;
  return true;
}

bool TeslaFoldFlags::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()) ||
      MF.getSubtarget<TeslaSubtarget>().hasWideAddresses())
    return false;
  MRI = &MF.getRegInfo();
  TII = MF.getSubtarget().getInstrInfo();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      Changed |= fold(MI);
  return Changed;
}
