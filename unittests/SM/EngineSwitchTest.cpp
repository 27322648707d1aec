//===- EngineSwitchTest.cpp - When host code is left ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The switch is told what was issued and how long that took, by hand.
//
//===----------------------------------------------------------------------===//

#include "heddle/SM/EngineSwitch.h"
#include "HandProgram.h"
#include "NoTranslator.h"
#include "gtest/gtest.h"

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

class EngineSwitchTest : public testing::Test {
protected:
  static constexpr uint64_t Part = uint64_t(1) << 15, CtasLeft = 1 << 20;

  EngineSwitchTest() { Hand.exit(); }

  void open(bool AtOnce) {
    Maker.emplace(AtOnce);
    Code = makeExecutable(Hand.P);
    Switch.open(*Code, *Maker);
  }
  /// A part that the interpreter did, and a CTA.
  static EngineWork part(uint64_t Nanoseconds) {
    return {Part, 0, 0, 0, 0, 1, Part * Nanoseconds};
  }
  /// Parts of which host code did half, and was entered for each instruction.
  void giveWay(unsigned Times, uint64_t Nanoseconds) {
    for (unsigned N = 0; N != Times; ++N)
      Switch.note(*Code,
                  {Part, Part / 2, Part / 2, Part, 0, 1, Part * Nanoseconds},
                  {1, CtasLeft});
  }
  /// \p Times parts that took \p Nanoseconds an instruction each.
  void interpret(unsigned Times, uint64_t Nanoseconds) {
    for (unsigned N = 0; N != Times; ++N)
      Switch.note(*Code, {Part, 0, 0, 0, 0, 1, Part * Nanoseconds},
                  {1, CtasLeft});
  }
  void runHostCode(unsigned Times, uint64_t Nanoseconds) {
    for (unsigned N = 0; N != Times; ++N)
      Switch.note(*Code, {Part, Part, 1, Part, 0, 1, Part * Nanoseconds},
                  {1, CtasLeft});
  }

  HandProgram Hand;
  std::optional<NoTranslator> Maker;
  ExecutablePtr Code;
  EngineSwitch Switch;
};

TEST_F(EngineSwitchTest, CodeThatIsFasterStays) {
  open(/*AtOnce=*/false);
  interpret(2, 100);
  ASSERT_NE(Switch.current(), nullptr);
  runHostCode(1024, 50);
  EXPECT_NE(Switch.current(), nullptr);
  EXPECT_FALSE(Switch.isUndecided());
}

