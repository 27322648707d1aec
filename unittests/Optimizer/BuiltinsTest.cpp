//===- BuiltinsTest.cpp - The integer builtins on the host ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Integer division and conversions of lib/Builtins/C against the host's own.
///
//===----------------------------------------------------------------------===//

#include "HostBuiltins.h"
#include "gtest/gtest.h"
#include <random>

namespace {

const u32 Special[] = {
    0,          1,          2,          3,          5,          7,
    10,         0xff,       0x100,      0xffff,     0x10000,    0x10001,
    0xffffff,   0x1000000,  0x1000001,  0x3fffffff, 0x40000000, 0x7ffffffe,
    0x7fffffff, 0x80000000, 0x80000001, 0xaaaaaaaa, 0xfffffffe, 0xffffffff};

void check32(u32 X, u32 Y) {
  u32 Quotient = Y ? X / Y : ~0u;
  u32 Remainder = Y ? X % Y : ~0u;
  ASSERT_EQ(__heddle_udiv32(X, Y), Quotient) << X << " / " << Y;
  ASSERT_EQ(__heddle_urem32(X, Y), Remainder) << X << " % " << Y;
  if (Y == 0) {
    ASSERT_EQ(__heddle_sdiv32(X, Y), ~0u) << X;
    ASSERT_EQ(__heddle_srem32(X, Y), ~0u) << X;
    return;
  }
  s64 SX = s32(X), SY = s32(Y);
  ASSERT_EQ(__heddle_sdiv32(X, Y), u32(SX / SY)) << SX << " / " << SY;
  ASSERT_EQ(__heddle_srem32(X, Y), u32(SX % SY)) << SX << " % " << SY;
}

void check64(u64 X, u64 Y) {
  ASSERT_EQ(__heddle_udiv64(X, Y), Y ? X / Y : ~u64(0)) << X << " / " << Y;
  ASSERT_EQ(__heddle_urem64(X, Y), Y ? X % Y : ~u64(0)) << X << " % " << Y;
  if (Y == 0) {
    ASSERT_EQ(__heddle_sdiv64(X, Y), ~u64(0)) << X;
    ASSERT_EQ(__heddle_srem64(X, Y), ~u64(0)) << X;
    return;
  }
  __int128 SX = s64(X), SY = s64(Y);
  ASSERT_EQ(__heddle_sdiv64(X, Y), u64(SX / SY)) << X << " / " << Y;
  ASSERT_EQ(__heddle_srem64(X, Y), u64(SX % SY)) << X << " % " << Y;
}

class Division32 : public testing::TestWithParam<int> {
protected:
  void SetUp() override { SfuError = GetParam(); }
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
  for (long I = 0, E = randomCount(1000000); I < E; ++I) {
    // Operands of all magnitudes and signs.
    u32 X = Random() >> (Random() % 32), Y = Random() >> (Random() % 32);
    check32(X, Y);
    check32(I % 4 < 2 ? 0 - X : X, I % 2 ? 0 - Y : Y);
    // Dividends just below, at and above a multiple.
    if (Y)
      check32(X / Y * Y - 1 + I % 3, Y);
  }
}

INSTANTIATE_TEST_SUITE_P(SfuErrors, Division32, testing::Values(-1, 0, 1));

TEST(Division64, SpecialOperands) {
  for (u32 XHigh : Special)
    for (u32 XLow : Special)
      for (u32 YHigh : Special)
        for (u32 YLow : Special)
          check64(u64(XHigh) << 32 | XLow, u64(YHigh) << 32 | YLow);
}

TEST(Division64, RandomOperands) {
  std::mt19937_64 Random(54321);
  for (long I = 0, E = randomCount(100000); I < E; ++I) {
    u64 X = Random() >> (Random() % 64), Y = Random() >> (Random() % 64);
    check64(X, Y);
    check64(I % 4 < 2 ? 0 - X : X, I % 2 ? 0 - Y : Y);
    if (Y)
      check64(X / Y * Y - 1 + u64(I % 3), Y);
  }
}

void check64Wide(u64 X, u64 Y) {
  ASSERT_EQ(__heddle_udiv64_wide(X, Y), Y ? X / Y : ~u64(0)) << X << " / " << Y;
  ASSERT_EQ(__heddle_urem64_wide(X, Y), Y ? X % Y : ~u64(0)) << X << " % " << Y;
  if (Y == 0) {
    ASSERT_EQ(__heddle_sdiv64_wide(X, Y), ~u64(0)) << X;
    ASSERT_EQ(__heddle_srem64_wide(X, Y), ~u64(0)) << X;
    return;
  }
  __int128 SX = s64(X), SY = s64(Y);
  ASSERT_EQ(__heddle_sdiv64_wide(X, Y), u64(SX / SY)) << X << " / " << Y;
  ASSERT_EQ(__heddle_srem64_wide(X, Y), u64(SX % SY)) << X << " % " << Y;
}

class Division64Wide : public testing::TestWithParam<int> {
protected:
  void SetUp() override { SfuError = GetParam(); }
};

TEST_P(Division64Wide, SpecialOperands) {
  for (u32 XHigh : Special)
    for (u32 XLow : Special)
      for (u32 YHigh : Special)
        for (u32 YLow : Special)
          check64Wide(u64(XHigh) << 32 | XLow, u64(YHigh) << 32 | YLow);
}

TEST_P(Division64Wide, SmallLargeAndShiftedDivisors) {
  for (u64 Base = 1; Base < 3000; ++Base)
    for (u64 Y : {Base, ~Base, Base << 52, ~(Base << 52), Base << 32,
                  (u64(1) << 63) + Base, (u64(1) << 63) - Base})
      for (u64 X : {~u64(0), ~u64(0) - Y, ~u64(0) / Y * Y, ~u64(0) / Y * Y - 1,
                    Y * Y, Y * Y - 1, Y - 1, Y, Y + 1, Y * 5, Y * 6 - 1})
        check64Wide(X, Y);
}

TEST_P(Division64Wide, RandomOperands) {
  std::mt19937_64 Random(54321);
  for (long I = 0, E = randomCount(1000000); I < E; ++I) {
    u64 X = Random() >> (Random() % 64), Y = Random() >> (Random() % 64);
    check64Wide(X, Y);
    check64Wide(I % 4 < 2 ? 0 - X : X, I % 2 ? 0 - Y : Y);
    // Dividends just below, at and above a multiple.
    if (Y)
      check64Wide(X / Y * Y - 1 + u64(I % 3), Y);
  }
}

INSTANTIATE_TEST_SUITE_P(SfuErrors, Division64Wide, testing::Values(-1, 0, 1));

void checkToFloat(u64 X) {
  auto Expected = [](long double V, Rounding Mode) { return rounded(V, Mode); };
  auto Signed = static_cast<long double>(s64(X));
  ASSERT_EQ(__heddle_u64_to_f32_rn(X), Expected(X, Nearest)) << X;
  ASSERT_EQ(__heddle_u64_to_f32_rz(X), Expected(X, TowardZero)) << X;
  ASSERT_EQ(__heddle_u64_to_f32_rm(X), Expected(X, Down)) << X;
  ASSERT_EQ(__heddle_u64_to_f32_rp(X), Expected(X, Up)) << X;
  ASSERT_EQ(__heddle_s64_to_f32_rn(X), Expected(Signed, Nearest)) << X;
  ASSERT_EQ(__heddle_s64_to_f32_rz(X), Expected(Signed, TowardZero)) << X;
  ASSERT_EQ(__heddle_s64_to_f32_rm(X), Expected(Signed, Down)) << X;
  ASSERT_EQ(__heddle_s64_to_f32_rp(X), Expected(Signed, Up)) << X;
}

u64 clampedU64(float X) {
  if (!(X > 0))
    return 0;
  return X >= 0x1p64f ? ~u64(0) : static_cast<u64>(X);
}

u64 clampedS64(float X) {
  if (std::isnan(X))
    return 0;
  if (X >= 0x1p63f)
    return std::numeric_limits<s64>::max();
  return X < -0x1p63f ? u64(1) << 63 : u64(static_cast<s64>(X));
}

void checkFromFloat(float X) {
  ASSERT_EQ(__heddle_f32_to_u64_rn(X), clampedU64(std::nearbyintf(X))) << X;
  ASSERT_EQ(__heddle_f32_to_u64_rz(X), clampedU64(X)) << X;
  ASSERT_EQ(__heddle_f32_to_u64_rm(X), clampedU64(std::floor(X))) << X;
  ASSERT_EQ(__heddle_f32_to_u64_rp(X), clampedU64(std::ceil(X))) << X;
  ASSERT_EQ(__heddle_f32_to_s64_rn(X), clampedS64(std::nearbyintf(X))) << X;
  ASSERT_EQ(__heddle_f32_to_s64_rz(X), clampedS64(X)) << X;
  ASSERT_EQ(__heddle_f32_to_s64_rm(X), clampedS64(std::floor(X))) << X;
  ASSERT_EQ(__heddle_f32_to_s64_rp(X), clampedS64(std::ceil(X))) << X;
}

TEST(Convert64, SpecialOperands) {
  for (u32 High : Special)
    for (u32 Low : Special)
      checkToFloat(u64(High) << 32 | Low);
  const float Infinity = std::numeric_limits<float>::infinity();
  for (float X : {0.0f, -0.0f, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 0x1p31f, 0x1p32f,
                  0x1p62f, 0x1p63f, -0x1p63f, 0x1.fffffep62f, 0x1p64f,
                  0x1.fffffep63f, -0x1p64f, Infinity, -Infinity, NAN})
    checkFromFloat(X);
}

TEST(Convert64, RandomOperands) {
  std::mt19937_64 Random(98765);
  for (long I = 0, E = randomCount(500000); I < E; ++I) {
    u64 X = Random() >> (Random() % 64);
    // Halfway between two floats, and beside it.
    u64 Half = (X | 0x8000000000000000) >> (Random() % 40);
    Half = (Half & ~u64(0xffff)) + 0x7fff + I % 3;
    checkToFloat(X);
    checkToFloat(Half);
    // Exponents from 2^-20 to 2^70.
    u32 Bits = (u32(Random()) & 0x807fffff) | u32(107 + Random() % 90) << 23;
    checkFromFloat(floatOf(Bits));
  }
}

} // namespace
