//===- CtaClocks.h - What the threads of a CTA know -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The happens-before order of threads, as the PTX memory model has it:
/// barriers, fences and flags move knowledge from thread to thread. In
/// lock-step a warp counts as one thread.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_SANITIZE_CTACLOCKS_H
#define HEDDLE_LIB_SANITIZE_CTACLOCKS_H

#include "Releases.h"
#include "heddle/Machine/Cta.h"
#include <vector>

namespace heddle::sanitize {

using object::MemoryOrder;

/// An access that is not weak.
struct OrderedAccess {
  uint64_t Address;
  unsigned Bytes;
  MemoryOrder Order;
  MemoryScope Scope;
};

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

  void fence(unsigned Thread, MemoryOrder Order, MemoryScope Scope);
  /// Notes the releases that a read, perhaps of an atomic, observes.
  void read(unsigned Thread, const ReleaseMap &In, const OrderedAccess &A);
  /// Notes what a write releases. \p Modifies: as an atomic, it passes on what
  /// others released.
  void write(unsigned Thread, ReleaseMap &In, const OrderedAccess &A,
             bool Modifies);

  /// The lanes in \p Mask wait for each other.
  void meet(unsigned Warp, uint32_t Mask);
  /// A warp comes to a barrier, where it may wait. \p IsOfAll: for all threads
  /// of the CTA.
  void arrive(unsigned Warp, unsigned Barrier, bool Waits, bool IsOfAll);
  /// The warps that a barrier has counted go on. Returns whether they are all
  /// threads of the CTA.
  bool release(const sm::Cta &C, unsigned Barrier);

private:
  struct ThreadClock {
    uint32_t Clock = 1;
    /// The clock up to which it knows all threads of its CTA.
    uint32_t Base = 0;
    /// Its knowledge beyond Base.
    ClockRef Rest;
    /// Fences in its past.
    FenceRef Fences;
    /// Its knowledge at its last fence, by scope.
    Scoped<Knowledge> Fenced;
    /// The knowledge that its reads have seen and that waits for a fence.
    Scoped<Knowledge> Seen;
    /// The part of Seen, by place, that waits for a read there that acquires.
    llvm::SmallDenseMap<std::pair<const ReleaseMap *, uint64_t>,
                        Scoped<Knowledge>, 1>
        SeenAt;
  };
  struct BarrierState {
    uint64_t Waiting = 0;
    bool IsOfAll = false;
    /// Warps that arrived and did not wait, and what their threads knew.
    llvm::SmallVector<std::pair<unsigned, Knowledge>, 2> Arrived;
  };

  static bool knowsMore(const VectorClock &V, uint64_t OtherCta, unsigned Other,
                        uint32_t Clock);
  /// The knowledge of a thread, including its own past.
  Knowledge snapshot(unsigned Thread) const;
  void learn(unsigned Thread, const Knowledge &What);
  /// A fence that is sequentially consistent comes behind others.
  void comeBehindFences(unsigned Thread, MemoryScope Scope);
  void acquireAt(unsigned Thread, const ReleaseMap &In, const OrderedAccess &A);
  /// \p Thread goes its own way.
  void parts(unsigned Thread) {
    if (!InLockStep)
      Uniform &= ~(uint64_t(1) << Thread / sm::Lanes);
  }
  /// Takes those that have come to a barrier and are counted.
  BarrierState takeCounted(const sm::Cta &C, unsigned Barrier);
  void releaseAll(const sm::Cta &C);
  /// How many threads there are.
  unsigned count(const sm::Cta &C) const;
  void releaseSome(uint64_t Warps, const Knowledge &Arrived);
  /// The threads of \p Group go on with all that any of them, and \p More,
  /// knows.
  void join(llvm::ArrayRef<unsigned> Group, const Knowledge &More);

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
