//===- LongRunTest.cpp - Straight runs of more than a turn ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp's turn is shorter than a kernel without any branch may be. Host code
// has to be entered all the same, again and again, up to the kernel's end.
//
//===----------------------------------------------------------------------===//

#include "FloatEnvironment.h"
#include "TestKernel.h"
#include "heddle/HostTranslate/Translator.h"
#include "heddle/Machine/WarpPicker.h"
#include "heddle/SM/Executable.h"
#include "heddle/SM/Translation.h"
#include "gtest/gtest.h"

using namespace heddle;
using namespace heddle::sm;
using namespace heddle::sm::test;

namespace {

class LongRun : public testing::TestWithParam<bool> {};

TEST_P(LongRun, IsEnteredAtEachTurn) {
  constexpr uint32_t Length = 6000;
  // add b32 $r0 $r0 $r1, Length times
  std::vector<std::array<uint32_t, 2>> Words(Length, AddBase);
  Words.push_back(StoreAndExit);
  TestKernel K(Words);
  const ExecutablePtr E = makeExecutable(*K.P);
  hosttranslate::TranslatorOptions Options;
  Options.First = Options.Last = Coverage::Usual;
  Options.CallsFrom = GetParam() ? 0 : 2 * Length;
  const std::unique_ptr<Translator> Engine =
      hosttranslate::makeTranslator(std::move(Options));
  const std::unique_ptr<TranslatedProgram> Host =
      Engine->translate(*E, Coverage::Usual);
  ASSERT_TRUE(Host);
  const std::unique_ptr<Cta> C = K.cta();
  Warp &W = C->warp(0);
  uint32_t *const Sum = W.lanes().Base[WarpRows];
  std::fill_n(Sum, Lanes, 0);
  std::fill_n(Sum + Lanes, Lanes, 3);
  const FloatEnvironment Guest;
  for (uint64_t Done = 0; Done != Length;) {
    const uint64_t Issued = Host->run(W, LongTurn).WarpInstructions;
    ASSERT_NE(Issued, 0) << "at " << Done;
    ASSERT_LE(Issued, LongTurn);
    Done += Issued;
    EXPECT_EQ(W.pc(), Done);
    EXPECT_EQ(Sum[Lanes - 1], 3 * Done);
  }
}

INSTANTIATE_TEST_SUITE_P(Calls, LongRun, testing::Bool());

} // namespace
