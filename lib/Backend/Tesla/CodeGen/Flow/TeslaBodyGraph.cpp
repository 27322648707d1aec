//===- TeslaBodyGraph.cpp - The acyclic graph of one loop body ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeslaBodyGraph.h"
#include "TeslaExitBlocks.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include <cassert>
#include <utility>

using namespace llvm;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

TeslaBodyForest::TeslaBodyForest(MachineFunction &MF, const MachineLoopInfo &LI)
    : MLI(LI) {
  Index[nullptr] = 0;
  Bodies.emplace_back(nullptr);
  for (const MachineLoop *L : MLI.getLoopsInPreorder()) {
    Index[L] = Bodies.size();
    Bodies.emplace_back(L);
  }
  // A header comes before the rest of its loop, so the order of the blocks is
  // one of the nodes, too.
  ReversePostOrderTraversal<MachineFunction *> RPOT(&MF);
  for (MachineBasicBlock *B : RPOT) {
    const MachineLoop *L = MLI.getLoopFor(B);
    if (L && L->getHeader() == B) {
      auto &Around = Bodies[Index.lookup(L->getParentLoop())].Nodes;
      NodeOfLoop[L] = Around.size();
      Around.push_back({B, L, {}, {}});
    }
    auto &Own = Bodies[Index.lookup(L)].Nodes;
    NodeOfBlock[B] = Own.size();
    Own.push_back({B, nullptr, {}, {}});
  }
  for (MachineBasicBlock *B : RPOT)
    addEdges(B);
  for (TeslaBodyGraph &G : Bodies) {
    G.findDominators();
    if (!G.loop()) {
      G.chooseSinks();
      continue;
    }
    SmallVector<unsigned, 2> Latches;
    for (MachineBasicBlock *P : G.loop()->getHeader()->predecessors())
      if (G.loop()->contains(P)) {
        assert(nodeOf(G.loop(), P) && "a latch that is not reached");
        Latches.push_back(*nodeOf(G.loop(), P));
      }
    G.Trees.push_back(G.solve(Latches));
  }
}

/// An edge belongs to the innermost loop that holds both ends.
void TeslaBodyForest::addEdges(MachineBasicBlock *B) {
  for (MachineBasicBlock *S : B->successors()) {
    const MachineLoop *L = MLI.getLoopFor(S);
    // Lanes that end here do not wait for anyone.
    if (isTeslaExitOnly(*S) && B->succ_size() > 1)
      continue;
    if (L && L->getHeader() == S) {
      if (L->contains(B))
        continue;
      L = L->getParentLoop();
    }
    while (L && !L->contains(B))
      L = L->getParentLoop();
    std::optional<unsigned> From = nodeOf(L, B), To = nodeOf(L, S);
    assert(From && To && "an edge that leaves the body");
    auto &Nodes = Bodies[Index.lookup(L)].Nodes;
    if (is_contained(Nodes[*From].Successors, *To))
      continue;
    Nodes[*From].Successors.push_back(*To);
    Nodes[*To].Predecessors.push_back(*From);
  }
}

