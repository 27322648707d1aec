//===- WaitingLanes.cpp - Where lanes that wait go on ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaitingLanes.h"
#include "heddle/Machine/FlowKind.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <map>

using namespace llvm;
using namespace heddle::sm;

namespace heddle::hosttranslate {

static EntryKind kindOf(const StackEntry &Entry) { return Entry.Kind; }

uint32_t WaitingLanes::entriesTaken(const FlowNode &Last) const {
  const DecodedInst &I = P.Code[Last.PC];
  const ArrayRef<StackEntry> Stack = G.Stacks[Last.Stack].entries();
  if (Last.isPop() && I.Join && !Last.HasJoined) {
    // Lanes wait in the join's own entry for those above it.
    size_t Depth = Stack.size();
    while (Depth && abi::atJoin(Stack[Depth - 1].Kind) == abi::AtJoin::Others)
      --Depth;
    const bool IsOwn =
        Depth && abi::atJoin(Stack[Depth - 1].Kind) == abi::AtJoin::Own;
    return IsOwn ? uint32_t(1) << (Depth - 1) : ~uint32_t(0);
  }
  if (I.Exit || (I.Flow != FlowKind::Return && I.Flow != FlowKind::Break))
    return 0;
  const int Above = abi::findScope(leavingOf(I.Flow), reverse(Stack), kindOf);
  if (Above < 0)
    return 0;
  // Only stacks of all lanes are deeper, where none waits.
  const size_t Entry = Stack.size() - 1 - size_t(Above);
  return Entry < FlowGraph::MaxDepth ? uint32_t(1) << Entry : 0;
}

/// Calls \p Fn with each block of some lanes behind \p Last, the end of one
/// where lanes wait in the entries \p Waiting, and with those in which they
/// wait then.
template <class FnT>
void WaitingLanes::forEachWay(uint32_t Waiting, const FlowNode &Last,
                              FnT Fn) const {
  const uint32_t Then = Waiting | entriesTaken(Last);
  Last.forEachSuccessor([&](NodeIndex To) {
    if (!G.Nodes[To].IsMasked)
      return;
    const ArrayRef<StackEntry> Stack = G.Stacks[G.Nodes[To].Stack].entries();
    assert(Stack.size() <= FlowGraph::MaxDepth && "a deeper stack");
    uint32_t There = Then & maskTrailingOnes<uint32_t>(unsigned(Stack.size()));
    // The lanes that parted from these.
    if (To == Last.Parts && P.Code[Last.PC].Flow == FlowKind::Branch)
      There |= uint32_t(1) << (Stack.size() - 1);
    Fn(G.BlockOf[To], There);
  });
}

std::vector<uint32_t> WaitingLanes::findEntries() const {
  std::vector<uint32_t> Waiting(G.Blocks.size());
  SetVector<uint32_t> Todo;
  const bool AreUnknown = G.mayComeBackElsewhere();
  for (uint32_t B = 0; B != G.Blocks.size(); ++B) {
    const FlowNode &First = G.Nodes[G.Blocks[B].Nodes.front()];
    if (First.IsMasked && G.Blocks[B].IsEntry && AreUnknown)
      Waiting[B] = maskTrailingOnes<uint32_t>(
          unsigned(G.Stacks[First.Stack].entries().size()));
    Todo.insert(B);
  }
  // Forward until nothing changes.
  while (!Todo.empty()) {
    const uint32_t B = Todo.pop_back_val();
    forEachWay(Waiting[B], G.Nodes[G.Blocks[B].Nodes.back()],
               [&](uint32_t To, uint32_t There) {
                 if ((Waiting[To] | There) == Waiting[To])
                   return;
                 Waiting[To] |= There;
                 Todo.insert(To);
               });
  }
  return Waiting;
}

WaitingLanes::WaitingLanes(const FlowGraph &Graph, const Program &Prog)
    : G(Graph), P(Prog), Blocks(G.Blocks.size()) {
  using Key = std::vector<std::pair<EntryKind, uint32_t>>;
  auto KeyOf = [&](uint32_t Stack, size_t Depth) {
    Key Of;
    for (const StackEntry &Entry :
         G.Stacks[Stack].entries().take_front(Depth + 1))
      Of.push_back({Entry.Kind, Entry.Target});
    return Of;
  };
  // What becomes of the lanes of an entry depends on those below it, too.
  std::map<Key, Waiters> Of;
  for (const FlowNode &N : G.Nodes)
    for (const FlowPop &Pop : N.Pops) {
      Waiters &Mine = Of[KeyOf(N.Stack, Pop.Depth)];
      Mine.AreUnknown |= Pop.To == NoNode && !Pop.IsWhole;
      for (NodeIndex To : {Pop.To, Pop.All})
        if (To != NoNode && !is_contained(Mine.GoOnAt, G.BlockOf[To]))
          Mine.GoOnAt.push_back(G.BlockOf[To]);
    }
  const std::vector<uint32_t> Waiting = findEntries();
  for (uint32_t B = 0; B != G.Blocks.size(); ++B) {
    const FlowNode &First = G.Nodes[G.Blocks[B].Nodes.front()];
    if (!First.IsMasked)
      continue;
    for (size_t Depth = 0; Waiting[B] >> Depth; ++Depth) {
      if (!(Waiting[B] >> Depth & 1))
        continue;
      auto At = Of.find(KeyOf(First.Stack, Depth));
      if (At == Of.end()) {
        Blocks[B].AreUnknown = true;
        continue;
      }
      Blocks[B].AreUnknown |= At->second.AreUnknown;
      for (uint32_t To : At->second.GoOnAt)
        if (!is_contained(Blocks[B].GoOnAt, To))
          Blocks[B].GoOnAt.push_back(To);
    }
  }
}

} // namespace heddle::hosttranslate
