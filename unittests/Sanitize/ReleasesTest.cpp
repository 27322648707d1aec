//===- ReleasesTest.cpp - What writes hand on -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Releases.h"
#include "gtest/gtest.h"

using namespace heddle::sanitize;

namespace {

ClockRef clockOf(uint64_t Thread, uint32_t Clock) {
  auto V = std::make_shared<VectorClock>();
  V->raiseThread(Thread, Clock);
  return V;
}

/// Up to where an operation with \p Scope by CTA \p To knows \p Thread.
uint32_t reached(const Scoped<ClockRef> &From, uint64_t To, MemoryScope Scope,
                 uint64_t Thread) {
  uint32_t Clock = 0;
  From.forReached(To, Scope, [&](const ClockRef &What) {
    Clock = std::max(Clock, What->ofThread(Thread));
  });
  return Clock;
}

TEST(Scoped, ReachesWhomBothScopesHave) {
  Scoped<ClockRef> S;
  EXPECT_TRUE(S.empty());
  S.add(/*From=*/0, MemoryScope::Cta, clockOf(1, 5));
  EXPECT_EQ(reached(S, 0, MemoryScope::Cta, 1), 5u);
  EXPECT_EQ(reached(S, 0, MemoryScope::Gpu, 1), 5u);
  EXPECT_EQ(reached(S, 1, MemoryScope::Gpu, 1), 0u);
  S.add(/*From=*/0, MemoryScope::Gpu, clockOf(1, 7));
  EXPECT_EQ(reached(S, 1, MemoryScope::System, 1), 7u);
  EXPECT_EQ(reached(S, 1, MemoryScope::Cta, 1), 0u);
  EXPECT_EQ(reached(S, 0, MemoryScope::Cta, 1), 7u);
}

TEST(Scoped, WhatWasReachedKeepsItsScope) {
  Scoped<ClockRef> From, To;
  From.add(0, MemoryScope::Gpu, clockOf(1, 5));
  From.add(1, MemoryScope::Cta, clockOf(2, 6));
  To.mergeReached(From, 1, MemoryScope::Gpu);
  // That of CTA 0 waits for a fence that reaches it.
  EXPECT_EQ(reached(To, 1, MemoryScope::Cta, 1), 0u);
  EXPECT_EQ(reached(To, 1, MemoryScope::Cta, 2), 6u);
  EXPECT_EQ(reached(To, 1, MemoryScope::Gpu, 1), 5u);
  To.dropReached(1, MemoryScope::Cta);
  EXPECT_EQ(reached(To, 1, MemoryScope::Gpu, 2), 0u);
  To.dropReached(1, MemoryScope::Gpu);
  EXPECT_TRUE(To.empty());
}

TEST(Scoped, SharedClocksStayAsTheyAre) {
  ClockRef Mine = clockOf(1, 5);
  Scoped<ClockRef> S;
  S.add(0, MemoryScope::Gpu, Mine);
  S.add(0, MemoryScope::Gpu, clockOf(1, 9));
  EXPECT_EQ(Mine->ofThread(1), 5u);
  EXPECT_EQ(reached(S, 1, MemoryScope::Gpu, 1), 9u);
}

TEST(FenceOrder, MergesAsClocksDo) {
  FenceRef A, B;
  own(A).Before.add(0, MemoryScope::Gpu, clockOf(1, 5));
  own(B).Seen.add(0, MemoryScope::Gpu, clockOf(2, 6));
  FenceRef Both = A;
  mergeInto(Both, B);
  EXPECT_TRUE(A->Seen.empty());
  EXPECT_EQ(reached(Both->Before, 1, MemoryScope::Gpu, 1), 5u);
  EXPECT_EQ(reached(Both->Seen, 1, MemoryScope::Gpu, 2), 6u);
}

Release releaseOf(unsigned Bytes) {
  Release R;
  R.Bytes = Bytes;
  R.Order.add(0, MemoryScope::Gpu, Knowledge{clockOf(1, 5), nullptr});
  return R;
}

TEST(ReleaseMap, SizesMustBeOne) {
  ReleaseMap Map;
  Map.put(0x100, releaseOf(4));
  EXPECT_NE(Map.find(0x100, 4), nullptr);
  EXPECT_EQ(Map.find(0x100, 8), nullptr);
  EXPECT_EQ(Map.find(0x104, 4), nullptr);
}

TEST(ReleaseMap, ForgetsWhatIsOverwritten) {
  ReleaseMap Map;
  Map.put(0x100, releaseOf(8));
  Map.put(0x108, releaseOf(4));
  Map.forget(0x108, 2, /*KeepsSame=*/false);
  EXPECT_EQ(Map.find(0x108, 4), nullptr);
  EXPECT_NE(Map.find(0x100, 8), nullptr);
  Map.forget(0x100, 8, /*KeepsSame=*/true);
  EXPECT_NE(Map.find(0x100, 8), nullptr);
  Map.forget(0x107, 1, /*KeepsSame=*/true);
  EXPECT_TRUE(Map.empty());
}

TEST(ReleaseMap, OwnReleasesAreOfOneThread) {
  ReleaseMap Map;
  Map.ownOf(/*Thread=*/3, 0x100, 4)
      .add(0, MemoryScope::Gpu, Knowledge{clockOf(3, 1), nullptr});
  EXPECT_NE(Map.findOwn(3, 0x100, 4), nullptr);
  EXPECT_EQ(Map.findOwn(4, 0x100, 4), nullptr);
  EXPECT_EQ(Map.findOwn(3, 0x100, 8), nullptr);
  // Another size begins anew.
  EXPECT_TRUE(Map.ownOf(3, 0x100, 8).empty());
}

} // namespace
