//===- FindingsTest.cpp - Findings and suppressions -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Sanitize/Findings.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"

using namespace heddle::sanitize;

namespace {

Finding some() {
  Finding F;
  F.TheRule = Rule::RaceShared;
  return F;
}

TEST(Findings, CountsEqualOnes) {
  Findings All(10);
  All.add(Rule::RaceShared, "k", 8, 16, {3, 4}, some);
  All.add(Rule::RaceShared, "k", 16, 8, {4, 3}, some);
  All.add(Rule::RaceGlobal, "k", 8, 16, {3, 4}, some);
  All.add(Rule::RaceShared, "other", 8, 16, {3, 4}, some);
  ASSERT_EQ(All.list().size(), 3u);
  EXPECT_EQ(All.list()[0].Count, 2u);
  EXPECT_EQ(All.list()[1].Count, 1u);
}

TEST(Findings, KeepsAsManyAsAsked) {
  Findings All(1);
  All.add(Rule::RaceShared, "k", 8, 16, {3, 4}, some);
  All.add(Rule::RaceShared, "k", 8, 24, {3, 5}, some);
  All.add(Rule::RaceShared, "k", 8, 24, {3, 5}, some);
  EXPECT_EQ(All.list().size(), 1u);
  EXPECT_EQ(All.dropped(), 1u);
  EXPECT_FALSE(All.empty());
}

TEST(Findings, LeavesOutWhatIsSuppressed) {
  Findings All(10, {{"race-shared", 4}, {"sync", 0}});
  All.add(Rule::RaceShared, "k", 8, 16, {3, 4}, some);
  All.add(Rule::SyncMask, "k", 8, 8, {3, 3}, some);
  EXPECT_TRUE(All.empty());
  All.add(Rule::RaceShared, "k", 8, 24, {3, 5}, some);
  EXPECT_EQ(All.list().size(), 1u);
}

TEST(Suppressions, AreRead) {
  auto List =
      parseSuppressions("f", "# all\n\n race-shared : 17 # why\nsync\n");
  ASSERT_TRUE(bool(List));
  ASSERT_EQ(List->size(), 2u);
  EXPECT_EQ((*List)[0].What, "race-shared");
  EXPECT_EQ((*List)[0].Line, 17u);
  EXPECT_EQ((*List)[1].What, "sync");
  EXPECT_EQ((*List)[1].Line, 0u);
}

TEST(Suppressions, AreRefused) {
  for (const char *Text : {"rase", "race:", "race:0", "race:x", "race:1:2"}) {
    auto List = parseSuppressions("f", Text);
    EXPECT_FALSE(bool(List)) << Text;
    llvm::consumeError(List.takeError());
  }
}

} // namespace
