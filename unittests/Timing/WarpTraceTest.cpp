//===- WarpTraceTest.cpp - Traces keep what was written -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WarpTrace.h"
#include "gtest/gtest.h"

using namespace heddle::timing;

namespace {

TEST(WarpTrace, LoopsAreOneRun) {
  WarpTrace W;
  W.add(0, 7);
  for (unsigned N = 0; N != 100; ++N)
    W.add(3, 4);
  W.add(7, 2);
  W.add(9, 0);
  ASSERT_EQ(W.Runs.size(), 3u);
  EXPECT_EQ(W.Runs[1].First, 3u);
  EXPECT_EQ(W.Runs[1].Count, 4u);
  EXPECT_EQ(W.Runs[1].Times, 100u);
  EXPECT_EQ(W.Runs[2].First, 7u);
}

TEST(WarpTrace, LongRunsAreInParts) {
  WarpTrace W;
  W.add(5, 200000);
  uint64_t Count = 0;
  uint32_t Next = 5;
  for (const heddle::timing::Run &R : W.Runs) {
    EXPECT_EQ(R.First, Next);
    Next += R.Count;
    Count += R.Count;
  }
  EXPECT_EQ(Count, 200000u);
}

TEST(DetailReader, ReadsWhatWasWritten) {
  DetailWriter Writer;
  Detail Nothing, Bank, Far, Const, Arrival;
  Bank.SharedPasses = 32;
  Far.Kind = Request::Write;
  // Forth and back, over more than 32 bits.
  Far.Transactions = {
      {0x1000, 64}, {0x1040, 128}, {uint64_t(1) << 47, 32}, {0, 32}};
  Const.ConstPasses = 3;
  Const.ConstLines = {5, 1u << 31, 0};
  Arrival.IsArrival = Arrival.Waits = true;
  Arrival.Barrier = 15;
  Writer.write(Nothing);
  Writer.write(Bank);
  Writer.write(Far);
  Writer.write(Const);
  Writer.write(Arrival);
  const size_t Passing = Writer.write(Arrival);
  Writer.write(Far);
  Writer.setPassing(Passing);

  DetailReader Reader(Writer.Bytes);
  Detail D;
  Reader.read(D);
  EXPECT_FALSE(D.SharedPasses || D.ConstPasses || D.IsArrival);
  EXPECT_TRUE(D.Transactions.empty());
  Reader.read(D);
  EXPECT_EQ(D.SharedPasses, 32u);
  auto ExpectFar = [&] {
    Reader.read(D);
    EXPECT_EQ(D.Kind, Request::Write);
    ASSERT_EQ(D.Transactions.size(), 4u);
    for (unsigned N = 0; N != 4; ++N) {
      EXPECT_EQ(D.Transactions[N].Address, Far.Transactions[N].Address);
      EXPECT_EQ(D.Transactions[N].Bytes, Far.Transactions[N].Bytes);
    }
  };
  ExpectFar();
  Reader.read(D);
  EXPECT_EQ(D.ConstPasses, 3u);
  EXPECT_EQ(D.ConstLines, Const.ConstLines);
  Reader.read(D);
  EXPECT_TRUE(D.IsArrival && D.Waits);
  EXPECT_EQ(D.Barrier, 15);
  Reader.read(D);
  EXPECT_TRUE(D.IsArrival && !D.Waits);
  ExpectFar();
}

} // namespace
