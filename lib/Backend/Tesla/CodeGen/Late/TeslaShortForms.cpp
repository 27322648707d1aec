//===- TeslaShortForms.cpp - Two instructions in two words ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An instruction that needs no predicate, no $c and no high register fits one
/// word. Long instructions start at a multiple of 8 bytes, so that short ones
/// come in pairs:
///
///   add b32 $r1 $r2 $r3        short add b32 $r1 $r2 $r3
///   ld b32 $r4 g14[$r5]   ->   short mul f32 $r6 $r7 $r8
///   mul rn f32 $r6 $r7 $r8     ld b32 $r4 g14[$r5]
///
/// A row of an odd number gets one instruction from the next such row close
/// behind, or gives it one, where nothing in between depends on it; without
/// such a row the last instruction stays long.
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

#include "Tesla.h"
#include "TeslaShortFormFinder.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-short-forms"

using namespace llvm;

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

  /// Instructions in a row that can be short.
  using Run = SmallVector<Iterator, 8>;
  /// How far an instruction moves at most.
  static constexpr unsigned Reach = 12;

  Run runFrom(Iterator &I) const;
  Iterator *moverAmong(MutableArrayRef<Iterator> Candidates,
                       ArrayRef<Iterator> Between) const;
  bool evenOut(Run &Odd, Iterator Behind) const;
  bool pairIn(MachineBasicBlock &MBB);

  std::optional<TeslaShortFormFinder> Finder;
  const TargetRegisterInfo *TRI = nullptr;
};
} // namespace

char TeslaShortForms::ID = 0;

INITIALIZE_PASS(TeslaShortForms, DEBUG_TYPE, "Tesla short forms", false, false)

FunctionPass *llvm::createTeslaShortFormsPass() {
  return new TeslaShortForms();
}

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

/// The run of instructions from \p I on that can be short. \p I is left behind
/// it.
TeslaShortForms::Run TeslaShortForms::runFrom(Iterator &I) const {
  Run R;
  for (Iterator End = I->getParent()->instr_end();
       I != End && Finder->canBeShort(*I); I = nextReal(I))
    R.push_back(I);
  return R;
}

/// The one of \p Candidates that may change places with \p Between and with
/// the candidates in front of it; null where there is none such.
TeslaShortForms::Iterator *
TeslaShortForms::moverAmong(MutableArrayRef<Iterator> Candidates,
                            ArrayRef<Iterator> Between) const {
  auto Passes = [&](Iterator Mover, ArrayRef<Iterator> Others) {
    return all_of(
        Others, [&](Iterator Other) { return mayPass(*Mover, *Other, *TRI); });
  };
  Candidates = Candidates.take_front(Reach);
  for (size_t N = 0; N != Candidates.size(); ++N)
    if (Passes(Candidates[N], Between) &&
        Passes(Candidates[N], Candidates.take_front(N)))
      return &Candidates[N];
  return nullptr;
}

/// Gives \p Odd, a run of an odd length in front of \p Behind, one instruction
/// of the next such run, or takes one from it for that run; false where nothing
/// may move.
bool TeslaShortForms::evenOut(Run &Odd, Iterator Behind) const {
  MachineBasicBlock &MBB = *Odd.front()->getParent();
  assert(Odd.size() % 2 && "a run that needs no partner");
  SmallVector<Iterator, 2 * Reach> Between;
  for (Iterator I = Behind; I != MBB.instr_end() && Between.size() < Reach;) {
    Iterator First = I;
    Run Next = runFrom(I);
    if (Next.size() % 2) {
      if (Iterator *Up = moverAmong(Next, Between)) {
        forgetValues(std::next(Odd.back()), *Up, **Up, *TRI);
        MBB.splice(std::next(Odd.back()), &MBB, *Up);
        Odd.push_back(*Up);
        return true;
      }
      Run Reversed(reverse(Odd));
      if (Iterator *Down = moverAmong(Reversed, Between)) {
        Iterator Moved = *Down;
        forgetValues(std::next(Moved), First, *Moved, *TRI);
        Odd.erase(llvm::find(Odd, Moved));
        MBB.splice(First, &MBB, Moved);
        return true;
      }
    }
    if (Next.empty()) {
      Between.push_back(I);
      I = nextReal(I);
    }
    append_range(Between, Next);
  }
  return false;
}

bool TeslaShortForms::pairIn(MachineBasicBlock &MBB) {
  bool Changed = false;
  for (Iterator I = MBB.instr_begin(); I != MBB.instr_end();) {
    Run Row = runFrom(I);
    if (Row.empty()) {
      ++I;
      continue;
    }
    if (Row.size() % 2)
      ++(evenOut(Row, I) ? NumMoved : NumLone);
    for (size_t N = 0; N + 1 < Row.size(); N += 2) {
      // There may be no room for another literal.
      if (!Finder->canBeShort(*Row[N]) || !Finder->canBeShort(*Row[N + 1]))
        continue;
      LLVM_DEBUG(dbgs() << DEBUG_TYPE ": a pair: " << *Row[N] << "  and "
                        << *Row[N + 1]);
      assert(Finder->find(*Row[N]) && Finder->find(*Row[N + 1]) &&
             "no short form");
      for (Iterator Short : {Row[N], Row[N + 1]})
        Finder->replace(*Short, *Finder->find(*Short));
      NumShort += 2;
      Changed = true;
    }
  }
  return Changed;
}

bool TeslaShortForms::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  Finder.emplace(MF);
  TRI = MF.getSubtarget().getRegisterInfo();
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    Changed |= pairIn(MBB);
  return Changed;
}
