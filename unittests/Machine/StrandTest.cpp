//===- StrandTest.cpp - Warps that part -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TestKernel.h"
#include "heddle/Machine/FlowKind.h"
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

  static Gathering::Row naming(uint32_t Members) {
    Gathering::Row Named;
    Named.fill(Members);
    return Named;
  }
  bool meet(Meeting Kind, uint32_t Members, uint32_t AtHand) {
    return W.meet(Kind, naming(Members), AtHand);
  }
  uint32_t gather(uint64_t Kind, uint32_t Members, uint32_t AtHand) {
    return W.gather(Kind, naming(Members), AtHand);
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
  EXPECT_FALSE(meet(Meeting::Exchange, AllLanes, Low));
  EXPECT_EQ(W.active(), High);
  EXPECT_TRUE(meet(Meeting::Exchange, High, High));
  // The others wait as well.
  EXPECT_TRUE(meet(Meeting::Exchange, AllLanes, High));
}

TEST_F(Strands, WhoHasMetWaitsForNobodyOnce) {
  W.part();
  EXPECT_TRUE(meet(Meeting::SyncNext, Low, Low));
  EXPECT_TRUE(meet(Meeting::Exchange, AllLanes, Low));
  EXPECT_FALSE(meet(Meeting::Exchange, AllLanes, Low));
}

TEST_F(Strands, LanesHeldByOneThatWaitsGoOn) {
  W.part();
  branch(4, 0xf);
  EXPECT_EQ(W.active(), 0xf0u);
  EXPECT_FALSE(meet(Meeting::Sync, AllLanes, 0xf0));
  EXPECT_EQ(W.numStrands(), 3u);
  EXPECT_EQ(W.active(), 0xfu);
  EXPECT_EQ(W.pc(), 4u);
}

TEST_F(Strands, MeetInDifferentBranches) {
  EXPECT_EQ(gather(1, AllLanes, High), 0u);
  EXPECT_EQ(W.active(), Low);
  EXPECT_EQ(W.pc(), 3u);
  EXPECT_EQ(gather(1, AllLanes, Low), AllLanes);
  EXPECT_FALSE(W.takeMet());
  W.endTurn();
  EXPECT_EQ(W.active(), High);
  EXPECT_EQ(W.pc(), 2u);
  EXPECT_TRUE(W.takeMet());
  EXPECT_FALSE(W.takeMet());
}

TEST_F(Strands, WaitForNobodyWhomTheyDoNotName) {
  EXPECT_EQ(gather(1, High, High), High);
  EXPECT_FALSE(W.isSplit());
}

TEST(MemberGroups, HaveNoMemberInCommon) {
  Gathering::Row Named = {};
  Gathering::fill(Named, 0x0f, 0x0f);
  Gathering::fill(Named, 0x30, 0x8f0);
  Gathering::fill(Named, 0xc0, 0x8c0);
  auto Groups = groupsOf(Named, 0xff, AllLanes);
  ASSERT_EQ(Groups.size(), 2u);
  EXPECT_EQ(Groups[0].Lanes, 0x0fu);
  EXPECT_EQ(Groups[0].Members, 0x0fu);
  EXPECT_EQ(Groups[1].Lanes, 0xf0u);
  EXPECT_EQ(Groups[1].Members, 0x8f0u);
  // Who has exited connects nobody; who names nobody is a member.
  Gathering::fill(Named, 0x30, 0x830);
  EXPECT_EQ(groupsOf(Named, 0xff, 0xff).size(), 3u);
  Named[0] = 0;
  EXPECT_EQ(groupsOf(Named, 1, AllLanes).front().Members, 1u);
}

TEST_F(Strands, WaitForThoseAloneWhomTheyName) {
  Gathering::Row Named = {};
  Gathering::fill(Named, 0xf00, 0xf0f);
  Gathering::fill(Named, 0xff000, 0xff000);
  Gathering::fill(Named, 0xfff00000, 0xfff000f0);
  uint32_t AtHand = High;
  EXPECT_EQ(W.gather(1, Named, AtHand), 0xff000u);
  EXPECT_EQ(AtHand, 0xff000u);
  EXPECT_EQ(W.active(), 0xff000u);
  EXPECT_EQ(W.pc(), 2u);
  EXPECT_EQ(W.numStrands(), 3u);
  EXPECT_EQ(W.held(), Low);
  W.advance(2);
  W.part();
  // Those who were waited for go on with one of the two groups.
  branch(4, 0xf);
  EXPECT_EQ(W.active(), 0xf0u);
  Gathering::fill(Named, 0xf0, 0xfff000f0);
  AtHand = 0xf0;
  EXPECT_EQ(W.gather(1, Named, AtHand), 0xfff000f0u);
  EXPECT_EQ(AtHand, 0xf0u);
  unsigned Met = 0;
  for (const Strand &S : W.apart())
    Met |= S.HasMet ? S.Active : 0;
  EXPECT_EQ(Met, 0xfff00000u);
}

TEST_F(Strands, WaitInGroupsWhereNoneHasMet) {
  Gathering::Row Named = {};
  Gathering::fill(Named, 0xff00, 0xff0f);
  Gathering::fill(Named, 0xffff0000, 0xffff00f0);
  uint32_t AtHand = High;
  EXPECT_EQ(W.gather(1, Named, AtHand), 0u);
  EXPECT_EQ(W.numStrands(), 3u);
  EXPECT_EQ(W.active(), Low);
  EXPECT_EQ(W.pc(), 3u);
}

TEST_F(Strands, PartFromWhoWaitsAtOnePlace) {
  W.part();
  Gathering::Row Named = naming(0xf);
  Gathering::fill(Named, 0xf0, ~0xfu);
  EXPECT_TRUE(W.meet(Meeting::Sync, Named, Low));
  EXPECT_EQ(W.active(), 0xfu);
  EXPECT_EQ(W.numStrands(), 3u);
}

TEST_F(Strands, MeetNobodyAtAMeetingOfAnotherKind) {
  EXPECT_EQ(gather(1, AllLanes, High), 0u);
  // There is nobody else who could come.
  EXPECT_EQ(gather(2, AllLanes, Low), Low);
  W.exitLanes();
  EXPECT_EQ(W.active(), High);
  EXPECT_FALSE(W.takeMet());
  EXPECT_EQ(gather(1, AllLanes, High), High);
}

TEST_F(Strands, AreWholeWhereTheyComeToOneInstruction) {
  EXPECT_EQ(gather(1, AllLanes, High), 0u);
  W.moveTo(2);
  W.reunite();
  EXPECT_FALSE(W.isSplit());
  EXPECT_EQ(gather(1, AllLanes, AllLanes), AllLanes);
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
  EXPECT_FALSE(meet(Meeting::Exchange, AllLanes, Low));
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
