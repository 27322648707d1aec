//===- TeslaReconvergence.cpp - Place joinat/join and breakaddr/break -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Carries out TeslaReconvergencePlan, as the last pass that changes the
/// control flow graph.
///
///        bra_div $c0 then                  joinat endif
///        bra else                    (lg $c0) bra then
///   then: ...            becomes     else: ...
///        bra endif                         bra endif
///   else: ...                        then: ...
///        bra endif                  endif: join nop
///   endif: add ...                           add ...
///
/// TeslaFoldFlow makes the nop a modifier of what follows.
/// Reference: tesla-isa.md section 5.6; docs/reconvergence.md.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/TeslaBaseInfo.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "Target/TeslaInstrInfo.h"
#include "Target/TeslaSubtarget.h"
#include "Tesla.h"
#include "TeslaExitBlocks.h"
#include "TeslaReconvergencePlan.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>

#define DEBUG_TYPE "tesla-reconvergence"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumJoins, "Number of joinat/join pairs placed");
ALWAYS_ENABLED_STATISTIC(NumBreaks, "Number of loops left by break");

namespace {

class TeslaReconvergence : public MachineFunctionPass {
public:
  static char ID;
  TeslaReconvergence() : MachineFunctionPass(ID) {}
  StringRef getPassName() const override {
    return "Tesla reconvergence points";
  }
  bool runOnMachineFunction(MachineFunction &Fn) override;

private:
  MachineBasicBlock *unifyLatch(const MachineLoop &L);
  void ensurePreheader(const MachineLoop &L, const MachineBasicBlock *Latch);
  void canonicalizeLoops();
  MachineBasicBlock *createForwarder(MachineBasicBlock *To);
  void placeJoin(const TeslaJoinGroup &G, const TeslaBodyForest &Bodies,
                 TeslaReconvergencePlan &Plan);
  void markJoin(MachineBasicBlock &MBB);
  void placeBreaks(const TeslaReconvergencePlan &Plan);
  void leaveBy(MachineBasicBlock &MBB, unsigned Opcode,
               function_ref<bool(MachineBasicBlock *)> IsGone);
  void exitInPlace();
  void useFallThroughs();

  MachineFunction *MF = nullptr;
  const TeslaInstrInfo *TII = nullptr;
};

} // namespace

char TeslaReconvergence::ID = 0;

INITIALIZE_PASS(TeslaReconvergence, DEBUG_TYPE, "Tesla reconvergence points",
                false, false)

FunctionPass *llvm::createTeslaReconvergencePass() {
  return new TeslaReconvergence();
}

static DebugLoc branchLoc(MachineBasicBlock &MBB) {
  auto It = MBB.getFirstTerminator();
  return It == MBB.end() ? MBB.findPrevDebugLoc(It) : It->getDebugLoc();
}

/// A new block that does nothing but branch to \p To, laid out before it.
MachineBasicBlock *TeslaReconvergence::createForwarder(MachineBasicBlock *To) {
  MachineBasicBlock *New = MF->CreateMachineBasicBlock(To->getBasicBlock());
  MF->insert(To->getIterator(), New);
  New->addSuccessor(To);
  for (const auto &LI : To->liveins())
    New->addLiveIn(LI);
  TII->insertBranch(*New, To, nullptr, {}, To->findDebugLoc(To->begin()));
  return New;
}

/// The one latch of \p L, made if there are several or lanes part in it.
MachineBasicBlock *TeslaReconvergence::unifyLatch(const MachineLoop &L) {
  MachineBasicBlock *Header = L.getHeader();
  SmallVector<MachineBasicBlock *, 4> Latches;
  for (MachineBasicBlock *P : Header->predecessors())
    if (L.contains(P))
      Latches.push_back(P);
  assert(!Latches.empty() && "a loop that nothing goes back in");
  bool Divergent = any_of(Latches, [](MachineBasicBlock *P) {
    return endsInTeslaDivergentBranch(*P) && P->succ_size() > 1;
  });
  if (Latches.size() == 1 && !Divergent)
    return Latches[0];
  MachineBasicBlock *Latch = createForwarder(Header);
  // After the loop's last block, so that the way around stays a fall-through.
  Latch->moveAfter(*llvm::max_element(
      Latches, [](const MachineBasicBlock *A, const MachineBasicBlock *B) {
        return A->getNumber() < B->getNumber();
      }));
  for (MachineBasicBlock *P : Latches)
    P->ReplaceUsesOfBlockWith(Header, Latch);
  return Latch;
}

