//===- DivergenceRulesTest.cpp - What steering does to lanes --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/ABI/DivergenceRules.h"
#include "gtest/gtest.h"
#include <vector>

using namespace heddle::abi;

namespace {

using Gone = GoneLanes<uint32_t>;

EntryKind self(EntryKind Kind) { return Kind; }

int scope(Leaving How, std::vector<EntryKind> FromTop) {
  return findScope(How, FromTop, self);
}

TEST(DivergenceRules, OneSideOfABranchWaitsForWhereItGoesOn) {
  auto A = partingOf(FirstSide::FallThrough, 0xffu, 0x0fu, 40u, 8u);
  EXPECT_EQ(A.On, 0xf0u);
  EXPECT_EQ(A.OnAt, 8u);
  EXPECT_EQ(A.Wait, 0x0fu);
  EXPECT_EQ(A.WaitAt, 40u);
  auto B = partingOf(FirstSide::Taken, 0xffu, 0x0fu, 40u, 8u);
  EXPECT_EQ(B.On, A.Wait);
  EXPECT_EQ(B.OnAt, A.WaitAt);
  EXPECT_EQ(B.Wait, A.On);
  EXPECT_EQ(B.WaitAt, A.OnAt);
}

TEST(DivergenceRules, WhoIsGoneDoesNotGoOnBehindABranchOrAJoin) {
  for (EntryKind Kind : {EntryKind::Branch, EntryKind::Join}) {
    Gone G = {0x1, 0x2, 0x4};
    EXPECT_EQ(popLanes(Kind, 0x3fu, G), 0x38u);
    EXPECT_EQ(G.all(), 0x7u)
        << "whom they wait for is another entry's business";
  }
}

TEST(DivergenceRules, ABreakEntryIsForWhoBroke) {
  Gone G = {0x1, 0x2, 0x74};
  // Lane 4 and above broke from a loop outside.
  EXPECT_EQ(popLanes(EntryKind::Break, 0x0fu, G), 0x4u);
  EXPECT_EQ(G.Broke, 0x70u);
  EXPECT_EQ(G.Exited, 0x1u);
  EXPECT_EQ(G.Returned, 0x2u);
}

TEST(DivergenceRules, ACallEntryIsForWhoReturned) {
  Gone G = {0x1, 0x33, 0x4};
  EXPECT_EQ(popLanes(EntryKind::Call, 0x0fu, G), 0x2u);
  EXPECT_EQ(G.Returned, 0x30u);
  EXPECT_EQ(G.Exited, 0x1u);
}

TEST(DivergenceRules, OnlyTheEntryOfAJoinStays) {
  EXPECT_TRUE(staysForItsJoin(EntryKind::Join));
  for (EntryKind Kind :
       {EntryKind::Branch, EntryKind::Break, EntryKind::Call}) {
    EXPECT_FALSE(staysForItsJoin(Kind));
    EXPECT_NE(atJoin(Kind), AtJoin::Own);
  }
  EXPECT_EQ(atJoin(EntryKind::Branch), AtJoin::Others);
}

TEST(DivergenceRules, ABreakLeavesALoopOfItsFunction) {
  using enum EntryKind;
  EXPECT_EQ(scope(Leaving::Break, {Join, Branch, Break, Call}), 2);
  EXPECT_EQ(scope(Leaving::Break, {Join, Call, Break}), -1);
  EXPECT_EQ(scope(Leaving::Break, {}), -1);
}

TEST(DivergenceRules, AReturnLeavesLoopsBehind) {
  using enum EntryKind;
  EXPECT_EQ(scope(Leaving::Return, {Join, Break, Call, Join}), 2);
  EXPECT_EQ(scope(Leaving::Return, {Break, Join}), -1);
}

TEST(DivergenceRules, AReturnOutsideOfAFunctionIsAnExit) {
  Gone G = {};
  leave(Leaving::Return, /*InCall=*/false, 0x1u, G);
  leave(Leaving::Return, /*InCall=*/true, 0x2u, G);
  leave(Leaving::Break, /*InCall=*/true, 0x4u, G);
  EXPECT_EQ(G.Exited, 0x1u);
  EXPECT_EQ(G.Returned, 0x2u);
  EXPECT_EQ(G.Broke, 0x4u);
}

} // namespace
