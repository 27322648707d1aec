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
/// lanes differ by their offsets only. One test in front of the first of them
/// is enough: where it fails, the interpreter goes on there.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_HOSTTRANSLATE_ACCESSPLAN_H
#define HEDDLE_LIB_HOSTTRANSLATE_ACCESSPLAN_H

#include "Uniformity.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle::hosttranslate {

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

  /// Of operand \p N of a node, or, for 2, of its own access; null: none.
  const AccessGroup *of(NodeIndex Node, unsigned N) const;
  /// The groups that are tested in front of \p Node.
  llvm::SmallVector<const AccessGroup *, 2> testedAt(NodeIndex Node) const;

private:
  void add(NodeIndex Node, unsigned N, AccessGroup Access, uint32_t Offset,
           sm::MemType T);

  std::vector<AccessGroup> Groups;
  llvm::DenseMap<std::pair<NodeIndex, unsigned>, unsigned> Numbers;
  /// Groups whose register still holds the same.
  llvm::SmallVector<unsigned, 8> Open;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_HOSTTRANSLATE_ACCESSPLAN_H
