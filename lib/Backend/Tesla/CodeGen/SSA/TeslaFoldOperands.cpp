//===- TeslaFoldOperands.cpp - Words of s[] and c[] as operands -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The first source of most instructions can be a word of s[], the second or
/// third one of c[]. A load whose value goes only to such places costs neither
/// an instruction nor a register:
///
///   mov b32 $r1 b32 s[0x18]
///   add b32 $r2 $r0 $r1       ->   add b32 $r2 b32 s[0x18] $r0
///
/// Parameters, the launch header and constants never change, so that all their
/// uses fold, wherever they are. A word of shared memory folds into its only
/// use, where nothing between the two can have written to it. A number that is
/// moved to a register for the same places becomes a literal, a word of c1[].
///
/// The value that a choice takes where its condition holds can be such a word,
/// too:
///
///   mov b32 $r1 b32 s[0x18]
///   $r2 = SELECT $r2, $r1, lg, $c0   ->   $r2 = SELECT_S $r2, s[0x18], lg, $c0
///
/// and where only the other value could be one, the two change places.
///
/// Reference: tesla-isa.md section 2.2.
///
//===----------------------------------------------------------------------===//

#include "Emit/TeslaLiterals.h"
#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaConditions.h"
#include "Target/TeslaInstrSources.h"
#include "Target/TeslaMachineFunctionInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "TeslaSSAPass.h"
#include "TeslaSwapSources.h"
#include "heddle/ABI/AddressSpace.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <cassert>

#define DEBUG_TYPE "tesla-fold-operands"

using namespace llvm;
using namespace heddle;
using tesla::DataType;
using tesla::SizeMode;
using tesla::SourceForm;

ALWAYS_ENABLED_STATISTIC(NumLoadsFolded,
                         "Number of loads folded into operands");
ALWAYS_ENABLED_STATISTIC(NumLiterals, "Number of moves folded as literals");

namespace {
/// A load, or a number that could be one, that may become an operand.
struct Word {
  MachineInstr *Load;
  SourceForm Form; // Shared or Constant.
  int64_t Bank;    // The bank, for Constant.
  MachineOperand Base;
  int64_t Offset;
  SizeMode Mode; // The mode: any for Shared, U16 or B32 for Constant.
};

/// A place that a word's value reaches, by copies or at once.
struct Reader {
  MachineOperand *Operand;
  /// Index of the part of the word that is read; 0 is all of it.
  unsigned Part;
};

class TeslaFoldOperands : public TeslaSSAPass {
public:
  static char ID;
  TeslaFoldOperands() : TeslaSSAPass(ID) {}
  StringRef getPassName() const override { return "Tesla operand folding"; }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  bool usesOf(Register R, unsigned Part, SmallVectorImpl<Reader> &Uses) const;
  bool isReached(const Word &W, const Reader &U) const;
  bool tryWord(const Word &W);
  bool tryLiteral(MachineInstr &Move);
  bool turnSelect(MachineInstr &Select);
  bool isLastUse(Register R, const MachineInstr &User) const;
  void fold(const Word &W, const Reader &U);
  void erase(MachineInstr &MI);

  MachineRegisterInfo *MRI = nullptr;
  const TargetInstrInfo *TII = nullptr;
  /// How many writes to shared memory, or what orders them, a block has had.
  DenseMap<const MachineInstr *, unsigned> Writes;
  /// Address registers without kill flags.
  DenseSet<Register> Unkilled;
};
} // namespace

char TeslaFoldOperands::ID = 0;

INITIALIZE_PASS(TeslaFoldOperands, DEBUG_TYPE, "Tesla operand folding", false,
                false)

FunctionPass *llvm::createTeslaFoldOperandsPass() {
  return new TeslaFoldOperands();
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static bool isAlways(const MachineInstr &MI) {
  int I = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::pred);
  return I >= 0 && MI.getOperand(I).getImm() == tesla::CondAlways;
}

