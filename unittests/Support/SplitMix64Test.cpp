//===- SplitMix64Test.cpp - Numbers from a seed ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Support/SplitMix64.h"
#include "gtest/gtest.h"

using heddle::SplitMix64;

// The numbers that the published generator gives for these seeds. Random input
// data, orders of turns and random programs are made from them: if they change,
// nobody can repeat an old run.
TEST(SplitMix64, GivesThePublishedNumbers) {
  SplitMix64 FromZero(0);
  EXPECT_EQ(FromZero.next(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(FromZero.next(), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(FromZero.next(), 0x06c45d188009454fu);
  SplitMix64 FromNumber(1234567);
  EXPECT_EQ(FromNumber.next(), 6457827717110365317u);
  EXPECT_EQ(FromNumber.next(), 3203168211198807973u);
}
