//===- AccessPlan.h - Accesses that are tested at once ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Within a block, accesses to s[] or c[] whose $a register is the same in all
/// lanes differ by their offsets, and by what was added to $a, only. One test
/// in front of the first of them is enough: where it fails, the interpreter
/// goes on there.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_ACCESSPLAN_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_ACCESSPLAN_H

#include "heddle/HostCode/Uniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle::hosttranslate {

using namespace hostcode;

struct AccessGroup {
  unsigned Register = 0;
  bool IsShared = false;
  unsigned Bank = 0;
  /// Behind the last byte, from what $a holds; and a multiple of which that is.
  uint32_t End = 0, Alignment = 1;
  /// Where it is tested.
  NodeIndex First = NoNode;
};

class AccessPlan {
public:
  AccessPlan(const FlowGraph &G, const FlowBlock &Block, const sm::Program &P,
             const Uniformity &Known, llvm::BitVector Facts);

  /// Returns the group of operand \p N of a node, or, for 2, of its own access;
  /// null if there is none.
  const AccessGroup *of(NodeIndex Node, unsigned N) const;
  /// Whether \p Node adds to an $a register of all lanes, and none wraps
  /// around.
  bool steps(NodeIndex Node) const { return Steps.contains(Node); }
  /// The groups that are tested in front of \p Node.
  llvm::SmallVector<const AccessGroup *, 2> testedAt(NodeIndex Node) const;

private:
  void add(NodeIndex Node, unsigned N, AccessGroup Access, uint32_t Offset,
           sm::MemType T);
  /// \p I may change the groups' registers.
  void close(NodeIndex Node, const sm::DecodedInst &I, bool IsMasked);

  struct OpenGroup {
    unsigned Number;
    /// Added to the register since the test.
    uint32_t Added;
  };

  std::vector<AccessGroup> Groups;
  llvm::DenseMap<std::pair<NodeIndex, unsigned>, unsigned> Numbers;
  llvm::DenseSet<NodeIndex> Steps;
  /// Groups of whose register is known what it holds.
  llvm::SmallVector<OpenGroup, 8> Open;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_ACCESSPLAN_H
