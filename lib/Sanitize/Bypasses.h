//===- Bypasses.h - Who goes around a meeting -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From sm_70 on a meeting waits for the members that have not exited, and
/// whether some exit before the others come or while they wait is a matter of
/// who goes first. So what counts is where a member has been: one that only
/// exits, or did its last work in front of the meeting, has left early. One
/// that did it on the way of the others behind the meeting has gone around it.
/// Beside the meeting, on the other side of a branch, an early return that
/// stores and a branch with a meeting on one side only are the same program:
/// there a member has gone around if the others waited for it.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_BYPASSES_H
#define HEDDLE_LIB_SANITIZE_BYPASSES_H

#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <vector>

namespace heddle::sanitize {

/// The ways from place to place of the PTX. The optimizer copies code, so a
/// place is a line and a column; an instruction without is one of its own.
class Ways {
public:
  explicit Ways(const sm::Program &P);

  /// Returns whether the instruction at \p To lies behind the one at \p From:
  /// lanes that execute it do not come to that one any more, and it is on a way
  /// from there.
  bool isBehind(uint32_t From, uint32_t To);
  /// Returns whether lanes that execute the instruction at \p To do not come to
  /// the one at \p From any more, and the PTX has it further down.
  bool isFurtherDown(uint32_t From, uint32_t To);
  /// Whether the instruction at \p Index has a place in the PTX.
  bool isPlaced(uint32_t Index) const { return Placed.test(Index); }

private:
  using Place = std::pair<uint32_t, uint32_t>;

  /// Returns whether a way leads from the instruction at \p To to the one at
  /// \p From, or both have one place.
  bool leadsBack(uint32_t From, uint32_t To);
  /// The nodes that the node \p From leads to.
  const llvm::BitVector &reachedFrom(uint32_t From);

  /// By instruction.
  std::vector<uint32_t> NodeOf;
  std::vector<Place> PlaceOf;
  llvm::BitVector Placed;
  /// Where the kernel begins; functions are in front, if they are of its file.
  Place Begin;
  /// By node.
  std::vector<llvm::SmallVector<uint32_t, 2>> Next;
  llvm::DenseMap<uint32_t, llvm::BitVector> Reached;
};

/// The last visible effect of each lane of the warps of a CTA.
class LastEffects {
public:
  explicit LastEffects(unsigned NumWarps) : Last(NumWarps) {}

  void note(const sm::Issue &E);
  /// Returns the lanes of \p Among, of warp \p Warp, that have gone around the
  /// meeting at \p Meeting, where others waited for the lanes \p Awaited.
  uint32_t around(Ways &W, uint32_t Meeting, unsigned Warp, uint32_t Among,
                  uint32_t Awaited) const;

private:
  /// By warp and lane: the number of an instruction, from 1 on.
  std::vector<std::array<uint32_t, sm::Lanes>> Last;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_BYPASSES_H
