//===- Counting.h - Counts what warps do ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SM_COUNTING_H
#define HEDDLE_LIB_SM_COUNTING_H

#include "Program.h"
#include "Watcher.h"
#include "heddle/SM/Counters.h"

namespace heddle::sm {

class CountingWatcher final : public Watcher {
public:
  explicit CountingWatcher(const Program &Prog);
  void startBlock(const Block &B) override;
  void turn(const Block &B, unsigned Number) override;
  void issue(const Issue &E) override;
  void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
            uint32_t GoOn) override;
  void barrierReleased(const Block &B, unsigned Barrier) override;

  /// Adds everything to \p Stats, whose instructions are those of the program.
  void addTo(LaunchStats &Stats) const;

private:
  /// What follows counts for \p I.
  void select(const DecodedInst &I);
  void count(CounterId Id, uint64_t N = 1) { (*Now)[Id] += N; }
  void stackDepth(const Warp &W);
  void issued(uint32_t Active, uint32_t Executing);
  void branch(const Issue &E);
  void global(const Issue &E, bool IsStore);
  void atomic(const Issue &E);
  void local(const Issue &E, bool IsStore);
  /// Passes beyond the first.
  unsigned shared(const uint32_t *Address, uint32_t Mask, unsigned Bytes,
                  bool IsStore);
  unsigned constant(const uint32_t *Address, uint32_t Mask, unsigned Bytes);
  unsigned operands(const Issue &E);

  const Program &P;
  /// Of the launch, apart from its instructions.
  Counters Launch;
  /// By index into the program.
  std::vector<Counters> ByInstruction;
  Counters *Now = &Launch;
};

} // namespace heddle::sm

#endif // HEDDLE_LIB_SM_COUNTING_H
