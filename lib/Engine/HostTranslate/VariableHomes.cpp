//===- VariableHomes.cpp - Where variables are between blocks -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableHomes.h"
#include "Operands.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using heddle::sm::DecodedInst;

namespace heddle::hosttranslate {

namespace {

/// Counts what has to be written for each register, as rows, one way and the
/// other.
class HomeChoice {
public:
  HomeChoice(const FlowGraph &Graph, const sm::Program &Prog,
             const StateVariables &Vars)
      : G(Graph), P(Prog), State(Vars), NumRows(Prog.registerRows()),
        Nodes(Graph.Nodes.size()), Written(Graph.Blocks.size(), rows()),
        Touched(Written), Exits(Graph.Blocks.size()) {
    for (NodeIndex N = 0; N != G.Nodes.size(); ++N)
      findEffects(N);
    for (uint32_t B = 0; B != G.Blocks.size(); ++B)
      lookAt(B);
    Live.emplace(G, Nodes, NumRows, Liveness::Scope::Kernel);
    const std::vector<BitVector> Nothing(G.Blocks.size(), rows());
    Changed.emplace(G, Written, Nothing);
  }

  /// The rows that are in memory where nothing speaks against it.
  BitVector worthIt() const {
    FlowLoop All;
    for (uint32_t B = 0; B != G.Blocks.size(); ++B)
      All.push_back(B);
    return worthIn(All);
  }

  /// Those of which that holds in \p Blocks.
  BitVector worthIn(ArrayRef<uint32_t> Blocks) const {
    std::vector<unsigned> Kept(NumRows), Moved(NumRows);
    for (uint32_t B : Blocks) {
      const BitVector At = Live->before(G.Blocks[B].Nodes.front());
      BitVector Stored = Changed->before(B);
      Stored |= Written[B];
      for (unsigned Row : At.set_bits())
        Kept[Row] +=
            (Stored[Row] ? Exits[B] : 0u) + (G.Blocks[B].IsEntry ? 1u : 0u);
      for (unsigned Row : Touched[B].set_bits())
        Moved[Row] += Written[B][Row] ? 2 : 1;
    }
    BitVector Worth = rows();
    for (unsigned Row = 0; Row != NumRows; ++Row)
      if (Moved[Row] && Kept[Row] >= MuchLess * Moved[Row])
        Worth.set(Row);
    return Worth;
  }

  /// Those that \p Loop reads or writes.
  BitVector usedIn(const FlowLoop &Loop) const {
    BitVector Used = rows();
    for (uint32_t B : Loop)
      Used |= Touched[B];
    return Used;
  }

  /// Whether \p Loop calls handlers: what it uses goes through memory anyway.
  bool calls(const FlowLoop &Loop) const {
    return any_of(Loop, [&](uint32_t B) {
      return any_of(G.Blocks[B].Nodes, [&](NodeIndex N) {
        const DecodedInst &I = P.Code[G.Nodes[N].PC];
        return I.unit() == sm::Unit::Texture || I.unit() == sm::Unit::Matrix ||
               I.isAtomic();
      });
    });
  }

private:
  /// Loads and stores take time to run, too.
  static constexpr unsigned MuchLess = 2;

  BitVector rows() const { return BitVector(NumRows); }

  void add(SmallVectorImpl<Variable> &Rows, ArrayRef<Variable> Of) const {
    for (Variable V : Of)
      if (V % State.chunks() == 0 && V / State.chunks() < NumRows)
        Rows.push_back(V / State.chunks());
  }

  void findEffects(NodeIndex N) {
    const FlowNode &Node = G.Nodes[N];
    const DecodedInst &I = P.Code[Node.PC];
    const bool Joins = Node.IsMasked && I.Join && !Node.HasJoined;
    if (Node.isPop() || Joins || (!Node.Leaves && !I.isPlain()))
      return;
    const CalledOperands Operands =
        operandsOf(I, State, /*Full=*/!Node.IsMasked, /*WithEntry=*/true);
    add(Nodes[N].Reads, Operands.Reads);
    if (!Node.Leaves)
      add(Nodes[N].Kills, Operands.Writes);
  }

  void lookAt(uint32_t B) {
    const FlowBlock &Block = G.Blocks[B];
    for (NodeIndex N : Block.Nodes) {
      const DecodedInst &I = P.Code[G.Nodes[N].PC];
      for (unsigned Row : Nodes[N].Reads)
        Touched[B].set(Row);
      for (unsigned Row : Nodes[N].Kills) {
        Touched[B].set(Row);
        Written[B].set(Row);
      }
      // Instructions behind it are done once more by themselves.
      Exits[B] += I.writesMemory();
    }
    const FlowNode &Last = G.Nodes[Block.Nodes.back()];
    Exits[B] += (G.lengthOf(Block) != 0) + Last.Leaves + Last.isPop();
  }

  const FlowGraph &G;
  const sm::Program &P;
  const StateVariables &State;
  const unsigned NumRows;
  std::vector<Effects> Nodes;
  std::vector<BitVector> Written, Touched;
  std::vector<unsigned> Exits;
  std::optional<Liveness> Live;
  std::optional<Changes> Changed;
};

} // namespace

VariableHomes::VariableHomes(const FlowGraph &G, const StateVariables &State)
    : InMemory(G.Blocks.size(), BitVector(State.size())), Ever(State.size()) {}

VariableHomes::VariableHomes(const FlowGraph &G, const sm::Program &P,
                             const StateVariables &State)
    : VariableHomes(G, State) {
  // A loop of that many blocks keeps what it uses, whatever that costs.
  constexpr size_t SmallLoop = 8;
  const HomeChoice Choice(G, P, State);
  const BitVector Everywhere = Choice.worthIt();
  if (Everywhere.none())
    return;
  std::vector<BitVector> Rows(G.Blocks.size(), Everywhere);
  for (const FlowLoop &Loop : innermostLoops(G)) {
    if (Choice.calls(Loop))
      continue;
    BitVector Keeps = Choice.usedIn(Loop);
    if (Loop.size() > SmallLoop)
      Keeps.reset(Choice.worthIn(Loop));
    for (uint32_t B : Loop)
      Rows[B].reset(Keeps);
  }
  for (uint32_t B = 0; B != G.Blocks.size(); ++B) {
    for (unsigned Row : Rows[B].set_bits())
      for (unsigned C = 0; C != State.chunks(); ++C)
        InMemory[B].set(State.rowChunk(Row, C));
    Ever |= InMemory[B];
  }
}

} // namespace heddle::hosttranslate