TEST_F(EngineSwitchTest, CodeThatIsMuchSlowerIsLeftSoon) {
  open(/*AtOnce=*/false);
  interpret(2, 100);
  ASSERT_NE(Switch.current(), nullptr);
  runHostCode(4, 200);
  EXPECT_EQ(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, CodeThatIsALittleSlowerIsLeftLater) {
  open(/*AtOnce=*/false);
  interpret(2, 100);
  runHostCode(16, 104);
  EXPECT_NE(Switch.current(), nullptr);
  runHostCode(1024, 104);
  EXPECT_EQ(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, NobodyAsksForTheCostOfKernelsThatHardlyRun) {
  open(/*AtOnce=*/false);
  EXPECT_TRUE(Switch.isUndecided());
  EXPECT_EQ(Maker->Asked, 0u);
  interpret(1, 100);
  EXPECT_NE(Maker->Asked, 0u);
}

TEST_F(EngineSwitchTest, CodeThatGivesWayOftenStaysIfItIsFaster) {
  open(/*AtOnce=*/false);
  interpret(2, 100);
  giveWay(8, 50);
  EXPECT_NE(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, CodeThatGivesWayOftenIsLeftIfItIsSlower) {
  open(/*AtOnce=*/false);
  interpret(2, 100);
  giveWay(8, 120);
  EXPECT_EQ(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, CodeThatGivesWayOftenIsNotLeftForColdCaches) {
  open(/*AtOnce=*/false);
  interpret(2, 100);
  giveWay(2, 130);
  EXPECT_NE(Switch.current(), nullptr);
  giveWay(64, 80);
  EXPECT_NE(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, CodeForAllIsMadeWhereUsualCodeGivesWay) {
  open(/*AtOnce=*/false);
  Maker->Last = Coverage::Complete;
  Maker->Time = 1;
  interpret(2, 100);
  EXPECT_EQ(Maker->Made, Coverage::Usual);
  giveWay(2, 160);
  EXPECT_EQ(Switch.current(), nullptr);
  interpret(1, 100);
  EXPECT_NE(Switch.current(), nullptr);
  EXPECT_EQ(Maker->Made, Coverage::Complete);
}

TEST_F(EngineSwitchTest, CodeForAllIsNotMadeForMoreThanItCanSave) {
  // Of the interpreter's 100 ns usual code takes 35, however much it misses.
  for (bool IsFast : {true, false}) {
    EngineSwitch Switch;
    NoTranslator Maker(/*AtOnce=*/false);
    Maker.Last = Coverage::Complete;
    Maker.TimeForAll = 20 * Part * CtasLeft;
    ExecutablePtr Code = makeExecutable(Hand.P);
    Switch.open(*Code, Maker);
    Switch.note(*Code, part(100), {1, CtasLeft});
    ASSERT_NE(Switch.current(), nullptr);
    const uint64_t Nanoseconds = IsFast ? 35 : 90;
    for (unsigned N = 0; N != 8; ++N)
      Switch.note(
          *Code,
          {Part, Part / 2, Part / 2, Part, Part / 2, 1, Part * Nanoseconds},
          {1, CtasLeft});
    EXPECT_EQ(Maker.Made, IsFast ? Coverage::Usual : Coverage::Complete);
  }
}

TEST_F(EngineSwitchTest, CodeIsMadeWhenItIsLikelyToPay) {
  open(/*AtOnce=*/false);
  Maker->Time = 1000 * Part * 100;
  // A part takes a CTA, and saves about half of its time.
  Switch.note(*Code, part(100), {1, 1000});
  EXPECT_EQ(Switch.current(), nullptr) << "before it is sure";
  for (unsigned N = 0; N != 99; ++N)
    Switch.note(*Code, part(100), {1, 1000 - N});
  EXPECT_EQ(Switch.current(), nullptr) << "as too few are left";
  Switch.note(*Code, part(100), {1, 4000});
  EXPECT_NE(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, CodeThatTakesLongerThanExpectedHasToPayAnew) {
  open(/*AtOnce=*/false);
  Maker->Time = Part * 100;
  Maker->LeastTime = 1000 * Part * 100;
  for (unsigned N = 0; N != 100; ++N)
    Switch.note(*Code, part(100), {1, 1000});
  EXPECT_EQ(Switch.current(), nullptr);
  EXPECT_EQ(Maker->Asked, 2u);
  EXPECT_TRUE(Switch.isUndecided());
  Switch.note(*Code, part(100), {1, 4000});
  EXPECT_NE(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, CtasInProgressAreHalfDone) {
  open(/*AtOnce=*/false);
  Maker->Time = 100 * Part * 100;
  // Nothing has ended: a hundred have come as far as the ten parts say.
  EngineWork Some = part(100);
  Some.CTAs = 0;
  for (unsigned N = 0; N != 10; ++N)
    Switch.note(*Code, Some, {100, 0});
  EXPECT_EQ(Switch.current(), nullptr);
  Switch.note(*Code, Some, {100, 2000});
  EXPECT_NE(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, LanesThatPartHaveCodeForAllMadeAtOnce) {
  open(/*AtOnce=*/false);
  Maker->Last = Coverage::Complete;
  EngineWork Some = part(100);
  // Two lanes of 32, of each instruction.
  Some.IdleLanes = Part * 2;
  Switch.note(*Code, Some, {1, CtasLeft});
  ASSERT_NE(Switch.current(), nullptr);
  EXPECT_EQ(Maker->Made, Coverage::Complete);
}

TEST_F(EngineSwitchTest, WarpsOfFewerThreadsHaveCodeOfTheirOwn) {
  open(/*AtOnce=*/false);
  Maker->Last = Coverage::Complete;
  Maker->Time = 1;
  EXPECT_EQ(Switch.forShortWarps(*Code), nullptr);
  EngineWork Some = part(100);
  Some.OfShort = Part;
  Switch.note(*Code, Some, {1, CtasLeft});
  // Other code would be nobody's.
  EXPECT_EQ(Switch.current(), nullptr);
  EXPECT_NE(Switch.forShortWarps(*Code), nullptr);
  EXPECT_EQ(Maker->Made, Coverage::Short);
  interpret(1, 100);
  EXPECT_NE(Switch.current(), nullptr);
}

TEST_F(EngineSwitchTest, CodeForFewerThreadsHasToPay) {
  open(/*AtOnce=*/false);
  Maker->Last = Coverage::Complete;
  Maker->TimeForShort = 4 * Part * CtasLeft;
  EXPECT_EQ(Switch.forShortWarps(*Code), nullptr);
  // One of eight warps is short.
  EngineWork Some = part(100);
  Some.OfShort = Part / 8;
  Switch.note(*Code, Some, {1, CtasLeft});
  ASSERT_NE(Switch.current(), nullptr);
  EXPECT_EQ(Switch.forShortWarps(*Code), nullptr);
  EXPECT_TRUE(Switch.isUndecided());
}

TEST_F(EngineSwitchTest, CodeForFewerThreadsIsMadeAtOnceIfItWasAskedFor) {
  for (Coverage Last : {Coverage::Usual, Coverage::Complete}) {
    EngineSwitch Switch;
    NoTranslator Maker(/*AtOnce=*/true);
    Maker.Last = Last;
    ExecutablePtr Code = makeExecutable(Hand.P);
    EXPECT_EQ(Switch.forShortWarps(*Code), nullptr);
    Switch.open(*Code, Maker);
    const bool Has = Switch.forShortWarps(*Code);
    EXPECT_EQ(Has, Last == Coverage::Complete);
  }
}

TEST_F(EngineSwitchTest, CodeThatWasAskedForStays) {
  open(/*AtOnce=*/true);
  ASSERT_NE(Switch.current(), nullptr);
  EXPECT_FALSE(Switch.isUndecided());
  runHostCode(1024, 1000);
  EXPECT_NE(Switch.current(), nullptr);
}

} // namespace
