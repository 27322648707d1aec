//===- TeslaLoopExitDivergence.cpp - How a lane left a loop ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes that leave a loop in different iterations meet in its exit block, and
/// a phi there that depends on the exit taken differs between them:
///
///   exit:  %g = phi i1 [ true, %top ], [ false, %body ]   ; both in the loop
///
/// LLVM's uniformity analysis takes such a phi for uniform when its operands
/// are not computed in the loop: it looks at divergent values that leave a
/// cycle, and constants are none. This pass marks these phis, and TTI reports a
/// marked instruction as a source of divergence.
///
/// It also marks phis where the sides of a divergent branch meet and that LLVM
/// 19 overlooks: its search ends early ("floor" in GenericUniformityImpl.h)
/// when one side of the branch runs through a loop:
///
///   br i1 %lane, label %side, label %loop   ; %loop ends in %out
///   join: %n = phi i32 [ %a, %side ], [ %b, %out ]
///
/// In functions with irreducible cycles, or too large for it, all branches are
/// divergent.
///
//===----------------------------------------------------------------------===//

#include "Tesla.h"
#include "heddle/Intrinsics/FunctionAttributes.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/raw_ostream.h"

#define DEBUG_TYPE "tesla-loop-exit-divergence"

using namespace llvm;

ALWAYS_ENABLED_STATISTIC(NumMarked,
                         "Number of loop exit phis marked divergent");

namespace {
class TeslaLoopExitDivergence : public FunctionPass {
public:
  static char ID;
  TeslaLoopExitDivergence() : FunctionPass(ID) {}
  StringRef getPassName() const override {
    return "Tesla loop exit divergence";
  }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<CycleInfoWrapperPass>();
    AU.addRequired<DominatorTreeWrapperPass>();
    AU.addRequired<LoopInfoWrapperPass>();
    AU.addRequired<TargetTransformInfoWrapperPass>();
    AU.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override;
};
} // namespace

char TeslaLoopExitDivergence::ID = 0;

INITIALIZE_PASS_BEGIN(TeslaLoopExitDivergence, DEBUG_TYPE,
                      "Tesla loop exit divergence", false, false)
