//===- TeslaBodyGraph.h - The acyclic graph of one loop body ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop body without its back edges and exits, or the code outside all loops:
/// the graph on which reconvergence points are chosen. A loop inside is one
/// node. Post-dominance counts only paths that reach the body's sink, so that
/// lanes which leave early do not keep the others from meeting.
///
/// All bodies together have as many nodes and edges as the function has, and
/// every question takes logarithmic time.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLABODYGRAPH_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLABODYGRAPH_H

#include "TeslaAncestorTree.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineLoop;
class MachineLoopInfo;

class TeslaBodyGraph {
public:
  struct Node {
    /// The block; for an inner loop its header.
    MachineBasicBlock *Block;
    /// Null for a block.
    const MachineLoop *Inner;
    SmallVector<unsigned, 2> Successors, Predecessors;
  };

  explicit TeslaBodyGraph(const MachineLoop *L) : Loop(L), Dominators(0) {}

  const MachineLoop *loop() const { return Loop; }
  /// An edge leads to a later node. The first one dominates all.
  ArrayRef<Node> nodes() const { return Nodes; }
  const Node &node(unsigned N) const { return Nodes[N]; }

  /// A place where lanes meet: `joinat` at the end of Push, `join` before Join.
  struct Meeting {
    unsigned Push, Join;
    /// The index of the tree that the meeting is from.
    unsigned Tree;
  };

  /// The innermost meeting around divergent branch \p B such that Push
  /// dominates all that runs between it and Join; nothing where the paths of
  /// \p B never meet.
  std::optional<Meeting> meetingOf(unsigned B) const;
  /// The node at which the sides of \p B meet, or nodes().size() where they do
  /// not.
  unsigned reconvergenceOf(unsigned B) const;
  /// True when \p N is Push or runs between the two.
  bool isWithin(const Meeting &M, unsigned N) const;
  /// Whether a path leads from \p N to the sink, or for code outside loops to
  /// a return.
  bool reachesSink(unsigned N) const { return treeOf(N); }
  /// Place of \p N in a walk over the tree of dominators, parents first.
  unsigned dominatorOrder(unsigned N) const { return Preorder[N]; }

private:
  friend class TeslaBodyForest;

  /// Post-dominators of the nodes that reach a sink; node nodes().size() is
  /// the root above all sinks.
  struct PostDominators {
    TeslaAncestorTree Tree;
    /// By node: the least depth, in the tree of dominators, of a dominator of
    /// what runs between the node and its post-dominator.
    std::vector<unsigned> Least;
    unsigned Count = 0;
  };

  void findDominators();
  PostDominators solve(ArrayRef<unsigned> Sinks) const;
  void chooseSinks();
  const PostDominators *treeOf(unsigned N) const;

  const MachineLoop *Loop;
  std::vector<Node> Nodes;
  TeslaAncestorTree Dominators;
  std::vector<unsigned> Preorder;
  /// Main paths first; the second also counts returns in the middle.
  SmallVector<PostDominators, 2> Trees;
};

/// The bodies of all loops of a function and of the code outside them.
class TeslaBodyForest {
public:
  TeslaBodyForest(MachineFunction &MF, const MachineLoopInfo &LI);

  ArrayRef<TeslaBodyGraph> bodies() const { return Bodies; }
  const TeslaBodyGraph &bodyOf(const MachineLoop *L) const {
    return Bodies[Index.lookup(L)];
  }
  /// The node of \p L's body that \p B is or lies in; nothing outside of it.
  std::optional<unsigned> nodeOf(const MachineLoop *L,
                                 const MachineBasicBlock *B) const;

private:
  void addEdges(MachineBasicBlock *B);

  const MachineLoopInfo &MLI;
  std::vector<TeslaBodyGraph> Bodies;
  DenseMap<const MachineLoop *, unsigned> Index;
  /// In the body a block belongs to, and of a loop in the one around it.
  DenseMap<const MachineBasicBlock *, unsigned> NodeOfBlock;
  DenseMap<const MachineLoop *, unsigned> NodeOfLoop;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_FLOW_TESLABODYGRAPH_H
