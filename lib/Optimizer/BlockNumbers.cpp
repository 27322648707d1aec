//===- BlockNumbers.cpp - The flow graph by numbers -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockNumbers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include <cassert>

using namespace llvm;

namespace heddle {

BlockNumbers::BlockNumbers(Function &F, const DominatorTree &DT)
    : Blocks(F.size()), Places(F.size()) {
  unsigned Next = 0;
  for (BasicBlock &BB : F) {
    Numbers[&BB] = Next;
    Blocks[Next++].IR = &BB;
  }
  for (Block &B : Blocks) {
    for (const BasicBlock *To : successors(B.IR))
      B.Successors.push_back(Numbers.lookup(To));
    const DomTreeNode *Node = DT.getNode(B.IR);
    if (!Node)
      continue;
    assert(B.Successors.size() == B.IR->getTerminator()->getNumSuccessors() &&
           "an edge for each successor");
    B.IsReached = true;
    B.Level = Node->getLevel();
    if (const DomTreeNode *Above = Node->getIDom())
      B.Dominator = Numbers.lookup(Above->getBlock());
    for (const DomTreeNode *Below : *Node)
      B.Dominated.push_back(Numbers.lookup(Below->getBlock()));
  }
  walkFromEntry();
  assert(all_of(Blocks,
                [](const Block &B) {
                  return !B.IsReached || !B.Level || B.Dominator != None;
                }) &&
         "all but the entry block have a dominator");
  for (unsigned From = 0; From != size(); ++From)
    if (!Blocks[From].IsReached)
      for (unsigned To : Blocks[From].Successors)
        Blocks[To].Predecessors.push_back(From);
}

void BlockNumbers::walkFromEntry() {
  std::vector<bool> Seen(size());
  unsigned Place = 0;
  // Edges not yet gone along, each with how many are like it; the entry block
  // comes from nowhere.
  struct Edge {
    unsigned From, To, Times;
  };
  SmallVector<Edge, 16> Open = {{None, 0, 0}};
  while (!Open.empty()) {
    Edge Next = Open.pop_back_val();
    Blocks[Next.To].Predecessors.append(Next.Times, Next.From);
    if (Seen[Next.To])
      continue;
    Seen[Next.To] = true;
    Places[Next.To] = Place++;
    MapVector<unsigned, unsigned> Targets;
    for (unsigned To : Blocks[Next.To].Successors)
      ++Targets[To];
    // The first successor next, then the last.
    for (auto [To, Times] : drop_begin(Targets, Targets.empty() ? 0 : 1))
      Open.push_back({Next.To, To, Times});
    if (!Targets.empty())
      Open.push_back({Next.To, Targets.front().first, Targets.front().second});
  }
}

} // namespace heddle
