//===- DivergenceStack.h - Where lanes wait for each other ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The control stack of a warp: its entries. What becomes of them is
/// heddle/ABI/DivergenceRules.h.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_DIVERGENCESTACK_H
#define HEDDLE_MACHINE_DIVERGENCESTACK_H

#include "heddle/ABI/DivergenceRules.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace heddle::sm {

using abi::EntryKind;

/// "branch", "call", "break", "join".
const char *entryName(EntryKind Kind);

struct StackEntry {
  EntryKind Kind = EntryKind::Branch;
  /// Instruction index at which the lanes go on.
  uint32_t Target = 0;
  uint32_t Mask = 0;
};

class DivergenceStack {
public:
  /// The chip's stack spills to memory; its size is chosen at launch.
  static constexpr unsigned MaxEntries = 4096;

  /// False when the stack is full.
  bool push(EntryKind Kind, uint32_t Target, uint32_t Mask) {
    if (Entries.size() == MaxEntries)
      return false;
    Entries.push_back({Kind, Target, Mask});
    return true;
  }
  StackEntry pop() { return Entries.pop_back_val(); }
  const StackEntry &top() const { return Entries.back(); }
  bool empty() const { return Entries.empty(); }
  void clear() { Entries.clear(); }

  /// Whether lanes that leave so have what they leave for.
  bool hasScope(abi::Leaving How) const;
  bool inCall() const { return hasScope(abi::Leaving::Return); }
  llvm::ArrayRef<StackEntry> entries() const { return Entries; }

  /// The lanes of all entries.
  uint32_t lanes() const;
  /// Leaves the lanes in \p Mask only, and no branch entry without lanes.
  void keep(uint32_t Mask);
  /// Gives each entry, from the bottom, its lanes; there may be more of them.
  void setMasks(llvm::ArrayRef<uint32_t> Masks);
  /// Whether both have the same entries but for their lanes.
  bool isLike(const DivergenceStack &Other) const;
  /// Takes in the lanes of one that is like it.
  void absorb(const DivergenceStack &Other);

private:
  llvm::SmallVector<StackEntry, 32> Entries;
};

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_DIVERGENCESTACK_H
