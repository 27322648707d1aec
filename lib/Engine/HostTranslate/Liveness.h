//===- Liveness.h - Which variables are read later --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LIVENESS_H
#define HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LIVENESS_H

#include "HandlerInliner.h"
#include "heddle/HostCode/FlowGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"

namespace heddle::hosttranslate {

using namespace hostcode;

/// The variables whose values count in front of each node of \p G, where
/// \p Nodes says what each reads and writes.
class Liveness {
public:
  enum class Scope : uint8_t {
    /// The interpreter may go on anywhere, but it executes the same
    /// instructions: those that G leaves to it, and what follows them, may read
    /// all.
    Kernel,
    /// Nothing counts that is not read before host code is left.
    HostCode,
  };
  Liveness(const FlowGraph &G, llvm::ArrayRef<Effects> Nodes,
           unsigned NumVariables, Scope Within);

  llvm::BitVector before(NodeIndex N) const;
  /// Returns the variables that count behind \p N, the last of a block.
  llvm::BitVector behind(const FlowNode &N) const;

private:
  const FlowGraph &G;
  llvm::ArrayRef<Effects> Nodes;
  const unsigned NumVariables;
  const Scope Within;
  /// The variables that count in front of each block.
  std::vector<llvm::BitVector> Blocks;
  std::vector<uint32_t> BlockWith;
};

/// The variables that host code may have written, since it was entered, in
/// front of each block of \p G: the others are in the warp's memory as they
/// are.
/// \p Written says what each block writes, and \p Kept which of that it stores
/// there itself.
class Changes {
public:
  Changes(const FlowGraph &G, llvm::ArrayRef<llvm::BitVector> Written,
          llvm::ArrayRef<llvm::BitVector> Kept);

  const llvm::BitVector &before(uint32_t Block) const { return Blocks[Block]; }

private:
  std::vector<llvm::BitVector> Blocks;
};

} // namespace heddle::hosttranslate

#endif // HEDDLE_LIB_ENGINE_HOSTTRANSLATE_LIVENESS_H
