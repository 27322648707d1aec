//===- FlowGraph.cpp - The ways through a kernel with all lanes -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

/// Whether host code may execute \p I, of the lanes that come to it. Time,
/// locks and meetings of lanes are the interpreter's.
static bool isTranslated(const DecodedInst &I) {
  if (I.Exit || I.readsClock() || I.access() == AccessKind::Lock ||
      I.access() == AccessKind::Unlock)
    return false;
  switch (I.Flow) {
  case FlowKind::Plain:
  case FlowKind::Branch:
  case FlowKind::Call:
  case FlowKind::Return:
  case FlowKind::ReturnAt:
  case FlowKind::BreakAt:
  case FlowKind::Break:
  case FlowKind::JoinAt:
    return true;
  case FlowKind::Barrier:
  case FlowKind::Trap:
  case FlowKind::HostCall:
  case FlowKind::Illegal:
    return false;
  }
  llvm_unreachable("covered switch");
}

uint32_t FlowGraph::internStack(const StackKey &Key) {
  auto [At, IsNew] = StackNumbers.try_emplace(Key, uint32_t(Stacks.size()));
  if (IsNew) {
    StackKeys.push_back(Key);
    DivergenceStack &S = Stacks.emplace_back();
    for (auto [Kind, Target] : Key)
      S.push(Kind, Target, AllLanes);
  }
  return At->second;
}

NodeIndex FlowGraph::internNode(uint32_t PC, uint32_t Stack) {
  if (PC == NoTarget)
    return NoNode;
  auto [At, IsNew] =
      NodeNumbers.try_emplace({PC, Stack}, NodeIndex(Nodes.size()));
  if (IsNew) {
    FlowNode &N = Nodes.emplace_back();
    N.PC = PC;
    N.Stack = Stack;
  }
  return At->second;
}

NodeIndex FlowGraph::leaveScope(FlowKind Kind, StackKey Stack) {
  const EntryKind Wanted =
      Kind == FlowKind::Break ? EntryKind::Break : EntryKind::Call;
  // Entries of lanes that wait for each other are dropped when all leave. A
  // return leaves breaks behind, too.
  while (!Stack.empty() && Stack.back().first != Wanted) {
    if (Wanted == EntryKind::Break && Stack.back().first == EntryKind::Call)
      return NoNode;
    Stack.pop_back();
  }
  if (Stack.empty())
    return NoNode;
  uint32_t Target = Stack.back().second;
  Stack.pop_back();
  return internNode(Target, internStack(Stack));
}

void FlowGraph::expand(NodeIndex N) {
  const uint32_t PC = Nodes[N].PC;
  const DecodedInst &I = P.Code[PC];
  StackKey Stack = StackKeys[Nodes[N].Stack];
  auto Leave = [&] { Nodes[N].Leaves = true; };
  if (!isTranslated(I))
    return Leave();
  if (I.Join) {
    if (Stack.empty() || Stack.back().first != EntryKind::Join)
      return Leave();
    Stack.pop_back();
  }
  const StackKey Behind = Stack;
  auto Go = [&](uint32_t To) { return internNode(To, internStack(Stack)); };
  NodeIndex Next = NoNode;
  switch (I.Flow) {
  case FlowKind::Branch:
    Next = Go(I.Target);
    break;
  case FlowKind::Call:
    Stack.push_back({EntryKind::Call, PC + 1});
    Next = Go(I.Target);
    break;
  case FlowKind::JoinAt:
    Stack.push_back({EntryKind::Join, I.Target});
    Next = Go(PC + 1);
    break;
  case FlowKind::BreakAt:
    Stack.push_back({EntryKind::Break, I.Target});
    Next = Go(PC + 1);
    break;
  case FlowKind::ReturnAt:
    Stack.push_back({EntryKind::Call, I.Target});
    Next = Go(PC + 1);
    break;
  case FlowKind::Return:
  case FlowKind::Break:
    Next = leaveScope(I.Flow, Stack);
    break;
  default: // Of those that isTranslated, this does not steer.
    Next = Go(PC + 1);
    break;
  }
  if (Next == NoNode)
    return Leave();
  const bool Chooses = I.isPredicated() && (I.Flow == FlowKind::Branch ||
                                            I.Flow == FlowKind::Return ||
                                            I.Flow == FlowKind::Break);
  NodeIndex Otherwise =
      Chooses ? internNode(PC + 1, internStack(Behind)) : NoNode;
  Nodes[N].Next = Next;
  Nodes[N].Otherwise = Otherwise;
}

