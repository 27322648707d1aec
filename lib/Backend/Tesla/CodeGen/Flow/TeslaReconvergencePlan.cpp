//===- TeslaReconvergencePlan.cpp - Where diverged lanes meet again -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaReconvergencePlan.h"
#include "MCTargetDesc/TeslaMCTargetDesc.h"
#include "TeslaExitBlocks.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include <cassert>

using namespace llvm;

bool llvm::endsInTeslaDivergentBranch(const MachineBasicBlock &MBB) {
  return any_of(MBB.terminators(), [](const MachineInstr &MI) {
    return MI.getOpcode() == Tesla::BRA_DIV;
  });
}

namespace {

class Planner {
public:
  explicit Planner(const TeslaBodyForest &Forest) : Bodies(Forest) {}

  TeslaReconvergencePlan run();

private:
  void planJoins(const TeslaBodyGraph &Body);
  void planLoopExits(const TeslaBodyGraph &Body);

  const TeslaBodyForest &Bodies;
  TeslaReconvergencePlan Plan;
};

} // namespace

TeslaReconvergencePlan Planner::run() {
  for (const TeslaBodyGraph &Body : Bodies.bodies()) {
    if (Body.loop())
      planLoopExits(Body);
    planJoins(Body);
  }
  return std::move(Plan);
}

/// A branch after which lanes may part and meet again. Where one side leaves
/// at once, by break or ret, nobody needs to wait.
static bool parts(const TeslaBodyGraph::Node &N) {
  return !N.Inner && N.Successors.size() > 1 &&
         endsInTeslaDivergentBranch(*N.Block);
}

/// Plans one group for each meeting, and none inside another with the same
/// join.
void Planner::planJoins(const TeslaBodyGraph &Body) {
  SmallVector<TeslaBodyGraph::Meeting, 8> Found;
  DenseSet<std::pair<unsigned, unsigned>> Seen;
  for (unsigned N = 0; N != Body.nodes().size(); ++N) {
    if (!parts(Body.node(N)))
      continue;
    auto M = Body.meetingOf(N);
    assert((!M ||
            (M->Push <= N && N < M->Join && M->Join < Body.nodes().size())) &&
           "lanes part behind the push and in front of the join");
    if (M && Seen.insert({M->Push, M->Join}).second)
      Found.push_back(*M);
  }
  // Later joins are further out. In a walk over the tree of dominators only the
  // last group kept can be around the next one.
  llvm::sort(Found, [&](const auto &A, const auto &B) {
    return std::make_pair(B.Join, Body.dominatorOrder(A.Push)) <
           std::make_pair(A.Join, Body.dominatorOrder(B.Push));
  });
  const TeslaBodyGraph::Meeting *Last = nullptr;
  for (const TeslaBodyGraph::Meeting &M : Found) {
    if (Last && Last->Join == M.Join && Body.isWithin(*Last, M.Push))
      continue;
    Last = &M;
    Plan.Joins.push_back(
        {Body.node(M.Push).Block, Body.node(M.Join).Block, Body.loop(), M});
  }
}

bool llvm::leaveTeslaLoopDivergently(
    const TeslaBodyForest &Bodies, const MachineLoop &L,
    const SmallPtrSetImpl<const MachineLoop *> &Left) {
  const TeslaBodyGraph &Body = Bodies.bodyOf(&L);
  unsigned Never = Body.nodes().size();
  std::vector<bool> Exits(Never);
  bool HasExit = false;
  for (MachineBasicBlock *B : L.blocks())
    for (MachineBasicBlock *S : B->successors()) {
      if (L.contains(S) || isTeslaExitOnly(*S))
        continue;
      assert(Bodies.nodeOf(&L, B) && "a block of the loop is in its body");
      unsigned N = *Bodies.nodeOf(&L, B);
      const MachineLoop *Inner = Body.node(N).Inner;
      if (endsInTeslaDivergentBranch(*B) || (Inner && Left.contains(Inner)))
        return true;
      Exits[N] = HasExit = true;
    }
  if (!HasExit)
    return false;
  // The last of the places where lanes that have parted before a node meet.
  std::vector<unsigned> Until(Never);
  for (unsigned N = 0; N != Never; ++N) {
    const TeslaBodyGraph::Node &Node = Body.node(N);
    bool Apart = Until[N] > N;
    if (Apart && Exits[N])
      return true;
    unsigned Next = Apart ? Until[N] : 0;
    bool PartsBehind =
        Node.Inner && Left.contains(Node.Inner) && Node.Successors.size() > 1;
    if (parts(Node) || PartsBehind)
      Next = std::max(Next, Body.reconvergenceOf(N));
    // Lanes that leave early wait for no others.
    for (unsigned S : Node.Successors) {
      assert(S > N && "an edge of a body leads to a later node");
      Until[S] =
          std::max(Until[S], Next && !Body.reachesSink(S) ? Never : Next);
    }
  }
  return false;
}

void Planner::planLoopExits(const TeslaBodyGraph &Body) {
  const MachineLoop *L = Body.loop();
  if (!leaveTeslaLoopDivergently(Bodies, *L,
                                 SmallPtrSet<const MachineLoop *, 1>()))
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
  assert(Break.Target && "lanes leave the loop to somewhere");
  Plan.Breaks[L] = Break;
}

TeslaReconvergencePlan
TeslaReconvergencePlan::compute(const TeslaBodyForest &Bodies) {
  return Planner(Bodies).run();
}