std::optional<unsigned>
TeslaBodyForest::nodeOf(const MachineLoop *L,
                        const MachineBasicBlock *B) const {
  const MachineLoop *X = MLI.getLoopFor(B);
  auto Block = NodeOfBlock.find(B);
  if (Block == NodeOfBlock.end())
    return std::nullopt;
  if (X == L)
    return Block->second;
  while (X && X->getParentLoop() != L)
    X = X->getParentLoop();
  return X ? std::optional(NodeOfLoop.lookup(X)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// One pass suffices, because the graph has no cycles.
void TeslaBodyGraph::findDominators() {
  Dominators = TeslaAncestorTree(Nodes.size());
  Dominators.addRoot(0);
  for (unsigned N = 1; N < Nodes.size(); ++N) {
    std::optional<unsigned> Meet;
    assert(all_of(Nodes[N].Predecessors, [&](unsigned P) { return P < N; }) &&
           "nodes are in topological order");
    for (unsigned P : Nodes[N].Predecessors)
      Meet = Meet ? Dominators.commonAncestor(*Meet, P) : P;
    Dominators.add(N, Meet.value_or(0));
  }
  // Sizes of subtrees from below, then places from above.
  std::vector<unsigned> Next(Nodes.size(), 1);
  for (unsigned N = Nodes.size(); N-- > 1;)
    Next[Dominators.parent(N)] += Next[N];
  Preorder.assign(Nodes.size(), 0);
  for (unsigned N = 0; N != Nodes.size(); ++N) {
    unsigned Size = std::exchange(Next[N], 1), Parent = Dominators.parent(N);
    if (N == 0)
      continue;
    Preorder[N] = Preorder[Parent] + Next[Parent];
    Next[Parent] += Size;
  }
}

TeslaBodyGraph::PostDominators
TeslaBodyGraph::solve(ArrayRef<unsigned> Sinks) const {
  unsigned Root = Nodes.size();
  PostDominators T{TeslaAncestorTree(Root + 1),
                   std::vector<unsigned>(Root, ~0U)};
  T.Tree.addRoot(Root);
  std::vector<bool> IsSink(Root);
  for (unsigned S : Sinks) {
    assert(S < Root && "a sink of another body");
    IsSink[S] = true;
  }
  for (unsigned N = Root; N-- != 0;) {
    std::optional<unsigned> Meet;
    if (IsSink[N])
      Meet = Root;
    for (unsigned S : Nodes[N].Successors)
      if (T.Tree.contains(S))
        Meet = Meet ? T.Tree.commonAncestor(*Meet, S) : S;
    if (!Meet)
      continue;
    unsigned Least = ~0U;
    for (unsigned S : Nodes[N].Successors)
      if (T.Tree.contains(S))
        Least = std::min(Least, T.Tree.minimumTo(S, *Meet));
    T.Least[N] = Least;
    unsigned Own = N ? Dominators.depth(Dominators.parent(N)) : 0;
    T.Tree.add(N, *Meet, std::min(Least, Own));
    ++T.Count;
  }
  return T;
}

/// The most returns that are weighed against each other.
static constexpr size_t MaxEnds = 32;

/// Whether lanes end at \p N: they return there, or stay for ever in a loop
/// without another way out.
static bool isEnd(const TeslaBodyGraph::Node &N) {
  if (N.Inner) {
    SmallVector<MachineBasicBlock *, 4> Exits;
    N.Inner->getExitBlocks(Exits);
    return N.Successors.empty() ||
           any_of(Exits, [](auto *S) { return isTeslaExitOnly(*S); });
  }
  return !isTeslaExitOnly(*N.Block) &&
         (N.Block->succ_empty() || any_of(N.Block->successors(), [](auto *S) {
            return isTeslaExitOnly(*S);
          }));
}

void TeslaBodyGraph::chooseSinks() {
  SmallVector<unsigned, 4> Ends;
  for (unsigned N = 0; N != Nodes.size(); ++N)
    if (isEnd(Nodes[N]))
      Ends.push_back(N);
  if (Ends.empty())
    return;
  // The return that most blocks can reach, and of such the last, is the main
  // one; at others lanes leave early. A branch all of whose paths leave early
  // is served by the second tree, where every return counts.
  std::optional<PostDominators> Main;
  for (unsigned End : ArrayRef(Ends).take_back(MaxEnds))
    if (PostDominators T = solve({End}); !Main || T.Count >= Main->Count)
      Main = std::move(T);
  assert(Main && Main->Count && "an end that does not reach itself");
  Trees.push_back(std::move(*Main));
  if (Ends.size() > 1)
    Trees.push_back(solve(Ends));
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

const TeslaBodyGraph::PostDominators *TeslaBodyGraph::treeOf(unsigned N) const {
  const auto *T =
      find_if(Trees, [&](const auto &X) { return X.Tree.contains(N); });
  return T == Trees.end() ? nullptr : T;
}

unsigned TeslaBodyGraph::reconvergenceOf(unsigned B) const {
  const PostDominators *T = treeOf(B);
  return T ? T->Tree.parent(B) : Nodes.size();
}

std::optional<TeslaBodyGraph::Meeting>
TeslaBodyGraph::meetingOf(unsigned B) const {
  const PostDominators *T = treeOf(B);
  if (!T)
    return std::nullopt;
  unsigned Push = B, Join = T->Tree.parent(B);
  for (;;) {
    Join = T->Tree.commonAncestor(Join, Push);
    if (Join == Nodes.size())
      return std::nullopt;
    // Code that is reached in another way needs the push further up.
    unsigned Least =
        std::min(T->Least[Push], T->Tree.minimumTo(T->Tree.parent(Push), Join));
    if (Least >= Dominators.depth(Push))
      return Meeting{Push, Join, unsigned(T - Trees.begin())};
    Push = Dominators.ancestorAt(Push, Least);
    // No push is inside a loop for a join behind it.
    while (Push && Nodes[Push].Inner)
      Push = Dominators.parent(Push);
    if (Nodes[Push].Inner)
      return std::nullopt;
  }
}

bool TeslaBodyGraph::isWithin(const Meeting &M, unsigned N) const {
  assert(M.Tree < Trees.size() && N < Nodes.size() && "of another body");
  const TeslaAncestorTree &T = Trees[M.Tree].Tree;
  return N != M.Join && T.contains(N) && T.isAncestor(M.Join, N) &&
         Dominators.isAncestor(M.Push, N);
}
