//===- TeslaShortForms.cpp - Two instructions in two words ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What needs no predicate, no $c and no high register fits one word. Long
/// instructions start at a multiple of 8 bytes, so that short ones come in
/// pairs:
///
///   add b32 $r1 $r2 $r3        short add b32 $r1 $r2 $r3
///   ld b32 $r4 g14[$r5]   ->   short mul f32 $r6 $r7 $r8
///   mul rn f32 $r6 $r7 $r8     ld b32 $r4 g14[$r5]
///
/// One that stands alone gets a partner from close behind, or goes to it, where
/// one of them does not wait for what is between; without one it stays long.
/// The register allocator is told which sums would like their addend's
/// register. Every block has a whole number of pairs, and so every label is one
/// that a long instruction may stand at.
///
/// The immediate form has two words; a pair reads its numbers from c1[]. A
/// short field does not reach $r127, which is zero, but $r63 is as well in a
/// kernel that does not come that far:
///
///   mov b32 $r1 $r127            short mov b32 $r1 $r63
///   add b32 $r2 $r3 0x4     ->   short add b32 $r2 $r3 c1[0x0]
///
/// Reference: tesla-isa.md sections 2 and 4.1.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaForms.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Tesla.h"
#include "TeslaCalls.h"
#include "TeslaInstrSources.h"
#include "TeslaLiterals.h"
#include "TeslaMachineFunctionInfo.h"
#include "TeslaSubtarget.h"
#include "heddle/ABI/LaunchState.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

#define DEBUG_TYPE "tesla-short-forms"

using namespace llvm;
using namespace heddle;
using tesla::OperandKind;

ALWAYS_ENABLED_STATISTIC(NumShort, "Number of instructions made short");
ALWAYS_ENABLED_STATISTIC(NumMoved, "Number of instructions moved to a partner");
ALWAYS_ENABLED_STATISTIC(NumLone, "Number of instructions without a partner");

namespace {
class TeslaShortForms : public MachineFunctionPass {
public:
  static char ID;
  TeslaShortForms() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla short forms"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  using Iterator = MachineBasicBlock::instr_iterator;

  /// What an instruction is in one word.
  struct ShortForm {
    const MCInstrDesc *Inst;
    SmallVector<MachineOperand, 10> Operands;
    std::optional<uint32_t> Literal;
  };

  std::optional<ShortForm> shortFormOf(const MachineInstr &MI,
                                       unsigned Spare = 0) const;
  bool canBeShort(const MachineInstr &MI) const {
    // A partner may come with a literal, too.
    return shortFormOf(MI, /*Spare=*/1).has_value();
  }
  bool pairIn(MachineBasicBlock &MBB);
  Iterator partnerFor(Iterator Lone, bool &LoneMoves) const;
  void makeShort(MachineInstr &MI) const;

  const TargetInstrInfo *TII = nullptr;
  const TargetRegisterInfo *TRI = nullptr;
  TeslaLiterals *Literals = nullptr;
  /// Whether $r63 reads zero.
  bool HasNearZero = false;
};
} // namespace

char TeslaShortForms::ID = 0;

INITIALIZE_PASS(TeslaShortForms, DEBUG_TYPE, "Tesla short forms", false, false)

FunctionPass *llvm::createTeslaShortFormsPass() {
  return new TeslaShortForms();
}

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

static unsigned widthOf(OperandKind Kind) {
  return Kind == OperandKind::Shared || Kind == OperandKind::Const ? 3 : 1;
}

/// Whether \p MI has no modifier that its short form \p Short lacks.
static bool hasModifiersOf(const MachineInstr &MI, const MCInstrDesc &Short) {
  namespace Name = Tesla::OpName;
  static constexpr unsigned Left[] = {
      Name::neg1, Name::abs1, Name::not1, Name::neg2, Name::abs2,
      Name::not2, Name::neg3, Name::rnd,  Name::sat,  Name::flow};
  const unsigned Opcode = MI.getOpcode();
  for (unsigned Operand : Left) {
    int I = Tesla::getNamedOperandIdx(Opcode, Operand);
    if (I >= 0 && MI.getOperand(I).getImm() != 0 &&
        Tesla::getNamedOperandIdx(Short.getOpcode(), Operand) < 0)
      return false;
  }
  int Pred = Tesla::getNamedOperandIdx(Opcode, Name::pred);
  return Pred < 0 || MI.getOperand(Pred).getImm() == tesla::CondAlways;
}

