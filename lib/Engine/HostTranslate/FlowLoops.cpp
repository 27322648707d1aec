//===- FlowLoops.cpp - The loops of a flow graph --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowLoops.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace heddle::hostcode;

namespace heddle::hosttranslate {

namespace {

/// Tarjan's search for strongly connected components.
class LoopSearch {
public:
  explicit LoopSearch(const FlowGraph &G)
      : Next(G.Blocks.size()), Number(G.Blocks.size()), Low(G.Blocks.size()),
        Waits(unsigned(G.Blocks.size())), Within(Waits) {
    for (uint32_t B = 0; B != Next.size(); ++B)
      G.Nodes[G.Blocks[B].Nodes.back()].forEachSuccessor(
          [&](NodeIndex To) { Next[B].push_back(G.BlockOf[To]); });
  }

  /// Returns the loops of \p Blocks and the ways between these. The block that
  /// is found first comes last in each.
  std::vector<FlowLoop> loopsOf(ArrayRef<uint32_t> Blocks) {
    Found.clear();
    for (uint32_t B : Blocks) {
      Within.set(B);
      Number[B] = 0;
    }
    for (uint32_t B : Blocks)
      if (!Number[B])
        searchFrom(B);
    for (uint32_t B : Blocks)
      Within.reset(B);
    return std::move(Found);
  }

  std::vector<FlowLoop> loops() {
    FlowLoop All;
    for (uint32_t B = 0; B != Next.size(); ++B)
      All.push_back(B);
    return loopsOf(All);
  }

private:
  void enter(uint32_t B) {
    Number[B] = Low[B] = ++Count;
    Path.push_back({B, 0});
    Component.push_back(B);
    Waits.set(B);
  }

  void searchFrom(uint32_t First) {
    enter(First);
    while (!Path.empty()) {
      auto &[B, Edge] = Path.back();
      if (Edge == Next[B].size()) {
        leave();
        continue;
      }
      const uint32_t To = Next[B][Edge++];
      if (!Within[To])
        continue;
      if (!Number[To])
        enter(To);
      else if (Waits[To])
        Low[B] = std::min(Low[B], Number[To]);
    }
  }

  void leave() {
    const uint32_t B = Path.pop_back_val().first;
    if (!Path.empty())
      Low[Path.back().first] = std::min(Low[Path.back().first], Low[B]);
    if (Low[B] != Number[B])
      return;
    FlowLoop Loop;
    do {
      Loop.push_back(Component.pop_back_val());
      Waits.reset(Loop.back());
    } while (Loop.back() != B);
    if (Loop.size() > 1 || is_contained(Next[B], B))
      Found.push_back(std::move(Loop));
  }

  std::vector<SmallVector<uint32_t, 2>> Next;
  std::vector<uint32_t> Number, Low;
  uint32_t Count = 0;
  SmallVector<std::pair<uint32_t, size_t>> Path;
  SmallVector<uint32_t> Component;
  BitVector Waits, Within;
  std::vector<FlowLoop> Found;
};

} // namespace

BitVector blocksInLoops(const FlowGraph &G) {
  BitVector InLoop(unsigned(G.Blocks.size()));
  for (const FlowLoop &Loop : LoopSearch(G).loops())
    for (uint32_t B : Loop)
      InLoop.set(B);
  return InLoop;
}

std::vector<FlowLoop> innermostLoops(const FlowGraph &G) {
  LoopSearch Search(G);
  std::vector<FlowLoop> Todo = Search.loops(), Innermost;
  while (!Todo.empty()) {
    FlowLoop Loop = std::move(Todo.back());
    Todo.pop_back();
    // All loops around go through the block that was found first.
    std::vector<FlowLoop> Inside = Search.loopsOf(ArrayRef(Loop).drop_back());
    if (Inside.empty())
      Innermost.push_back(std::move(Loop));
    else
      std::move(Inside.begin(), Inside.end(), std::back_inserter(Todo));
  }
  return Innermost;
}

} // namespace heddle::hosttranslate
