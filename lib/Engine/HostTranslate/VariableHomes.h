//===- VariableHomes.h - Where variables are between blocks -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A register that host code keeps from block to block has to be loaded at each
/// entry and stored at each exit where it counts, and is a phi wherever ways
/// meet. Where there are many of these, that is most of the code. Such a
/// register stays in the warp's memory: a block that reads it loads it, and one
/// that writes it stores it. Small loops that use it keep it nevertheless.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_VARIABLEHOMES_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_VARIABLEHOMES_H

#include "FlowLoops.h"
#include "HandlerInliner.h"
#include "Liveness.h"
#include "StateVariables.h"
#include "heddle/Machine/Program.h"

namespace heddle::hosttranslate {

class VariableHomes {
public:
  /// All variables are kept.
  VariableHomes(const FlowGraph &G, const StateVariables &State);
  /// Chooses by what is less to write.
  VariableHomes(const FlowGraph &G, const sm::Program &P,
                const StateVariables &State);

  /// The variables that are in the warp's memory where \p Block starts and
  /// ends, each of them in both places.
  const llvm::BitVector &inMemory(uint32_t Block) const {
    return InMemory[Block];
  }
  llvm::ArrayRef<llvm::BitVector> inMemory() const { return InMemory; }
  /// The variables that are so in some block.
  const llvm::BitVector &ever() const { return Ever; }

private:
  std::vector<llvm::BitVector> InMemory;
  llvm::BitVector Ever;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_VARIABLEHOMES_H