void TeslaReconvergence::ensurePreheader(const MachineLoop &L,
                                         const MachineBasicBlock *Latch) {
  MachineBasicBlock *Header = L.getHeader();
  SmallVector<MachineBasicBlock *, 4> Outside;
  for (MachineBasicBlock *P : Header->predecessors())
    // A latch made just now is not among the loop's blocks yet.
    if (!L.contains(P) && P != Latch)
      Outside.push_back(P);
  if (Outside.size() == 1 && Outside[0]->succ_size() == 1)
    return;
  MachineBasicBlock *Preheader = createForwarder(Header);
  for (MachineBasicBlock *P : Outside)
    P->ReplaceUsesOfBlockWith(Header, Preheader);
}

/// Gives each loop one latch, and a preheader where lanes can part inside.
void TeslaReconvergence::canonicalizeLoops() {
  MachineDominatorTree MDT(*MF);
  MachineLoopInfo MLI(MDT);
  for (const MachineLoop *L : MLI.getLoopsInPreorder()) {
    if (none_of(L->blocks(), [](const MachineBasicBlock *B) {
          return endsInTeslaDivergentBranch(*B);
        }))
      if (L->getLoopLatch())
        continue;
    ensurePreheader(*L, unifyLatch(*L));
  }
}

/// Makes lanes meet at the start of \p MBB.
void TeslaReconvergence::markJoin(MachineBasicBlock &MBB) {
  auto It = MBB.getFirstNonDebugInstr();
  DebugLoc DL = It == MBB.end() ? DebugLoc() : It->getDebugLoc();
  BuildMI(MBB, MBB.begin(), DL, TII->get(Tesla::JOIN_NOP));
}

void TeslaReconvergence::placeJoin(const TeslaJoinGroup &G,
                                   const TeslaBodyForest &Bodies,
                                   TeslaReconvergencePlan &Plan) {
  const TeslaBodyGraph &Body = Bodies.bodyOf(G.Loop);
  // Blocks made for other groups are not part of any body: they lead to the
  // same join from other regions.
  auto InRegion = [&](const MachineBasicBlock *B) {
    auto N = Bodies.nodeOf(G.Loop, B);
    return N && Body.isWithin(G.Place, *N);
  };
  MachineBasicBlock *At = G.Join;
  if (!all_of(At->predecessors(), InRegion)) {
    // Others come here without having pushed: only this group's lanes pass
    // through a block of their own.
    At = createForwarder(G.Join);
    SmallVector<MachineBasicBlock *, 4> Preds(G.Join->predecessors());
    for (MachineBasicBlock *P : Preds)
      if (InRegion(P))
        P->ReplaceUsesOfBlockWith(G.Join, At);
    for (auto &[L, Break] : Plan.Breaks)
      if (Break.Target == G.Join && InRegion(Break.Preheader))
        Break.Target = At;
  }
  assert(At && G.Push && "lanes meet nowhere");
  markJoin(*At);
  MachineBasicBlock &Push = *G.Push;
  BuildMI(Push, Push.getFirstTerminator(), branchLoc(Push),
          TII->get(Tesla::JOINAT))
      .addMBB(At);
  At->setLabelMustBeEmitted();
  LLVM_DEBUG(dbgs() << DEBUG_TYPE ": lanes that diverge in "
                    << printMBBReference(Push) << " meet in "
                    << printMBBReference(*At) << '\n');
  ++NumJoins;
}

/// Replaces the branches of \p MBB to blocks that \p IsGone by \p Opcode, which
/// takes the lanes off without a branch.
void TeslaReconvergence::leaveBy(
    MachineBasicBlock &MBB, unsigned Opcode,
    function_ref<bool(MachineBasicBlock *)> IsGone) {
  assert((Opcode == Tesla::RET || Opcode == Tesla::BREAK) &&
         "lanes leave by these two");
  MachineBasicBlock *T = nullptr, *F = nullptr;
  SmallVector<MachineOperand, 4> Cond;
  if (TII->analyzeBranch(MBB, T, F, Cond) || !T)
    return;
  DebugLoc DL = branchLoc(MBB);
  bool TGone = IsGone(T), FGone = F && IsGone(F);
  if (!TGone && !FGone)
    return;
  TII->removeBranch(MBB);
  // Lanes that return go nowhere; those that break resume at the target.
  if (Opcode == Tesla::RET) {
    if (TGone)
      MBB.removeSuccessor(T);
    if (FGone && F != T)
      MBB.removeSuccessor(F);
  }
  if (Cond.empty() || (TGone && FGone)) {
    TII->buildLeave(MBB, DL, Opcode, {});
    return;
  }
  if (FGone) {
    TII->reverseBranchCondition(Cond);
    std::swap(T, F);
  }
  TII->buildLeave(MBB, DL, Opcode, Cond);
  TII->insertBranch(MBB, F, nullptr, {}, DL);
}

