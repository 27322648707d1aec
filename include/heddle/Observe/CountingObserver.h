//===- CountingObserver.h - Counts what warps do ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBSERVE_COUNTINGOBSERVER_H
#define HEDDLE_OBSERVE_COUNTINGOBSERVER_H

#include "heddle/Machine/Counters.h"
#include "heddle/Machine/LaunchResult.h"
#include "heddle/Machine/Observer.h"
#include "heddle/Machine/Program.h"
#include "heddle/Machine/TextureCache.h"

namespace heddle::sm {

/// Counts one launch on any number of host threads. A launch whose code fetches
/// from textures runs on one, since what caches hold depends on the order.
class CountingObserver final : public Observer {
public:
  /// The shape is verified.
  explicit CountingObserver(const TextureCacheShape &Shape = {})
      : CacheShape(Shape) {}

  void startLaunch(const LaunchView &L) override;
  std::unique_ptr<Observer> split() override;
  void merge(Observer &Part) override;
  void startCta(const Cta &C) override;
  void issue(const Issue &E) override;
  void join(const Warp &W, const DecodedInst &I, uint32_t Arrived,
            uint32_t GoOn) override;
  void barrierReleased(const Cta &C, unsigned Barrier) override;

  /// Fills in what \p Stats says of counters; nothing where no launch started.
  void addTo(LaunchStats &Stats) const;

private:
  /// From here on counts are for the instruction at \p Index.
  void select(uint32_t Index) { Now = &ByInstruction[Index]; }
  void count(CounterId Id, uint64_t N = 1) { (*Now)[Id] += N; }
  void stackDepth(const Warp &W);
  void issued(uint32_t Active, uint32_t Executing);
  void branch(const Issue &E);
  void image(const Issue &E);
  void texels(const Issue &E);
  /// Returns the passes beyond the first.
  unsigned access(const MemoryAccess &A, uint32_t Executing);
  void global(const MemoryAccess &A, uint32_t Executing);
  void atomic(const MemoryAccess &A, uint32_t Executing);
  void local(const MemoryAccess &A, uint32_t Executing);
  unsigned shared(const MemoryAccess &A, uint32_t Executing);
  unsigned constant(const MemoryAccess &A, uint32_t Executing);

  const Program *P = nullptr;
  /// Counts of the launch that belong to none of its instructions.
  Counters Launch;
  /// By index into the program.
  std::vector<Counters> ByInstruction;
  Counters *Now = &Launch;
  TextureCacheShape CacheShape;
  /// By SM, divided by how many share one. Empty: code fetches nothing.
  std::vector<TextureCache> Caches;
};

} // namespace heddle::sm

#endif // HEDDLE_OBSERVE_COUNTINGOBSERVER_H
