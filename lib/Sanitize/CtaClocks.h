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
#include <array>
#include <vector>

namespace heddle::sanitize {

using object::MemoryOrder;

/// Works in a thread's stead: what it does happens behind what the thread did
/// before it asked for it, and before what the thread does once it has waited.
using AgentKind = object::SyncOperation::AgentType;
/// The number, in place of that of its CTA, by which the work of an agent is
/// known.
constexpr unsigned AgentShift = 48;
inline uint64_t agentOf(uint64_t Cta, AgentKind Kind) {
  return Cta | uint64_t(Kind) << AgentShift;
}
inline uint64_t ctaOfAgent(uint64_t Agent) {
  return Agent & ((uint64_t(1) << AgentShift) - 1);
}
inline bool isAgent(uint64_t Cta) { return Cta >> AgentShift; }

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
  unsigned numThreads() const { return unsigned(Threads.size()); }

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
  /// others released. \p Kind: it says that the work of this agent is done.
  void write(unsigned Thread, ReleaseMap &In, const OrderedAccess &A,
             bool Modifies, AgentKind Kind = AgentKind::NoAgent);

  // In AgentClocks.cpp: what goes on behind a thread's back.
  uint32_t agentClock(unsigned Thread, AgentKind Kind) const;
  /// Closes a group of its work.
  void commit(unsigned Thread, AgentKind Kind);
  /// Waits for all groups but the newest \p Pending. \p OfReads: only until
  /// they have read.
  void await(unsigned Thread, AgentKind Kind, size_t Pending, bool OfReads);
  /// Whether \p Thread has waited for what the agent of \p Other did.
  bool knowsAgent(unsigned Thread, uint64_t Agent, unsigned Other, bool IsWrite,
                  uint32_t Clock) const;
  /// Has what \p Thread knows at a fence between proxies seen by them.
  void proxyFence(unsigned Thread);
  /// Whether there was such a fence between what \p Other did and what \p
  /// Thread asks for.
  bool isFenced(unsigned Thread, unsigned Other, uint32_t Clock) const;

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
    /// The clock that it learned last, which a thread that looks at a flag
    /// again and again finds each time.
    ClockRef Learned;
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
  struct AgentClock {
    uint32_t Clock = 1;
    /// The clocks at which groups end that are not waited for yet.
    llvm::SmallVector<uint32_t, 4> Groups;
  };
  static constexpr unsigned AgentKinds = AgentKind::WgmmaAgent + 1;
  using AgentClocks = std::array<AgentClock, AgentKinds>;
  struct ProxyFence {
    uint32_t Clock;
    ClockRef Known;
  };
  /// All that is fenced for a thread that knows Base and Rest, after so many
  /// fences. To hold Rest is to have it copied where it changes.
  struct FencedClock {
    uint32_t Base = 0;
    ClockRef Rest;
    uint64_t Fences = 0;
    ClockRef Known;
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

  AgentClock &agent(unsigned Thread, AgentKind Kind);
  /// The number by which the work of \p Thread's agent is known. Reads have one
  /// of their own, since some waits are for them alone. wgmma is the work of a
  /// warpgroup, whose threads close the same groups, and one of them may tell
  /// others that a group is done.
  ThreadId agentId(uint64_t Agent, unsigned Thread, bool IsWrite) const;
  /// Adds to \p To that all its work so far is done.
  void finishWork(unsigned Thread, AgentKind Kind, VectorClock &To);
  /// The newest fence of \p By that happened before what \p Thread does, which
  /// has all that earlier ones have; null: none did.
  const ProxyFence *fenceBy(unsigned By, unsigned Thread) const;
  /// All that such fences have seen.
  const VectorClock &fencedFor(unsigned Thread) const;

  const uint64_t Cta;
  const bool InLockStep;
  const unsigned PerWarp;
  std::vector<ThreadClock> Threads;
  /// By thread; empty where there was no work.
  std::vector<AgentClocks> Agents;
  /// By thread, the last few; empty where there were none.
  std::vector<llvm::SmallVector<ProxyFence, 2>> ProxyFences;
  /// The fences of all threads so far.
  uint64_t NumFences = 0;
  /// By thread, what was found last.
  mutable std::vector<FencedClock> Fenced;
  /// By warp.
  uint64_t Uniform = ~uint64_t(0);
  std::array<BarrierState, sm::NumBarriers> Barriers;
};

} // namespace heddle::sanitize

#endif // HEDDLE_LIB_SANITIZE_CTACLOCKS_H
