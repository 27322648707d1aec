//===- TraceRecorder.h - Makes traces of what is observed -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TIMING_TRACERECORDER_H
#define HEDDLE_LIB_TIMING_TRACERECORDER_H

#include "AccessDetails.h"

namespace heddle::timing {

/// Records one CTA in progress.
class CtaRecorder {
public:
  CtaRecorder(const sm::Program &P, const KernelCosts &Costs,
              const RecorderRules &Rules, unsigned NumWarps);

  void issue(const sm::Issue &E, LaunchWork &Work);
  /// Lanes \p Came to a join at \p Index; unless the warp \p GoesOn there, it
  /// was issued for nothing but to give another path its turn.
  void join(unsigned Warp, uint32_t Index, uint32_t Came, bool GoesOn,
            LaunchWork &Work);
  void barrierReleased(unsigned Barrier);
  /// Writes what is left.
  std::unique_ptr<CtaTrace> finish();

  size_t bytes() const { return Trace->bytes(); }

private:
  struct WarpPlace {
    /// The run of instructions that is not yet written.
    uint32_t First = 0, Count = 0;
    /// Place of an arrival of which it is not known that the warp waits.
    size_t Arrival = 0;
    unsigned ArrivedAt = sm::NumBarriers;
    uint64_t Phase = 0;
    /// Lanes that came to the join that is about to be issued.
    uint32_t Came = 0;
  };

  /// Adds the instructions up to \p Index, and says how many of them were not
  /// seen.
  uint32_t advance(unsigned Warp, uint32_t Index);
  /// Does so, and adds the operations of instructions with \p Lanes active.
  void addUnseen(unsigned Warp, uint32_t Index, uint32_t Lanes,
                 LaunchWork &Work);
  /// How many instructions from \p Next on a warp may have executed unseen,
  /// behind the one before it.
  uint32_t straightFrom(uint32_t Next) const;
  void settleArrival(unsigned Warp);

  const sm::Program &P;
  const KernelCosts &Costs;
  const DetailMaker Details;
  std::unique_ptr<CtaTrace> Trace;
  std::vector<WarpPlace> Places;
  std::array<uint8_t, sm::NumBarriers> Arrived = {};
};

} // namespace heddle::timing

#endif // HEDDLE_LIB_TIMING_TRACERECORDER_H
