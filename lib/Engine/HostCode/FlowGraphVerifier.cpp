//===- FlowGraphVerifier.cpp - What holds of a flow graph -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraphVerifier.h"
#include "heddle/HostCode/FlowGraph.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace heddle::hostcode {

/// The first thing that is wrong with \p N by itself; null for nothing.
static const char *problemAt(const FlowGraph &G, const sm::Program &P,
                             const FlowNode &N) {
  if (N.PC >= P.Code.size())
    return "is of no instruction";
  if (N.Stack >= G.Stacks.size())
    return "has no stack";
  bool IsInside = true;
  N.forEachSuccessor([&](NodeIndex To) { IsInside &= To < G.Nodes.size(); });
  if (!IsInside)
    return "leads to a node that there is not";
  const bool Leads =
      N.Next != NoNode || N.Otherwise != NoNode || N.Parts != NoNode;
  if (N.Leaves && (Leads || N.isPop()))
    return "leaves host code, and goes on";
  if (!N.Leaves && !Leads && !N.isPop())
    return "goes nowhere";
  if (!N.Leaves && (N.Resume != NoNode || N.Ends))
    return "comes back without leaving";
  if (N.HasJoined && !P.Code[N.PC].Join)
    return "has joined where nobody joins";
  if (N.isPop() && !N.IsMasked)
    return "pops for all lanes";
  for (size_t K = 1; K < N.Pops.size(); ++K)
    if (N.Pops[K].Depth >= N.Pops[K - 1].Depth)
      return "pops entries from the bottom up";
  for (const FlowPop &Pop : N.Pops)
    if (Pop.IsWhole && (Pop.All == NoNode || Pop.To != NoNode))
      return "has some lanes go on where all do";
  return nullptr;
}

/// The first thing that is wrong with block \p Index; \p InBlock are the nodes
/// of those before it.
static const char *problemInBlock(const FlowGraph &G, uint32_t Index,
                                  BitVector &InBlock) {
  const std::vector<NodeIndex> &Nodes = G.Blocks[Index].Nodes;
  if (Nodes.empty())
    return "is empty";
  for (size_t K = 0; K != Nodes.size(); ++K) {
    if (Nodes[K] >= G.Nodes.size())
      return "has a node that there is not";
    if (InBlock.test(Nodes[K]))
      return "has a node of another block";
    InBlock.set(Nodes[K]);
    if (K + 1 == Nodes.size())
      break;
    const FlowNode &N = G.Nodes[Nodes[K]];
    if (N.endsBlock() || N.Next != Nodes[K + 1])
      return "goes on behind its end";
  }
  if (G.BlockOf[Nodes.front()] != Index)
    return "is not known by its first node";
  return nullptr;
}

std::string problemOf(const FlowGraph &G, const sm::Program &P) {
  if (G.Nodes.empty() || G.BlockOf.size() != G.Nodes.size())
    return "nodes without their blocks";
  for (size_t N = 0; N != G.Nodes.size(); ++N)
    if (const char *Problem = problemAt(G, P, G.Nodes[N]))
      return "node " + utostr(N) + " " + Problem;
  BitVector InBlock(unsigned(G.Nodes.size()));
  for (uint32_t B = 0; B != G.Blocks.size(); ++B)
    if (const char *Problem = problemInBlock(G, B, InBlock))
      return "block " + utostr(B) + " " + Problem;
  // Whoever leaves a block comes to the start of one.
  for (const FlowBlock &B : G.Blocks) {
    bool LeadsToBlocks = true;
    G.Nodes[B.Nodes.back()].forEachSuccessor([&](NodeIndex To) {
      LeadsToBlocks &= G.BlockOf[To] < G.Blocks.size();
    });
    if (!LeadsToBlocks)
      return "block " + utostr(G.BlockOf[B.Nodes.front()]) +
             " leads into the middle of another one";
  }
  if (G.BlockOf[0] >= G.Blocks.size())
    return "no block starts where the kernel does";
  return "";
}

} // namespace heddle::hostcode