void TeslaReconvergence::placeBreaks(const TeslaReconvergencePlan &Plan) {
  for (const auto &[L, Break] : Plan.Breaks) {
    assert(Break.Preheader && Break.Target && "a plan without a problem");
    MachineBasicBlock &Pre = *Break.Preheader;
    BuildMI(Pre, Pre.getFirstTerminator(), branchLoc(Pre),
            TII->get(Tesla::BREAKADDR))
        .addMBB(Break.Target);
    Break.Target->setLabelMustBeEmitted();
    for (MachineBasicBlock *B : L->blocks())
      leaveBy(*B, Tesla::BREAK,
              [T = Break.Target](MachineBasicBlock *S) { return S == T; });
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": lanes leave the loop of "
                      << printMBBReference(*L->getHeader()) << " by break to "
                      << printMBBReference(*Break.Target) << '\n');
    ++NumBreaks;
  }
}

/// Ends threads where they are instead of branching to a block that does, and
/// removes such blocks when nobody needs them any more.
void TeslaReconvergence::exitInPlace() {
  for (MachineBasicBlock &MBB : *MF) {
    if (endsInTeslaDivergentBranch(MBB))
      leaveBy(MBB, Tesla::RET,
              [](MachineBasicBlock *S) { return isTeslaExitOnly(*S); });
    MachineBasicBlock *T = nullptr, *F = nullptr;
    SmallVector<MachineOperand, 4> Cond;
    if (TII->analyzeBranch(MBB, T, F, Cond) || !T || !Cond.empty() ||
        !isTeslaExitOnly(*T))
      continue;
    // The exit keeps the PTX place of the instruction it stands for.
    MachineInstr &End = *T->getFirstNonDebugInstr();
    TII->removeBranch(MBB);
    MBB.removeSuccessor(T);
    MBB.push_back(MF->CloneMachineInstr(&End));
  }
  for (MachineBasicBlock &MBB : llvm::make_early_inc_range(*MF))
    if (&MBB != &MF->front() && MBB.pred_empty() && isTeslaExitOnly(MBB))
      MBB.eraseFromParent();
}

/// Drops branches to the next block in layout, turning a condition around where
/// that helps.
void TeslaReconvergence::useFallThroughs() {
  for (MachineBasicBlock &MBB : *MF) {
    MachineBasicBlock *T = nullptr, *F = nullptr;
    SmallVector<MachineOperand, 4> Cond;
    MachineBasicBlock *Next = MBB.getNextNode();
    if (!Next || MBB.empty())
      continue;
    // Behind a predicated break or ret, too, where there is no branch to
    // analyze.
    MachineInstr &Last = MBB.back();
    if (Last.getOpcode() == Tesla::BRA_U &&
        Last.getOperand(0).getMBB() == Next) {
      Last.eraseFromParent();
      continue;
    }
    if (TII->analyzeBranch(MBB, T, F, Cond) || !T)
      continue;
    DebugLoc DL = branchLoc(MBB);
    if (Cond.empty())
      continue;
    if (F == Next) {
      TII->removeBranch(MBB);
      TII->insertBranch(MBB, T, nullptr, Cond, DL);
    } else if (T == Next && F) {
      TII->reverseBranchCondition(Cond);
      TII->removeBranch(MBB);
      TII->insertBranch(MBB, F, nullptr, Cond, DL);
    }
  }
}

bool TeslaReconvergence::runOnMachineFunction(MachineFunction &Fn) {
  if (Fn.empty())
    return false;
  MF = &Fn;
  TII = Fn.getSubtarget<TeslaSubtarget>().getInstrInfo();
  TII->makeBranchesExplicit(*MF);
  canonicalizeLoops();
  MF->RenumberBlocks();
  MachineDominatorTree MDT(*MF);
  MachineLoopInfo MLI(MDT);
  TeslaBodyForest Bodies(*MF, MLI);
  auto Plan = TeslaReconvergencePlan::compute(Bodies);
  if (!Plan.Problem.empty()) {
    DebugLoc DL =
        Plan.ProblemBlock->findDebugLoc(Plan.ProblemBlock->instr_begin());
    Fn.getFunction().getContext().diagnose(DiagnosticInfoUnsupported(
        Fn.getFunction(), "control flow cannot be reconverged: " + Plan.Problem,
        DL));
    return true;
  }
  for (const TeslaJoinGroup &G : Plan.Joins)
    placeJoin(G, Bodies, Plan);
  placeBreaks(Plan);
  exitInPlace();
  useFallThroughs();
  return true;
}
