//===- TraceRecorder.h - Makes traces of what is observed -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_TRACERECORDER_H
#define HEDDLE_LIB_TIMING_TRACERECORDER_H

#include "InstructionCosts.h"
#include "WarpTrace.h"
#include "heddle/Machine/Observer.h"
#include <map>

namespace heddle::timing {

/// What all CTAs of a launch did together.
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

/// Of one CTA in progress.
class CtaRecorder {
public:
  CtaRecorder(const sm::Program &P, const KernelCosts &Costs,
              const RecorderRules &Rules, uint64_t Number, unsigned NumWarps);

  void issue(const sm::Issue &E, LaunchWork &Work);
  /// The instruction at \p Index was issued for nothing but to give another
  /// path its turn.
  void switchPath(unsigned Warp, uint32_t Index);
  void barrierReleased(unsigned Barrier);
  /// Writes what is left.
  std::unique_ptr<CtaTrace> finish();

  size_t bytes() const { return Trace->bytes(); }

private:
  struct WarpPlace {
    /// Of the run that is not yet written.
    uint32_t First = 0, Count = 0;
    /// Place of an arrival of which it is not known that the warp waits.
    size_t Arrival = 0;
    unsigned ArrivedAt = sm::NumBarriers;
    uint64_t Phase = 0;
  };

  /// Adds the instructions up to \p Index, and says how many of them were not
  /// seen.
  uint32_t advance(unsigned Warp, uint32_t Index);
  /// How many instructions from \p Next on a warp may have executed unseen,
  /// behind the one before it.
  uint32_t straightFrom(uint32_t Next) const;
  void settleArrival(unsigned Warp);
  Detail detailOf(const sm::Issue &E, LaunchWork &Work);
  void addAccess(const sm::MemoryAccess &A, uint32_t Mask, const sm::Issue &E,
                 Detail &D, LaunchWork &Work);
  void addTexels(const sm::Issue &E, Detail &D) const;
  void addLocal(const sm::MemoryAccess &A, uint32_t Mask, unsigned Warp,
                Detail &D) const;

  const sm::Program &P;
  const KernelCosts &Costs;
  const RecorderRules &Rules;
  const uint64_t FirstWarp;
  std::unique_ptr<CtaTrace> Trace;
  std::vector<WarpPlace> Places;
  std::array<uint8_t, sm::NumBarriers> Arrived = {};
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_TRACERECORDER_H
