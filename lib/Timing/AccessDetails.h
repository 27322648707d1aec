//===- AccessDetails.h - What an execution is to the memory -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_ACCESSDETAILS_H
#define HEDDLE_LIB_TIMING_ACCESSDETAILS_H

#include "InstructionCosts.h"
#include "WarpTrace.h"
#include "heddle/Machine/Observer.h"

namespace heddle::timing {

/// The work of all CTAs of a launch together.
struct LaunchWork {
  uint64_t FloatOperations = 0, UsefulBytes = 0;
};

/// Where the local memory of a warp is for the DRAM, and how coalescing goes.
struct RecorderRules {
  /// Compute capability 1.0 and 1.1.
  bool IsStrict = false;
  uint32_t LocalBytes = 0;
  /// Warps that have local memory at the same time.
  uint64_t ResidentWarps = 1;
};

/// Makes of an execution what the model has to know of it: conflict-free parts,
/// lines, transactions, arrivals.
class DetailMaker {
public:
  explicit DetailMaker(const RecorderRules &How) : Rules(How) {}

  /// Adds what was asked of g[] to \p Work.
  Detail make(const sm::Issue &E, LaunchWork &Work) const;

private:
  void addAccess(const sm::MemoryAccess &A, uint32_t Mask, const sm::Issue &E,
                 Detail &D, LaunchWork &Work) const;
  void addTexels(const sm::Issue &E, Detail &D) const;
  void addLocal(const sm::MemoryAccess &A, uint32_t Mask, const sm::Warp &W,
                Detail &D) const;

  const RecorderRules &Rules;
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_ACCESSDETAILS_H
