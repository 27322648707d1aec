//===- DramTest.cpp - A partition's DRAM by its timing rules --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a board whose clocks are all the same, so that the memory's clocks can be
// added up by hand.
//
//===----------------------------------------------------------------------===//
#include "DramPartition.h"
#include "gtest/gtest.h"
#include <vector>

using namespace heddle::timing;

namespace {

Board evenBoard() {
  Board B = *findBoard("gtx280");
  for (Parameter P :
       {Parameter::SPClock, Parameter::CoreClock, Parameter::MemoryClock})
    B.set(P, {1000, '-', ""});
  const std::pair<Parameter, double> Times[] = {
      {Parameter::RowToColumn, 12}, {Parameter::RowOpen, 25},
      {Parameter::RowClose, 10},    {Parameter::RowToRow, 8},
      {Parameter::CL, 10},          {Parameter::WL, 7},
      {Parameter::WriteToRead, 6},  {Parameter::WriteToClose, 11},
      {Parameter::RequestGap, 0}};
  for (auto [P, Nanoseconds] : Times)
    B.set(P, {Nanoseconds, '-', ""});
  return B;
}

class Dram : public testing::Test {
protected:
  void push(unsigned Bank, uint64_t Row, Request Kind = Request::Read,
            Clock At = 0, uint32_t Bytes = 32) {
    Partition.push({ticksOf(At), {0, Bank, Row}, Bytes, Kind, 0, NumPushed++});
  }
  /// Numbers of requests and the ends of their data, in their order.
  std::vector<std::pair<unsigned, Clock>> serve(Clock Until = Never / 512) {
    std::vector<std::pair<unsigned, Clock>> Done;
    Partition.serve(ticksOf(Until),
                    [&](const DramRequest &R, const Transfer &T) {
                      EXPECT_EQ(T.End % TicksPerClock, 0u);
                      Done.push_back({R.Load, T.End / TicksPerClock});
                    });
    return Done;
  }
  using List = std::vector<std::pair<unsigned, Clock>>;

  const DramRules Rules{evenBoard()};
  DramPartition Partition{Rules};
  uint32_t NumPushed = 0;
};

TEST_F(Dram, ARowIsOpenedOnce) {
  push(0, 7);
  push(0, 7);
  push(0, 7);
  // RowToColumn 12, CL 10, and two clocks for each burst of 32 bytes.
  EXPECT_EQ(serve(), (List{{0, 24}, {1, 26}, {2, 28}}));
}

TEST_F(Dram, AnotherRowOfTheBank) {
  push(0, 7);
  push(0, 8);
  // Closed at RowOpen 25, open 10 + 12 later, CL 10 and the burst.
  EXPECT_EQ(serve(), (List{{0, 24}, {1, 25 + 10 + 12 + 10 + 2}}));
}

TEST_F(Dram, OtherBanksOverlap) {
  push(0, 7);
  push(1, 7);
  push(2, 7);
  // RowToRow 8 apart.
  EXPECT_EQ(serve(), (List{{0, 24}, {1, 32}, {2, 40}}));
}

TEST_F(Dram, OpenRowsGoFirst) {
  push(0, 7);
  push(0, 8);
  push(0, 7);
  const List Done = serve();
  ASSERT_EQ(Done.size(), 3u);
  EXPECT_EQ(Done[1], (std::pair<unsigned, Clock>{2, 26}));
  EXPECT_EQ(Done[2].first, 1u);
}

TEST_F(Dram, NobodyWaitsForEver) {
  push(0, 7);
  push(0, 8);
  for (unsigned N = 0; N != 200; ++N)
    push(0, 7);
  const List Done = serve();
  ASSERT_EQ(Done.size(), 202u);
  unsigned Place = 0;
  while (Done[Place].first != 1)
    ++Place;
  EXPECT_LE(Place, 40u);
}

TEST_F(Dram, ReadsWaitForWrites) {
  push(0, 7, Request::Write);
  push(0, 7);
  // WL 7 to the data of the write, which ends at 21; then WriteToRead 6, CL 10.
  EXPECT_EQ(serve(), (List{{0, 21}, {1, 21 + 6 + 10 + 2}}));
}

TEST_F(Dram, WhatIsToComeIsNotChosen) {
  push(0, 7, Request::Read, 100);
  EXPECT_TRUE(serve(100).empty());
  EXPECT_FALSE(Partition.isIdle());
  EXPECT_EQ(serve(101), (List{{0, 124}}));
  EXPECT_TRUE(Partition.isIdle());
}

TEST_F(Dram, LongTransfersTakeThePins) {
  push(0, 7, Request::Read, 0, 128);
  push(0, 7, Request::Read, 0, 64);
  EXPECT_EQ(serve(), (List{{0, 30}, {1, 34}}));
  EXPECT_EQ(Partition.busy() / TicksPerClock, 12u);
}

TEST(DramRules, PlacesOfAddresses) {
  const DramRules Rules(*findBoard("8800gtx"));
  // 256 bytes each of six partitions, 2 KiB of each a row, eight banks.
  EXPECT_EQ(Rules.placeOf(255).Partition, 0u);
  EXPECT_EQ(Rules.placeOf(256).Partition, 1u);
  EXPECT_EQ(Rules.placeOf(6 * 256).Partition, 0u);
  EXPECT_EQ(Rules.placeOf(6 * 2048 - 1).Bank, 0u);
  EXPECT_EQ(Rules.placeOf(6 * 2048).Bank, 1u);
  EXPECT_EQ(Rules.placeOf(6 * 2048 * 8).Bank, 0u);
  EXPECT_EQ(Rules.placeOf(6 * 2048 * 8).Row, 1u);
}

} // namespace