/// The operands of \p MI in the order of its short form \p Short, where a
/// number is the word of c1[] at \p Offset.
static SmallVector<MachineOperand, 10> shortOperands(const MachineInstr &MI,
                                                     const MCInstrDesc &Short,
                                                     unsigned Offset) {
  namespace Name = Tesla::OpName;
  static constexpr unsigned Kept[] = {
      Name::dst,  Name::src1, Name::src2, Name::src3, Name::neg1,
      Name::abs1, Name::neg2, Name::neg3, Name::sat,  Name::cin};
  SmallVector<MachineOperand, 10> Operands(Short.getNumOperands(),
                                           MachineOperand::CreateImm(0));
  for (unsigned Operand : Kept) {
    int To = Tesla::getNamedOperandIdx(Short.getOpcode(), Operand);
    if (To < 0)
      continue;
    int From = Tesla::getNamedOperandIdx(MI.getOpcode(), Operand);
    if (From < 0) {
      assert(Operand == Name::src2 && "a literal is the second source");
      Operands[To] = MachineOperand::CreateImm(abi::LiteralBank);
      Operands[To + 1] = MachineOperand::CreateReg(Tesla::A0, /*isDef=*/false);
      Operands[To + 2] = MachineOperand::CreateImm(Offset);
      continue;
    }
    unsigned Width = 1;
    if (Operand == Name::src1 || Operand == Name::src2)
      Width = widthOf(tesla::sourceKind(Short, Operand == Name::src1 ? 1 : 2));
    for (unsigned N = 0; N != Width; ++N)
      Operands[To + N] = MI.getOperand(From + N);
  }
  return Operands;
}

/// Whether the words of memory and the carry of \p Operands fit the fields of
/// \p Short.
static bool isInReach(ArrayRef<MachineOperand> Operands,
                      const MCInstrDesc &Short) {
  for (unsigned Source : {1, 2}) {
    int I = Tesla::getNamedOperandIdx(Short.getOpcode(),
                                      Source == 1 ? Tesla::OpName::src1
                                                  : Tesla::OpName::src2);
    if (I >= 0 && !isTeslaInReach(Short, Source, &Operands[I]))
      return false;
  }
  // The carry has no field.
  int CarryIn =
      Tesla::getNamedOperandIdx(Short.getOpcode(), Tesla::OpName::cin);
  return CarryIn < 0 || Operands[CarryIn].getReg() == Tesla::C0;
}

/// Makes the registers of \p S such that its fields reach them; false where
/// they cannot be.
static bool fitRegisters(MutableArrayRef<MachineOperand> Operands,
                         const MCInstrDesc &Short, const TargetInstrInfo &TII,
                         const TargetRegisterInfo &TRI,
                         const MachineFunction &MF, bool HasNearZero) {
  for (const auto &[N, MO] : enumerate(Operands)) {
    if (!MO.isReg())
      continue;
    const TargetRegisterClass *RC = TII.getRegClass(Short, N, &TRI, MF);
    int Tied = Short.getOperandConstraint(N, MCOI::TIED_TO);
    if (HasNearZero && Tied < 0 && MO.getReg() == Tesla::R127 && MO.isUse()) {
      MO = MachineOperand::CreateReg(Tesla::R63, /*isDef=*/false,
                                     /*isImp=*/false, /*isKill=*/false,
                                     /*isDead=*/false, /*isUndef=*/true);
    }
    if (!RC || !RC->contains(MO.getReg()))
      return false;
    if (Tied >= 0 && Operands[Tied].getReg() != MO.getReg())
      return false;
  }
  return true;
}

