//===- FlowBlocks.cpp - The blocks of a flow graph ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes that follow each other become blocks, for which host code is charged as
// a whole. Then it is decided where the interpreter may enter host code: every
// entry has code of its own, which loads what the block needs.
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/FlowGraph.h"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hostcode {

/// Instructions of a block, at most: host code is entered only if what is left
/// of a warp's turn is enough for the block.
constexpr size_t MaxBlock = 1024;

void FlowGraph::findBlocks() {
  std::vector<uint32_t> Predecessors(Nodes.size());
  BitVector Starts(unsigned(Nodes.size()));
  for (const FlowNode &N : Nodes)
    N.forEachSuccessor([&](NodeIndex To) {
      if (++Predecessors[To] > 1 || N.endsBlock())
        Starts.set(To);
    });
  // Lanes that parted are together again behind a join.
  if (Covered == Coverage::Usual)
    for (const FlowNode &N : Nodes)
      if (P.Code[N.PC].Join && N.Next != NoNode)
        Starts.set(N.Next);
  Starts.set(0);
  BlockOf.assign(Nodes.size(), ~uint32_t(0));
  SmallVector<NodeIndex> Firsts(Starts.set_bits());
  for (size_t K = 0; K != Firsts.size(); ++K) {
    const NodeIndex First = Firsts[K];
    FlowBlock B;
    // The rest of a straight run is entered when the next turn begins.
    B.IsEntry = !Starts[First];
    NodeIndex N = First;
    do {
      B.Nodes.push_back(N);
      if (Nodes[N].endsBlock())
        break;
      N = Nodes[N].Next;
    } while (!Starts[N] && B.Nodes.size() != MaxBlock);
    if (!Nodes[B.Nodes.back()].endsBlock() && !Starts[N])
      Firsts.push_back(N);
    BlockOf[First] = uint32_t(Blocks.size());
    Blocks.push_back(std::move(B));
  }
}

/// The start, what follows an instruction of the interpreter's, and the heads
/// of loops, as seen from the start: a way back to what is on the way.
void FlowGraph::findEntries() {
  for (const FlowNode &N : Nodes)
    if (N.Resume != NoNode)
      Blocks[BlockOf[N.Resume]].IsEntry = true;
  enum : uint8_t { Unseen, OnWay, Seen };
  std::vector<uint8_t> State(Blocks.size(), Unseen);
  struct Step {
    uint32_t Block;
    SmallVector<uint32_t, 4> Ways;
  };
  std::vector<Step> Way;
  auto Enter = [&](uint32_t B) {
    State[B] = OnWay;
    Step &S = Way.emplace_back();
    S.Block = B;
    Nodes[Blocks[B].Nodes.back()].forEachSuccessor(
        [&](NodeIndex To) { S.Ways.push_back(BlockOf[To]); });
    std::reverse(S.Ways.begin(), S.Ways.end());
  };
  for (uint32_t Root = 0; Root != Blocks.size(); ++Root) {
    if (State[Root] != Unseen)
      continue;
    Enter(Root);
    while (!Way.empty()) {
      if (Way.back().Ways.empty()) {
        State[Way.back().Block] = Seen;
        Way.pop_back();
        continue;
      }
      const uint32_t Next = Way.back().Ways.pop_back_val();
      // Nobody comes from outside between a join and its instruction.
      if (State[Next] == OnWay && !Nodes[Blocks[Next].Nodes.front()].HasJoined)
        Blocks[Next].IsEntry = true;
      if (State[Next] == Unseen)
        Enter(Next);
    }
  }
}

/// Where lanes come together that the interpreter led apart: behind a join, and
/// where those go on that leave a loop or a function.
void FlowGraph::findMeetings() {
  for (NodeIndex N = 0; N != Nodes.size(); ++N) {
    const DecodedInst &I = P.Code[Nodes[N].PC];
    const bool Leaves = I.Flow == FlowKind::Break || I.Flow == FlowKind::Return;
    const bool Meet =
        I.Join || (Leaves && I.isPredicated() && !Together.count(placeOf(N)));
    if (Meet && Nodes[N].Next != NoNode)
      Blocks[BlockOf[Nodes[N].Next]].IsEntry = true;
  }
}

std::optional<uint32_t> FlowGraph::blockBehindBarrier(NodeIndex N) const {
  const DecodedInst &I = P.Code[Nodes[N].PC];
  if (!I.isBarrier() || I.Join || Nodes[N].Resume == NoNode)
    return std::nullopt;
  const uint32_t Behind = BlockOf[Nodes[N].Resume];
  return Blocks[Behind].IsEntry ? std::optional(Behind) : std::nullopt;
}

} // namespace heddle::hostcode
