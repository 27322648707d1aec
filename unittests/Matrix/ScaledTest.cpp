//===- ScaledTest.cpp - Sums with scale factors ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProduct.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <vector>

using namespace heddle;
using namespace heddle::matrix;

namespace {

constexpr uint64_t One4 = 2, One8 = 0x38, MinusOne = 0xbf800000;
/// 1 of both types of scale factors, and their NaN.
constexpr uint8_t UE8M0One = 127, UE4M3One = 0x38, NoScale = 0xff;

struct Factors {
  std::vector<uint64_t> A, B;
  std::vector<uint8_t> ScaleA, ScaleB;

  Factors(size_t K, uint8_t Scale)
      : A(K), B(K), ScaleA(K, Scale), ScaleB(K, Scale) {}
};

float sumOf(const DotForm &F, const Factors &X, uint64_t C) {
  return llvm::bit_cast<float>(
      uint32_t(scaledDotProduct(F, X.A, X.B, X.ScaleA, X.ScaleB, C)));
}

double hostE2M1(uint64_t Bits) {
  static constexpr double Values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  return Bits & 8 ? -Values[Bits & 7] : Values[Bits & 7];
}

double hostScale(ElementType T, uint8_t Bits) {
  if (T == ElementType::UE8M0)
    return std::ldexp(1.0, Bits - 127);
  return std::ldexp(8 + (Bits & 7), (Bits >> 3) - 7 - 3);
}

float cutToFloat(double V) {
  float F = float(V);
  return std::abs(double(F)) > std::abs(V) ? std::nextafter(F, 0.0f) : F;
}

/// Sums that keep all of their bits until the end.
void checkExactSums(const DotForm &F, unsigned Block) {
  SplitMix64 Random(7);
  for (unsigned N = 0; N != 10000; ++N) {
    Factors X(64, 0);
    double Exact = 0;
    for (unsigned I = 0; I != 64; ++I) {
      X.A[I] = Random.next() & 15;
      X.B[I] = Random.next() & 15;
      // Normal numbers near 1.
      auto Scale = [&] {
        return uint8_t(F.Scale == ElementType::UE8M0
                           ? UE8M0One - 3 + Random.next() % 7
                           : 0x30 + Random.next() % 24);
      };
      X.ScaleA[I] = I % Block ? X.ScaleA[I - 1] : Scale();
      X.ScaleB[I] = I % Block ? X.ScaleB[I - 1] : Scale();
      Exact += hostE2M1(X.A[I]) * hostE2M1(X.B[I]) *
               hostScale(F.Scale, X.ScaleA[I]) *
               hostScale(F.Scale, X.ScaleB[I]);
    }
    ASSERT_EQ(sumOf(F, X, 0), cutToFloat(Exact)) << N;
  }
}

TEST(Scaled, ExactSumsOfFours) {
  for (auto [Chip, Unit] : {std::pair(120u, Mma), {100u, Tcgen05}}) {
    auto F = scaledDotForm(Chip, Unit, InputClass::MXF4, ElementType::E2M1,
                           ElementType::E2M1, ElementType::UE8M0);
    ASSERT_TRUE(F);
    checkExactSums(*F, 32);
    F->Scale = ElementType::UE4M3;
    checkExactSums(*F, 16);
  }
}

/// Whether 1 + 2^-Bits - 1 still is 2^-Bits where the second term has that for
/// a scale factor.
bool keeps(const DotForm &F, uint64_t One, size_t K, size_t Second,
           unsigned Bits) {
  Factors X(K, UE8M0One);
  X.A[0] = X.B[0] = X.A[Second] = X.B[Second] = One;
  for (size_t I = Second; I != K; ++I)
    X.ScaleA[I] = uint8_t(UE8M0One - Bits);
  float Sum = sumOf(F, X, MinusOne);
  EXPECT_TRUE(Sum == 0 || Sum == std::ldexp(1.0f, -int(Bits)));
  return Sum != 0;
}

TEST(Scaled, BitsThatAreKept) {
  auto Fours = scaledDotForm(120, Mma, InputClass::MXF4, ElementType::E2M1,
                             ElementType::E2M1, ElementType::UE8M0);
  EXPECT_TRUE(keeps(*Fours, One4, 64, 32, 35));
  EXPECT_FALSE(keeps(*Fours, One4, 64, 32, 36));
  auto Bytes = scaledDotForm(120, Mma, InputClass::MXF8, ElementType::E4M3,
                             ElementType::E4M3, ElementType::UE8M0);
  EXPECT_TRUE(keeps(*Bytes, One8, 32, 16, 25));
  EXPECT_FALSE(keeps(*Bytes, One8, 32, 16, 26));
}

TEST(Scaled, NaNs) {
  auto F = scaledDotForm(120, Mma, InputClass::MXF4, ElementType::E2M1,
                         ElementType::E2M1, ElementType::UE4M3);
  Factors X(64, UE4M3One);
  EXPECT_EQ(sumOf(*F, X, 0), 0);
  EXPECT_TRUE(std::isnan(sumOf(*F, X, 0x7fc00000)));
  for (size_t I = 48; I != 64; ++I)
    X.ScaleB[I] = NoScale;
  EXPECT_TRUE(std::isnan(sumOf(*F, X, 0)));
}

TEST(Scaled, KindsAndTypes) {
  EXPECT_FALSE(scaledDotForm(90, Mma, InputClass::MXF8, ElementType::E4M3,
                             ElementType::E4M3, ElementType::UE8M0));
  EXPECT_FALSE(scaledDotForm(120, Mma, InputClass::MXF4, ElementType::E2M1,
                             ElementType::E4M3, ElementType::UE8M0));
  EXPECT_FALSE(scaledDotForm(120, Mma, InputClass::MXF8, ElementType::E4M3,
                             ElementType::E2M1, ElementType::UE4M3));
  EXPECT_TRUE(scaledDotForm(120, Mma, InputClass::MXF8, ElementType::E4M3,
                            ElementType::E2M1, ElementType::UE8M0));
}

} // namespace
