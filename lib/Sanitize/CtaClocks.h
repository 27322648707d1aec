//===- CtaClocks.h - What the threads of a CTA know -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who happens before whom, as the PTX memory model has it: barriers, fences
/// and flags move knowledge from thread to thread. In lock-step a warp counts
/// as one thread.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_CTACLOCKS_H
#define HEDDLE_LIB_SANITIZE_CTACLOCKS_H

#include "VectorClock.h"
#include "heddle/Machine/Cta.h"
#include "heddle/Object/OperationMap.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace heddle::sanitize {

using object::MemoryOrder;
using object::MemoryScope;

/// What the last writers of a place released there.
struct Release {
  /// To threads of all CTAs.
  ClockRef Wide;
  /// To threads of a CTA, by its number.
  llvm::SmallVector<std::pair<uint64_t, ClockRef>, 1> Narrow;
};
/// By address.
using ReleaseMap = llvm::DenseMap<uint64_t, Release>;

class CtaClocks {
public:
  CtaClocks(uint64_t Cta, unsigned NumWarps, bool InLockStep);

  uint64_t cta() const { return Cta; }
  unsigned threadOf(unsigned Warp, unsigned Lane) const {
    return InLockStep ? Warp : Warp * sm::Lanes + Lane;
  }
  uint32_t clock(unsigned Thread) const { return Threads[Thread].Clock; }

  /// Whether the threads of \p Warp are at one clock and know the same; maybe
  /// not where that is so by chance.
  bool isUniform(unsigned Warp) const { return Uniform >> Warp & 1; }

  /// Whether what \p Other, another thread, did at its \p Clock in CTA
  /// \p OtherCta happened before what \p Thread does now.
  bool knows(unsigned Thread, uint64_t OtherCta, unsigned Other,
             uint32_t Clock) const {
    const ThreadClock &T = Threads[Thread];
    if (OtherCta == Cta && Clock <= T.Base)
      return true;
    return T.Rest && knowsMore(*T.Rest, OtherCta, Other, Clock);
  }

  void fence(unsigned Thread, MemoryScope Scope);
  /// A read that is not weak, and perhaps a write, too.
  void read(unsigned Thread, const ReleaseMap &In, uint64_t Address,
            MemoryOrder Order, MemoryScope Scope);
  /// A write that is not weak. \p Modifies: it goes on what others released.
  void write(unsigned Thread, ReleaseMap &In, uint64_t Address,
             MemoryOrder Order, MemoryScope Scope, bool Modifies);

  /// The lanes in \p Mask wait for each other.
  void meet(unsigned Warp, uint32_t Mask);
  /// A warp comes to a barrier, where it may wait. \p IsOfAll: for all threads
  /// of the CTA.
  void arrive(unsigned Warp, unsigned Barrier, bool Waits, bool IsOfAll);
  /// Those at a barrier go on. Whether they are all threads of the CTA.
  bool release(const sm::Cta &C, unsigned Barrier);

private:
  struct ThreadClock {
    uint32_t Clock = 1;
    /// What it knows of all threads of its CTA.
    uint32_t Base = 0;
    /// What it knows beyond.
    ClockRef Rest;
    /// What it knew at its last fence, by scope.
    ClockRef FencedCta, FencedGpu;
    /// What its reads have seen that waits for a fence.
    ClockRef SeenCta, SeenGpu;
  };
  struct BarrierState {
    uint64_t Waiting = 0;
    bool IsOfAll = false;
    /// What those know that did not wait.
    ClockRef Arrived;
  };

  static bool knowsMore(const VectorClock &V, uint64_t OtherCta, unsigned Other,
                        uint32_t Clock);
  /// What a thread knows, and what it has done.
  ClockRef snapshot(unsigned Thread) const;
  void learn(unsigned Thread, const ClockRef &What);
  /// \p Thread goes its own way.
  void parts(unsigned Thread) {
    if (!InLockStep)
      Uniform &= ~(uint64_t(1) << Thread / sm::Lanes);
  }
  void releaseAll();
  void releaseSome(uint64_t Warps, const ClockRef &Arrived);
  /// The threads of \p Group go on with all that any of them, and \p More,
  /// knows.
  void join(llvm::ArrayRef<unsigned> Group, const ClockRef &More);

  const uint64_t Cta;
  const bool InLockStep;
  const unsigned PerWarp;
  std::vector<ThreadClock> Threads;
  /// By warp.
  uint64_t Uniform = ~uint64_t(0);
  std::array<BarrierState, sm::NumBarriers> Barriers;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_CTACLOCKS_H
