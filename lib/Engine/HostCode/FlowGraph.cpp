//===- FlowGraph.cpp - The ways through a kernel with all lanes -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/HostCode/FlowGraph.h"
#include "FlowGraphVerifier.h"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hostcode {

uint32_t FlowGraph::internStack(const StackKey &Key) {
  auto [At, IsNew] = StackNumbers.try_emplace(Key, uint32_t(Stacks.size()));
  if (IsNew) {
    StackKeys.push_back(Key);
    DivergenceStack &S = Stacks.emplace_back();
    for (auto [Kind, Target] : Key)
      S.push(Kind, Target, AllLanes);
    assert(Stacks.size() == StackKeys.size() && "a stack without its key");
  }
  return At->second;
}

/// Lanes that wait at one place for others, which part from more there again
/// and again, as in a loop that they leave one by one: beyond that many, the
/// interpreter goes on. Each would be a copy of the loop.
constexpr int MostAlike = 4;

/// Beyond that many masked nodes for each instruction the interpreter has to
/// run what is apart.
constexpr size_t MaskedNodes = 2;

NodeIndex FlowGraph::internNode(uint32_t PC, const StackKey &Stack,
                                bool IsMasked, bool HasJoined) {
  if (PC == NoTarget)
    return NoNode;
  const NodeKey Key{PC, internStack(Stack), IsMasked, HasJoined};
  auto At = NodeNumbers.find(Key);
  if (At != NodeNumbers.end())
    return At->second;
  if (IsMasked && (Covered == Coverage::Usual || Stack.size() > MaxDepth ||
                   NumMasked >= MaskedNodes * P.Code.size() + 64)) {
    IsCut = true;
    return NoNode;
  }
  NumMasked += IsMasked;
  assert(PC < P.Code.size() && "the guard at the end goes nowhere");
  FlowNode &N = Nodes.emplace_back();
  N.PC = PC;
  N.Stack = Key.Stack;
  N.IsMasked = IsMasked;
  N.HasJoined = HasJoined;
  return NodeNumbers[Key] = NodeIndex(Nodes.size() - 1);
}

static EntryKind kindOf(const std::pair<EntryKind, uint32_t> &Entry) {
  return Entry.first;
}

NodeIndex FlowGraph::leaveScope(FlowKind Kind, StackKey Stack) {
  const int Above = abi::findScope(leavingOf(Kind), reverse(Stack), kindOf);
  if (Above < 0)
    return NoNode;
  // Entries of lanes that wait for each other are dropped when all leave.
  Stack.resize(Stack.size() - size_t(Above));
  uint32_t Target = Stack.back().second;
  Stack.pop_back();
  return internNode(Target, Stack, /*IsMasked=*/false);
}

/// Whether all that wait on \p Stack do so for the lanes that are active now.
static bool mayHaveAll(ArrayRef<std::pair<EntryKind, uint32_t>> Stack) {
  return none_of(Stack, [](const auto &Entry) {
    return Entry.first == EntryKind::Branch;
  });
}

bool FlowGraph::mayHaveAllLanes(const StackKey &Stack) const {
  return Covered != Coverage::Short && mayHaveAll(Stack);
}

bool FlowGraph::isWhole(const StackKey &Stack) const {
  auto Has = [&](EntryKind Kind) {
    return any_of(Stack,
                  [&](const auto &Entry) { return Entry.first == Kind; });
  };
  return mayHaveAll(Stack) && !Apart.AreUnknown && !Apart.ByExit &&
         !(Apart.ByBreak && Has(EntryKind::Break)) &&
         !(Apart.ByReturn && Has(EntryKind::Call));
}

FlowGraph::Partings FlowGraph::partingsOf(Partings Known) const {
  Known.AreUnknown |= IsCut;
  for (const FlowNode &N : Nodes) {
    const DecodedInst &I = P.Code[N.PC];
    const bool IsOfSome = N.IsMasked || I.isPredicated();
    // A return outside of functions is an exit.
    const bool IsExit =
        I.Exit || (I.Flow == FlowKind::Return &&
                   abi::findScope(abi::Leaving::Return,
                                  reverse(StackKeys[N.Stack]), kindOf) < 0);
    if (IsExit)
      Known.ByExit |= IsOfSome;
    else if (I.Flow == FlowKind::Return)
      Known.ByReturn |= N.IsMasked || N.Parts != NoNode;
    else if (I.Flow == FlowKind::Break)
      Known.ByBreak |= N.IsMasked || N.Parts != NoNode;
    // Who knows where the interpreter takes lanes from there.
    Known.AreUnknown |= N.Leaves && N.Resume == NoNode && !N.Ends && !IsExit;
  }
  return Known;
}

