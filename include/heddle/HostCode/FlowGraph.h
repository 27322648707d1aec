//===- FlowGraph.h - The ways through a kernel with all lanes ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the lanes of a warp go. Of the divergence stack all but the masks is
/// known from the way that led to an instruction, so that nothing need be
/// pushed or popped: a node is an instruction with what the stack holds in
/// front of it. As long as the 32 lanes stay together the masks are known, too;
/// where they part, the way goes on in nodes of some lanes, which lead back
/// where all have met. The way ends where the interpreter has to go on.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_FLOWGRAPH_H
#define HEDDLE_HOSTCODE_FLOWGRAPH_H

#include "heddle/Machine/DivergenceStack.h"
#include "heddle/Machine/Program.h"
#include "heddle/SM/Translation.h"
#include "llvm/ADT/SmallVector.h"
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heddle::hostcode {

/// An index into FlowGraph::Nodes.
using NodeIndex = uint32_t;
constexpr NodeIndex NoNode = ~NodeIndex(0);

/// Lanes that go on which waited on the stack.
struct FlowPop {
  /// The entry's number, from the bottom.
  unsigned Depth = 0;
  sm::EntryKind Kind = sm::EntryKind::Branch;
  /// Where its lanes go, if any are left; NoNode: the interpreter knows. Else
  /// the next pop counts.
  NodeIndex To = NoNode;
  /// Where they go on if these are all 32 lanes.
  NodeIndex All = NoNode;
  /// They are all lanes that have not exited, and what they read is what those
  /// of All read. To is NoNode then, as only warps with less than 32 threads
  /// would go there.
  bool IsWhole = false;
  /// Only told for what its lanes read: the interpreter goes on here.
  bool IsLeft = false;
};

struct FlowNode {
  uint32_t PC = 0;
  /// An index into FlowGraph::Stacks.
  uint32_t Stack = 0;
  /// Whether only some lanes execute it; which ones, is known when it runs.
  bool IsMasked = false;
  /// An instruction that joins, of lanes that have joined: the node before it
  /// is of the same instruction, and pops.
  bool HasJoined = false;
  /// The interpreter goes on in front of the instruction.
  bool Leaves = false;
  /// Where all lanes go, or those for which the predicate holds. NoNode when
  /// the node leaves, pops, or these lanes end.
  NodeIndex Next = NoNode;
  /// Where they go if it holds for none; NoNode: the instruction steers nobody
  /// by its predicate.
  NodeIndex Otherwise = NoNode;
  /// Where those go that stay when others branch or leave.
  NodeIndex Parts = NoNode;
  /// The lanes that may go on behind a masked node that joins, or that all its
  /// lanes leave.
  llvm::SmallVector<FlowPop, 0> Pops;
  /// Where all lanes come back behind a node that leaves, if they do so
  /// together.
  NodeIndex Resume = NoNode;
  /// Whether the node leaves because its lanes end, and no others wait.
  bool Ends = false;

  /// Whether all its lanes leave a loop, a function or the kernel, or join.
  bool isPop() const { return !Pops.empty(); }
  /// Whether nothing that follows is in the same block.
  bool endsBlock() const {
    return Leaves || HasJoined || Otherwise != NoNode || isPop();
  }

  template <class FnT> void forEachSuccessor(FnT Fn) const {
    for (NodeIndex To : {Next, Otherwise, Parts, Resume})
      if (To != NoNode)
        Fn(To);
    for (const FlowPop &Pop : Pops)
      for (NodeIndex To : {Pop.To, Pop.All})
        if (To != NoNode)
          Fn(To);
  }
};

/// Nodes that follow each other.
struct FlowBlock {
  std::vector<NodeIndex> Nodes;
  /// Host code may start here.
  bool IsEntry = false;
};

class FlowGraph {
public:
  /// Lanes that wait for masked ones, at most.
  static constexpr unsigned MaxDepth = 16;

  /// A node of all lanes, as its instruction and what the stack holds.
  using Place =
      std::pair<uint32_t, std::vector<std::pair<sm::EntryKind, uint32_t>>>;
  Place placeOf(NodeIndex N) const {
    return {Nodes[N].PC, StackKeys[Nodes[N].Stack]};
  }

  /// Nothing where there is little to gain, or too much to write. At the places
  /// \p Together lanes do not part. Where Usual is \p Wanted there are no nodes
  /// of some lanes, and entries where lanes are together again; where Short is,
  /// there are no others.
  static std::optional<FlowGraph> build(const sm::Program &P,
                                        const std::set<Place> &Together,
                                        sm::Coverage Wanted);

  /// How many instructions are charged for where a block starts.
  unsigned lengthOf(const FlowBlock &Block) const {
    const FlowNode &Last = Nodes[Block.Nodes.back()];
    // It was charged for where lanes came to the join.
    if (Last.HasJoined)
      return 0;
    return unsigned(Block.Nodes.size()) - (Last.Leaves ? 1 : 0);
  }

  /// Where warps go on that leave at \p N, a barrier; none: it is no barrier,
  /// or the interpreter goes on there, too.
  std::optional<uint32_t> blockBehindBarrier(NodeIndex N) const;

  std::vector<FlowNode> Nodes;
  std::vector<FlowBlock> Blocks;
  /// The block that starts with a node.
  std::vector<uint32_t> BlockOf;
  /// Contents of the stack; the masks are those of all lanes.
  std::vector<sm::DivergenceStack> Stacks;

private:
  FlowGraph(const sm::Program &Prog, const std::set<Place> &Uniform,
            sm::Coverage Of)
      : P(Prog), Together(Uniform), Covered(Of) {}

  using StackKey = std::vector<std::pair<sm::EntryKind, uint32_t>>;
  struct NodeKey {
    uint32_t PC, Stack;
    bool IsMasked, HasJoined;
    auto operator<=>(const NodeKey &) const = default;
  };

  uint32_t internStack(const StackKey &Key);
  /// Lanes that leave while others go on, and do not wait at a join.
  struct Partings {
    bool ByExit = false, ByReturn = false, ByBreak = false;
    /// There are ways that no node is for.
    bool AreUnknown = false;
    bool operator==(const Partings &) const = default;
  };
  /// Adds the nodes and what follows from them. Returns false if there are too
  /// many.
  bool addNodes();
  bool addNodesFrom(size_t First);
  /// Returns \p Known, and the partings of the nodes.
  Partings partingsOf(Partings Known) const;
  /// Whether the lanes that go on with \p Stack, which a pop left, are all that
  /// are left of the warp.
  bool isWhole(const StackKey &Stack) const;
  /// Whether lanes that go on with \p Stack may be all 32.
  bool mayHaveAllLanes(const StackKey &Stack) const;
  /// NoNode: there is no such instruction, or there are too many of its kind.
  NodeIndex internNode(uint32_t PC, const StackKey &Stack, bool IsMasked,
                       bool HasJoined = false);
  void expand(NodeIndex N);
  /// Adds what follows \p N, whose lanes the instruction does not lead apart.
  void expandSteering(NodeIndex N, StackKey Stack);
  /// These two take masked nodes.
  void expandJoin(NodeIndex N);
  void expandLeaving(NodeIndex N, const StackKey &Stack);
  void appendPops(llvm::SmallVectorImpl<FlowPop> &Pops, StackKey Stack,
                  bool IsLeft);
  /// Returns where lanes go on behind a return or a break that all of them
  /// execute.
  NodeIndex leaveScope(sm::FlowKind Kind, StackKey Stack);
  void findBlocks();
  void findEntries();
  void findMeetings();

  const sm::Program &P;
  std::set<Place> Together;
  sm::Coverage Covered;
  std::map<StackKey, uint32_t> StackNumbers;
  std::vector<StackKey> StackKeys;
  std::map<NodeKey, NodeIndex> NodeNumbers;
  size_t NumMasked = 0;
  /// The ways that are taken for possible, and whether nodes are missing.
  Partings Apart;
  bool IsCut = false;
};

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_FLOWGRAPH_H