/// \p MI in one word; none if it has to have two. A literal has \p Spare others
/// in front of it.
std::optional<TeslaShortForms::ShortForm>
TeslaShortForms::shortFormOf(const MachineInstr &MI, unsigned Spare) const {
  if (MI.isPseudo() || MI.isMetaInstruction() || MI.isTerminator())
    return std::nullopt;
  ShortForm S;
  std::optional<unsigned> Opcode = tesla::shortForm(MI.getOpcode());
  unsigned Offset = 0;
  std::optional<unsigned> Long;
  if (Literals)
    Long = teslaLiteralOpcode(MI);
  if (Long) {
    int Imm = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::imm);
    S.Literal = uint32_t(MI.getOperand(Imm).getImm());
    std::optional<unsigned> At = Literals->offsetFor(*S.Literal, Spare);
    if (!At)
      return std::nullopt;
    Offset = *At;
    Opcode = tesla::shortForm(*Long);
  }
  if (!Opcode)
    return std::nullopt;
  S.Inst = &TII->get(*Opcode);
  if (!hasModifiersOf(MI, *S.Inst))
    return std::nullopt;
  S.Operands = shortOperands(MI, *S.Inst, Offset);
  if (!isInReach(S.Operands, *S.Inst) ||
      !fitRegisters(S.Operands, *S.Inst, *TII, *TRI, *MI.getMF(), HasNearZero))
    return std::nullopt;
  return S;
}

