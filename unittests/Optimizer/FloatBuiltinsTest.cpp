//===- FloatBuiltinsTest.cpp - The builtins of f32 and f64 on the host ----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fused multiply-add, division and roots against the host, which is exact
/// under each rounding mode. The chip's f32 flushes denormals: a host that
/// computes in f64 or wider, with its results rounded and flushed here, tells
/// what is expected.
///
//===----------------------------------------------------------------------===//

#include "HostBuiltins.h"
#include "gtest/gtest.h"
#include <random>

namespace {

const Rounding Modes[] = {Nearest, TowardZero, Down, Up};

int hostMode(Rounding Mode) {
  switch (Mode) {
  case Nearest:
    return FE_TONEAREST;
  case TowardZero:
    return FE_TOWARDZERO;
  case Down:
    return FE_DOWNWARD;
  case Up:
    return FE_UPWARD;
  }
  return FE_TONEAREST;
}

/// \p Operation on the host, rounding as \p Mode says.
template <typename Function> auto hosted(Rounding Mode, Function Operation) {
  std::fesetround(hostMode(Mode));
  auto Result = Operation();
  std::fesetround(FE_TONEAREST);
  return Result;
}

bool isSame(float A, float B) {
  return bitsOf(A) == bitsOf(B) || (std::isnan(A) && std::isnan(B));
}

bool isSame(double A, double B) {
  return doubleBitsOf(A) == doubleBitsOf(B) || (std::isnan(A) && std::isnan(B));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

const u32 SpecialFloats[] = {
    0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x00800001, 0x00ffffff,
    0x01000000, 0x33800000, 0x34000000, 0x3effffff, 0x3f000000, 0x3f7fffff,
    0x3f800000, 0x3f800001, 0x3fffffff, 0x40000000, 0x40400000, 0x4b7fffff,
    0x4b800000, 0x5f000000, 0x7e800000, 0x7e800001, 0x7effffff, 0x7f000000,
    0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff};

const u64 SpecialDoubles[] = {
    0x0000000000000000, 0x0000000000000001, 0x0000000000000003,
    0x000fffffffffffff, 0x0010000000000000, 0x0010000000000001,
    0x001fffffffffffff, 0x0020000000000000, 0x3cb0000000000000,
    0x3fe0000000000000, 0x3fefffffffffffff, 0x3ff0000000000000,
    0x3ff0000000000001, 0x3ff5555555555555, 0x3fffffffffffffff,
    0x4000000000000000, 0x4008000000000000, 0x4340000000000000,
    0x7fd0000000000000, 0x7fefffffffffffff, 0x7ff0000000000000,
    0x7ff0000000000001, 0x7ff8000000000000};

class Operands {
public:
  /// A float of any exponent, often with few bits set or near a power of two.
  float anyFloat() { return floatOf(shaped(u32(Random()), 23)); }

  /// With an exponent within \p Range of 1.
  float closeFloat(u32 Range) {
    u32 Bits = u32(shaped(u32(Random()), 23)) & 0x807fffff;
    return floatOf(Bits | (127 - Range + Random() % (2 * Range + 1)) << 23);
  }

  double anyDouble() { return doubleOf(shaped(Random(), 52)); }

  double closeDouble(u64 Range) {
    u64 Bits = shaped(Random(), 52) & 0x800fffffffffffff;
    return doubleOf(Bits | (1023 - Range + Random() % (2 * Range + 1)) << 52);
  }

  u64 next() { return Random(); }

private:
  template <typename Word> Word shaped(Word Bits, unsigned Fraction) {
    Word Mask = (Word(1) << Fraction) - 1;
    switch (Random() % 4) {
    case 0:
      return Bits & ~(Mask >> (Random() % Fraction));
    case 1:
      return Bits | (Mask >> (Random() % Fraction));
    default:
      return Bits;
    }
  }

  std::mt19937_64 Random{20070615};
};

//===----------------------------------------------------------------------===//
// Expectations
//===----------------------------------------------------------------------===//

/// \p Exact times 2^64, computed under \p Mode with 24 bits and no underflow,
/// scaled back as the chip does: flushed after rounding.
template <typename Function>
float flushedAfterRounding(Rounding Mode, float Plain, Function Scaled) {
  if (std::isnan(Plain) || std::fabs(Plain) > 0x1p-100f)
    return Plain;
  // Scaled by 2^64 nothing is denormal.
  float Large = hosted(Mode, Scaled);
  if (std::fabs(Large) < 0x1p-62f)
    return std::copysign(0.0f, Large);
  return Large * 0x1p-64f;
}

float expectedFma(Rounding Mode, float A, float B, float C) {
  volatile float X = flushed(A), Y = flushed(B), Z = flushed(C);
  float Plain = hosted(Mode, [&] {
    volatile float Result = std::fma(X, Y, Z);
    return float(Result);
  });
  // Against an addend like this nothing but zero cancels out to little.
  if (std::fabs(Z) > 1)
    return Plain;
  return flushedAfterRounding(Mode, Plain, [&] {
    // One of the factors is below 2^64, as the sum is small, or their product
    // is cancelled by C, which is then small enough to be scaled.
    volatile float Scaled = std::fabs(X) < std::fabs(Y) ? X : Y;
    volatile float Other = std::fabs(X) < std::fabs(Y) ? Y : X;
    volatile float Larger = Scaled * 0x1p64f, Addend = Z * 0x1p64f;
    volatile float Result = std::fma(Larger, Other, Addend);
    return float(Result);
  });
}

float expectedDiv(Rounding Mode, float A, float B) {
  volatile float X = flushed(A), Y = flushed(B);
  float Plain = hosted(Mode, [&] {
    volatile float Result = X / Y;
    return float(Result);
  });
  return flushedAfterRounding(Mode, Plain, [&] {
    volatile float Larger = X * 0x1p64f;
    volatile float Divisor = Y;
    // A large dividend makes no small quotient unless the divisor is large.
    if (std::isinf(Larger)) {
      Larger = X;
      Divisor = Y * 0x1p-64f;
    }
    volatile float Result = Larger / Divisor;
    return float(Result);
  });
}

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

float fmaUnder(Rounding Mode, float A, float B, float C) {
  return fmaFloat(A, B, C, Mode);
}

void checkFma(float A, float B, float C) {
  for (Rounding Mode : Modes) {
    float Got = fmaUnder(Mode, A, B, C), Wanted = expectedFma(Mode, A, B, C);
    ASSERT_TRUE(isSame(Got, Wanted))
        << std::hexfloat << A << " * " << B << " + " << C << " = " << Got
        << ", not " << Wanted << " under " << Mode;
  }
  float InDouble = __heddle_fma_in_f64_f32_rn(A, B, C);
  ASSERT_TRUE(isSame(InDouble, __heddle_fma_f32_rn(A, B, C)))
      << std::hexfloat << A << " * " << B << " + " << C << " = " << InDouble;
}

TEST(FusedF32, SpecialOperands) {
  for (u32 A : SpecialFloats)
    for (u32 B : SpecialFloats)
      for (u32 C : SpecialFloats)
        for (u32 Signs = 0; Signs != 8; ++Signs)
          checkFma(floatOf(A | (Signs & 1) << 31),
                   floatOf(B | (Signs & 2) << 30),
                   floatOf(C | (Signs & 4) << 29));
}

TEST(FusedF32, RandomOperands) {
  Operands Random;
  for (long I = 0, E = randomCount(300000); I < E; ++I) {
    checkFma(Random.anyFloat(), Random.anyFloat(), Random.anyFloat());
    float A = Random.closeFloat(30), B = Random.closeFloat(30);
    checkFma(A, B, Random.closeFloat(60));
    // The product cancels but for its last bits.
    float Product = A * B;
    checkFma(A, B, -Product);
    checkFma(A, B, -floatOf(bitsOf(Product) + u32(Random.next() % 5) - 2));
    // Around the smallest normal number.
    float Tiny = std::ldexp(A, int(Random.next() % 4) - 126);
    checkFma(Tiny, B, Random.next() % 2 ? -Tiny * B : 0.0f);
  }
}

TEST(FusedF32, NaNIsTheChips) {
  EXPECT_EQ(bitsOf(__heddle_fma_in_f64_f32_rn(NAN, 1, 1)) & 0x7f800000,
            0x7f800000u);
}

class SfuF32 : public testing::TestWithParam<int> {
protected:
  void SetUp() override { SfuError = GetParam(); }
  void TearDown() override { SfuError = 0; }
};

void checkDiv(float A, float B) {
  for (Rounding Mode : Modes) {
    float Got = divideFloat(A, B, Mode), Wanted = expectedDiv(Mode, A, B);
    ASSERT_TRUE(isSame(Got, Wanted))
        << std::hexfloat << A << " / " << B << " = " << Got << ", not "
        << Wanted << " under " << Mode;
  }
  // 2 units in the last place. What is flushed may differ at the border.
  float Full = __heddle_div_full_f32(A, B);
  float Wanted = expectedDiv(Nearest, A, B);
  if (std::isfinite(Wanted) && std::fabs(Wanted) > 0x1p-125f &&
      std::isfinite(Full))
    ASSERT_LE(std::abs(s64(bitsOf(Full)) - s64(bitsOf(Wanted))),
              2 + std::abs(SfuError))
        << std::hexfloat << A << " / " << B;
}

void checkReciprocal(float A) {
  const float Got[] = {__heddle_rcp_f32_rn(A), __heddle_rcp_f32_rz(A),
                       __heddle_rcp_f32_rm(A), __heddle_rcp_f32_rp(A)};
  for (Rounding Mode : Modes)
    ASSERT_TRUE(isSame(Got[Mode], expectedDiv(Mode, 1.0f, A)))
        << std::hexfloat << "1 / " << A << " = " << Got[Mode] << " under "
        << Mode;
}

TEST_P(SfuF32, Reciprocal) {
  for (u32 A : SpecialFloats) {
    checkReciprocal(floatOf(A));
    checkReciprocal(-floatOf(A));
  }
  Operands Random;
  for (long I = 0, E = randomCount(300000); I < E; ++I)
    checkReciprocal(Random.anyFloat());
}

TEST_P(SfuF32, Division) {
  for (u32 A : SpecialFloats)
    for (u32 B : SpecialFloats)
      for (u32 Signs = 0; Signs != 4; ++Signs)
        checkDiv(floatOf(A | (Signs & 1) << 31),
                 floatOf(B | (Signs & 2) << 30));
  Operands Random;
  for (long I = 0, E = randomCount(300000); I < E; ++I) {
    checkDiv(Random.anyFloat(), Random.anyFloat());
    float A = Random.closeFloat(10), B = Random.closeFloat(10);
    checkDiv(A, B);
    // A quotient of few bits, exactly and nearly.
    checkDiv(A * B, B);
  }
}

void checkRoot(float A) {
  for (Rounding Mode : Modes) {
    float Got = rootFloat(A, Mode);
    volatile float X = flushed(A);
    float Wanted = hosted(Mode, [&] {
      volatile float Result = std::sqrt(float(X));
      return float(Result);
    });
    ASSERT_TRUE(isSame(Got, Wanted))
        << std::hexfloat << "sqrt " << A << " = " << Got << ", not " << Wanted
        << " under " << Mode;
  }
}

TEST_P(SfuF32, SquareRoot) {
  for (u32 A : SpecialFloats) {
    checkRoot(floatOf(A));
    checkRoot(-floatOf(A));
  }
  Operands Random;
  for (long I = 0, E = randomCount(300000); I < E; ++I) {
    float A = std::fabs(Random.anyFloat());
    checkRoot(A);
    A = Random.closeFloat(20);
    checkRoot(A * A);
  }
}

INSTANTIATE_TEST_SUITE_P(SfuErrors, SfuF32, testing::Values(-1, 0, 1));

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

class SfuF64 : public SfuF32 {};

void checkDivDouble(double A, double B) {
  volatile double X = A, Y = B;
  for (Rounding Mode : Modes) {
    double Got = divideDouble(A, B, Mode);
    double Wanted = hosted(Mode, [&] {
      volatile double Result = X / Y;
      return double(Result);
    });
    ASSERT_TRUE(isSame(Got, Wanted))
        << std::hexfloat << A << " / " << B << " = " << Got << ", not "
        << Wanted << " under " << Mode;
  }
}

TEST_P(SfuF64, Division) {
  for (u64 A : SpecialDoubles)
    for (u64 B : SpecialDoubles)
      for (u64 Signs = 0; Signs != 4; ++Signs)
        checkDivDouble(doubleOf(A | (Signs & 1) << 63),
                       doubleOf(B | (Signs & 2) << 62));
  Operands Random;
  for (long I = 0, E = randomCount(300000); I < E; ++I) {
    checkDivDouble(Random.anyDouble(), Random.anyDouble());
    double A = Random.closeDouble(10), B = Random.closeDouble(10);
    checkDivDouble(A, B);
    checkDivDouble(A * B, B);
    // Quotients around the smallest normal number.
    checkDivDouble(std::ldexp(A, -1010 - int(Random.next() % 40)),
                   std::ldexp(B, int(Random.next() % 20)));
    // Around the largest one.
    checkDivDouble(std::ldexp(A, 1000 + int(Random.next() % 20)),
                   std::ldexp(B, -int(Random.next() % 20)));
  }
}

TEST_P(SfuF64, QuotientsNearTheMiddle) {
  // No reciprocals lie closer to the middle of two numbers than those of
  // divisors just below 2.
  for (u64 I = 0; I != 512; ++I)
    for (u64 J = 0; J != 64; ++J) {
      double Divisor = doubleOf(0x3fffffffffffffff - I);
      checkDivDouble(doubleOf(DOUBLE_ONE | J), Divisor);
      checkDivDouble(doubleOf(0x3fffffffffffffff - J), Divisor);
    }
  Operands Random;
  for (long I = 0, E = randomCount(100000); I < E; ++I) {
    // The product with a number of one bit more, rounded.
    double B = Random.closeDouble(0), Q = Random.closeDouble(0);
    double Unit = std::copysign(0x1p-53, Q);
    double A = std::fma(B, Q, B * Unit);
    for (u64 Bits : {doubleBitsOf(A) - 1, doubleBitsOf(A), doubleBitsOf(A) + 1})
      checkDivDouble(doubleOf(Bits), B);
  }
}

void checkReciprocalDouble(double A) {
  const double Got[] = {__heddle_rcp_f64_rn(A), __heddle_rcp_f64_rz(A),
                        __heddle_rcp_f64_rm(A), __heddle_rcp_f64_rp(A)};
  volatile double X = A;
  for (Rounding Mode : Modes) {
    double Wanted = hosted(Mode, [&] {
      volatile double Result = 1.0 / X;
      return double(Result);
    });
    ASSERT_TRUE(isSame(Got[Mode], Wanted))
        << std::hexfloat << "1 / " << A << " = " << Got[Mode] << ", not "
        << Wanted << " under " << Mode;
  }
}

TEST_P(SfuF64, Reciprocal) {
  for (u64 A : SpecialDoubles) {
    checkReciprocalDouble(doubleOf(A));
    checkReciprocalDouble(-doubleOf(A));
  }
  Operands Random;
  for (long I = 0, E = randomCount(300000); I < E; ++I)
    checkReciprocalDouble(Random.anyDouble());
}

void checkRootDouble(double A) {
  volatile double X = A;
  for (Rounding Mode : Modes) {
    double Got = rootDouble(A, Mode);
    double Wanted = hosted(Mode, [&] {
      volatile double Result = std::sqrt(double(X));
      return double(Result);
    });
    ASSERT_TRUE(isSame(Got, Wanted))
        << std::hexfloat << "sqrt " << A << " = " << Got << ", not " << Wanted
        << " under " << Mode;
  }
}

TEST_P(SfuF64, SquareRoot) {
  for (u64 A : SpecialDoubles) {
    checkRootDouble(doubleOf(A));
    checkRootDouble(-doubleOf(A));
  }
  Operands Random;
  for (long I = 0, E = randomCount(300000); I < E; ++I) {
    checkRootDouble(std::fabs(Random.anyDouble()));
    double A = Random.closeDouble(20);
    checkRootDouble(A * A);
    // Beside squares the remainder is about half a unit of the root.
    checkRootDouble(std::nextafter(A * A, INFINITY));
    checkRootDouble(std::nextafter(A * A, 0.0));
    checkRootDouble(std::ldexp(std::fabs(A), -1040));
  }
}

INSTANTIATE_TEST_SUITE_P(SfuErrors, SfuF64, testing::Values(-1, 0, 1));

} // namespace
