//===- GuardedCallTest.cpp - Calls of functions that may throw ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/GuardedCall.h"
#include "gtest/gtest.h"
#include <string>

using heddle::callGuarded;

namespace {

TEST(GuardedCall, ComesBack) {
  bool WasCalled = false;
  EXPECT_EQ(callGuarded([&] { WasCalled = true; }), std::nullopt);
  EXPECT_TRUE(WasCalled);
}

TEST(GuardedCall, ReturnsWhatTheStandardLibraryThrows) {
  std::string Text = "abc";
  size_t Far = 5;
  std::optional<std::string> Thrown =
      callGuarded([&] { Text.insert(Far, "x"); });
  ASSERT_TRUE(Thrown);
  EXPECT_NE(Thrown->find("basic_string"), std::string::npos) << *Thrown;
}

} // namespace
