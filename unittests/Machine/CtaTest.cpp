//===- CtaTest.cpp - The state of a CTA, and whose turn it is -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestKernel.h"
#include "heddle/Machine/FaultReport.h"
#include "heddle/Machine/FlowKind.h"
#include "heddle/Machine/LaunchLimits.h"
#include "heddle/Machine/WarpPicker.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

TEST(Cta, ABarrierHoldsUntilAllHaveCome) {
  TestKernel K({WaitForAll, StoreAndExit});
  K.Config.Block = {96, 1, 1};
  std::unique_ptr<Cta> C = K.cta();
  ASSERT_EQ(C->runnable(), 7u);
  for (unsigned N : {2u, 0u}) {
    C->warp(N).flow(K.P->Code[0], AllLanes);
    ASSERT_TRUE(C->noteStop(N, nullptr));
    EXPECT_EQ(C->warp(N).state(), WarpState::AtBarrier);
  }
  EXPECT_EQ(C->runnable(), 2u);
  // One that exits is waited for no more.
  C->warp(1).exitLanes();
  ASSERT_TRUE(C->noteStop(1, nullptr));
  EXPECT_EQ(C->runnable(), 5u);
  EXPECT_EQ(C->living(), 2u);
}

TEST(Cta, LanesDivergeAndJoin) {
  TestKernel K({MovParam, MovParam, MovParam, StoreAndExit});
  std::unique_ptr<Cta> C = K.cta();
  Warp &W = C->warp(0);
  DecodedInst JoinAt, Branch;
  JoinAt.setFlow(FlowKind::JoinAt);
  JoinAt.Target = 2;
  Branch.setFlow(FlowKind::Branch);
  Branch.Target = 2;
  W.flow(JoinAt, AllLanes);
  W.flow(Branch, 0xff);
  EXPECT_EQ(W.active(), 0xffffff00);
  EXPECT_EQ(W.pc(), 2u);
  // The lanes that fell through wait for those that branched.
  EXPECT_FALSE(W.join());
  EXPECT_EQ(W.active(), 0xffu);
  EXPECT_TRUE(W.join());
  EXPECT_EQ(W.active(), AllLanes);
}

TEST(Cta, KnowsItsPlaceInTheGrid) {
  TestKernel K({StoreAndExit});
  K.Config.Grid = {3, 2, 1};
  K.Config.Block = {16, 4, 1};
  std::unique_ptr<Cta> C = K.cta();
  C->start(4);
  EXPECT_EQ(C->index(), (std::array<uint32_t, 3>{1, 1, 0}));
  EXPECT_EQ(C->thread(1, 3), (std::array<uint32_t, 3>{3, 2, 0}));
  EXPECT_EQ(&C->warp(1).cta(), C.get());
  EXPECT_EQ(C->warp(1).number(), 1u);
}

TEST(LaunchLimits, RefuseWhatTheGeometryCannotHold) {
  TestKernel K({StoreAndExit});
  EXPECT_FALSE(checkLaunch(*K.P, K.Config));
  K.Config.Block = {1024, 1, 1};
  std::optional<Fault> F = checkLaunch(*K.P, K.Config);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Kind, FaultKind::LaunchBlockSize);
}

std::vector<unsigned> turns(Schedule Order, uint64_t Seed = 0) {
  TestKernel K({StoreAndExit});
  K.Config.Block = {128, 1, 1};
  std::unique_ptr<Cta> C = K.cta();
  std::unique_ptr<WarpPicker> Picker = makeWarpPicker(Order, Seed);
  Picker->start(*C);
  std::vector<unsigned> Warps;
  for (unsigned N = 0; N != 8; ++N) {
    // Warp 2 waits.
    Turn T = Picker->next(0xb);
    Warps.push_back(T.Warp);
    EXPECT_GE(T.Length, 1u);
    Picker->over(uint64_t(1) << T.Warp, uint64_t(1) << T.Warp);
  }
  return Warps;
}

TEST(WarpPicker, Orders) {
  EXPECT_EQ(turns(Schedule::RoundRobin),
            (std::vector<unsigned>{0, 1, 3, 0, 1, 3, 0, 1}));
  EXPECT_EQ(turns(Schedule::Oldest),
            (std::vector<unsigned>{0, 1, 3, 0, 1, 3, 0, 1}));
  EXPECT_EQ(turns(Schedule::Random, 5), turns(Schedule::Random, 5));
  EXPECT_NE(turns(Schedule::Random, 5), turns(Schedule::Random, 6));
}

/// One that stops before its turn is over is still the oldest.
TEST(WarpPicker, TheOldestGoesOnAfterABarrier) {
  TestKernel K({StoreAndExit});
  std::unique_ptr<Cta> C = K.cta();
  std::unique_ptr<WarpPicker> Picker = makeWarpPicker(Schedule::Oldest, 0);
  Picker->start(*C);
  EXPECT_EQ(Picker->next(3).Warp, 0u);
  Picker->over(1, 0);
  EXPECT_EQ(Picker->next(3).Warp, 0u);
}

} // namespace
