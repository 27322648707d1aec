//===- CtaClocks.cpp - What the threads of a CTA know ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CtaClocks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <cassert>

namespace heddle::sanitize {

CtaClocks::CtaClocks(uint64_t Number, unsigned NumWarps, bool LockStep)
    : Cta(Number), InLockStep(LockStep), PerWarp(LockStep ? 1 : sm::Lanes),
      Threads(size_t(NumWarps) * PerWarp) {}

bool CtaClocks::knowsMore(const VectorClock &V, uint64_t OtherCta,
                          unsigned Other, uint32_t Clock) {
  return V.ofThread(threadId(OtherCta, Other)) >= Clock ||
         V.ofCta(OtherCta) >= Clock;
}

Knowledge CtaClocks::snapshot(unsigned Thread) const {
  assert(Thread < Threads.size() && "no thread of the CTA");
  const ThreadClock &T = Threads[Thread];
  ClockRef All = T.Rest ? std::make_shared<VectorClock>(*T.Rest)
                        : std::make_shared<VectorClock>();
  if (T.Base)
    All->raiseCta(Cta, T.Base);
  All->raiseThread(threadId(Cta, Thread), T.Clock);
  return {All, T.Fences};
}

void CtaClocks::learn(unsigned Thread, const Knowledge &What) {
  assert(Thread < Threads.size() && "no thread of the CTA");
  ThreadClock &T = Threads[Thread];
  mergeInto(T.Fences, What.Fences);
  if (!What.Clock || What.Clock == T.Learned)
    return;
  T.Learned = What.Clock;
  parts(Thread);
  T.Base = std::max(T.Base, What.Clock->ofCta(Cta));
  mergeInto(T.Rest, What.Clock);
}

static bool acquires(MemoryOrder Order) {
  return Order == MemoryOrder::Acquire ||
         Order == MemoryOrder::AcquireRelease ||
         Order == MemoryOrder::SequentiallyConsistent;
}

static bool releases(MemoryOrder Order) {
  return Order == MemoryOrder::Release ||
         Order == MemoryOrder::AcquireRelease ||
         Order == MemoryOrder::SequentiallyConsistent;
}

void CtaClocks::comeBehindFences(unsigned Thread, MemoryScope Scope) {
  ThreadClock &T = Threads[Thread];
  if (!T.Fences || T.Fences->Seen.empty())
    return;
  FenceOrder &Fences = own(T.Fences);
  Fences.Seen.forReached(Cta, Scope, [&](const ClockRef &What) {
    learn(Thread, {What, nullptr});
  });
  // A thread that knows of this fence knows of those, too.
  Fences.Seen.dropReached(Cta, Scope);
}

void CtaClocks::fence(unsigned Thread, MemoryOrder Order, MemoryScope Scope) {
  assert(Thread < Threads.size() && "no thread of the CTA");
  ThreadClock &T = Threads[Thread];
  parts(Thread);
  if (acquires(Order)) {
    T.Seen.forReached(Cta, Scope,
                      [&](const Knowledge &What) { learn(Thread, What); });
    T.Seen.dropReached(Cta, Scope);
    if (Scope != MemoryScope::Cta)
      T.SeenAt.clear();
  }
  const bool IsConsistent = Order == MemoryOrder::SequentiallyConsistent;
  if (IsConsistent)
    comeBehindFences(Thread, Scope);
  if (!releases(Order))
    return;
  Knowledge Now = snapshot(Thread);
  if (IsConsistent) {
    // Earlier fences are in what is known at this one.
    own(T.Fences).Before.replace(Cta, Scope, Now.Clock);
    Now.Fences = T.Fences;
  }
  T.Fenced.replace(Cta, Scope, Now);
  ++T.Clock;
}

/// Also acquires what earlier reads of the place have seen.
void CtaClocks::acquireAt(unsigned Thread, const ReleaseMap &In,
                          const OrderedAccess &A) {
  ThreadClock &T = Threads[Thread];
  auto It = T.SeenAt.find({&In, A.Address});
  if (It == T.SeenAt.end())
    return;
  It->second.forReached(Cta, A.Scope,
                        [&](const Knowledge &What) { learn(Thread, What); });
  It->second.dropReached(Cta, A.Scope);
  if (It->second.empty())
    T.SeenAt.erase(It);
}

void CtaClocks::read(unsigned Thread, const ReleaseMap &In,
                     const OrderedAccess &A) {
  ThreadClock &T = Threads[Thread];
  if (const Release *R = In.find(A.Address, A.Bytes)) {
    if (acquires(A.Order)) {
      R->Order.forReached(Cta, A.Scope,
                          [&](const Knowledge &What) { learn(Thread, What); });
    } else {
      T.Seen.mergeReached(R->Order, Cta, A.Scope);
      T.SeenAt[{&In, A.Address}].mergeReached(R->Order, Cta, A.Scope);
    }
    R->Fences.forReached(Cta, A.Scope, [&](const FenceRef &Before) {
      if (Before != T.Fences)
        own(T.Fences).Seen.merge(Before->Before);
    });
  }
  if (acquires(A.Order))
    acquireAt(Thread, In, A);
}

void CtaClocks::write(unsigned Thread, ReleaseMap &In, const OrderedAccess &A,
                      bool Modifies, AgentKind Kind) {
  ThreadClock &T = Threads[Thread];
  assert(A.Bytes && "an access of nothing");
  const ThreadId Self = threadId(Cta, Thread);
  if (releases(A.Order)) {
    Knowledge Now = snapshot(Thread);
    if (Kind != AgentKind::NoAgent)
      finishWork(Thread, Kind, *Now.Clock);
    In.ownOf(Self, A.Address, A.Bytes).replace(Cta, A.Scope, Now);
    parts(Thread);
    ++T.Clock;
  }
  In.forget(A.Address, A.Bytes, /*KeepsSame=*/Modifies);
  Release New;
  if (const Release *Old = In.find(A.Address, A.Bytes))
    New = *Old;
  New.Bytes = A.Bytes;
  New.Order.mergeReached(T.Fenced, Cta, A.Scope);
  if (auto *Mine = In.findOwn(Self, A.Address, A.Bytes))
    New.Order.mergeReached(*Mine, Cta, A.Scope);
  if (T.Fences && !T.Fences->Before.empty())
    New.Fences.add(Cta, A.Scope, T.Fences);
  if (!New.Order.empty() || !New.Fences.empty())
    In.put(A.Address, std::move(New));
}

void CtaClocks::join(llvm::ArrayRef<unsigned> Group, const Knowledge &More) {
  assert(!Group.empty() && Group.back() < Threads.size() &&
         "threads of the CTA meet");
  uint32_t Last = 0, Base = More.Clock ? More.Clock->ofCta(Cta) : 0;
  // Mostly all share what they know.
  ClockRef All;
  FenceRef Fences = More.Fences;
  for (unsigned N : Group) {
    const ThreadClock &T = Threads[N];
    Last = std::max(Last, T.Clock);
    Base = std::max(Base, T.Base);
    mergeInto(All, T.Rest);
    mergeInto(Fences, T.Fences);
  }
  mergeInto(All, More.Clock);
  All = All ? std::make_shared<VectorClock>(*All)
            : std::make_shared<VectorClock>();
  All->dropThreads(Cta, Base);
  for (unsigned N : Group)
    All->raiseThread(threadId(Cta, N), Last);
  for (unsigned N : Group) {
    ThreadClock &T = Threads[N];
    T.Base = Base;
    T.Rest = All;
    T.Fences = Fences;
    T.Clock = Last + 1;
  }
}

void CtaClocks::meet(unsigned Warp, uint32_t Mask) {
  if (InLockStep)
    return;
  llvm::SmallVector<unsigned, sm::Lanes> Group;
  for (unsigned Lane = 0; Lane != sm::Lanes; ++Lane)
    if (Mask >> Lane & 1)
      Group.push_back(Warp * sm::Lanes + Lane);
  if (Group.size() < 2)
    return;
  join(Group, {});
  if (Mask == sm::AllLanes)
    Uniform |= uint64_t(1) << Warp;
  else
    parts(Group.front());
}

void CtaClocks::arrive(unsigned Warp, unsigned Barrier, bool Waits,
                       bool IsOfAll) {
  assert(Barrier < sm::NumBarriers && (Warp + 1) * PerWarp <= Threads.size() &&
         "a warp of the CTA comes to one of its barriers");
  BarrierState &B = Barriers[Barrier];
  B.IsOfAll = IsOfAll;
  if (Waits) {
    B.Waiting |= uint64_t(1) << Warp;
    return;
  }
  Knowledge &Known = B.Arrived.emplace_back(Warp, Knowledge()).second;
  for (unsigned N = Warp * PerWarp; N != (Warp + 1) * PerWarp; ++N) {
    mergeInto(Known, snapshot(N));
    ++Threads[N].Clock;
  }
}

unsigned CtaClocks::count(const sm::Cta &C) const {
  unsigned Count = 0;
  for (unsigned N = 0; N != C.numWarps(); ++N)
    Count += InLockStep ? 1 : unsigned(llvm::popcount(C.warp(N).valid()));
  return Count;
}

void CtaClocks::releaseAll(const sm::Cta &C) {
  uint32_t Last = 0;
  ClockRef All;
  FenceRef Fences;
  for (const ThreadClock &T : Threads) {
    Last = std::max(Last, T.Clock);
    mergeInto(All, T.Rest);
    mergeInto(Fences, T.Fences);
  }
  // Since the last barrier there were others.
  if (Fences && Fences != Threads.front().Fences)
    uniteFences(own(Fences), Cta, count(C));
  if (All) {
    All = std::make_shared<VectorClock>(*All);
    All->dropThreads(Cta, Last);
    if (All->empty())
      All = nullptr;
  }
  for (ThreadClock &T : Threads) {
    T.Base = Last;
    T.Rest = All;
    T.Fences = Fences;
    T.Clock = Last + 1;
  }
  Uniform = ~uint64_t(0);
}

void CtaClocks::releaseSome(uint64_t Warps, const Knowledge &Arrived) {
  std::vector<unsigned> Group;
  for (unsigned N = 0; N != Threads.size(); ++N)
    if (Warps >> (N / PerWarp) & 1)
      Group.push_back(N);
  join(Group, Arrived);
  Uniform |= Warps;
}

CtaClocks::BarrierState CtaClocks::takeCounted(const sm::Cta &C,
                                               unsigned Barrier) {
  BarrierState Counted = std::exchange(Barriers[Barrier], {});
  BarrierState &Next = Barriers[Barrier];
  Next.IsOfAll = Counted.IsOfAll;
  for (unsigned N = 0; N != C.numWarps(); ++N) {
    if (!C.waitsForNext(N, Barrier))
      continue;
    if (const uint64_t Self = Counted.Waiting & uint64_t(1) << N) {
      Next.Waiting |= Self;
      continue;
    }
    // Earlier arrivals of the warp are counted.
    auto Last = llvm::find_if(llvm::reverse(Counted.Arrived),
                              [&](const auto &A) { return A.first == N; });
    if (Last == Counted.Arrived.rend())
      continue;
    Next.Arrived.push_back(std::move(*Last));
    Counted.Arrived.erase(std::prev(Last.base()));
  }
  Counted.Waiting &= ~Next.Waiting;
  return Counted;
}

bool CtaClocks::release(const sm::Cta &C, unsigned Barrier) {
  const BarrierState B = takeCounted(C, Barrier);
  if (!B.Waiting)
    return false;
  // A thread that has exited has done all that it will do, and a barrier of all
  // waits for it no more: it counts as one that came.
  bool All = B.Arrived.empty();
  for (unsigned N = 0; N != C.numWarps(); ++N)
    All &= B.Waiting >> N & 1 ||
           (B.IsOfAll && C.warp(N).state() == sm::WarpState::Done);
  if (All) {
    releaseAll(C);
    return true;
  }
  Knowledge Arrived;
  for (const auto &[Warp, Known] : B.Arrived)
    mergeInto(Arrived, Known);
  releaseSome(B.Waiting, Arrived);
  return false;
}

} // namespace heddle::sanitize