/// Appends the ways that Warp::resume may take, from the top of the stack.
void FlowGraph::appendPops(SmallVectorImpl<FlowPop> &Pops, StackKey Stack,
                           bool IsLeft) {
  while (!Stack.empty()) {
    const auto [Kind, Target] = Stack.back();
    FlowPop Pop;
    Pop.Depth = unsigned(Stack.size() - 1);
    Pop.Kind = Kind;
    Pop.IsLeft = IsLeft;
    if (abi::staysForItsJoin(Kind)) {
      Pop.To = internNode(Target, Stack, /*IsMasked=*/true);
      Stack.pop_back();
    } else {
      Stack.pop_back();
      if (Kind != EntryKind::Branch && mayHaveAllLanes(Stack))
        Pop.All = internNode(Target, Stack, /*IsMasked=*/false);
      Pop.IsWhole =
          Pop.All != NoNode && Kind != EntryKind::Branch && isWhole(Stack);
      if (!Pop.IsWhole)
        Pop.To = internNode(Target, Stack, /*IsMasked=*/true);
    }
    Pops.push_back(Pop);
  }
}

/// Follows Warp::join: lanes wait until those on the stack have come, too.
void FlowGraph::expandJoin(NodeIndex N) {
  const uint32_t PC = Nodes[N].PC;
  const DecodedInst &I = P.Code[PC];
  StackKey Stack = StackKeys[Nodes[N].Stack];
  SmallVector<FlowPop, 0> Pops;
  auto Finds = [&](abi::AtJoin What) {
    return !Stack.empty() && abi::atJoin(Stack.back().first) == What;
  };
  while (Finds(abi::AtJoin::Others)) {
    FlowPop Pop;
    Pop.Depth = unsigned(Stack.size() - 1);
    const uint32_t Target = Stack.back().second;
    Stack.pop_back();
    Pop.To = internNode(Target, Stack, /*IsMasked=*/true);
    Pops.push_back(Pop);
  }
  if (Finds(abi::AtJoin::Own)) {
    FlowPop Pop;
    Pop.Depth = unsigned(Stack.size() - 1);
    Pop.Kind = EntryKind::Join;
    Stack.pop_back();
    auto Behind = [&](bool IsMasked) {
      // Lanes that have joined cannot go back in front of it.
      if (!I.isPlain() || internNode(PC + 1, Stack, IsMasked) == NoNode)
        return NoNode;
      return internNode(PC, Stack, IsMasked, /*HasJoined=*/true);
    };
    if (mayHaveAllLanes(Stack))
      Pop.All = Behind(false);
    Pop.IsWhole = Pop.All != NoNode && isWhole(Stack);
    if (!Pop.IsWhole)
      Pop.To = Behind(true);
    Pops.push_back(Pop);
    if (!Pop.IsWhole)
      appendPops(Pops, Stack, /*IsLeft=*/true);
  }
  Nodes[N].Leaves = Pops.empty();
  Nodes[N].Pops = std::move(Pops);
}

/// Follows Warp::leave, for a return, a break or an exit.
void FlowGraph::expandLeaving(NodeIndex N, const StackKey &Stack) {
  const uint32_t PC = Nodes[N].PC;
  const DecodedInst &I = P.Code[PC];
  SmallVector<FlowPop, 0> Pops;
  appendPops(Pops, Stack, /*IsLeft=*/false);
  if (I.Flow == FlowKind::Break &&
      abi::findScope(abi::Leaving::Break, reverse(Stack), kindOf) < 0) {
    Nodes[N].Leaves = true;
    return;
  }
  NodeIndex Stay = I.isPredicated() && !I.Exit
                       ? internNode(PC + 1, Stack, /*IsMasked=*/true)
                       : NoNode;
  Nodes[N].Leaves = Pops.empty();
  if (Pops.empty())
    return;
  Nodes[N].Otherwise = Nodes[N].Parts = Stay;
  Nodes[N].Pops = std::move(Pops);
}

void FlowGraph::expandSteering(NodeIndex N, StackKey Stack) {
  const uint32_t PC = Nodes[N].PC;
  const bool IsMasked = Nodes[N].IsMasked;
  const DecodedInst &I = P.Code[PC];
  const StackKey Before = Stack;
  const bool MayPart =
      I.isPredicated() && (IsMasked || !Together.count(placeOf(N)));
  auto Go = [&](uint32_t To) { return internNode(To, Stack, IsMasked); };
  NodeIndex Next = NoNode, Parts = NoNode;
  switch (I.Flow) {
  case FlowKind::Branch:
    Next = Go(I.Target);
    if (MayPart && I.Target != NoTarget) {
      const auto Sides =
          abi::partingOf(P.Module.SideThatGoesOn, 0u, 0u, I.Target, PC + 1);
      Stack.push_back({EntryKind::Branch, Sides.WaitAt});
      if (llvm::count(Stack, Stack.back()) > MostAlike)
        IsCut = true;
      else
        Parts = internNode(Sides.OnAt, Stack, /*IsMasked=*/true);
    }
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
    // Lanes that end do so in the interpreter.
    if (MayPart && Next != NoNode)
      Parts = internNode(PC + 1, Stack, /*IsMasked=*/true);
    break;
  default: // No other kind that isForHostCode allows steers lanes.
    Next = Go(PC + 1);
    break;
  }
  const bool Ends =
      I.Flow == FlowKind::Return && I.isPredicated() &&
      abi::findScope(abi::Leaving::Return, reverse(Before), kindOf) < 0;
  if (Next == NoNode && !Ends) {
    Nodes[N].Leaves = true;
    return;
  }
  const bool Chooses = I.isPredicated() && (I.Flow == FlowKind::Branch ||
                                            I.Flow == FlowKind::Return ||
                                            I.Flow == FlowKind::Break);
  NodeIndex Otherwise = Chooses ? internNode(PC + 1, Before, IsMasked) : NoNode;
  if (Chooses && Otherwise == NoNode) {
    Nodes[N].Leaves = true;
    return;
  }
  Nodes[N].Next = Next;
  Nodes[N].Otherwise = Otherwise;
  Nodes[N].Parts = Parts;
}