/// The load that \p MI is, if its word can be an operand at all.
static std::optional<Word> wordOf(MachineInstr &MI) {
  unsigned Opcode = MI.getOpcode();
  const bool IsShared = Opcode == Tesla::MOV_B32_s;
  if (!IsShared && Opcode != Tesla::LD_C_B32 && Opcode != Tesla::LD_C_U16 &&
      Opcode != Tesla::LD_C_S16)
    return std::nullopt;
  const MachineOperand &Dst = MI.getOperand(0);
  const MachineOperand &Base = MI.getOperand(IsShared ? 1 : 2);
  const MachineOperand &Offset = MI.getOperand(IsShared ? 2 : 3);
  if (!Dst.getReg().isVirtual() || Dst.getSubReg() || !Offset.isImm() ||
      !isAlways(MI) || MI.hasOrderedMemoryRef())
    return std::nullopt;
  // A c[] operand with an address register was never seen in compute code.
  if (!IsShared && Base.getReg() != Tesla::A0)
    return std::nullopt;
  SizeMode Mode = IsShared ? SizeMode(MI.getOperand(3).getImm())
                  : Opcode == Tesla::LD_C_B32 ? SizeMode::B32
                                              : SizeMode::U16;
  int64_t Bank = IsShared ? 0 : MI.getOperand(1).getImm();
  return Word{&MI,
              IsShared ? SourceForm::Shared : SourceForm::Constant,
              Bank,
              Base,
              Offset.getImm(),
              Mode};
}

/// Whether \p MI moves a number that is known here to a register.
static bool isNumber(const MachineInstr &MI) {
  return MI.getOpcode() == Tesla::MOV_B32_i && MI.getOperand(1).isImm() &&
         MI.getOperand(0).getReg().isVirtual() && !MI.getOperand(0).getSubReg();
}

/// The word of c1[] that \p Move would read.
static std::optional<Word> literalOf(MachineInstr &Move,
                                     const TeslaLiterals &Literals) {
  std::optional<unsigned> Offset =
      Literals.offsetFor(uint32_t(Move.getOperand(1).getImm()));
  if (!Offset)
    return std::nullopt;
  return Word{&Move,
              SourceForm::Constant,
              abi::LiteralBank,
              MachineOperand::CreateReg(Tesla::A0, /*isDef=*/false),
              int64_t(*Offset),
              SizeMode::B32};
}

static bool isConstant(const Word &W) {
  // These are the words of c[], and literals.
  return W.Form == SourceForm::Constant ||
         W.Load->isDereferenceableInvariantLoad();
}

/// Whether \p MI may write to shared memory, or waits for others that may.
static bool mayWriteShared(const MachineInstr &MI) {
  if (MI.hasUnmodeledSideEffects() || MI.isCall())
    return true;
  return MI.mayStore() &&
         (MI.memoperands_empty() ||
          any_of(MI.memoperands(), [](const MachineMemOperand *MMO) {
            unsigned Space = MMO->getAddrSpace();
            return Space == abi::Shared || Space == abi::Generic;
          }));
}

//===----------------------------------------------------------------------===//
// Uses
//===----------------------------------------------------------------------===//

/// Gathers what reads \p R, which is \p Part of a word. False where a copy is
/// not one of a whole register or a half of one.
bool TeslaFoldOperands::usesOf(Register R, unsigned Part,
                               SmallVectorImpl<Reader> &Uses) const {
  for (MachineOperand &MO : MRI->use_nodbg_operands(R)) {
    unsigned Sub = MO.getSubReg();
    if (Sub && Part)
      return false;
    const MachineInstr &MI = *MO.getParent();
    if (!MI.isCopy() || MI.getOperand(0).getSubReg())
      Uses.push_back({&MO, Sub ? Sub : Part});
    else if (!MI.getOperand(0).getReg().isVirtual() ||
             !usesOf(MI.getOperand(0).getReg(), Sub ? Sub : Part, Uses))
      return false;
  }
  return true;
}

/// How an operand of the type \p Type reads \p Part of what \p W loads: the
/// size and the distance in bytes; none if no operand can.
static std::optional<std::pair<SizeMode, int64_t>>
reading(const Word &W, DataType Type, unsigned Part) {
  const bool IsShared = W.Form == SourceForm::Shared;
  if (!Part) {
    // Extension is for integers; c[] operands have none.
    if (W.Mode != SizeMode::B32 && (!IsShared || Type == DataType::F32))
      return std::nullopt;
    return std::pair(W.Mode, int64_t(0));
  }
  const bool IsHigh = Part == Tesla::hi16;
  if ((!IsHigh && Part != Tesla::lo16) || (IsHigh && W.Mode != SizeMode::B32))
    return std::nullopt;
  SizeMode Half = Type == DataType::S16 ? SizeMode::S16 : SizeMode::U16;
  return std::pair(W.Mode == SizeMode::U8 ? SizeMode::U8 : Half,
                   int64_t(IsHigh ? 2 : 0));
}

