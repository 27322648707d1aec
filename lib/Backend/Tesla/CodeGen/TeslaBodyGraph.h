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
/// the graph on which reconvergence points are chosen. Post-dominance counts
/// only paths that reach the body's sink, so that lanes which leave early do
/// not keep the others from meeting.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLABODYGRAPH_H
#define HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLABODYGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class MachineBasicBlock;
class MachineFunction;
class MachineLoop;
class MachineLoopInfo;

class TeslaBodyGraph {
public:
  using BlockSet = SmallPtrSet<MachineBasicBlock *, 16>;

  /// The body of \p L, inner loops included; null: the whole function.
  TeslaBodyGraph(MachineFunction &MF, const MachineLoopInfo &MLI,
                 const MachineLoop *L);

  const MachineLoop *loop() const { return Loop; }
  /// Blocks in reverse post-order: an edge leads to a later block.
  ArrayRef<MachineBasicBlock *> blocks() const { return Order; }
  ArrayRef<MachineBasicBlock *> successors(MachineBasicBlock *B) const;

  /// Nearest post-dominator of \p B, or null where its paths never meet.
  MachineBasicBlock *reconvergenceOf(MachineBasicBlock *B) const;
  /// The next post-dominator after \p T, or null.
  MachineBasicBlock *nextPostDominator(MachineBasicBlock *T) const {
    return reconvergenceOf(T);
  }
  bool postDominates(MachineBasicBlock *T, MachineBasicBlock *B) const;
  /// Blocks on the paths from \p B on, without \p B and without passing \p T.
  /// A null \p T stops nowhere.
  BlockSet regionBetween(MachineBasicBlock *B, MachineBasicBlock *T) const;
  /// True when a path leads from \p B to \p T.
  bool reaches(MachineBasicBlock *B, MachineBasicBlock *T) const;

private:
  /// Post-dominators of the blocks that reach one of \p Sinks.
  struct PostDominators {
    DenseMap<MachineBasicBlock *, int> Immediate;
  };
  void buildOrder(MachineFunction &MF, const MachineLoopInfo &MLI);
  void addEdges(const MachineLoopInfo &MLI);
  PostDominators solve(ArrayRef<MachineBasicBlock *> Sinks) const;
  void chooseSinks();

  const MachineLoop *Loop;
  std::vector<MachineBasicBlock *> Order;
  DenseMap<MachineBasicBlock *, int> Number;
  DenseMap<MachineBasicBlock *, SmallVector<MachineBasicBlock *, 2>> Succs;
  /// Main paths first; the second also counts returns in the middle.
  SmallVector<PostDominators, 2> Trees;
};

} // namespace llvm

#endif // HEDDLE_LIB_BACKEND_TESLA_CODEGEN_TESLABODYGRAPH_H
