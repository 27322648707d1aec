//===- Liveness.h - How many registers are live at once ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_EXPLAIN_LIVENESS_H
#define HEDDLE_LIB_EXPLAIN_LIVENESS_H

#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace heddle::explain {

/// Values, numbered from 0, in the order of code, forwards: the same for IR and
/// for machine code.
class Liveness {
public:
  struct Instruction {
    llvm::SmallVector<unsigned, 2> Written;
    llvm::SmallVector<unsigned, 4> Read;
  };
  struct Block {
    std::vector<Instruction> Code;
    /// The values that successors read without an instruction, as phis do.
    llvm::SmallVector<unsigned, 4> ReadAtEnd;
    llvm::SmallVector<unsigned, 2> Next;
  };
  std::vector<Block> Blocks;
  /// The halves of registers that each value needs; 0: none.
  std::vector<unsigned> Halves;

  /// Whether so many blocks and values do not take long. A few values have no
  /// instruction, and others several.
  static bool isCountable(size_t NumBlocks, size_t NumValues) {
    constexpr size_t MostBits = size_t(1) << 26;
    return NumBlocks * NumValues <= MostBits;
  }
  /// Most registers live at once; none where counting takes long.
  std::optional<unsigned> most() const;
};

} // namespace heddle::explain

#endif // HEDDLE_LIB_EXPLAIN_LIVENESS_H
