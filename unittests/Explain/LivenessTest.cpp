//===- LivenessTest.cpp - How many registers are live at once -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Liveness.h"
#include "gtest/gtest.h"

using namespace heddle::explain;

namespace {

using Instruction = Liveness::Instruction;

TEST(Liveness, ValuesLiveFromTheirResultToTheirLastUse) {
  Liveness L;
  L.Halves = {2, 2, 2};
  // c = a + b: c may have the register of one of them.
  L.Blocks.push_back({{Instruction{{0}, {}}, Instruction{{1}, {}},
                       Instruction{{2}, {0, 1}}, Instruction{{}, {2}}},
                      {},
                      {}});
  EXPECT_EQ(L.most(), 2u);
  // Once more a: it lives on beside c.
  L.Blocks.front().Code.push_back({{}, {0}});
  EXPECT_EQ(L.most(), 2u);
  L.Blocks.front().Code.push_back({{}, {1}});
  EXPECT_EQ(L.most(), 3u);
}

TEST(Liveness, HalvesShareARegisterAndFlagsNeedNone) {
  Liveness L;
  L.Halves = {1, 1, 1, 0};
  L.Blocks.push_back(
      {{Instruction{{0}, {}}, Instruction{{1}, {}}, Instruction{{2}, {}},
        Instruction{{3}, {}}, Instruction{{}, {0, 1, 2, 3}}},
       {},
       {}});
  EXPECT_EQ(L.most(), 2u);
}

TEST(Liveness, AResultThatNobodyReadsHasARegister) {
  Liveness L;
  L.Halves = {2, 4};
  L.Blocks.push_back(
      {{Instruction{{0}, {}}, Instruction{{1}, {}}, Instruction{{}, {0}}},
       {},
       {}});
  EXPECT_EQ(L.most(), 3u);
}

TEST(Liveness, WhatALoopReadsLivesAllTheWayRound) {
  Liveness L;
  L.Halves = {2, 2, 2};
  // 0 is read in the loop, 1 is of one round, 2 is what the next round's phi
  // takes.
  L.Blocks.push_back({{Instruction{{0}, {}}}, {}, {1}});
  L.Blocks.push_back(
      {{Instruction{{1}, {0}}, Instruction{{2}, {1}}}, {2}, {1, 2}});
  L.Blocks.push_back({{Instruction{{}, {}}}, {}, {}});
  EXPECT_EQ(L.most(), 2u);
  L.Blocks[2].Code.push_back({{}, {1}});
  EXPECT_EQ(L.most(), 3u);
}

TEST(Liveness, TooMuchIsNotCounted) {
  Liveness L;
  L.Halves.assign(1 << 14, 2);
  L.Blocks.resize(1 << 13);
  EXPECT_FALSE(L.most());
}

} // namespace