INITIALIZE_PASS_DEPENDENCY(CycleInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(DominatorTreeWrapperPass)
INITIALIZE_PASS_DEPENDENCY(LoopInfoWrapperPass)
INITIALIZE_PASS_DEPENDENCY(TargetTransformInfoWrapperPass)
INITIALIZE_PASS_END(TeslaLoopExitDivergence, DEBUG_TYPE,
                    "Tesla loop exit divergence", false, false)

FunctionPass *llvm::createTeslaLoopExitDivergencePass() {
  return new TeslaLoopExitDivergence();
}

void llvm::markTeslaDivergent(Instruction &I) {
  I.setMetadata(TeslaDivergentMetadata, MDNode::get(I.getContext(), {}));
}

/// Whether \p Phi takes different values from the blocks of \p L.
static bool tellsExits(const PHINode &Phi, const Loop &L) {
  const Value *First = nullptr;
  for (unsigned I = 0; I < Phi.getNumIncomingValues(); ++I) {
    if (!L.contains(Phi.getIncomingBlock(I)))
      continue;
    const Value *V = Phi.getIncomingValue(I);
    if (First && V != First)
      return true;
    First = V;
  }
  return false;
}

/// Marks the exit phis of \p L if lanes leave it at different times.
static bool markExits(const Loop &L, UniformityInfo &Uniformity) {
  SmallVector<BasicBlock *, 4> Blocks;
  L.getExitingBlocks(Blocks);
  if (none_of(Blocks, [&](const BasicBlock *B) {
        return Uniformity.hasDivergentTerminator(*B);
      }))
    return false;
  Blocks.clear();
  L.getUniqueExitBlocks(Blocks);
  bool Changed = false;
  for (BasicBlock *B : Blocks)
    for (PHINode &Phi : B->phis())
      if (tellsExits(Phi, L) && !Uniformity.isDivergent(&Phi)) {
        LLVM_DEBUG(dbgs() << DEBUG_TYPE ": lanes leave " << L.getName()
                          << " with" << Phi << '\n');
        markTeslaDivergent(Phi);
        ++NumMarked;
        Changed = true;
      }
  return Changed;
}

/// Loops nested deeper are made one, where nothing stays uniform.
static constexpr unsigned MaxDepth = 16;
/// Blocks times branches; the search below looks at all blocks for each branch.
static constexpr size_t MaxSteps = 1 << 18;

/// Whether it is not worth while to tell uniform branches of \p F from
/// divergent ones, or wrong: in a cycle with several entries lanes meet
/// wherever the hub in front of it brings them together.
static bool givesUp(const Function &F, const CycleInfo &CI) {
  size_t Branches =
      count_if(F, [](const BasicBlock &B) { return succ_size(&B) > 1; });
  if (F.size() * Branches > MaxSteps)
    return true;
  SmallVector<const Cycle *, 8> Work(CI.toplevel_begin(), CI.toplevel_end());
  while (!Work.empty()) {
    const Cycle *C = Work.pop_back_val();
    if (!C->isReducible() || C->getDepth() > MaxDepth)
      return true;
    append_range(Work, C->children());
  }
  return false;
}

namespace {
/// Finds where the sides of a branch meet, as LLVM's analysis does, but to the
/// end: every successor of the branch is a label, labels are handed on along
/// edges, and a block that two of them reach is a join and a label of its own.
class JoinSearch {
public:
  JoinSearch(const LoopInfo &Loops, const BasicBlock &Branch)
      : LI(Loops), From(Branch) {
    for (const BasicBlock *Side : successors(&From)) {
      // Lanes that leave a loop here leave it at different times.
      const Loop *L = LI.getLoopFor(&From);
      if (L && !L->contains(Side))
        Exits.insert(Side);
      push(*Side, *Side, Joins);
    }
    while (!Pending.empty())
      handOn(*Pending.pop_back_val());
  }

  /// Blocks that several sides reach.
  SmallPtrSet<const BasicBlock *, 8> Joins;
  /// Blocks behind loops around the branch that lanes leave at different times.
  SmallPtrSet<const BasicBlock *, 8> Exits;

private:
  void push(const BasicBlock &To, const BasicBlock &Label,
            SmallPtrSet<const BasicBlock *, 8> &Found) {
    const BasicBlock *&Known = Labels[&To];
    if (Known == &Label)
      return;
    if (Known)
      Found.insert(&To);
    if (Known == &To)
      return;
    Known = Known ? &To : &Label;
    Pending.push_back(&To);
  }

  void handOn(const BasicBlock &Block) {
    if (&Block == &From)
      return;
    const BasicBlock &Label = *Labels.lookup(&Block);
    const Loop *L = LI.getLoopFor(&Block);
    // From a header around the branch the lanes go round together, or they are
    // behind the loop by now.
    if (L && L->getHeader() == &Block && L->contains(&From)) {
      SmallVector<BasicBlock *, 4> Behind;
      L->getUniqueExitBlocks(Behind);
      for (const BasicBlock *Exit : Behind)
        push(*Exit, Label, Exits);
      return;
    }
    for (const BasicBlock *Next : successors(&Block))
      push(*Next, Label, Joins);
  }

  const LoopInfo &LI;
  const BasicBlock &From;
  DenseMap<const BasicBlock *, const BasicBlock *> Labels;
  SmallVector<const BasicBlock *, 16> Pending;
};
} // namespace

/// Marks what LLVM takes for uniform where the lanes of \p Branch meet.
static bool markJoins(const BasicBlock &Branch, const LoopInfo &LI,
                      const UniformityInfo &Uniformity) {
  bool Changed = false;
  auto Mark = [&](const PHINode &Phi) {
    if (Uniformity.isDivergent(&Phi) || Phi.hasMetadata(TeslaDivergentMetadata))
      return;
    LLVM_DEBUG(dbgs() << DEBUG_TYPE ": lanes of " << Branch.getName()
                      << " meet with" << Phi << '\n');
    markTeslaDivergent(const_cast<PHINode &>(Phi));
    ++NumMarked;
    Changed = true;
  };
  JoinSearch Search(LI, Branch);
  for (const BasicBlock *B : Search.Joins)
    for (const PHINode &Phi : B->phis())
      if (!Phi.hasConstantOrUndefValue())
        Mark(Phi);
  for (const BasicBlock *B : Search.Exits)
    for (const PHINode &Phi : B->phis())
      if (any_of(Phi.incoming_values(),
                 [](const Value *V) { return isa<Instruction>(V); }))
        Mark(Phi);
  return Changed;
}

bool TeslaLoopExitDivergence::runOnFunction(Function &F) {
  auto &CI = getAnalysis<CycleInfoWrapperPass>().getResult();
  auto &DT = getAnalysis<DominatorTreeWrapperPass>().getDomTree();
  auto &LI = getAnalysis<LoopInfoWrapperPass>().getLoopInfo();
  auto &TTI = getAnalysis<TargetTransformInfoWrapperPass>().getTTI(F);
  if (givesUp(F, CI)) {
    heddle::attributes::Divergent.set(F);
    return true;
  }
  // Without a loop LLVM overlooks nothing.
  bool Changed = false, Again = !LI.empty();
  // A marked phi may decide when lanes leave the loop around.
  while (Again) {
    Again = false;
    UniformityInfo Uniformity(DT, CI, &TTI);
    Uniformity.compute();
    for (const Loop *L : LI.getLoopsInPreorder())
      Again |= markExits(*L, Uniformity);
    for (const BasicBlock &B : F)
      if (Uniformity.hasDivergentTerminator(B))
        Again |= markJoins(B, LI, Uniformity);
    Changed |= Again;
  }
  return Changed;
}
