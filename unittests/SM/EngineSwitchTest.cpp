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

#include "EngineSwitch.h"
#include "HandProgram.h"
#include "heddle/SM/Translation.h"
#include "gtest/gtest.h"

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

class NoCode final : public TranslatedProgram {
public:
  Progress run(Warp &, uint64_t) const override { return {}; }
  GroupProgress runGroup(llvm::ArrayRef<Warp *>,
                         llvm::MutableArrayRef<uint64_t>) const override {
    return {};
  }
  uint32_t nextEntry(uint32_t PC) const override { return PC; }
  Coverage coverage() const override { return Coverage::Usual; }
};

/// Makes code in no time.
class NoTranslator final : public Translator {
public:
  explicit NoTranslator(bool AtOnce) : StartsAtOnce(AtOnce) {}

  std::unique_ptr<TranslatedProgram> translate(const Executable &,
                                               Coverage) const override {
    return std::make_unique<NoCode>();
  }
  Coverage firstCoverage() const override { return Coverage::Usual; }
  Coverage lastCoverage() const override { return Coverage::Usual; }
  bool startsAtOnce() const override { return StartsAtOnce; }
  uint64_t nanosecondsFor(const Executable &, Coverage) const override {
    ++Asked;
    return 0;
  }

  mutable unsigned Asked = 0;

private:
  const bool StartsAtOnce;
};

class EngineSwitchTest : public testing::Test {
protected:
  static constexpr uint64_t Part = uint64_t(1) << 15, CtasLeft = 1 << 20;

  EngineSwitchTest() { Hand.exit(); }

  void open(bool AtOnce) {
    Maker.emplace(AtOnce);
    Code = makeExecutable(Hand.P);
    Switch.open(*Code, *Maker);
  }
  /// \p Times parts that took \p Nanoseconds an instruction each.
  void interpret(unsigned Times, uint64_t Nanoseconds) {
    for (unsigned N = 0; N != Times; ++N)
      Switch.note(*Code, {Part, 0, 0, 0, 0, 1, Part * Nanoseconds}, CtasLeft);
  }
  void runHostCode(unsigned Times, uint64_t Nanoseconds) {
    for (unsigned N = 0; N != Times; ++N)
      Switch.note(*Code, {Part, Part, 1, Part, 0, 1, Part * Nanoseconds},
                  CtasLeft);
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

TEST_F(EngineSwitchTest, CodeThatWasAskedForStays) {
  open(/*AtOnce=*/true);
  ASSERT_NE(Switch.current(), nullptr);
  EXPECT_FALSE(Switch.isUndecided());
  runHostCode(1024, 1000);
  EXPECT_NE(Switch.current(), nullptr);
}

} // namespace