/// The number of the source that \p U is, of those that have a register; 0 if
/// it is none.
static unsigned sourceNumber(const Reader &U) {
  const MachineInstr &MI = *U.Operand->getParent();
  if (MI.isPseudo() || U.Operand->isImplicit() || U.Operand->isTied())
    return 0;
  unsigned Opcode = MI.getOpcode();
  int Index = int(U.Operand->getOperandNo());
  if (Index == Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src1))
    return 1;
  if (Index == Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src2))
    return 2;
  return Index == Tesla::getNamedOperandIdx(Opcode, Tesla::OpName::src3) ? 3
                                                                         : 0;
}

/// The change of an instruction that reads the word as its operand.
namespace {
struct Plan {
  unsigned Source; // The source that becomes the word.
  bool Swaps;      // Sources 1 and 2 are swapped first.
  unsigned Opcode;
  std::array<MachineOperand, 3> Operands;
};
} // namespace

/// The operands that read the part of \p W that is \p Distance bytes behind its
/// start.
static std::array<MachineOperand, 3> wordAt(const Word &W, SizeMode Mode,
                                            int64_t Distance) {
  assert((W.Form == SourceForm::Shared || W.Form == SourceForm::Constant) &&
         "a word is in s[] or c[]");
  auto Imm = [](int64_t Value) { return MachineOperand::CreateImm(Value); };
  auto Base = MachineOperand::CreateReg(W.Base.getReg(), /*isDef=*/false);
  Base.setSubReg(W.Base.getSubReg());
  if (W.Form == SourceForm::Shared)
    return {Base, Imm(W.Offset + Distance), Imm(int64_t(Mode))};
  return {Imm(W.Bank), Base, Imm(W.Offset + Distance)};
}

/// The plan for a choice; a predicated load reaches all of both memories.
static std::optional<Plan> planOfSelect(const Word &W, const Reader &U) {
  const MachineInstr &MI = *U.Operand->getParent();
  constexpr unsigned Yes = 2;
  const bool IsShared = W.Form == SourceForm::Shared;
  if (MI.getOpcode() != Tesla::SELECT || U.Part ||
      U.Operand->getOperandNo() != Yes ||
      (!IsShared && W.Mode != SizeMode::B32))
    return std::nullopt;
  return Plan{Yes, /*Swaps=*/false,
              unsigned(IsShared ? Tesla::SELECT_S : Tesla::SELECT_C),
              wordAt(W, W.Mode, 0)};
}

static std::optional<Plan> planOf(const Word &W, const Reader &U,
                                  const TargetInstrInfo &TII) {
  const MachineInstr &MI = *U.Operand->getParent();
  unsigned Source = sourceNumber(U);
  if (!Source)
    return planOfSelect(W, U);
  const bool Swaps =
      (W.Form == SourceForm::Shared) == (Source == 2) && Source != 3;
  std::optional<unsigned> Opcode = MI.getOpcode();
  if (Swaps) {
    Opcode = teslaSwappedOpcode(MI);
    Source = 3 - Source;
  }
  if (!Opcode)
    return std::nullopt;
  Opcode = tesla::withSource(TII.get(*Opcode), Source, W.Form);
  if (!Opcode || *Opcode == MI.getOpcode())
    return std::nullopt;
  const MCInstrDesc &Inst = TII.get(*Opcode);
  // The addend of a product has 32 bits whatever the factors have.
  DataType Type =
      Source == 3 ? tesla::resultType(Inst) : tesla::sourceType(Inst);
  auto Read = reading(W, Type, U.Part);
  if (!Read)
    return std::nullopt;
  Plan P{Source, Swaps, *Opcode, wordAt(W, Read->first, Read->second)};
  return isTeslaInReach(Inst, Source, P.Operands.data())
             ? std::optional<Plan>(P)
             : std::nullopt;
}

