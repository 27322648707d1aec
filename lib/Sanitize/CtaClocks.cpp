//===- CtaClocks.cpp - What the threads of a CTA know ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CtaClocks.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::sanitize {

CtaClocks::CtaClocks(uint64_t Number, unsigned NumWarps, bool LockStep)
    : Cta(Number), InLockStep(LockStep), PerWarp(LockStep ? 1 : sm::Lanes),
      Threads(size_t(NumWarps) * PerWarp) {}

bool CtaClocks::knowsMore(const VectorClock &V, uint64_t OtherCta,
                          unsigned Other, uint32_t Clock) {
  return V.ofThread(threadId(OtherCta, Other)) >= Clock ||
         V.ofCta(OtherCta) >= Clock;
}

ClockRef CtaClocks::snapshot(unsigned Thread) const {
  const ThreadClock &T = Threads[Thread];
  ClockRef All = T.Rest ? std::make_shared<VectorClock>(*T.Rest)
                        : std::make_shared<VectorClock>();
  if (T.Base)
    All->raiseCta(Cta, T.Base);
  All->raiseThread(threadId(Cta, Thread), T.Clock);
  return All;
}

void CtaClocks::learn(unsigned Thread, const ClockRef &What) {
  if (!What)
    return;
  ThreadClock &T = Threads[Thread];
  parts(Thread);
  T.Base = std::max(T.Base, What->ofCta(Cta));
  mergeInto(T.Rest, What);
}

void CtaClocks::fence(unsigned Thread, MemoryScope Scope) {
  ThreadClock &T = Threads[Thread];
  parts(Thread);
  learn(Thread, T.SeenCta);
  T.SeenCta = nullptr;
  if (Scope != MemoryScope::Cta) {
    learn(Thread, T.SeenGpu);
    T.SeenGpu = nullptr;
  }
  T.FencedCta = snapshot(Thread);
  if (Scope != MemoryScope::Cta)
    T.FencedGpu = T.FencedCta;
  ++T.Clock;
}

static bool acquires(MemoryOrder Order) {
  return Order == MemoryOrder::Acquire || Order == MemoryOrder::AcquireRelease;
}

static bool releases(MemoryOrder Order) {
  return Order == MemoryOrder::Release || Order == MemoryOrder::AcquireRelease;
}

void CtaClocks::read(unsigned Thread, const ReleaseMap &In, uint64_t Address,
                     MemoryOrder Order, MemoryScope Scope) {
  auto It = In.find(Address);
  if (It == In.end())
    return;
  const Release &R = It->second;
  ThreadClock &T = Threads[Thread];
  for (const auto &[Number, Clock] : R.Narrow)
    if (Number == Cta) {
      if (acquires(Order))
        learn(Thread, Clock);
      else
        mergeInto(T.SeenCta, Clock);
    }
  if (Scope == MemoryScope::Cta)
    return;
  if (acquires(Order))
    learn(Thread, R.Wide);
  else
    mergeInto(T.SeenGpu, R.Wide);
}

void CtaClocks::write(unsigned Thread, ReleaseMap &In, uint64_t Address,
                      MemoryOrder Order, MemoryScope Scope, bool Modifies) {
  ThreadClock &T = Threads[Thread];
  if (!Modifies)
    In.erase(Address);
  ClockRef ToCta = T.FencedCta, ToGpu = T.FencedGpu;
  if (releases(Order)) {
    ToCta = ToGpu = snapshot(Thread);
    parts(Thread);
    ++T.Clock;
  }
  if (Scope == MemoryScope::Cta)
    ToGpu = nullptr;
  if (!ToCta)
    return;
  Release &R = In[Address];
  mergeInto(R.Wide, ToGpu);
  auto *It = llvm::find_if(
      R.Narrow, [&](const auto &Entry) { return Entry.first == Cta; });
  if (It == R.Narrow.end())
    R.Narrow.push_back({Cta, ToCta});
  else
    mergeInto(It->second, ToCta);
}

void CtaClocks::join(llvm::ArrayRef<unsigned> Group, const ClockRef &More) {
  uint32_t Last = 0, Base = More ? More->ofCta(Cta) : 0;
  // Mostly all share what they know.
  ClockRef All;
  for (unsigned N : Group) {
    const ThreadClock &T = Threads[N];
    Last = std::max(Last, T.Clock);
    Base = std::max(Base, T.Base);
    mergeInto(All, T.Rest);
  }
  mergeInto(All, More);
  All = All ? std::make_shared<VectorClock>(*All)
            : std::make_shared<VectorClock>();
  All->dropThreads(Cta, Base);
  for (unsigned N : Group)
    All->raiseThread(threadId(Cta, N), Last);
  for (unsigned N : Group) {
    ThreadClock &T = Threads[N];
    T.Base = Base;
    T.Rest = All;
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
  join(Group, nullptr);
  if (Mask == sm::AllLanes)
    Uniform |= uint64_t(1) << Warp;
  else
    parts(Group.front());
}

void CtaClocks::arrive(unsigned Warp, unsigned Barrier, bool Waits,
                       bool IsOfAll) {
  BarrierState &B = Barriers[Barrier];
  B.IsOfAll = IsOfAll;
  if (Waits) {
    B.Waiting |= uint64_t(1) << Warp;
    return;
  }
  for (unsigned N = Warp * PerWarp; N != (Warp + 1) * PerWarp; ++N) {
    mergeInto(B.Arrived, snapshot(N));
    ++Threads[N].Clock;
  }
}

void CtaClocks::releaseAll() {
  uint32_t Last = 0;
  ClockRef All;
  for (const ThreadClock &T : Threads) {
    Last = std::max(Last, T.Clock);
    mergeInto(All, T.Rest);
  }
  if (All) {
    All = std::make_shared<VectorClock>(*All);
    All->dropThreads(Cta, Last);
    if (All->empty())
      All = nullptr;
  }
  for (ThreadClock &T : Threads) {
    T.Base = Last;
    T.Rest = All;
    T.Clock = Last + 1;
  }
  Uniform = ~uint64_t(0);
}

void CtaClocks::releaseSome(uint64_t Warps, const ClockRef &Arrived) {
  std::vector<unsigned> Group;
  for (unsigned N = 0; N != Threads.size(); ++N)
    if (Warps >> (N / PerWarp) & 1)
      Group.push_back(N);
  join(Group, Arrived);
  Uniform |= Warps;
}

bool CtaClocks::release(const sm::Cta &C, unsigned Barrier) {
  BarrierState B = std::exchange(Barriers[Barrier], {});
  if (!B.Waiting)
    return false;
  // A thread that has exited has done all that it will do, and a barrier of all
  // waits for it no more: it counts as one that came.
  bool All = !B.Arrived;
  for (unsigned N = 0; N != C.numWarps(); ++N)
    All &= B.Waiting >> N & 1 ||
           (B.IsOfAll && C.warp(N).state() == sm::WarpState::Done);
  if (All)
    releaseAll();
  else
    releaseSome(B.Waiting, B.Arrived);
  return All;
}

} // namespace heddle::sanitize