void TeslaShortForms::makeShort(MachineInstr &MI) const {
  ShortForm S = *shortFormOf(MI);
  MachineInstrBuilder MIB =
      BuildMI(*MI.getParent(), MI, MI.getDebugLoc(), *S.Inst);
  for (const MachineOperand &MO : S.Operands)
    MIB.add(MO);
  MIB->setFlags(MI.getFlags());
  MIB->cloneMemRefs(*MI.getMF(), MI);
  if (S.Literal) {
    Literals->add(*S.Literal);
    MIB->addMemOperand(*MI.getMF(), teslaLiteralAccess(*MI.getMF()));
  }
  MI.eraseFromParent();
  ++NumShort;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

static MachineBasicBlock::instr_iterator
nextReal(MachineBasicBlock::instr_iterator I) {
  auto End = I->getParent()->instr_end();
  do
    ++I;
  while (I != End && I->isMetaInstruction());
  return I;
}

/// Whether \p Mover, which stores nothing, may change places with \p MI.
static bool mayPass(const MachineInstr &Mover, const MachineInstr &MI,
                    const TargetRegisterInfo &TRI) {
  if (MI.hasUnmodeledSideEffects() || MI.isCall() || MI.isTerminator() ||
      MI.isConvergent() || (Mover.mayLoad() && MI.mayStore()))
    return false;
  // Volatile and atomic accesses keep their order.
  if (Mover.mayLoad() && MI.mayLoad() &&
      (Mover.hasOrderedMemoryRef() || MI.hasOrderedMemoryRef()))
    return false;
  for (const MachineOperand &A : Mover.operands()) {
    if (!A.isReg() || !A.getReg())
      continue;
    for (const MachineOperand &B : MI.operands())
      if (B.isReg() && B.getReg() && (A.isDef() || B.isDef()) &&
          TRI.regsOverlap(A.getReg(), B.getReg()))
        return false;
  }
  return true;
}

/// How many instructions in a row from \p I can be short.
template <typename Predicate>
static unsigned runFrom(MachineBasicBlock::instr_iterator I,
                        MachineBasicBlock::instr_iterator End,
                        Predicate CanBeShort) {
  unsigned Length = 0;
  for (; I != End && CanBeShort(*I); I = nextReal(I))
    ++Length;
  return Length;
}

/// What can be short with \p Lone, which stands beside nothing that can, when
/// one of the two moves to the other; the end where there is nothing such. It
/// is taken from where it stands alone, too. \p LoneMoves: down to what is
/// returned.
TeslaShortForms::Iterator TeslaShortForms::partnerFor(Iterator Lone,
                                                      bool &LoneMoves) const {
  constexpr unsigned Reach = 12;
  Iterator End = Lone->getParent()->instr_end();
  auto CanBe = [&](const MachineInstr &MI) { return canBeShort(MI); };
  SmallVector<const MachineInstr *, Reach> Between;
  auto PassesAll = [&](const MachineInstr &Mover) {
    return all_of(Between, [&](const MachineInstr *MI) {
      return mayPass(Mover, *MI, *TRI);
    });
  };
  for (Iterator I = nextReal(Lone); I != End && Between.size() != Reach;) {
    unsigned Run = runFrom(I, End, CanBe);
    if (Run % 2) {
      LoneMoves = !PassesAll(*I);
      if (!LoneMoves || PassesAll(*Lone))
        return I;
    }
    // The rest of a run is its own.
    unsigned Steps = std::max(Run, 1u);
    for (; Steps && I != End && Between.size() != Reach; --Steps) {
      Between.push_back(&*I);
      I = nextReal(I);
    }
  }
  return End;
}

/// A debug value that \p Moved has left behind, or come in front of, tells no
/// longer where its variable is.
static void forgetValues(MachineBasicBlock::instr_iterator From,
                         MachineBasicBlock::instr_iterator To,
                         const MachineInstr &Moved,
                         const TargetRegisterInfo &TRI) {
  for (; From != To; ++From)
    if (From->isDebugValue())
      for (const MachineOperand &Def : Moved.all_defs())
        for (const MachineOperand &MO : From->debug_operands())
          if (MO.isReg() && MO.getReg() &&
              TRI.regsOverlap(MO.getReg(), Def.getReg())) {
            From->setDebugValueUndef();
            break;
          }
}

bool TeslaShortForms::pairIn(MachineBasicBlock &MBB) {
  bool Changed = false;
  for (Iterator I = MBB.instr_begin(); I != MBB.instr_end();) {
    if (!canBeShort(*I)) {
      ++I;
      continue;
    }
    Iterator Second = nextReal(I);
    if (Second == MBB.instr_end() || !canBeShort(*Second)) {
      bool LoneMoves = false;
      Iterator Partner = partnerFor(I, LoneMoves);
      if (Partner == MBB.instr_end()) {
        ++NumLone;
        ++I;
        continue;
      }
      forgetValues(std::next(I), Partner, LoneMoves ? *I : *Partner, *TRI);
      ++NumMoved;
      if (LoneMoves) {
        // What it stood in front of has its own turn.
        Iterator Next = std::next(I);
        MBB.splice(Partner, &MBB, I);
        I = Next;
        continue;
      }
      MBB.splice(std::next(I), &MBB, Partner);
      Second = Partner;
    }
    Iterator Next = std::next(Second);
    makeShort(*I);
    makeShort(*Second);
    I = Next;
    Changed = true;
  }
  return Changed;
}

/// Whether $r63 is none of the registers that a thread of \p MF has, though
/// they are given out by fours or eights. A callee has what its kernel has.
static bool isZeroNear(const MachineFunction &MF) {
  if (isTeslaDeviceFunction(MF.getFunction()) || MF.getFrameInfo().hasCalls())
    return false;
  constexpr unsigned Last = 63, Granularity = 8;
  for (unsigned N = Last + 1 - Granularity; N <= Last; ++N)
    if (MF.getRegInfo().isPhysRegUsed(Tesla::GPR32RegClass.getRegister(N)))
      return false;
  return all_of(drop_begin(Tesla::GPR32RegClass, Last + 1), [&](MCPhysReg R) {
    return R == Tesla::R127 || !MF.getRegInfo().isPhysRegUsed(R);
  });
}

bool TeslaShortForms::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  TII = MF.getSubtarget().getInstrInfo();
  TRI = MF.getSubtarget().getRegisterInfo();
  const bool IsSilicon = !MF.getSubtarget<TeslaSubtarget>().hasWideAddresses();
  Literals =
      IsSilicon ? &MF.getInfo<TeslaMachineFunctionInfo>()->literals() : nullptr;
  HasNearZero = IsSilicon && isZeroNear(MF);
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    Changed |= pairIn(MBB);
  return Changed;
}