/// Whether the word is still in memory at \p U.
bool TeslaFoldOperands::isReached(const Word &W, const Reader &U) const {
  const MachineInstr *At = U.Operand->getParent();
  return isConstant(W) || (At->getParent() == W.Load->getParent() &&
                           Writes.lookup(At) == Writes.lookup(W.Load));
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

void TeslaFoldOperands::fold(const Word &W, const Reader &U) {
  MachineInstr &MI = *U.Operand->getParent();
  std::optional<Plan> Found = planOf(W, U, *TII);
  assert(Found && "tryWord() asks for all uses first");
  const Plan &P = *Found;
  if (P.Swaps)
    swapTeslaSources(MI);
  static constexpr unsigned Names[] = {Tesla::OpName::src1, Tesla::OpName::src2,
                                       Tesla::OpName::src3};
  unsigned Index = MI.isPseudo() ? P.Source
                                 : unsigned(Tesla::getNamedOperandIdx(
                                       MI.getOpcode(), Names[P.Source - 1]));
  // An instruction that can fault keeps its line.
  const MachineInstr &Told = isConstant(W) ? MI : *W.Load;
  MachineInstrBuilder MIB =
      BuildMI(*MI.getParent(), MI, Told.getDebugLoc(), TII->get(P.Opcode));
  for (const auto &[N, MO] : enumerate(MI.explicit_operands())) {
    if (N != Index)
      MIB.add(MO);
    else
      for (const MachineOperand &Word : P.Operands)
        MIB.add(Word);
  }
  assert(MIB->getNumExplicitOperands() == MI.getNumExplicitOperands() + 2 &&
         "three operands are in the place of one");
  MIB->setFlags(MI.getFlags());
  // Without memory operands, an instruction that loads counts as one that may
  // read all memory.
  auto ReadsAll = [](const MachineInstr &Reader) {
    return Reader.mayLoadOrStore() && Reader.memoperands_empty();
  };
  if (!ReadsAll(MI) && !ReadsAll(*W.Load)) {
    MIB->cloneMemRefs(*MI.getMF(), MI);
    for (MachineMemOperand *MMO : W.Load->memoperands())
      MIB->addMemOperand(*MI.getMF(), MMO);
    if (!W.Load->mayLoad())
      MIB->addMemOperand(*MI.getMF(), teslaLiteralAccess(*MI.getMF()));
  }
  Writes[MIB] = Writes.lookup(&MI);
  erase(MI);
}

void TeslaFoldOperands::erase(MachineInstr &MI) {
  Writes.erase(&MI);
  MI.eraseFromParent();
}

/// Debug values of \p R, which always is \p Value, say that.
static void tellNumber(MachineRegisterInfo &MRI, Register R, int64_t Value) {
  for (MachineOperand &MO : make_early_inc_range(MRI.use_operands(R)))
    if (MO.getParent()->isDebugValue())
      MO.ChangeToImmediate(Value);
}

/// Folds \p W into all its uses, or into none.
bool TeslaFoldOperands::tryWord(const Word &W) {
  Register Loaded = W.Load->getOperand(0).getReg();
  SmallVector<Reader, 4> Uses;
  if (!usesOf(Loaded, 0, Uses) || Uses.empty() ||
      (!isConstant(W) && Uses.size() != 1))
    return false;
  SmallPtrSet<const MachineInstr *, 4> Users;
  for (const Reader &U : Uses)
    if (!isReached(W, U) || !planOf(W, U, *TII) ||
        !Users.insert(U.Operand->getParent()).second)
      return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": reads where it is used, " << Uses.size()
                    << " times: " << *W.Load);
  if (W.Base.getReg().isVirtual() && Unkilled.insert(W.Base.getReg()).second)
    MRI->clearKillFlags(W.Base.getReg());
  for (const Reader &U : Uses)
    fold(W, U);
  // Only copies are left, the last of them without a use.
  SmallVector<MachineInstr *, 4> Dead(1, W.Load);
  for (unsigned N = 0; N != Dead.size(); ++N)
    for (MachineInstr &Copy :
         MRI->use_nodbg_instructions(Dead[N]->getOperand(0).getReg()))
      Dead.push_back(&Copy);
  const bool IsNumber = isNumber(*W.Load);
  for (MachineInstr *MI : reverse(Dead)) {
    assert(MRI->use_nodbg_empty(MI->getOperand(0).getReg()) &&
           "a value that somebody reads");
    if (!IsNumber)
      MRI->markUsesInDebugValueAsUndef(MI->getOperand(0).getReg());
    else
      tellNumber(*MRI, MI->getOperand(0).getReg(),
                 W.Load->getOperand(1).getImm());
    erase(*MI);
  }
  ++(IsNumber ? NumLiterals : NumLoadsFolded);
  return true;
}

