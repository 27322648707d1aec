//===- VectorClockTest.cpp - What clocks know -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CtaClocks.h"
#include "gtest/gtest.h"

using namespace heddle::sanitize;

namespace {

TEST(VectorClock, KnowsWhatItIsTold) {
  VectorClock V;
  EXPECT_TRUE(V.empty());
  V.raiseThread(threadId(3, 5), 7);
  V.raiseThread(threadId(3, 1), 2);
  V.raiseThread(threadId(3, 5), 4);
  V.raiseCta(9, 1);
  EXPECT_EQ(V.ofThread(threadId(3, 5)), 7u);
  EXPECT_EQ(V.ofThread(threadId(3, 1)), 2u);
  EXPECT_EQ(V.ofThread(threadId(3, 2)), 0u);
  EXPECT_EQ(V.ofCta(9), 1u);
  EXPECT_EQ(V.ofCta(3), 0u);
}

TEST(VectorClock, MergesToTheLater) {
  VectorClock A, B;
  A.raiseThread(1, 5);
  A.raiseThread(2, 1);
  B.raiseThread(2, 4);
  B.raiseThread(0, 3);
  B.raiseCta(1, 2);
  A.merge(B);
  EXPECT_EQ(A.ofThread(0), 3u);
  EXPECT_EQ(A.ofThread(1), 5u);
  EXPECT_EQ(A.ofThread(2), 4u);
  EXPECT_EQ(A.ofCta(1), 2u);
}

TEST(VectorClock, DropsThreadsOfACta) {
  VectorClock V;
  V.raiseThread(threadId(1, 0), 2);
  V.raiseThread(threadId(1, 1), 6);
  V.raiseThread(threadId(2, 0), 1);
  V.dropThreads(1, 5);
  EXPECT_EQ(V.ofThread(threadId(1, 0)), 0u);
  EXPECT_EQ(V.ofThread(threadId(1, 1)), 6u);
  EXPECT_EQ(V.ofThread(threadId(2, 0)), 1u);
}

TEST(VectorClock, SharesUntilOneChanges) {
  auto First = std::make_shared<VectorClock>();
  First->raiseThread(1, 1);
  ClockRef A = First, B;
  mergeInto(B, A);
  EXPECT_EQ(A, B);
  auto More = std::make_shared<VectorClock>();
  More->raiseThread(2, 2);
  mergeInto(B, More);
  EXPECT_EQ(A->ofThread(2), 0u);
  EXPECT_EQ(B->ofThread(2), 2u);
  EXPECT_EQ(B->ofThread(1), 1u);
}

TEST(VectorClock, AllThreadsAreTheCta) {
  VectorClock V;
  for (unsigned N = 0; N != 4; ++N)
    V.raiseThread(threadId(1, N), 5 + N);
  V.raiseThread(threadId(2, 0), 3);
  V.unite(1, 5);
  EXPECT_EQ(V.ofCta(1), 0u) << "one is missing";
  V.unite(1, 4);
  EXPECT_EQ(V.ofCta(1), 5u);
  EXPECT_EQ(V.ofThread(threadId(1, 0)), 0u);
  EXPECT_EQ(V.ofThread(threadId(1, 3)), 8u);
  EXPECT_EQ(V.ofThread(threadId(2, 0)), 3u);
  EXPECT_EQ(V.ofCta(2), 0u);
}

/// An access of a flag.
OrderedAccess at(MemoryOrder Order, MemoryScope Scope = MemoryScope::Gpu) {
  return {/*Address=*/64, /*Bytes=*/4, Order, Scope};
}

/// Thread 0 of CTA 0 hands on to thread 0 of CTA 1 by a flag.
struct Pass {
  CtaClocks From{0, 1, false}, To{1, 1, false};
  ReleaseMap Released;

