//===- LaneEffects.cpp - What nodes do to one lane ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneEffects.h"
#include "Operands.h"
#include "heddle/ABI/FloatOps.inc"
#include "heddle/ABI/MoveOps.inc"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <cassert>

using namespace llvm;
using namespace heddle::hostcode;
using namespace heddle::sm;

namespace heddle::hosttranslate {

/// Whether \p I may look at registers of lanes that do not execute it.
static bool readsOtherLanes(const DecodedInst &I) {
  switch (I.unit()) {
  case Unit::Texture: // Gradients are those of a quad.
  case Unit::Matrix:
    return true;
  case Unit::Float:
    return I.is(FloatOp::Quad);
  case Unit::Move:
    return I.is(MoveOp::Vote);
  case Unit::Exchange: // An inactive lane takes no part.
  case Unit::Integer:
  case Unit::Sfu:
  case Unit::Ieee:
  case Unit::Function:
  case Unit::Memory:
  case Unit::Wide:
  case Unit::Bits:
  case Unit::Half:
  case Unit::Format:
  case Unit::Double:
  case Unit::Convert:
  case Unit::Flow:
    return false;
  }
  llvm_unreachable("covered switch");
}

namespace {

class LaneView {
public:
  LaneView(const FlowGraph &Graph, const Program &Prog,
           const StateVariables &Vars, ArrayRef<Effects> Of)
      : G(Graph), P(Prog), State(Vars), Nodes(Of),
        WithAll(P.Code.size(), NoNode), Crossing(State.size()) {
    assert(Of.size() == Graph.Nodes.size() && "what each node does is known");
    for (NodeIndex N = 0; N != G.Nodes.size(); ++N) {
      if (!G.executes(N))
        continue;
      const DecodedInst &I = P.Code[G.Nodes[N].PC];
      if (!G.Nodes[N].IsMasked)
        WithAll[G.Nodes[N].PC] = N;
      else if (readsOtherLanes(I))
        for (Variable V : Nodes[N].Reads)
          Crossing.set(V);
    }
  }

  Effects of(NodeIndex N) const {
    const FlowNode &Node = G.Nodes[N];
    const DecodedInst &I = P.Code[Node.PC];
    if (!Node.IsMasked || !G.executes(N) || I.isNop() || I.isPredicated())
      return Nodes[N];
    BitVector Results = resultsOf(I, WithAll[Node.PC]);
    Effects Mine;
    for (Variable V : Nodes[N].Reads)
      if (!Results[V])
        Mine.Reads.push_back(V);
    Mine.Kills = Nodes[N].Kills;
    for (unsigned V : Results.set_bits())
      Mine.Kills.push_back(V);
    return Mine;
  }

private:
  /// What a lane has of \p I alone behind it, whatever it had before. The code
  /// of node \p All, where all lanes execute it, shows that of many operations.
  BitVector resultsOf(const DecodedInst &I, NodeIndex All) const {
    BitVector Results(State.size());
    const CalledOperands Operands =
        operandsOf(I, State, /*Full=*/true, /*WithEntry=*/true);
    if (All != NoNode) {
      for (Variable V : Nodes[All].Kills)
        Results.set(V);
      for (Variable V : Nodes[All].Reads)
        Results.reset(V);
    } else if (Operands.WritesAll) {
      for (Variable V : Operands.Writes)
        Results.set(V);
    }
    for (Variable V : Operands.Sources)
      Results.reset(V);
    for (unsigned V : Results.set_bits())
      if (State.isShape(V))
        Results.reset(V);
    Results.reset(Crossing);
    return Results;
  }

  const FlowGraph &G;
  const Program &P;
  const StateVariables &State;
  const ArrayRef<Effects> Nodes;
  /// By instruction: a node where all lanes execute it.
  std::vector<NodeIndex> WithAll;
  /// What instructions read of lanes that wait.
  BitVector Crossing;
};

} // namespace

std::vector<Effects> laneEffects(const FlowGraph &G, const Program &P,
                                 const StateVariables &State,
                                 ArrayRef<Effects> Nodes) {
  const LaneView View(G, P, State, Nodes);
  std::vector<Effects> OfLanes;
  for (NodeIndex N = 0; N != G.Nodes.size(); ++N)
    OfLanes.push_back(View.of(N));
  return OfLanes;
}

} // namespace heddle::hosttranslate
