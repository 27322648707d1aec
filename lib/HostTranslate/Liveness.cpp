//===- Liveness.cpp - Which variables are read later ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Liveness.h"

using namespace llvm;

namespace heddle::hosttranslate {

/// \p Live in front of what \p E does.
static void step(BitVector &Live, const Effects &E) {
  for (Variable V : E.Kills)
    Live.reset(V);
  for (Variable V : E.Reads)
    Live.set(V);
}

Liveness::Liveness(const FlowGraph &Graph, ArrayRef<Effects> Of,
                   unsigned Variables)
    : G(Graph), Nodes(Of), NumVariables(Variables),
      Blocks(Graph.Blocks.size(), BitVector(Variables)),
      BlockWith(Graph.Nodes.size()) {
  // Backward over blocks until nothing changes.
  std::vector<SmallVector<uint32_t, 2>> Before(G.Blocks.size());
  for (uint32_t B = 0; B != G.Blocks.size(); ++B) {
    for (NodeIndex N : G.Blocks[B].Nodes)
      BlockWith[N] = B;
    const FlowNode &Last = G.Nodes[G.Blocks[B].Nodes.back()];
    for (NodeIndex To : {Last.Next, Last.Otherwise, Last.Resume})
      if (To != NoNode)
        Before[G.BlockOf[To]].push_back(B);
  }
  std::vector<uint32_t> Todo;
  BitVector Waits(unsigned(G.Blocks.size()), true);
  for (uint32_t B = 0; B != G.Blocks.size(); ++B)
    Todo.push_back(B);
  while (!Todo.empty()) {
    const uint32_t B = Todo.back();
    Todo.pop_back();
    Waits.reset(B);
    const auto &List = G.Blocks[B].Nodes;
    BitVector Live = behind(G.Nodes[List.back()]);
    for (NodeIndex N : reverse(List))
      step(Live, Nodes[N]);
    if (Live == Blocks[B])
      continue;
    Blocks[B] = std::move(Live);
    for (uint32_t From : Before[B])
      if (!Waits[From]) {
        Waits.set(From);
        Todo.push_back(From);
      }
  }
}

BitVector Liveness::behind(const FlowNode &N) const {
  if (N.Leaves && N.Resume != NoNode)
    return Blocks[G.BlockOf[N.Resume]];
  if (N.Leaves)
    return BitVector(NumVariables, !N.Ends);
  BitVector Live = Blocks[G.BlockOf[N.Next]];
  if (N.Otherwise != NoNode)
    Live |= Blocks[G.BlockOf[N.Otherwise]];
  return Live;
}

BitVector Liveness::before(NodeIndex Wanted) const {
  const auto &List = G.Blocks[BlockWith[Wanted]].Nodes;
  BitVector Live = behind(G.Nodes[List.back()]);
  for (NodeIndex N : reverse(List)) {
    step(Live, Nodes[N]);
    if (N == Wanted)
      break;
  }
  return Live;
}

} // namespace heddle::hosttranslate