  bool arrives(uint32_t Clock) { return To.knows(0, 0, 0, Clock); }
};

TEST(CtaClocks, ReleaseAndAcquire) {
  Pass P;
  uint32_t Before = P.From.clock(0);
  P.From.write(0, P.Released, at(MemoryOrder::Release), false);
  P.To.read(0, P.Released, at(MemoryOrder::Acquire));
  EXPECT_TRUE(P.arrives(Before));
  EXPECT_FALSE(P.arrives(P.From.clock(0)));
  EXPECT_FALSE(P.To.knows(1, 0, 0, Before)) << "another thread";
}

TEST(CtaClocks, FencesOnBothSides) {
  Pass P;
  uint32_t Before = P.From.clock(0);
  P.From.fence(0, MemoryOrder::AcquireRelease, MemoryScope::Gpu);
  P.From.write(0, P.Released, at(MemoryOrder::Relaxed), false);
  P.To.read(0, P.Released, at(MemoryOrder::Relaxed));
  EXPECT_FALSE(P.arrives(Before)) << "not before its fence";
  P.To.fence(0, MemoryOrder::AcquireRelease, MemoryScope::Cta);
  EXPECT_FALSE(P.arrives(Before)) << "not by a fence of the CTA";
  P.To.fence(0, MemoryOrder::AcquireRelease, MemoryScope::Gpu);
  EXPECT_TRUE(P.arrives(Before));
}

TEST(CtaClocks, OnlyAnAtomicPassesOn) {
  for (bool Modifies : {true, false}) {
    Pass P;
    uint32_t Before = P.From.clock(0);
    P.From.write(0, P.Released, at(MemoryOrder::Release), false);
    P.From.write(1, P.Released, at(MemoryOrder::Relaxed), Modifies);
    P.To.read(0, P.Released, at(MemoryOrder::Acquire));
    EXPECT_EQ(P.arrives(Before), Modifies);
  }
}

TEST(CtaClocks, AStoreBehindAReleaseHandsItOn) {
  Pass P;
  uint32_t Before = P.From.clock(0);
  P.From.write(0, P.Released, at(MemoryOrder::Release), false);
  uint32_t Behind = P.From.clock(0);
  P.From.write(0, P.Released, at(MemoryOrder::Relaxed), false);
  P.To.read(0, P.Released, at(MemoryOrder::Acquire));
  EXPECT_TRUE(P.arrives(Before));
  EXPECT_FALSE(P.arrives(Behind)) << "only what is in front of the release";
}

TEST(CtaClocks, AnAcquireBehindAReadTakesIt) {
  Pass P;
  uint32_t Before = P.From.clock(0);
  P.From.write(0, P.Released, at(MemoryOrder::Release), false);
  P.To.read(0, P.Released, at(MemoryOrder::Relaxed));
  P.Released.forget(64, 4, /*KeepsSame=*/false);
  P.To.read(0, P.Released, {128, 4, MemoryOrder::Acquire, MemoryScope::Gpu});
  EXPECT_FALSE(P.arrives(Before)) << "of another place";
  P.To.read(0, P.Released, at(MemoryOrder::Acquire, MemoryScope::Cta));
  EXPECT_FALSE(P.arrives(Before)) << "of the CTA";
  P.To.read(0, P.Released, at(MemoryOrder::Acquire));
  EXPECT_TRUE(P.arrives(Before));
}

TEST(CtaClocks, FencesOfOneWay) {
  for (bool IsRight : {true, false}) {
    Pass P;
    uint32_t Before = P.From.clock(0);
    auto Release = IsRight ? MemoryOrder::Release : MemoryOrder::Acquire;
    P.From.fence(0, Release, MemoryScope::Gpu);
    P.From.write(0, P.Released, at(MemoryOrder::Relaxed), false);
    P.To.read(0, P.Released, at(MemoryOrder::Relaxed));
    P.To.fence(0, MemoryOrder::Release, MemoryScope::Gpu);
    EXPECT_FALSE(P.arrives(Before));
    P.To.fence(0, MemoryOrder::Acquire, MemoryScope::Gpu);
    EXPECT_EQ(P.arrives(Before), IsRight);
  }
}

TEST(CtaClocks, ConsistentFencesAreCumulative) {
  for (MemoryOrder Order :
       {MemoryOrder::SequentiallyConsistent, MemoryOrder::AcquireRelease}) {
    Pass P;
    uint32_t Before = P.From.clock(0);
    P.From.fence(0, Order, MemoryScope::Gpu);
    // Another lane sets the flag.
    P.From.meet(0, 3);
    P.From.write(1, P.Released, at(MemoryOrder::Relaxed), false);
    // The fence is another lane's, too.
    P.To.read(1, P.Released, at(MemoryOrder::Relaxed));
    P.To.meet(0, 3);
    P.To.fence(0, Order, MemoryScope::Gpu);
    EXPECT_EQ(P.arrives(Before), Order == MemoryOrder::SequentiallyConsistent);
  }
}

TEST(CtaClocks, LanesMeet) {
  CtaClocks C(0, 2, false);
  uint32_t Before = C.clock(3);
  EXPECT_FALSE(C.knows(4, 0, 3, Before));
  C.meet(0, 0xff);
  EXPECT_TRUE(C.knows(4, 0, 3, Before));
  EXPECT_FALSE(C.knows(4, 0, 8, C.clock(8))) << "no member";
  EXPECT_FALSE(C.knows(4, 0, 3, C.clock(3))) << "what comes after";
  EXPECT_FALSE(C.isUniform(0));
  EXPECT_TRUE(C.isUniform(1));
}

} // namespace
