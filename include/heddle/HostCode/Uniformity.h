//===- Uniformity.h - Registers that are the same in all lanes --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which registers hold one value in all lanes, as long as the lanes go the
/// same way. The interpreter may have led them different ways before they come
/// to host code, so that has to be looked at where it starts.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOSTCODE_UNIFORMITY_H
#define HEDDLE_HOSTCODE_UNIFORMITY_H

#include "heddle/HostCode/FlowGraph.h"
#include "llvm/ADT/BitVector.h"

namespace heddle::hostcode {

class Uniformity {
public:
  /// \p NumRows: of a warp.
  Uniformity(const FlowGraph &Graph, const sm::Program &Prog, unsigned NumRows);

  /// In front of a block: a bit for each row, then one for each $a register,
  /// then one for each $c register.
  const llvm::BitVector &before(uint32_t Block) const { return Blocks[Block]; }
  /// Turns the facts that hold in front of \p N into those that hold behind it.
  void step(llvm::BitVector &Facts, const FlowNode &N) const;
  bool isUniformAddress(const llvm::BitVector &Facts, unsigned Register) const {
    return Register == 0 || Facts[NumRows + Register];
  }

  bool isUniformCondition(const llvm::BitVector &Facts,
                          unsigned Register) const {
    return Facts[NumRows + NumAddresses + Register];
  }
  static constexpr unsigned NumAddresses = 5, NumConditions = 4;
  /// Where lanes that are together stay so, as a predicate is the same in all.
  std::set<FlowGraph::Place> together() const;

private:
  bool isUniform(const llvm::BitVector &Facts, const sm::DecodedInst &I,
                 const sm::Source &S) const;

  const FlowGraph &G;
  const sm::Program &P;
  const unsigned NumRows;
  std::vector<llvm::BitVector> Blocks;
};

} // namespace heddle::hostcode

#endif // HEDDLE_HOSTCODE_UNIFORMITY_H
