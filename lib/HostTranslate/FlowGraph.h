//===- FlowGraph.h - The ways through a kernel with all lanes ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the 32 lanes of a warp go as long as none of them leaves the others.
/// Then all that the divergence stack holds is known from the way that led to
/// an instruction, so that nothing need be pushed or popped: a node is an
/// instruction with what the stack holds in front of it. The way ends where the
/// interpreter has to go on.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_HOSTTRANSLATE_FLOWGRAPH_H
#define HEDDLE_LIB_HOSTTRANSLATE_FLOWGRAPH_H

#include "heddle/Machine/DivergenceStack.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::hosttranslate {

/// An index into FlowGraph::Nodes.
using NodeIndex = uint32_t;
constexpr NodeIndex NoNode = ~NodeIndex(0);

struct FlowNode {
  uint32_t PC = 0;
  /// An index into FlowGraph::Stacks.
  uint32_t Stack = 0;
  /// The interpreter goes on in front of the instruction.
  bool Leaves = false;
  /// Where all lanes go, or those for which the predicate holds. NoNode when
  /// the node leaves.
  NodeIndex Next = NoNode;
  /// Where they go if it holds for none; NoNode: the instruction steers nobody
  /// by its predicate.
  NodeIndex Otherwise = NoNode;
  /// Of a node that leaves: where all lanes come back, if they do so together.
  NodeIndex Resume = NoNode;
  /// Of a node that leaves: its lanes end.
  bool Ends = false;
};

/// Nodes that follow each other.
struct FlowBlock {
  std::vector<NodeIndex> Nodes;
  /// Host code may start here.
  bool IsEntry = false;
};

class FlowGraph {
public:
  /// Nothing where there is little to gain, or too much to write.
  static std::optional<FlowGraph> build(const sm::Program &P);

  std::vector<FlowNode> Nodes;
  std::vector<FlowBlock> Blocks;
  /// The block that starts with a node.
  std::vector<uint32_t> BlockOf;
  /// Contents of the stack, without masks: all lanes.
  std::vector<sm::DivergenceStack> Stacks;

private:
  explicit FlowGraph(const sm::Program &Prog) : P(Prog) {}

  using StackKey = std::vector<std::pair<sm::EntryKind, uint32_t>>;

  uint32_t internStack(const StackKey &Key);
  NodeIndex internNode(uint32_t PC, uint32_t Stack);
  void expand(NodeIndex N);
  /// What the lanes of a return or a break do that all execute it.
  NodeIndex leaveScope(sm::FlowKind Kind, StackKey Stack);
  void findBlocks();
  void findEntries();

  const sm::Program &P;
  std::map<StackKey, uint32_t> StackNumbers;
  std::vector<StackKey> StackKeys;
  std::map<std::pair<uint32_t, uint32_t>, NodeIndex> NodeNumbers;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_HOSTTRANSLATE_FLOWGRAPH_H
