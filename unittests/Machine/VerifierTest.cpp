//===- VerifierTest.cpp - Programs and CTAs that do not hold --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "State/Verifier.h"
#include "TestKernel.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

TEST(Verifier, FindsWhatIsWrongWithAProgram) {
  auto Problem = [](auto Break) {
    TestKernel K({MovParam, AndTid, WaitForAll, Scale, StoreAndExit});
    EXPECT_EQ(problemOf(*K.P), "");
    Break(*K.P);
    return problemOf(*K.P);
  };
  EXPECT_EQ(Problem([](Program &P) { P.Code.pop_back(); }),
            "the last instruction is not the guard");
  EXPECT_EQ(Problem([](Program &P) { P.Code.clear(); }),
            "a program without the guard at its end");
  EXPECT_EQ(Problem([](Program &P) { P.Code[1].Op = P.Code[4].Op; }),
            "instruction 1 has the properties of another operation");
  EXPECT_EQ(Problem([](Program &P) { P.Code[0].Target = 6; }),
            "instruction 0 has a target behind the end");
  EXPECT_EQ(Problem([](Program &P) { P.Code[0].Run = 3; }),
            "instruction 0 has a run of another length than the one behind it");
  EXPECT_EQ(Problem([](Program &P) { P.Code[2].Run = 1; }),
            "instruction 2 is in a straight run, or in none, by mistake");
  EXPECT_EQ(Problem([](Program &P) { P.Code[3].Address = 8; }),
            "instruction 3 does not lie behind the one before it");
  EXPECT_EQ(Problem([](Program &P) {
              P.Code[1].Src[2] = {uint16_t(P.Constants.size()), ConstantRows};
            }),
            "instruction 1 reads a row that there is not");
  EXPECT_EQ(Problem([](Program &P) { P.Constants[3].Words[31] = 1; }),
            "row 3 is not zero");
  EXPECT_EQ(Problem([](Program &P) { P.Complaints[1] = "no"; }),
            "a complaint about instruction 1, which is a legal one: no");
}

TEST(Verifier, FindsWhatIsWrongWithACta) {
  TestKernel K({WaitForAll, StoreAndExit});
  K.Config.Block = {80, 1, 1};
  std::unique_ptr<Cta> C = K.cta();
  EXPECT_EQ(problemOf(*C), "");
  C->warp(1).flow(K.P->Code[0], AllLanes);
  ASSERT_TRUE(C->noteStop(1, nullptr));
  EXPECT_EQ(problemOf(*C), "");
  // Nobody noted that it goes on.
  C->warp(1).release(0, 0);
  EXPECT_EQ(problemOf(*C), "warp 1 runs, and may not");
  C->warp(1).exitLanes();
  C->warp(2).lanes().Active = AllLanes;
  EXPECT_EQ(problemOf(*C), "warp 2 has active lanes without threads");
  C->warp(2).lanes().Active = 0xffff;
  C->warp(2).place(*C, 0);
  EXPECT_EQ(problemOf(*C), "warp 2 is another one's");
}

} // namespace