void FlowGraph::expand(NodeIndex N) {
  const FlowNode Node = Nodes[N];
  const DecodedInst &I = P.Code[Node.PC];
  StackKey Stack = StackKeys[Node.Stack];
  const bool Exits = I.Exit && I.isNop() && I.isPlain();
  // Where some lanes meet, the interpreter knows whether others come, too.
  if ((!isForHostCode(I) && !(Node.IsMasked && Exits)) ||
      (Node.IsMasked && P.meetsAcross(I))) {
    Nodes[N].Leaves = true;
    return;
  }
  if (I.Join && !Node.HasJoined) {
    if (Node.IsMasked) {
      // The interpreter exits lanes that join.
      if (I.Exit)
        Nodes[N].Leaves = true;
      else
        expandJoin(N);
      return;
    }
    if (Stack.empty() || abi::atJoin(Stack.back().first) != abi::AtJoin::Own) {
      Nodes[N].Leaves = true;
      return;
    }
    Stack.pop_back();
  }
  if (Node.IsMasked &&
      (Exits || I.Flow == FlowKind::Return || I.Flow == FlowKind::Break))
    expandLeaving(N, Stack);
  else
    expandSteering(N, std::move(Stack));
}

bool FlowGraph::addNodesFrom(size_t First) {
  // Calls are copied for each caller.
  const size_t MaxNodes = 4 * P.Code.size() + 64;
  for (NodeIndex N = NodeIndex(First); N != Nodes.size(); ++N) {
    if (Nodes.size() - NumMasked > MaxNodes)
      return false;
    expand(N);
  }
  return true;
}

bool FlowGraph::addNodes() {
  internNode(0, {}, /*IsMasked=*/Covered == Coverage::Short);
  if (!addNodesFrom(0))
    return false;
  // Host code is entered behind instructions that the interpreter executes.
  for (NodeIndex N = 0; N != Nodes.size(); ++N) {
    const FlowNode Node = Nodes[N];
    const DecodedInst &I = P.Code[Node.PC];
    if (Node.Leaves)
      Nodes[N].Ends = I.Exit && I.isPlain() && !I.Join &&
                      (!Node.IsMasked || StackKeys[Node.Stack].empty());
    const bool Steers = !I.isPlain() && !I.isBarrier() && !I.isHostCall();
    if (!Node.Leaves || I.Exit || Steers || I.Join)
      continue;
    size_t Before = Nodes.size();
    NodeIndex Resume =
        internNode(Node.PC + 1, StackKey(StackKeys[Node.Stack]), Node.IsMasked);
    Nodes[N].Resume = Resume;
    if (!addNodesFrom(Before))
      return false;
  }
  return true;
}

std::optional<FlowGraph> FlowGraph::build(const Program &P,
                                          const std::set<Place> &Together,
                                          Coverage Wanted) {
  // Nobody parts in a way that no join mends, until a node shows that somebody
  // does.
  std::optional<FlowGraph> Built;
  Partings Seen;
  while (true) {
    Built.emplace(FlowGraph(P, Together, Wanted));
    Built->Apart = Seen;
    if (!Built->addNodes())
      return std::nullopt;
    const Partings Now = Built->partingsOf(Seen);
    if (Now == Seen || Wanted == Coverage::Usual)
      break;
    Seen = Now;
  }
  FlowGraph &G = *Built;
  G.findBlocks();
  G.findEntries();
  if (Wanted == Coverage::Usual)
    G.findMeetings();
  G.Blocks[G.BlockOf[0]].IsEntry = true;
  // Whoever enters these would leave at once.
  for (FlowBlock &Block : G.Blocks)
    if (G.Nodes[Block.Nodes.front()].Leaves)
      Block.IsEntry = false;
  assert(problemOf(G, P).empty() && "problemOf says what does not hold");
  return Built;
}

} // namespace heddle::hostcode