void FlowGraph::findBlocks() {
  std::vector<uint32_t> Predecessors(Nodes.size());
  BitVector Starts(unsigned(Nodes.size()));
  for (const FlowNode &N : Nodes)
    for (NodeIndex To : {N.Next, N.Otherwise})
      if (To != NoNode && (++Predecessors[To] > 1 || N.Otherwise != NoNode))
        Starts.set(To);
  Starts.set(0);
  // Where the interpreter hands back: behind each instruction that it executes.
  for (const FlowNode &N : Nodes)
    if (N.Resume != NoNode)
      Starts.set(N.Resume);
  BlockOf.assign(Nodes.size(), ~uint32_t(0));
  for (unsigned First : Starts.set_bits()) {
    FlowBlock B;
    NodeIndex N = First;
    do {
      B.Nodes.push_back(N);
      if (Nodes[N].Leaves || Nodes[N].Otherwise != NoNode)
        break;
      N = Nodes[N].Next;
    } while (!Starts[N]);
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
  SmallVector<std::pair<uint32_t, unsigned>> Way;
  for (uint32_t Root = 0; Root != Blocks.size(); ++Root) {
    if (State[Root] != Unseen)
      continue;
    Way.push_back({Root, 0});
    State[Root] = OnWay;
    while (!Way.empty()) {
      auto &[B, Edge] = Way.back();
      const FlowNode &Last = Nodes[Blocks[B].Nodes.back()];
      if (Edge == 2) {
        State[B] = Seen;
        Way.pop_back();
        continue;
      }
      NodeIndex To = Edge++ ? Last.Otherwise : Last.Next;
      if (To == NoNode)
        continue;
      uint32_t Next = BlockOf[To];
      if (State[Next] == OnWay)
        Blocks[Next].IsEntry = true;
      if (State[Next] != Unseen)
        continue;
      State[Next] = OnWay;
      Way.push_back({Next, 0});
    }
  }
}

std::optional<FlowGraph> FlowGraph::build(const Program &P) {
  FlowGraph G(P);
  // Calls are copied for each caller.
  const size_t MaxNodes = 4 * P.Code.size() + 64;
  auto Grow = [&](size_t From) {
    for (NodeIndex N = NodeIndex(From); N != G.Nodes.size(); ++N) {
      if (G.Nodes.size() > MaxNodes)
        return false;
      G.expand(N);
    }
    return true;
  };
  G.internNode(0, G.internStack({}));
  if (!Grow(0))
    return std::nullopt;
  // What follows an instruction that the interpreter executes.
  for (NodeIndex N = 0; N != G.Nodes.size(); ++N) {
    const FlowNode Node = G.Nodes[N];
    const DecodedInst &I = P.Code[Node.PC];
    if (Node.Leaves)
      G.Nodes[N].Ends = I.Exit && I.Flow == FlowKind::Plain && !I.Join;
    const bool Steers = I.Flow != FlowKind::Plain &&
                        I.Flow != FlowKind::Barrier &&
                        I.Flow != FlowKind::HostCall;
    if (!Node.Leaves || I.Exit || Steers || I.Join)
      continue;
    size_t Before = G.Nodes.size();
    NodeIndex Resume = G.internNode(Node.PC + 1, Node.Stack);
    G.Nodes[N].Resume = Resume;
    if (!Grow(Before))
      return std::nullopt;
  }
  G.findBlocks();
  G.findEntries();
  G.Blocks[G.BlockOf[0]].IsEntry = true;
  return G;
}

} // namespace heddle::hosttranslate
