//===- Gathering.h - Lanes that meet across branches ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lanes that name each other in an exchange meet from sm_70 on wherever they
/// are: at instructions of one kind, not at one instruction
/// (docs/rationale/Tx1.md). Here is what they have in common until each has
/// executed its own.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MACHINE_GATHERING_H
#define HEDDLE_MACHINE_GATHERING_H

#include "heddle/Machine/LaneContext.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>

namespace heddle::sm {

struct Gathering {
  using Row = std::array<uint32_t, Lanes>;

  /// By lane: the lanes that it meets when it next exchanges values; 0: all.
  Row Named = {};
  /// By lane: the lanes that it has met at the instruction that it is at; 0:
  /// those that are there.
  Row Met = {};
  /// Lanes that have their results here, as they came from several
  /// instructions: the word, and the condition code's bits.
  uint32_t Served = 0;
  Row Words = {};
  uint32_t Planes[4] = {};

  template <class FnT> static void forEach(uint32_t Mask, FnT Fn) {
    for (; Mask; Mask &= Mask - 1)
      Fn(unsigned(__builtin_ctz(Mask)));
  }
  static void fill(Row &R, uint32_t Mask, uint32_t V) {
    forEach(Mask, [&](unsigned Lane) { R[Lane] = V; });
  }
};

/// Lanes at one instruction, and all whom they name.
struct MemberGroup {
  uint32_t Lanes;
  uint32_t Members;
};

/// The lanes \p AtHand in groups that have no member in common. By lane,
/// \p Named are the members, of whom only \p Live count.
llvm::SmallVector<MemberGroup, 4> groupsOf(const Gathering::Row &Named,
                                           uint32_t AtHand, uint32_t Live);

} // namespace heddle::sm

#endif // HEDDLE_MACHINE_GATHERING_H
