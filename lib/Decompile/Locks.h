//===- Locks.h - Atomics on s[] ---------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The chips have no atomics on s[]: code locks a word as it loads it,
/// computes, and unlocks the word as it stores it; lanes that find it locked
/// try again. PTX has the atomics and no locks. An operation between a lock and
/// its unlock becomes the atomic of its name, and a longer computation ends
/// with a compare-and-swap, after which it is done again where somebody came
/// between.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DECOMPILE_LOCKS_H
#define HEDDLE_LIB_DECOMPILE_LOCKS_H

#include "Conditions.h"
#include "Flow.h"
#include "LockedWord.h"
#include "Webs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <string>

namespace heddle::decompile {

struct LockedSection {
  /// The nodes that lock and unlock.
  uint32_t Lock = NoNode, Unlock = NoNode;
  /// From 1 on.
  unsigned Number = 0;
  /// The node whose operation, with the word and another source, is that of an
  /// atomic; the unlocking one where a register is stored as it is, or where
  /// several nodes compute the atomic; none where the word is swapped.
  uint32_t Operation = NoNode;
  /// The operands of the atomic but for the word.
  llvm::SmallVector<AtomicOperand, 2> Operands;
  /// The node in whose place the atomic is: the operation's, or the unlocking
  /// one, and then nothing else takes the result of the operation.
  uint32_t Place = NoNode;
  /// Whether something but the store takes that result.
  bool IsResultTaken = false;
  /// "add.u32"
  std::string Atomic;
  /// The reason why it cannot be written.
  std::string Problem;
};

class Locks {
public:
  Locks(const sm::Program &Prog, const Flow &Graph, const Webs &Rows,
        const Conditions &Tests);

  const std::vector<LockedSection> &sections() const { return Sections; }
  /// The section that \p Node locks, unlocks, or computes; null: none.
  const LockedSection *at(uint32_t Node) const {
    auto It = ByNode.find(Node);
    return It == ByNode.end() ? nullptr : &Sections[It->second];
  }
  /// Whether \p Node is a part of an atomic, and nothing else.
  bool isPart(uint32_t Node) const { return Parts.contains(Node); }

private:
  const sm::DecodedInst &inst(uint32_t Node) const {
    return P.Code[F.Nodes[Node].PC];
  }
  void addSection(uint32_t Lock);
  std::vector<uint32_t> regionOf(uint32_t Lock, uint32_t &Unlock) const;
  std::string problemOf(const LockedSection &S,
                        llvm::ArrayRef<uint32_t> Region) const;
  void followFlags(const LockedSection &S, llvm::ArrayRef<uint32_t> Region);
  bool isCertain(const LockedSection &S, uint32_t Node) const;
  bool canRepeat(const LockedSection &S, llvm::ArrayRef<uint32_t> Region) const;
  void findAtomic(LockedSection &S, llvm::ArrayRef<uint32_t> Region) const;
  void findLongAtomic(LockedSection &S, llvm::ArrayRef<uint32_t> Region);
  std::vector<uint32_t> pathOf(const LockedSection &S,
                               llvm::ArrayRef<uint32_t> Region) const;

  const sm::Program &P;
  const Flow &F;
  const Webs &W;
  const Conditions &Tested;
  /// Nodes of a region in front of which the flags of its lock may be others.
  llvm::DenseSet<uint32_t> Changed;
  llvm::DenseSet<uint32_t> Parts;
  std::vector<LockedSection> Sections;
  llvm::DenseMap<uint32_t, size_t> ByNode;
};

} // namespace heddle::decompile

#endif // HEDDLE_LIB_DECOMPILE_LOCKS_H
