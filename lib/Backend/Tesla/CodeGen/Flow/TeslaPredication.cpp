//===- TeslaPredication.cpp - Short sides of a branch as predicates -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where lanes part, both sides are issued, and a push, a branch and a meeting
/// point beside them. A short side costs less as predicated instructions of the
/// block in front of it:
///
///   joinat end
///   (e $c0) bra end               (lg $c0) add $r1 $r1 $r2
///   add $r1 $r1 $r2        ->     (lg $c0) st b32 g14[$r3] $r1
///   st b32 g14[$r3] $r1
/// end: join nop
///
/// Memory is not accessed by lanes whose predicate is false, so that loads and
/// stores may be predicated. An instruction that has no room for a predicate,
/// an immediate form, is executed by all lanes where nobody else needs the
/// register that it writes. The pass runs behind allocation, and in front of
/// the reconvergence points.
///
/// A side that no lane takes is not issued at all as long as there is a branch.
/// So up to seven instructions are predicated where lanes are likely to part,
/// which is where the condition depends on what memory holds, and elsewhere as
/// many as the branch itself costs.
///
/// Reference: tesla-isa.md section 3; tesla-sm.md sections 2.2 and 3.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaConditions.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "TeslaDeadCode.h"
#include "TeslaExitBlocks.h"
#include "TeslaReconvergencePlan.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-predication"

using namespace llvm;
using namespace heddle;

ALWAYS_ENABLED_STATISTIC(NumSides, "Number of sides predicated");
ALWAYS_ENABLED_STATISTIC(NumBranches, "Number of branches removed");

namespace {
/// How many instructions under one branch are predicated at most: where lanes
/// are likely to part, what the push and the branch cost where they may part,
/// and what the branch costs where they never do.
constexpr unsigned LikelyLimit = 7, DivergentLimit = 2, UniformLimit = 1;

/// One way from a branch to where it ends.
struct Side {
  MachineBasicBlock *Block; // Null: there is nothing on this way.
  unsigned Code;            // The condition under which lanes go this way.
};

/// A branch whose ways meet again.
struct Region {
  Side First, Second;
  Register Condition;
  MachineBasicBlock *Join;
  bool IsDivergent;
};

class TeslaPredication : public MachineFunctionPass {
public:
  static char ID;
  TeslaPredication() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override { return "Tesla predication"; }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  std::optional<Region> regionAt(MachineBasicBlock &MBB) const;
  bool isPredicable(const MachineInstr &MI, Register Condition) const;
  bool isSpeculable(const MachineInstr &MI,
                    ArrayRef<const MachineBasicBlock *> Others) const;
  std::optional<unsigned> costOf(const Side &S, const Region &R) const;
  bool isWorthIt(MachineBasicBlock &MBB, const Region &R) const;
  void moveSide(MachineBasicBlock &MBB, const Side &S, const Region &R) const;
  bool convert(MachineBasicBlock &MBB) const;
  void mergeWithNext(MachineBasicBlock &MBB) const;

  const TeslaInstrInfo *TII = nullptr;
  const TargetRegisterInfo *TRI = nullptr;
};
} // namespace

char TeslaPredication::ID = 0;

INITIALIZE_PASS(TeslaPredication, DEBUG_TYPE, "Tesla predication", false, false)

