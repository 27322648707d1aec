//===- CtaRunnerTest.cpp - Turns of a CTA ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CtaRunner.h"
#include "HandProgram.h"
#include "NoTranslator.h"
#include "gtest/gtest.h"

using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

/// One warp that counts down from a number, three instructions a round.
struct Countdown {
  explicit Countdown(uint32_t Rounds) {
    H.mov(1, Rounds);
    uint32_t Loop = H.here();
    H.add32(1, 1, ~0u);
    H.compare(CmpGreater, 1, 0);
    H.branchIf(Loop);
    H.exit();
    H.P.finish();
    Config.Grid = {1, 1, 1};
    Config.Block = {32, 1, 1};
    Config.Geometry = heddle::abi::findGeometry("g80");
    E = makeExecutable(H.P, H.Isa);
    Runner = CtaRunner::create(*E, H.Memory, Config);
    Runner->start(0, nullptr, 0);
  }

  CtaEnd run() { return Runner->run(Left, Counters, nullptr); }
  CtaEnd run(llvm::function_ref<void()> OnSlice) {
    return Runner->run(Left, Counters, nullptr, OnSlice);
  }
  uint64_t issued() const { return Counters.WarpInstructions; }

  HandProgram H;
  LaunchConfig Config;
  ExecutablePtr E;
  std::unique_ptr<CtaRunner> Runner;
  uint64_t Left = uint64_t(1) << 40;
  WarpCounters Counters;
};

/// The runner steps on for a few dozen instructions where a slice is over, to
/// see whether the warps wait; the last of them may exit there.
TEST(CtaRunner, WhoHasExitedWhereTheTurnEndsDoesNotSpin) {
  Countdown Long(~0u);
  ASSERT_EQ(Long.run(), CtaEnd::Paused);
  ASSERT_NE(Long.Runner->cta().living(), 0u);

  Countdown Short(uint32_t((Long.issued() - 30) / 3));
  ASSERT_EQ(Short.run(), CtaEnd::Paused);
  ASSERT_LT(Short.issued(), Long.issued());
  ASSERT_EQ(Short.Runner->cta().living(), 0u);
  uint64_t Steps = 1000;
  EXPECT_FALSE(Short.Runner->spins(Steps));
  EXPECT_EQ(Short.run(), CtaEnd::Done);
}

/// A CTA that is long is worth a look before it gives way to others, and that
/// must not change when it does.
TEST(CtaRunner, WhoIsUndecidedLooksBehindSlices) {
  Countdown Plain(~0u), Undecided(~0u);
  ASSERT_EQ(Plain.run([] { FAIL() << "nobody may change the engine"; }),
            CtaEnd::Paused);
  const NoTranslator Maker(/*AtOnce=*/false);
  Undecided.E->Engine.open(*Undecided.E, Maker);
  std::vector<uint64_t> Looks;
  ASSERT_EQ(Undecided.run([&] { Looks.push_back(Undecided.issued()); }),
            CtaEnd::Paused);
  ASSERT_FALSE(Looks.empty());
  EXPECT_LT(Looks.front(), Plain.issued() / 4);
  EXPECT_EQ(Undecided.issued(), Plain.issued());
  EXPECT_EQ(Undecided.Counters.WithHostCode, 0u);
}

TEST(CtaRunner, HostCodeIsTakenUpBehindASlice) {
  Countdown C(~0u);
  const NoTranslator Maker(/*AtOnce=*/false);
  C.E->Engine.open(*C.E, Maker);
  uint64_t Before = 0;
  auto Make = [&] {
    if (Before)
      return;
    Before = C.issued();
    EngineWork Work;
    Work.Issued = Before;
    Work.Nanoseconds = 100 * Before;
    C.E->Engine.note(*C.E, Work, {1, uint64_t(1) << 20});
  };
  ASSERT_EQ(C.run(Make), CtaEnd::Paused);
  ASSERT_NE(C.E->Engine.current(), nullptr);
  EXPECT_EQ(C.Counters.WithHostCode, C.issued() - Before);
}

} // namespace
