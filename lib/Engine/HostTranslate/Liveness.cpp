//===- Liveness.cpp - Which variables are read later ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Liveness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <cassert>
#include <utility>

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
                   unsigned Variables, Scope Where)
    : G(Graph), Nodes(Of), NumVariables(Variables), Within(Where),
      Blocks(Graph.Blocks.size(), BitVector(Variables)),
      BlockWith(Graph.Nodes.size()) {
  assert(Of.size() == Graph.Nodes.size() && "what each node does is known");
  // Backward over blocks until nothing changes.
  std::vector<SmallVector<uint32_t, 2>> Before(G.Blocks.size());
  for (uint32_t B = 0; B != G.Blocks.size(); ++B) {
    for (NodeIndex N : G.Blocks[B].Nodes)
      BlockWith[N] = B;
    G.Nodes[G.Blocks[B].Nodes.back()].forEachSuccessor(
        [&](NodeIndex To) { Before[G.BlockOf[To]].push_back(B); });
  }
  SetVector<uint32_t> Todo;
  for (uint32_t B = 0; B != G.Blocks.size(); ++B)
    Todo.insert(B);
  while (!Todo.empty()) {
    const uint32_t B = Todo.pop_back_val();
    const auto &List = G.Blocks[B].Nodes;
    BitVector Live = behind(G.Nodes[List.back()]);
    for (NodeIndex N : reverse(List))
      step(Live, Nodes[N]);
    if (Live == Blocks[B])
      continue;
    Blocks[B] = std::move(Live);
    for (uint32_t From : Before[B])
      Todo.insert(From);
  }
}

BitVector Liveness::behind(const FlowNode &N) const {
  if (Within == Scope::HostCode && N.Leaves)
    return BitVector(NumVariables);
  // The interpreter may read every variable where it goes on.
  const bool IsUnknown =
      Within == Scope::Kernel && ((N.Leaves && N.Resume == NoNode && !N.Ends) ||
                                  any_of(N.Pops, [](const FlowPop &Pop) {
                                    return Pop.To == NoNode && !Pop.IsWhole;
                                  }));
  BitVector Live(NumVariables, IsUnknown);
  N.forEachSuccessor([&](NodeIndex To) { Live |= Blocks[G.BlockOf[To]]; });
  return Live;
}

BitVector Liveness::before(NodeIndex Wanted) const {
  assert(Wanted < BlockWith.size() && "no node of the graph");
  const auto &List = G.Blocks[BlockWith[Wanted]].Nodes;
  BitVector Live = behind(G.Nodes[List.back()]);
  for (NodeIndex N : reverse(List)) {
    step(Live, Nodes[N]);
    if (N == Wanted)
      break;
  }
  return Live;
}

Changes::Changes(const FlowGraph &G, ArrayRef<BitVector> Written,
                 ArrayRef<BitVector> Kept)
    : Blocks(G.Blocks.size(), BitVector(Written.front().size())) {
  assert(Written.size() == G.Blocks.size() && Kept.size() == Written.size() &&
         "what each block writes is known");
  // Forward until nothing changes. Who is entered has changed nothing.
  SetVector<uint32_t> Todo;
  for (uint32_t B = uint32_t(G.Blocks.size()); B-- != 0;)
    Todo.insert(B);
  while (!Todo.empty()) {
    const uint32_t B = Todo.pop_back_val();
    const FlowNode &Last = G.Nodes[G.Blocks[B].Nodes.back()];
    // A warp that comes back goes through an entry.
    if (Last.Leaves)
      continue;
    BitVector Behind = Blocks[B];
    Behind |= Written[B];
    Behind.reset(Kept[B]);
    Last.forEachSuccessor([&](NodeIndex To) {
      const uint32_t Next = G.BlockOf[To];
      // Whether anything is new there.
      if (!Behind.test(Blocks[Next]))
        return;
      Blocks[Next] |= Behind;
      Todo.insert(Next);
    });
  }
}

} // namespace heddle::hosttranslate
