//===- ScheduleTest.cpp - Schedules as text -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Explore/Schedule.h"
#include "gtest/gtest.h"

namespace heddle::explore {
namespace {

Schedule sample() {
  Schedule S;
  S.Launch = 3;
  S.Of.Chip = "tx1";
  S.Of.Kernel = "_Z3sum\"f";
  S.Of.Grid = {7, 2, 1};
  S.Of.Block = {64, 1, 1};
  S.Of.DynamicSharedBytes = 128;
  S.Of.NumSMs = 16;
  S.Of.CodeHash = 0xfedcba9876543210;
  S.Of.DataHash = ~uint64_t(0);
  S.Seed = 1;
  S.Points = {0, 16, 0xfffffff8};
  S.Preemptions = {{2, 14, {1, 0, 0}, 1},
                   {5000000000, 0, {0, 1, 0}, 0, "sum.ptx"}};
  return S;
}

/// What is wrong with the sample where \p From is \p To.
std::string problem(llvm::StringRef From, llvm::StringRef To) {
  std::string Text = scheduleText(sample());
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  Text.replace(At, From.size(), To.str());
  llvm::Expected<Schedule> S = parseSchedule("f", Text);
  return S ? "" : llvm::toString(S.takeError());
}

TEST(Schedule, IsReadAsItWasWritten) {
  const Schedule S = sample();
  llvm::Expected<Schedule> Read = parseSchedule("f", scheduleText(S));
  ASSERT_TRUE(bool(Read)) << llvm::toString(Read.takeError());
  EXPECT_EQ(Read->Launch, S.Launch);
  EXPECT_EQ(Read->Of.Chip, S.Of.Chip);
  EXPECT_EQ(Read->Of.Kernel, S.Of.Kernel);
  EXPECT_EQ(Read->Of.Grid, S.Of.Grid);
  EXPECT_EQ(Read->Of.Block, S.Of.Block);
  EXPECT_EQ(Read->Of.DynamicSharedBytes, S.Of.DynamicSharedBytes);
  EXPECT_EQ(Read->Of.NumSMs, S.Of.NumSMs);
  EXPECT_EQ(Read->Of.CodeHash, S.Of.CodeHash);
  EXPECT_EQ(Read->Of.DataHash, S.Of.DataHash);
  EXPECT_EQ(Read->Seed, S.Seed);
  EXPECT_EQ(Read->Points, S.Points);
  ASSERT_EQ(Read->Preemptions.size(), 2u);
  EXPECT_EQ(Read->Preemptions[1].Point, 5000000000u);
  EXPECT_EQ(Read->Preemptions[0].Block, S.Preemptions[0].Block);
  EXPECT_EQ(Read->Preemptions[0].File, "");
  EXPECT_EQ(Read->Preemptions[1].File, "sum.ptx");
  EXPECT_EQ(scheduleText(*Read), scheduleText(S));
}

TEST(Schedule, SaysWhatIsWrong) {
  EXPECT_EQ(problem("\"schema\": 1", "\"schema\": 2"),
            "'f' is no schedule: this version reads schema 1 at "
            "schedule.schema");
  EXPECT_EQ(problem("\"kernel\"", "\"name\""),
            "'f' is no schedule: missing value at schedule.kernel");
  EXPECT_EQ(problem("\"smem\": 128", "\"smem\": 4294967296"),
            "'f' is no schedule: expected a number below 2^32 at "
            "schedule.smem");
  EXPECT_EQ(problem("\"0xfedcba9876543210\"", "\"12\""),
            "'f' is no schedule: expected a number of the form \"0x12ab\" at "
            "schedule.code");
  EXPECT_EQ(problem("\"0xfedcba9876543210\"", "\"0xfedcba98765432100\""),
            "'f' is no schedule: expected a number of the form \"0x12ab\" at "
            "schedule.code");
  EXPECT_EQ(problem("\"point\": 2,", "\"point\": 5000000000,"),
            "'f' is no schedule: expected ascending numbers at "
            "schedule.preemptions[1]");
  EXPECT_NE(problem("{", "").find("'f' is no schedule: "), std::string::npos);
}

TEST(Schedule, GridsHaveThreeNumbers) {
  std::string Text = scheduleText(sample());
  size_t At = Text.find("\"grid\": [");
  ASSERT_NE(At, std::string::npos);
  Text.insert(At + 9, "1,");
  llvm::Expected<Schedule> S = parseSchedule("f", Text);
  ASSERT_FALSE(bool(S));
  EXPECT_EQ(llvm::toString(S.takeError()),
            "'f' is no schedule: expected three numbers at schedule.grid");
}

} // namespace
} // namespace heddle::explore
