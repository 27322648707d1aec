//===- MemorySystemTest.cpp - From SMs to the DRAM and back ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MemorySystem.h"
#include "gtest/gtest.h"
#include <map>

using namespace heddle::timing;

namespace {

class Memory : public testing::Test {
protected:
  /// Serves until nothing is left.
  void run() {
    for (Clock Until = System.window(); !System.isIdle();
         Until += System.window())
      System.serve(Until, Answers, Fills);
  }
  Clock lastAnswer() const {
    Clock Last = 0;
    for (const MemorySystem::Answer &A : Answers)
      Last = std::max(Last, A.At);
    return Last;
  }
  void read(unsigned SM, Clock At, uint64_t Address, uint32_t Bytes = 64) {
    System.send({ticksOf(At), {Address, Bytes}, Request::Read, SM, NumLoads++});
  }
  Clock timeOfRead(Clock At, uint64_t Address) {
    Answers.clear();
    read(0, At, Address, 32);
    run();
    EXPECT_EQ(Answers.size(), 1u);
    return lastAnswer() - At;
  }
  Clock fill(unsigned SM, Clock At, uint32_t Line) {
    Fills.clear();
    System.ask(FillRequest{At, SM, false, Line});
    run();
    EXPECT_EQ(Fills.size(), 1u);
    return Fills.empty() ? 0 : Fills.front().At - At;
  }
  Clock fetch(unsigned SM, Clock At, uint64_t Address) {
    Answers.clear();
    System.ask(TextureRequest{At, SM, 0, {{Address, 32}}});
    run();
    EXPECT_EQ(Answers.size(), 1u);
    return lastAnswer() - At;
  }

  const Board &B = *findBoard("gtx280");
  MemorySystem System{B};
  std::vector<MemorySystem::Answer> Answers;
  std::vector<MemorySystem::Fill> Fills;
  uint32_t NumLoads = 0;
};

TEST_F(Memory, AReadAloneTakesTheLatency) {
  // The page is there from the first one on.
  timeOfRead(10, 0x8000);
  EXPECT_NEAR(double(timeOfRead(10000, 0x1000)), B[Parameter::GlobalLatency],
              4);
}

TEST_F(Memory, PagesThatTheTLBLacksTakeLonger) {
  const auto Page = uint64_t(B[Parameter::TLBPage]);
  const auto Entries = uint64_t(B[Parameter::TLBEntries]);
  Clock At = 10;
  auto Extra = [&](uint64_t Number) {
    At += 10000;
    return double(timeOfRead(At, Number * Page + 0x1000)) -
           B[Parameter::GlobalLatency];
  };
  for (uint64_t N = 0; N <= Entries; ++N)
    EXPECT_NEAR(Extra(N), B[Parameter::TLBMissLatency], 60) << N;
  EXPECT_NEAR(Extra(Entries), 0, 60);
  // The oldest has gone, and the second one has it still.
  EXPECT_NEAR(Extra(0), B[Parameter::TLB2Latency], 60);
}

TEST_F(Memory, NoAnswerComesWithinTheWindow) {
  EXPECT_GE(System.window(), 1u);
  EXPECT_LE(double(System.window()), B[Parameter::L2Latency]);
  EXPECT_LE(double(System.window()), B[Parameter::CtaGap]);
}

/// Requests from all clusters, \p Stride apart.
TEST_F(Memory, PartitionCamping) {
  auto TimeOf = [&](uint64_t Stride) {
    MemorySystem Fresh(B);
    std::vector<MemorySystem::Answer> All;
    for (unsigned N = 0; N != 600; ++N)
      Fresh.send({0, {N * Stride, 64}, Request::Read, N % 30, N});
    for (Clock Until = Fresh.window(); !Fresh.isIdle(); Until += Fresh.window())
      Fresh.serve(Until, All, Fills);
    EXPECT_EQ(All.size(), 600u);
    Clock Last = 0;
    for (const MemorySystem::Answer &A : All)
      Last = std::max(Last, A.At);
    return double(Last);
  };
  // Eight partitions of 256 bytes: with 2048 bytes all go to one of them.
  EXPECT_GT(TimeOf(2048), 3 * TimeOf(256));
}

TEST_F(Memory, ThePortSharesItsTime) {
  for (unsigned N = 0; N != 100; ++N)
    read(N % 3, 0, N * 256, 32);
  for (unsigned N = 0; N != 100; ++N)
    read(N % 3, 0, 100000 * 256 + N * 256, 32);
  run();
  // A request a core clock, from the three SMs of one cluster.
  EXPECT_GE(double(lastAnswer()), B.coreClocks(200));
}

TEST_F(Memory, ConstantsComeFromThreeLevels) {
  EXPECT_EQ(fill(0, 100, 4), 476u);
  EXPECT_EQ(fill(0, 1000, 4), 81u);
  EXPECT_EQ(fill(1, 2000, 5), 81u);
  // Another cluster.
  EXPECT_EQ(fill(3, 3000, 4), 220u);
  EXPECT_EQ(fill(3, 4000, 4), 81u);
}

TEST_F(Memory, TexelsComeFromThreeLevels) {
  EXPECT_NEAR(double(fetch(0, 100, 0x10000)), B[Parameter::TextureMiss], 6);
  EXPECT_NEAR(double(fetch(0, 5000, 0x10000)), B[Parameter::TextureHit], 2);
  // Another line of the partition's, and another cluster.
  EXPECT_NEAR(double(fetch(0, 10000, 0x10040)), B[Parameter::TextureL2Hit], 6);
  EXPECT_NEAR(double(fetch(3, 15000, 0x10000)), B[Parameter::TextureL2Hit], 6);
}

TEST_F(Memory, WhatIsServedIsNotUnderWay) {
  for (unsigned N = 0; N != 100; ++N)
    read(4, 0, N * 2048);
  EXPECT_EQ(System.underWay(4), 100u);
  EXPECT_EQ(System.underWay(5), 0u);
  System.serve(System.window(), Answers, Fills);
  EXPECT_GT(System.underWay(4), 50u);
  run();
  EXPECT_EQ(System.underWay(4), 0u);
  // Texels of the partition's cache are not the DRAM's to serve.
  fetch(4, 20000, 0x100000);
  fetch(4, 30000, 0x100040);
  EXPECT_EQ(System.underWay(4), 0u);
}

TEST_F(Memory, WritesAreNotAnswered) {
  System.send({0, {0x1000, 128}, Request::Write, 0, 0});
  run();
  EXPECT_TRUE(Answers.empty());
  EXPECT_EQ(System.movedBytes(), 128u);
  EXPECT_GT(System.lastTransfer(), 0u);
}

} // namespace
