//===- CheckedSizeTest.cpp - Sizes that programs ask for ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/CheckedSize.h"
#include "gtest/gtest.h"

using heddle::CheckedSize;

namespace {

constexpr uint64_t Most = ~uint64_t(0);

TEST(CheckedSize, KnowsWhatHasRoom) {
  EXPECT_EQ((CheckedSize(3) * 5 + 1).value(), 16u);
  EXPECT_EQ((CheckedSize(Most) + 0).value(), Most);
  EXPECT_EQ((CheckedSize(Most) * 1).value(), Most);
  EXPECT_EQ((CheckedSize(1ull << 32) * ((1ull << 32) - 1)).value(),
            Most - (1ull << 32) + 1);
  EXPECT_TRUE((CheckedSize(2) + 3).fitsIn(5));
  EXPECT_FALSE((CheckedSize(2) + 3).fitsIn(4));
}

TEST(CheckedSize, ForgetsWhatHasNone) {
  EXPECT_FALSE((CheckedSize(Most) + 1).isKnown());
  EXPECT_FALSE((CheckedSize(1ull << 32) * (1ull << 32)).isKnown());
  // And nothing that follows brings it back.
  CheckedSize Lost = CheckedSize(Most) + 1;
  EXPECT_FALSE((Lost * 0).isKnown());
  EXPECT_FALSE((CheckedSize(0) * Lost + 7).value());
  EXPECT_FALSE(Lost.fitsIn(Most));
}

} // namespace
