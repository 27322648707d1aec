//===- TeslaReconvergencePlan.cpp - Where diverged lanes meet again -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaReconvergencePlan.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaBodyGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;

bool llvm::isTeslaExitOnly(const MachineBasicBlock &MBB) {
  auto It = MBB.getFirstNonDebugInstr();
  return It != MBB.end() && (It->getOpcode() == Tesla::EXIT_NOP ||
                             It->getOpcode() == Tesla::RET_U);
}

bool llvm::endsInTeslaDivergentBranch(const MachineBasicBlock &MBB) {
  return any_of(MBB.terminators(), [](const MachineInstr &MI) {
    return MI.getOpcode() == Tesla::BRA_DIV;
  });
}

namespace {

class Planner {
public:
  Planner(MachineFunction &Fn, MachineDominatorTree &DT, MachineLoopInfo &LI)
      : MF(Fn), MDT(DT), MLI(LI) {}

  TeslaReconvergencePlan run();

private:
  void planBody(const MachineLoop *L);
  void planLoopExits(const MachineLoop *L, const TeslaBodyGraph &Body);
  bool leavesDivergently(const MachineLoop *L, const TeslaBodyGraph &Body);
  std::optional<TeslaJoinGroup> groupFor(MachineBasicBlock *B,
                                         const TeslaBodyGraph &Body);
  MachineBasicBlock *dominatorInBody(MachineBasicBlock *A, MachineBasicBlock *B,
                                     const MachineLoop *L);
  void dropRedundantGroups();

  MachineFunction &MF;
  MachineDominatorTree &MDT;
  MachineLoopInfo &MLI;
  TeslaReconvergencePlan Plan;
};

} // namespace

TeslaReconvergencePlan Planner::run() {
  for (const MachineLoop *L : MLI.getLoopsInPreorder())
    planBody(L);
  planBody(nullptr);
  dropRedundantGroups();
  return std::move(Plan);
}

void Planner::planBody(const MachineLoop *L) {
  TeslaBodyGraph Body(MF, MLI, L);
  if (L)
    planLoopExits(L, Body);
  for (MachineBasicBlock *B : Body.blocks()) {
    if (MLI.getLoopFor(B) != L || !endsInTeslaDivergentBranch(*B))
      continue;
    // A side that leaves at once, by break or ret, needs no meeting point.
    if (Body.successors(B).size() < 2)
      continue;
    bool Covered = any_of(Plan.Joins, [&](const TeslaJoinGroup &G) {
      return G.Loop == L && G.Join == Body.reconvergenceOf(B) &&
             (G.Push == B || G.Region.contains(B));
    });
    if (Covered)
      continue;
    if (std::optional<TeslaJoinGroup> G = groupFor(B, Body))
      Plan.Joins.push_back(std::move(*G));
  }
}

/// True when some lanes may leave \p L while others stay: an exit is decided by
/// a divergent branch, or lies on one side of a divergent branch of the body.
bool Planner::leavesDivergently(const MachineLoop *L,
                                const TeslaBodyGraph &Body) {
  SmallPtrSet<MachineBasicBlock *, 8> Exiting;
  for (MachineBasicBlock *B : L->blocks())
    for (MachineBasicBlock *S : B->successors())
      if (!L->contains(S) && !isTeslaExitOnly(*S))
        Exiting.insert(B);
  if (Exiting.empty())
    return false;
  for (MachineBasicBlock *B : L->blocks()) {
    if (!endsInTeslaDivergentBranch(*B))
      continue;
    if (Exiting.contains(B))
      return true;
    // An inner loop's branches are over when its own exits have met again.
    if (MLI.getLoopFor(B) != L)
      continue;
    if (Body.successors(B).size() < 2)
      continue;
    auto Between = Body.regionBetween(B, Body.reconvergenceOf(B));
    for (MachineBasicBlock *E : Exiting)
      if (E != B && Between.contains(E))
        return true;
  }
  return false;
}

void Planner::planLoopExits(const MachineLoop *L, const TeslaBodyGraph &Body) {
  if (!leavesDivergently(L, Body))
    return;
  TeslaBreakLoop Break;
  Break.Preheader = L->getLoopPreheader();
  for (MachineBasicBlock *B : L->blocks())
    for (MachineBasicBlock *S : B->successors()) {
      if (L->contains(S) || isTeslaExitOnly(*S))
        continue;
      if (Break.Target && Break.Target != S) {
        Plan.Problem = "a loop that lanes leave one by one has several exits";
        Plan.ProblemBlock = L->getHeader();
      }
      Break.Target = S;
    }
  if (!Break.Preheader) {
    Plan.Problem = "a loop that lanes leave one by one has no preheader";
    Plan.ProblemBlock = L->getHeader();
  }
  Plan.Breaks[L] = Break;
}

/// Nearest common dominator that belongs to \p L itself, not to a loop in it.
MachineBasicBlock *Planner::dominatorInBody(MachineBasicBlock *A,
                                            MachineBasicBlock *B,
                                            const MachineLoop *L) {
  MachineBasicBlock *D = MDT.findNearestCommonDominator(A, B);
  while (MLI.getLoopFor(D) != L)
    D = MDT.getNode(D)->getIDom()->getBlock();
  return D;
}

std::optional<TeslaJoinGroup> Planner::groupFor(MachineBasicBlock *B,
                                                const TeslaBodyGraph &Body) {
  MachineBasicBlock *Push = B;
  MachineBasicBlock *Join = Body.reconvergenceOf(B);
  while (Join) {
    if (!Body.postDominates(Join, Push)) {
      Push = B;
      Join = Body.nextPostDominator(Join);
      continue;
    }
    TeslaJoinGroup G{Push, Join, Body.loop(), {}};
    G.Region = Body.regionBetween(Push, Join);
    MachineBasicBlock *Lifted = Push;
    for (MachineBasicBlock *R : G.Region)
      // Code that never reaches the join does not care what the stack holds.
      if (Body.reaches(R, Join) && !MDT.dominates(Push, R))
        Lifted = dominatorInBody(Lifted, R, Body.loop());
    if (Lifted == Push)
      return G;
    Push = Lifted;
  }
  return std::nullopt;
}

/// Drops groups that another makes needless: the same join pushed further out,
/// and pushes that would outlive the group around them.
void Planner::dropRedundantGroups() {
  auto &Joins = Plan.Joins;
  for (size_t I = 0; I < Joins.size();) {
    const TeslaJoinGroup &Inner = Joins[I];
    bool Drop = false;
    for (size_t J = 0; J < Joins.size() && !Drop; ++J) {
      const TeslaJoinGroup &Outer = Joins[J];
      if (I == J || Outer.Loop != Inner.Loop)
        continue;
      bool Inside = Outer.Region.contains(Inner.Push);
      if (Outer.Push == Inner.Push)
        // Two pushes in one block: the one with the wider region is outer.
        Inside = Inner.Join != Outer.Join
                     ? Outer.Region.size() > Inner.Region.size()
                     : J < I;
      if (!Inside)
        continue;
      Drop = Inner.Join == Outer.Join || !Outer.Region.contains(Inner.Join);
    }
    if (Drop)
      Joins.erase(Joins.begin() + I);
    else
      ++I;
  }
}

TeslaReconvergencePlan
TeslaReconvergencePlan::compute(MachineFunction &MF, MachineDominatorTree &MDT,
                                MachineLoopInfo &MLI) {
  return Planner(MF, MDT, MLI).run();
}
