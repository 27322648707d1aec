//===- WaitingLanes.h - Where lanes that wait go on -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While some lanes of a warp execute masked code, the others wait in entries
/// of the divergence stack. Registers count for these as they do at the places
/// where the entries take them, whatever the active lanes write meanwhile: a
/// masked write changes the active lanes' part of a register only. The rules
/// are those of heddle/ABI/DivergenceRules.h.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_WAITINGLANES_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_WAITINGLANES_H

#include "heddle/HostCode/FlowGraph.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle::hosttranslate {

using namespace hostcode;

class WaitingLanes {
public:
  WaitingLanes(const FlowGraph &Graph, const sm::Program &Prog);

  /// The lanes that wait while a block executes.
  struct Waiters {
    /// The blocks where they go on, each once.
    llvm::SmallVector<uint32_t, 4> GoOnAt;
    /// Some go on where no block is for them.
    bool AreUnknown = false;
  };
  const Waiters &in(uint32_t Block) const { return Blocks[Block]; }

private:
  /// Finds the entries, as bits from the bottom of the stack, in which lanes
  /// may wait while each block executes.
  std::vector<uint32_t> findEntries() const;
  /// The entries that lanes come to wait in at the end of a block.
  uint32_t entriesTaken(const FlowNode &Last) const;
  template <class FnT>
  void forEachWay(uint32_t Waiting, const FlowNode &Last, FnT Fn) const;

  const FlowGraph &G;
  const sm::Program &P;
  std::vector<Waiters> Blocks;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_WAITINGLANES_H
