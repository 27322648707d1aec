//===- NumberTest.cpp - Whole numbers that users write --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/Number.h"
#include "gtest/gtest.h"

using namespace heddle;

namespace {

TEST(Number, Forms) {
  EXPECT_EQ(parseNumber("10"), 10u);
  EXPECT_EQ(parseNumber("010"), 10u);
  EXPECT_EQ(parseNumber("08"), 8u);
  EXPECT_EQ(parseNumber("0x10"), 16u);
  EXPECT_EQ(parseNumber("0B101"), 5u);
  EXPECT_EQ(parseNumber("18446744073709551615"), UINT64_MAX);
  for (const char *Text : {"", "-1", "+1", "0x", "0b2", "0o7", "1 ", " 1",
                           "0x-1", "18446744073709551616", "1e3"})
    EXPECT_FALSE(parseNumber(Text)) << Text;
}

TEST(Number, Limits) {
  EXPECT_EQ(parseNumber("255", 255), 255u);
  EXPECT_FALSE(parseNumber("256", 255));
}

TEST(Number, Signs) {
  EXPECT_EQ(parseSignedNumber("-010"), -10);
  EXPECT_EQ(parseSignedNumber("-0x8000000000000000"), INT64_MIN);
  EXPECT_EQ(parseSignedNumber("9223372036854775807"), INT64_MAX);
  EXPECT_FALSE(parseSignedNumber("9223372036854775808"));
  EXPECT_FALSE(parseSignedNumber("--1"));
}

} // namespace
