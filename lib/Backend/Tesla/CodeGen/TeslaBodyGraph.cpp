//===- TeslaBodyGraph.cpp - The acyclic graph of one loop body ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaBodyGraph.h"
#include "TeslaReconvergencePlan.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace llvm;

/// Marks a block that paths to a sink leave for the sink itself.
static constexpr int Root = INT_MAX;

TeslaBodyGraph::TeslaBodyGraph(MachineFunction &MF, const MachineLoopInfo &MLI,
                               const MachineLoop *L)
    : Loop(L) {
  ReversePostOrderTraversal<MachineFunction *> RPOT(&MF);
  for (MachineBasicBlock *B : RPOT)
    if (!L || L->contains(B)) {
      Number[B] = Order.size();
      Order.push_back(B);
    }
  addEdges(MLI);
  chooseSinks();
}

void TeslaBodyGraph::addEdges(const MachineLoopInfo &MLI) {
  for (MachineBasicBlock *B : Order) {
    auto &List = Succs[B];
    for (MachineBasicBlock *S : B->successors()) {
      if (Loop && !Loop->contains(S))
        continue;
      const MachineLoop *SL = MLI.getLoopFor(S);
      bool BackEdge = SL && SL->getHeader() == S && SL->contains(B);
      // Lanes that end here do not wait for anyone.
      bool EndsLanes = isTeslaExitOnly(*S) && B->succ_size() > 1;
      if (!BackEdge && !EndsLanes && !is_contained(List, S))
        List.push_back(S);
    }
  }
}

void TeslaBodyGraph::chooseSinks() {
  if (Loop) {
    Trees.push_back(solve({Loop->getLoopLatch()}));
    return;
  }
  // The return that most blocks can reach, and of such the last, is the main
  // one; at others lanes leave early. A branch all of whose paths leave early
  // is served by the second tree, where every return counts.
  SmallVector<MachineBasicBlock *, 4> Ends;
  for (MachineBasicBlock *B : Order) {
    bool Exits = isTeslaExitOnly(*B);
    if (!Exits &&
        (B->succ_empty() || any_of(B->successors(), [](MachineBasicBlock *S) {
           return isTeslaExitOnly(*S);
         })))
      Ends.push_back(B);
  }
  if (Ends.empty())
    return;
  PostDominators Main;
  for (MachineBasicBlock *End : Ends)
    if (PostDominators T = solve({End});
        T.Immediate.size() >= Main.Immediate.size())
      Main = std::move(T);
  Trees.push_back(std::move(Main));
  Trees.push_back(solve(Ends));
}

ArrayRef<MachineBasicBlock *>
TeslaBodyGraph::successors(MachineBasicBlock *B) const {
  auto It = Succs.find(B);
  return It == Succs.end() ? ArrayRef<MachineBasicBlock *>() : It->second;
}

/// Cooper, Harvey and Kennedy's intersection; one pass suffices, because the
/// graph has no cycles.
TeslaBodyGraph::PostDominators
TeslaBodyGraph::solve(ArrayRef<MachineBasicBlock *> Sinks) const {
  PostDominators T;
  auto Intersect = [&](int A, int B) {
    while (A != B) {
      if (A == Root || B == Root)
        return Root;
      if (A < B)
        A = T.Immediate.lookup(Order[A]);
      else
        B = T.Immediate.lookup(Order[B]);
    }
    return A;
  };
  for (MachineBasicBlock *B : reverse(Order)) {
    std::optional<int> Meet;
    if (is_contained(Sinks, B))
      Meet = Root;
    for (MachineBasicBlock *S : successors(B)) {
      if (!T.Immediate.count(S))
        continue;
      int N = Number.lookup(S);
      Meet = Meet ? Intersect(*Meet, N) : N;
    }
    if (Meet)
      T.Immediate[B] = *Meet;
  }
  return T;
}

MachineBasicBlock *TeslaBodyGraph::reconvergenceOf(MachineBasicBlock *B) const {
  for (const PostDominators &T : Trees) {
    auto It = T.Immediate.find(B);
    if (It == T.Immediate.end())
      continue;
    return It->second == Root ? nullptr : Order[It->second];
  }
  return nullptr;
}

bool TeslaBodyGraph::postDominates(MachineBasicBlock *T,
                                   MachineBasicBlock *B) const {
  for (MachineBasicBlock *X = reconvergenceOf(B); X; X = reconvergenceOf(X))
    if (X == T)
      return true;
  return false;
}

TeslaBodyGraph::BlockSet
TeslaBodyGraph::regionBetween(MachineBasicBlock *B,
                              MachineBasicBlock *T) const {
  BlockSet Region;
  SmallVector<MachineBasicBlock *, 16> Work(successors(B));
  while (!Work.empty()) {
    MachineBasicBlock *X = Work.pop_back_val();
    if (X == T || !Region.insert(X).second)
      continue;
    append_range(Work, successors(X));
  }
  return Region;
}

bool TeslaBodyGraph::reaches(MachineBasicBlock *B, MachineBasicBlock *T) const {
  return B == T || is_contained(successors(B), T) ||
         any_of(regionBetween(B, T), [&](MachineBasicBlock *X) {
           return is_contained(successors(X), T);
         });
}
