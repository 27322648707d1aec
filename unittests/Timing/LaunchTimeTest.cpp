//===- LaunchTimeTest.cpp - From a sample to all CTAs ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/Timing/LaunchTime.h"
#include "gtest/gtest.h"

using namespace heddle::timing;

namespace {

/// Of \p Waves waves of ten CTAs, which end together; the lengths of the waves
/// behind the first take turns.
LaunchTime sampled(unsigned Waves, uint64_t Length, uint64_t OfOthers) {
  LaunchTime T;
  T.CTAs = 1000;
  T.SampledCTAs = 10 * Waves;
  uint64_t At = 1500;
  for (unsigned N = 0; N != Waves; ++N) {
    T.Ends.insert(T.Ends.end(), 10, At);
    T.Cycles = At;
    At += N % 2 ? OfOthers : Length;
  }
  T.SPBusy = 10 * T.Cycles;
  return T;
}

TEST(LaunchTime, EqualWavesLeaveNoError) {
  LaunchTime T = sampled(6, 1000, 1000);
  T.extrapolate(10);
  // 6 waves were timed, the first of which took longer; 94 are like the rest.
  EXPECT_EQ(T.Cycles, 1500u + 5 * 1000 + 94 * 1000);
  EXPECT_EQ(T.ExpectedError, 0);
  EXPECT_EQ(T.SPBusy, 10u * 6500 * 1000 / 60);
}

TEST(LaunchTime, UnequalWavesSayHowMuchTheyDiffer) {
  LaunchTime T = sampled(6, 900, 1100);
  T.extrapolate(10);
  // Four lengths that differ by 200 each from the next: a deviation of 200 /
  // sqrt(2) of 1000, half of which is the error of the mean.
  EXPECT_NEAR(T.ExpectedError, 0.0707 * 94 / 100.4, 0.003);
  EXPECT_NEAR(double(T.Cycles), 100400, 600);
}

} // namespace
