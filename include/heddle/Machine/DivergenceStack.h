//===- DivergenceStack.h - Where lanes wait for each other ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The control stack of a warp. Rules: tesla-isa.md section 5.6.
///
///   joinat T     pushes {Join, T, active}; its join pops it: all go on
///   bra          pushes {Branch, PC, lanes} when lanes disagree
///   breakaddr T  pushes {Break, T, active}; it is popped when no lane is left
///   call         pushes {Call, return PC, active}
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_DIVERGENCESTACK_H
#define HEDDLE_MACHINE_DIVERGENCESTACK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace heddle::sm {

enum class EntryKind : uint8_t { Branch, Call, Break, Join };

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

  /// Whether a break entry lies above the innermost call.
  bool canBreak() const;
  bool inCall() const;
  llvm::ArrayRef<StackEntry> entries() const { return Entries; }

  /// Of all entries.
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