FunctionPass *llvm::createTeslaPredicationPass() {
  return new TeslaPredication();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The block that \p Block leads to, if it comes from one place and leads to
/// one; else null.
static MachineBasicBlock *onlyWayOut(const MachineBasicBlock &Block) {
  return Block.pred_size() == 1 && Block.succ_size() == 1 &&
                 !Block.hasAddressTaken() && !Block.isEHPad()
             ? *Block.succ_begin()
             : nullptr;
}

/// The branch at the end of \p MBB, if both of its ways meet behind at most one
/// block each.
std::optional<Region> TeslaPredication::regionAt(MachineBasicBlock &MBB) const {
  MachineBasicBlock *T = nullptr, *F = nullptr;
  SmallVector<MachineOperand, 4> Cond;
  if (TII->analyzeBranch(MBB, T, F, Cond) || Cond.empty() || !T || !F ||
      T == F || T == &MBB || F == &MBB)
    return std::nullopt;
  unsigned Code = unsigned(Cond[1].getImm());
  Side Taken{T, Code}, Else{F, tesla::invertCondition(Code)};
  Region R{Taken, Else, Cond[2].getReg(), nullptr,
           endsInTeslaDivergentBranch(MBB)};
  MachineBasicBlock *BehindT = onlyWayOut(*T), *BehindF = onlyWayOut(*F);
  if (BehindT == F) {
    R.Join = F;
    R.Second.Block = nullptr;
  } else if (BehindF == T) {
    R.Join = T;
    R.First.Block = nullptr;
  } else if (BehindT && BehindT == BehindF) {
    R.Join = BehindT;
  }
  // Where a way leads back to the branch there is no meeting behind it.
  return R.Join && R.Join != &MBB ? std::optional(R) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Whether \p MI can be executed under a condition in \p Condition.
bool TeslaPredication::isPredicable(const MachineInstr &MI,
                                    Register Condition) const {
  int Pred = MI.findFirstPredOperandIdx();
  if (Pred < 0 || MI.getOperand(Pred).getImm() != tesla::CondAlways)
    return false;
  int Flow = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::flow);
  if (Flow >= 0 && MI.getOperand(Flow).getImm() != 0)
    return false;
  // The carry and the predicate share a field.
  int CarryIn = Tesla::getNamedOperandIdx(MI.getOpcode(), Tesla::OpName::cin);
  return CarryIn < 0 || MI.getOperand(CarryIn).getReg() == Condition;
}

/// Whether all lanes may execute \p MI: it only writes registers that no lane
/// needs which comes to one of \p Others.
bool TeslaPredication::isSpeculable(
    const MachineInstr &MI, ArrayRef<const MachineBasicBlock *> Others) const {
  if (MI.mayLoadOrStore() || !MI.getMF()->getRegInfo().tracksLiveness())
    return false;
  LiveRegUnits Needed(*TRI);
  for (const MachineBasicBlock *Other : Others)
    Needed.addLiveIns(*Other);
  return all_of(MI.all_defs(), [&](const MachineOperand &Def) {
    return Needed.available(Def.getReg());
  });
}

/// The blocks that lanes come to which do not go by \p S.
static SmallVector<const MachineBasicBlock *, 2> othersOf(const Side &S,
                                                          const Region &R) {
  const Side &Other = &S == &R.First ? R.Second : R.First;
  SmallVector<const MachineBasicBlock *, 2> Blocks(1, R.Join);
  if (Other.Block)
    Blocks.push_back(Other.Block);
  return Blocks;
}

/// How many instructions \p S has; none if they cannot all be moved.
std::optional<unsigned> TeslaPredication::costOf(const Side &S,
                                                 const Region &R) const {
  unsigned Count = 0;
  if (!S.Block)
    return Count;
  for (const MachineInstr &MI : *S.Block) {
    if (MI.isDebugInstr() || MI.isUnconditionalBranch())
      continue;
    if (++Count > LikelyLimit || MI.isTerminator() || MI.isPseudo() ||
        MI.isCall() || MI.isConvergent() || MI.hasUnmodeledSideEffects() ||
        MI.modifiesRegister(R.Condition, TRI))
      return std::nullopt;
    if (!isPredicable(MI, R.Condition) && !isSpeculable(MI, othersOf(S, R)))
      return std::nullopt;
  }
  return Count;
}

/// Whether the condition of \p MBB's branch depends on what memory holds: such
/// values differ from lane to lane, while a comparison of indices parts the
/// lanes of one warp at most.
static bool dependsOnMemory(const MachineBasicBlock &MBB, Register Condition,
                            const TargetRegisterInfo &TRI) {
  constexpr unsigned Reach = 24;
  LiveRegUnits Wanted(TRI);
  Wanted.addReg(Condition);
  unsigned Left = Reach;
  for (const MachineInstr &MI : reverse(MBB)) {
    if (MI.isDebugInstr() || MI.isTerminator())
      continue;
    if (!Left--)
      return false;
    if (none_of(MI.all_defs(), [&](const MachineOperand &Def) {
          return !Wanted.available(Def.getReg());
        }))
      continue;
    if (MI.mayLoad() && !MI.isDereferenceableInvariantLoad())
      return true;
    for (const MachineOperand &Def : MI.all_defs())
      if (TeslaInstrInfo::isAlways(MI))
        Wanted.removeReg(Def.getReg());
    for (const MachineOperand &Use : MI.all_uses())
      if (Use.getReg() &&
          !MI.getMF()->getRegInfo().isConstantPhysReg(Use.getReg()))
        Wanted.addReg(Use.getReg());
  }
  return false;
}

bool TeslaPredication::isWorthIt(MachineBasicBlock &MBB,
                                 const Region &R) const {
  std::optional<unsigned> First = costOf(R.First, R),
                          Second = costOf(R.Second, R);
  if (!First || !Second)
    return false;
  unsigned Limit = UniformLimit;
  // Lanes that end there need no meeting point.
  if (R.IsDivergent && !isTeslaExitOnly(*R.Join))
    Limit =
        dependsOnMemory(MBB, R.Condition, *TRI) ? LikelyLimit : DivergentLimit;
  // One of two sides is issued in any case.
  return *First + *Second <=
         std::min(Limit + std::min(*First, *Second), LikelyLimit);
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Moves the instructions of \p S to the end of \p MBB, which has no branch.
void TeslaPredication::moveSide(MachineBasicBlock &MBB, const Side &S,
                                const Region &R) const {
  if (!S.Block)
    return;
  LiveRegUnits Needed(*TRI);
  for (const MachineBasicBlock *Other : othersOf(S, R))
    Needed.addLiveIns(*Other);
  for (MachineInstr &MI : make_early_inc_range(*S.Block)) {
    if (MI.isDebugInstr() || MI.isUnconditionalBranch()) {
      MI.eraseFromParent();
      continue;
    }
    for (MachineOperand &MO : MI.all_uses())
      MO.setIsKill(false);
    if (isPredicable(MI, R.Condition)) {
      int Pred = MI.findFirstPredOperandIdx();
      MI.getOperand(Pred).setImm(S.Code);
      MI.getOperand(Pred + 1).setReg(R.Condition);
      // In other lanes the registers keep their values.
      SmallVector<Register, 2> Stays;
      for (const MachineOperand &Def : MI.all_defs())
        if (!Needed.available(Def.getReg()))
          Stays.push_back(Def.getReg());
      for (Register Reg : Stays)
        MI.addOperand(*MI.getMF(), MachineOperand::CreateReg(
                                       Reg, /*isDef=*/false, /*isImp=*/true));
    }
    MBB.splice(MBB.end(), S.Block, MI.getIterator());
  }
  ++NumSides;
}

/// Appends the block that \p MBB leads to, if it comes from nowhere else.
void TeslaPredication::mergeWithNext(MachineBasicBlock &MBB) const {
  MachineBasicBlock &Next = **MBB.succ_begin();
  if (Next.pred_size() != 1 || Next.hasAddressTaken() || &Next == &MBB)
    return;
  TII->removeBranch(MBB);
  MBB.splice(MBB.end(), &Next, Next.begin(), Next.end());
  MBB.removeSuccessor(&Next);
  MBB.transferSuccessors(&Next);
  Next.eraseFromParent();
}

bool TeslaPredication::convert(MachineBasicBlock &MBB) const {
  std::optional<Region> R = regionAt(MBB);
  if (!R || !isWorthIt(MBB, *R)) {
    LLVM_DEBUG(if (R) dbgs() << DEBUG_TYPE ": branching is cheaper in "
                             << printMBBReference(MBB) << '\n');
    return false;
  }
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": " << printMBBReference(MBB)
                    << " runs its sides under conditions up to "
                    << printMBBReference(*R->Join) << '\n');
  assert(R->Join && (R->First.Block || R->Second.Block) &&
         "a region without sides");
  DebugLoc DL = MBB.findBranchDebugLoc();
  TII->removeBranch(MBB);
  moveSide(MBB, R->First, *R);
  moveSide(MBB, R->Second, *R);
  while (!MBB.succ_empty())
    MBB.removeSuccessor(MBB.succ_begin());
  for (const Side *S : {&R->First, &R->Second})
    if (S->Block) {
      S->Block->removeSuccessor(R->Join);
      S->Block->eraseFromParent();
    }
  MBB.addSuccessor(R->Join);
  TII->insertBranch(MBB, R->Join, nullptr, {}, DL);
  ++NumBranches;
  mergeWithNext(MBB);
  return true;
}

bool TeslaPredication::runOnMachineFunction(MachineFunction &MF) {
  if (skipFunction(MF.getFunction()))
    return false;
  TII = MF.getSubtarget<TeslaSubtarget>().getInstrInfo();
  TRI = &TII->getRegisterInfo();
  TII->makeBranchesExplicit(MF);
  // Inner branches come first. Blocks that are removed lie behind the one at
  // hand.
  SmallVector<MachineBasicBlock *, 16> Order(post_order(&MF));
  bool Changed = false;
  for (MachineBasicBlock *MBB : Order)
    while (convert(*MBB))
      Changed = true;
  if (Changed)
    eraseTeslaDeadCode(MF);
  return Changed;
}