bool TeslaFoldOperands::tryLiteral(MachineInstr &Move) {
  TeslaLiterals &Literals =
      Move.getMF()->getInfo<TeslaMachineFunctionInfo>()->literals();
  assert(isNumber(Move) && "no number to make a literal of");
  const uint32_t Value = uint32_t(Move.getOperand(1).getImm());
  std::optional<Word> W = literalOf(Move, Literals);
  if (!W || !tryWord(*W))
    return false;
  Literals.add(Value);
  return true;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Whether nobody needs \p R behind \p User, as far as is seen at once.
bool TeslaFoldOperands::isLastUse(Register R, const MachineInstr &User) const {
  const MachineInstr *Def = MRI->getUniqueVRegDef(R);
  return MRI->hasOneNonDBGUse(R) && Def && Def->getParent() == User.getParent();
}

/// Exchanges the values of \p Select, with the opposite condition, where that
/// saves a register or a move: the one that is kept where the condition does
/// not hold is also that which the result takes the place of.
bool TeslaFoldOperands::turnSelect(MachineInstr &Select) {
  assert(Select.getOpcode() == Tesla::SELECT && "a choice of registers");
  MachineOperand &No = Select.getOperand(1), &Yes = Select.getOperand(2);
  MachineOperand &Condition = Select.getOperand(3);
  if (!No.getReg().isVirtual() || !Yes.getReg().isVirtual() || No.getSubReg() ||
      Yes.getSubReg() || !isLastUse(Yes.getReg(), Select))
    return false;
  // A value that would be read as a word costs no register.
  auto IsWord = [&](const MachineOperand &MO) {
    MachineInstr *Def = MRI->getUniqueVRegDef(MO.getReg());
    if (!Def)
      return false;
    std::optional<Word> W = wordOf(*Def);
    return isNumber(*Def) || (W && isConstant(*W)) ||
           (Def->isCopy() && Def->getOperand(1).getReg() == Tesla::R127);
  };
  // An instruction that only computes can do so under the condition instead.
  auto Computes = [&](const MachineOperand &MO) {
    MachineInstr *Def = MRI->getUniqueVRegDef(MO.getReg());
    return Def && !Def->isPseudo() && !Def->isCopy() &&
           !Def->mayLoadOrStore() && !Def->hasUnmodeledSideEffects();
  };
  if (IsWord(Yes))
    return false;
  if (!IsWord(No) && isLastUse(No.getReg(), Select) &&
      (Computes(Yes) || !Computes(No)))
    return false;
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": turns " << Select);
  Register Kept = No.getReg();
  const bool IsKill = No.isKill();
  No.setReg(Yes.getReg());
  No.setIsKill(Yes.isKill());
  Yes.setReg(Kept);
  Yes.setIsKill(IsKill);
  Condition.setImm(tesla::invertCondition(unsigned(Condition.getImm())));
  return true;
}

bool TeslaFoldOperands::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  MRI = &MF.getRegInfo();
  TII = MF.getSubtarget().getInstrInfo();
  Writes.clear();
  Unkilled.clear();
  // Where numbers are parts of more instructions there are no literals.
  const bool HasLiterals =
      !MF.getSubtarget<TeslaSubtarget>().hasWideAddresses();
  bool Changed = false;
  SmallVector<Word, 16> Words;
  SmallVector<MachineInstr *, 16> Numbers;
  for (MachineBasicBlock &MBB : MF) {
    unsigned Count = 0;
    for (MachineInstr &MI : MBB) {
      Count += mayWriteShared(MI);
      Writes[&MI] = Count;
      if (MI.getOpcode() == Tesla::SELECT && HasLiterals)
        Changed |= turnSelect(MI);
      if (std::optional<Word> W = wordOf(MI))
        Words.push_back(*W);
      else if (isNumber(MI) && HasLiterals)
        Numbers.push_back(&MI);
    }
  }
  // An instruction reads one word of s[]. The one of two words that has fewer
  // uses goes first, since a load goes only where all of its uses have a place.
  SmallVector<std::pair<size_t, size_t>, 16> ByUses;
  for (const auto &[Index, W] : enumerate(Words)) {
    Register Loaded = W.Load->getOperand(0).getReg();
    ByUses.emplace_back(
        std::distance(MRI->use_nodbg_begin(Loaded), MRI->use_nodbg_end()),
        Index);
  }
  llvm::sort(ByUses);
  for (const auto &[Uses, Index] : ByUses)
    Changed |= tryWord(Words[Index]);
  // Last, for one instruction reads one word of c[].
  for (MachineInstr *Move : Numbers)
    Changed |= tryLiteral(*Move);
  return Changed;
}
