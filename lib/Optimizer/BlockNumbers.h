//===- BlockNumbers.h - The flow graph by numbers ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The blocks of a function by their place in it, with edges and dominators,
/// for passes that walk them once for each of many values.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OPTIMIZER_BLOCKNUMBERS_H
#define HEDDLE_LIB_OPTIMIZER_BLOCKNUMBERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"

namespace heddle {

class BlockNumbers {
public:
  BlockNumbers(llvm::Function &F, const llvm::DominatorTree &DT);

  struct Block {
    llvm::BasicBlock *IR = nullptr;
    /// Number of the immediate dominator; None of the entry block and of
    /// those that are not reached.
    unsigned Dominator = None;
    /// Depth in the dominator tree.
    unsigned Level = 0;
    bool IsReached = false;
    /// A block occurs as often as there are edges to it; so in Predecessors.
    llvm::SmallVector<unsigned, 2> Successors;
    /// Reached blocks come first, in the order in which a depth-first walk from
    /// the entry block takes the edges; the others are behind them.
    llvm::SmallVector<unsigned, 2> Predecessors;
    llvm::SmallVector<unsigned, 2> Dominated;
  };
  static constexpr unsigned None = ~0u;

  unsigned size() const { return Blocks.size(); }
  const Block &operator[](unsigned Number) const { return Blocks[Number]; }
  unsigned operator[](const llvm::BasicBlock *BB) const {
    return Numbers.lookup(BB);
  }
  /// When that walk comes to a block that is reached.
  unsigned placeOf(unsigned Number) const { return Places[Number]; }

private:
  void walkFromEntry();

  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Numbers;
  std::vector<Block> Blocks;
  std::vector<unsigned> Places;
};

} // namespace heddle

#endif // HEDDLE_LIB_OPTIMIZER_BLOCKNUMBERS_H
