//===- DivisionTest.cpp - The division builtins on the host ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles lib/Builtins/C for the host, with models of what the chip does in
/// one instruction, and holds the quotients against the host's own. The model
/// of rcp is off by one unit in the last place in either direction, which is
/// all that the routine may rely on.
///
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace {

/// -1, 0 or 1 units in the last place.
int RcpError = 0;

#include "../../lib/Builtins/C/Builtins.c"

float chipFromU32(u32 A) { return static_cast<float>(A); }

u32 chipToU32(float A) {
  if (!(A > 0))
    return 0;
  return A >= 0x1p32f ? ~0u : static_cast<u32>(A);
}

float chipMul(float A, float B) { return A * B; }

float chipRcp(float A) {
  float Result = static_cast<float>(1.0 / A);
  if (RcpError == 0 || std::isinf(Result))
    return Result;
  float Infinity = std::numeric_limits<float>::infinity();
  return std::nextafterf(Result, RcpError > 0 ? Infinity : 0.0f);
}

u32 chipMulHi(u32 A, u32 B) { return u32((u64(A) * B) >> 32); }

const u32 Special[] = {
    0,          1,          2,          3,          5,          7,
    10,         0xff,       0x100,      0xffff,     0x10000,    0x10001,
    0xffffff,   0x1000000,  0x1000001,  0x3fffffff, 0x40000000, 0x7ffffffe,
    0x7fffffff, 0x80000000, 0x80000001, 0xaaaaaaaa, 0xfffffffe, 0xffffffff};

void check32(u32 X, u32 Y) {
  u32 Quotient = Y ? X / Y : ~0u;
  u32 Remainder = Y ? X % Y : X;
  ASSERT_EQ(__heddle_udiv32(X, Y), Quotient) << X << " / " << Y;
  ASSERT_EQ(__heddle_urem32(X, Y), Remainder) << X << " % " << Y;
  if (Y == 0)
    return;
  s64 SX = s32(X), SY = s32(Y);
  ASSERT_EQ(__heddle_sdiv32(X, Y), u32(SX / SY)) << SX << " / " << SY;
  ASSERT_EQ(__heddle_srem32(X, Y), u32(SX % SY)) << SX << " % " << SY;
}

void check64(u64 X, u64 Y) {
  ASSERT_EQ(__heddle_udiv64(X, Y), Y ? X / Y : ~u64(0)) << X << " / " << Y;
  ASSERT_EQ(__heddle_urem64(X, Y), Y ? X % Y : X) << X << " % " << Y;
  if (Y == 0)
    return;
  __int128 SX = s64(X), SY = s64(Y);
  ASSERT_EQ(__heddle_sdiv64(X, Y), u64(SX / SY)) << X << " / " << Y;
  ASSERT_EQ(__heddle_srem64(X, Y), u64(SX % SY)) << X << " % " << Y;
}

class Division32 : public testing::TestWithParam<int> {
protected:
  void SetUp() override { RcpError = GetParam(); }
};

TEST_P(Division32, SpecialOperands) {
  for (u32 X : Special)
    for (u32 Y : Special)
      check32(X, Y);
}

TEST_P(Division32, SmallAndLargeDivisors) {
  for (u32 Y = 1; Y < 70000; ++Y)
    for (u32 X :
         {~0u, ~0u - Y, ~0u / Y * Y, ~0u / Y * Y - 1, Y * Y, Y * Y - 1}) {
      check32(X, Y);
      check32(X, ~Y);
    }
}

TEST_P(Division32, RandomOperands) {
  std::mt19937 Random(12345);
  for (int I = 0; I != 4000000; ++I) {
    // Operands of all magnitudes.
    u32 X = Random() >> (Random() % 32), Y = Random() >> (Random() % 32);
    check32(X, Y);
    // Dividends just below, at and above a multiple.
    if (Y)
      check32(X / Y * Y - 1 + I % 3, Y);
  }
}

INSTANTIATE_TEST_SUITE_P(RcpErrors, Division32, testing::Values(-1, 0, 1));

TEST(Division64, SpecialOperands) {
  for (u32 XHigh : Special)
    for (u32 XLow : Special)
      for (u32 YHigh : Special)
        for (u32 YLow : Special)
          check64(u64(XHigh) << 32 | XLow, u64(YHigh) << 32 | YLow);
}

TEST(Division64, RandomOperands) {
  std::mt19937_64 Random(54321);
  for (int I = 0; I != 100000; ++I)
    check64(Random() >> (Random() % 64), Random() >> (Random() % 64));
}

} // namespace
