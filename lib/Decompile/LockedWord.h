//===- LockedWord.h - What becomes of a locked word -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chips compute atomics on s[] by several instructions where no single one
/// does: comparisons of the word that was loaded, and moves under predicates.
/// This follows the word through them and tells which atomic of PTX they are.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DECOMPILE_LOCKEDWORD_H
#define HEDDLE_LIB_DECOMPILE_LOCKEDWORD_H

#include "Conditions.h"
#include "Flow.h"
#include "Webs.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace heddle::decompile {

/// A number, or a source of a node: a register by its row, or a word of memory
/// by the index of the source.
struct AtomicOperand {
  std::optional<uint32_t> Number;
  uint32_t Node = NoNode;
  std::optional<unsigned> Row;
  unsigned Source = 0;
};

/// An atomic that several nodes compute.
struct WordUpdate {
  /// "cas.b32"
  std::string Atomic;
  llvm::SmallVector<AtomicOperand, 2> Operands;
  /// Nodes that compute what is stored, and nothing that is read elsewhere.
  llvm::SmallVector<uint32_t, 8> Nodes;
};

/// The code between a lock and its unlock, as nodes in the order in which they
/// run.
struct LockedPath {
  const sm::Program &P;
  const Flow &F;
  const Webs &W;
  const Conditions &Tested;
  uint32_t Lock = NoNode, Unlock = NoNode;
  llvm::ArrayRef<uint32_t> Nodes;
  /// Whether a node is executed whenever it is come to.
  llvm::function_ref<bool(uint32_t)> IsCertain;
};

/// Returns the cas, inc or dec that the path computes; nothing where it
/// computes something else. It can take the place of the unlock.
std::optional<WordUpdate> findUpdate(const LockedPath &Path);

} // namespace heddle::decompile

#endif // HEDDLE_LIB_DECOMPILE_LOCKEDWORD_H
