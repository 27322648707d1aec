//===- StrandTest.cpp - Warps that part -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestKernel.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

constexpr uint32_t Low = 0xff, High = ~Low;

/// A warp whose lanes High are at instruction 2, and Low wait on the stack to
/// go to 3; all join at 5.
struct Strands : testing::Test {
  Strands()
      : K({WaitForAll, MovParam, MovParam, MovParam, MovParam, StoreAndExit}),
        C(K.cta()), W(C->warp(0)) {
    DecodedInst JoinAt;
    JoinAt.setFlow(FlowKind::JoinAt);
    JoinAt.Target = 5;
    W.flow(JoinAt, AllLanes);
    branch(3, Low);
  }

  void branch(uint32_t Target, uint32_t Taken) {
    DecodedInst Branch;
    Branch.setFlow(FlowKind::Branch);
    Branch.Target = Target;
    W.flow(Branch, Taken);
  }

  TestKernel K;
  std::unique_ptr<Cta> C;
  Warp &W;
};

TEST_F(Strands, PartAndReunite) {
  EXPECT_EQ(W.held(), Low);
  W.part();
  EXPECT_TRUE(W.isSplit());
  EXPECT_EQ(W.active(), Low);
  EXPECT_EQ(W.pc(), 3u);
  EXPECT_FALSE(W.anyHeld());
  W.endTurn();
  EXPECT_EQ(W.active(), High);
  EXPECT_EQ(W.pc(), 2u);
  W.reunite();
  EXPECT_TRUE(W.isSplit());
  W.advance(1);
  W.reunite();
  EXPECT_FALSE(W.isSplit());
  EXPECT_EQ(W.active(), AllLanes);
  EXPECT_TRUE(W.isRestless());
  EXPECT_EQ(W.stack().lanes(), AllLanes);
}

TEST_F(Strands, NobodyPartsFromLanesThatNobodyWaitsFor) {
  W.part();
  W.part();
  EXPECT_EQ(W.numStrands(), 2u);
}

TEST_F(Strands, WhoExchangesWaitsForWhoCanCome) {
  W.part();
  EXPECT_FALSE(W.meet(Meeting::Exchange, AllLanes, Low));
  EXPECT_EQ(W.active(), High);
  EXPECT_TRUE(W.meet(Meeting::Exchange, High, High));
  // The others wait as well.
  EXPECT_TRUE(W.meet(Meeting::Exchange, AllLanes, High));
}

TEST_F(Strands, WhoHasMetWaitsForNobodyOnce) {
  W.part();
  EXPECT_TRUE(W.meet(Meeting::SyncNext, Low, Low));
  EXPECT_TRUE(W.meet(Meeting::Exchange, AllLanes, Low));
  EXPECT_FALSE(W.meet(Meeting::Exchange, AllLanes, Low));
}

TEST_F(Strands, LanesHeldByOneThatWaitsGoOn) {
  W.part();
  branch(4, 0xf);
  EXPECT_EQ(W.active(), 0xf0u);
  EXPECT_FALSE(W.meet(Meeting::Sync, AllLanes, 0xf0));
  EXPECT_EQ(W.numStrands(), 3u);
  EXPECT_EQ(W.active(), 0xfu);
  EXPECT_EQ(W.pc(), 4u);
}

TEST_F(Strands, MeetInDifferentBranches) {
  EXPECT_EQ(W.gather(1, AllLanes, High), 0u);
  EXPECT_EQ(W.active(), Low);
  EXPECT_EQ(W.pc(), 3u);
  EXPECT_EQ(W.gather(1, AllLanes, Low), AllLanes);
  EXPECT_FALSE(W.takeMet());
  W.endTurn();
  EXPECT_EQ(W.active(), High);
  EXPECT_EQ(W.pc(), 2u);
  EXPECT_TRUE(W.takeMet());
  EXPECT_FALSE(W.takeMet());
}

TEST_F(Strands, WaitForNobodyWhomTheyDoNotName) {
  EXPECT_EQ(W.gather(1, High, High), High);
  EXPECT_FALSE(W.isSplit());
}

TEST_F(Strands, MeetNobodyAtAMeetingOfAnotherKind) {
  EXPECT_EQ(W.gather(1, AllLanes, High), 0u);
  // There is nobody else who could come.
  EXPECT_EQ(W.gather(2, AllLanes, Low), Low);
  W.exitLanes();
  EXPECT_EQ(W.active(), High);
  EXPECT_FALSE(W.takeMet());
  EXPECT_EQ(W.gather(1, AllLanes, High), High);
}

TEST_F(Strands, AreWholeWhereTheyComeToOneInstruction) {
  EXPECT_EQ(W.gather(1, AllLanes, High), 0u);
  W.moveTo(2);
  W.reunite();
  EXPECT_FALSE(W.isSplit());
  EXPECT_EQ(W.gather(1, AllLanes, AllLanes), AllLanes);
}

TEST_F(Strands, JoiningLanesAreThoseOfTheEntry) {
  DecodedInst Join;
  Join.Join = true;
  // Low comes first.
  EXPECT_EQ(W.lanesAt(Join), 0u);
  EXPECT_EQ(W.lanesAt(DecodedInst()), High);
  W.part();
  EXPECT_EQ(W.lanesAt(Join), Low);
}

TEST_F(Strands, ComeToABarrierAsOneWarp) {
  W.part();
  W.flow(K.P->Code[0], Low);
  EXPECT_EQ(W.state(), WarpState::Running);
  EXPECT_EQ(W.active(), High);
  W.advance(1);
  W.flow(K.P->Code[0], High);
  EXPECT_EQ(W.state(), WarpState::AtBarrier);
  ASSERT_TRUE(C->noteStop(0, nullptr));
  EXPECT_EQ(W.state(), WarpState::Running);
  EXPECT_FALSE(W.isSplit());
  EXPECT_EQ(W.active(), AllLanes);
}

TEST_F(Strands, EndOneByOne) {
  W.part();
  W.exitLanes();
  EXPECT_EQ(W.state(), WarpState::Running);
  EXPECT_EQ(W.active(), High);
  EXPECT_EQ(W.live(), High);
  W.exitLanes();
  EXPECT_EQ(W.state(), WarpState::Done);
}

TEST_F(Strands, OneCanBeKept) {
  W.part();
  EXPECT_FALSE(W.meet(Meeting::Exchange, AllLanes, Low));
  Warp Copy;
  Copy.copyFrom(W);
  EXPECT_TRUE(Copy.keepStrand(0));
  EXPECT_EQ(Copy.active(), High);
  Copy.copyFrom(W);
  EXPECT_FALSE(Copy.keepStrand(1));
  EXPECT_EQ(Copy.active(), Low);
  EXPECT_FALSE(Copy.isSplit());
}

} // namespace
