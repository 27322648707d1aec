//===- ElementTest.cpp - Every element, and every product of narrow ones --===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProduct.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace heddle::matrix;

namespace {

struct Narrow {
  ElementType Type;
  unsigned ExponentBits, MantissaBits;
};

constexpr Narrow NarrowTypes[] = {{ElementType::E4M3, 4, 3},
                                  {ElementType::E5M2, 5, 2},
                                  {ElementType::E3M2, 3, 2},
                                  {ElementType::E2M3, 2, 3},
                                  {ElementType::E2M1, 2, 1}};

/// \p Bits by the host: as the high bits of an f32, whose exponents are then
/// multiplied into place.
double hostValue(const Narrow &T, uint32_t Bits) {
  const unsigned Width = 1 + T.ExponentBits + T.MantissaBits;
  const uint32_t Magnitude = Bits & ((1u << (Width - 1)) - 1);
  double V = llvm::bit_cast<float>(Magnitude << (23 - T.MantissaBits)) *
             std::ldexp(1.0, 127 - ((1 << (T.ExponentBits - 1)) - 1));
  if (T.Type == ElementType::E4M3 && Magnitude == 0x7f)
    V = std::numeric_limits<double>::quiet_NaN();
  if (T.Type == ElementType::E5M2 && Magnitude >= 0x7c)
    V = Magnitude == 0x7c ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  return Bits >> (Width - 1) & 1 ? -V : V;
}

/// As a sum of f32 that begins at zero has it.
uint32_t asSum(double V) {
  if (std::isnan(V))
    return 0x7fffffff;
  return V == 0 ? 0 : llvm::bit_cast<uint32_t>(float(V));
}

/// Whether a product of two \p Types alone in a sum is exact on this unit.
void checkProducts(unsigned Chip, MatrixUnit Unit,
                   llvm::ArrayRef<Narrow> Types) {
  for (const Narrow &A : Types)
    for (const Narrow &B : Types) {
      std::optional<DotForm> F =
          dotForm(Chip, Unit, A.Type, B.Type, ElementType::F32);
      ASSERT_TRUE(F);
      for (uint64_t X = 0; X >> elementBits(A.Type) == 0; ++X)
        for (uint64_t Y = 0; Y >> elementBits(B.Type) == 0; ++Y)
          ASSERT_EQ(dotProduct(*F, X, Y, 0), asSum(hostValue(A, uint32_t(X)) *
                                                   hostValue(B, uint32_t(Y))))
              << elementTypeName(A.Type).str() << ' ' << X << " * "
              << elementTypeName(B.Type).str() << ' ' << Y << " on sm_" << Chip;
    }
}

TEST(Element, EveryProductOfNarrowTypes) {
  checkProducts(120, Mma, NarrowTypes);
  checkProducts(100, Tcgen05, NarrowTypes);
  for (unsigned Chip : {89u, 90u, 100u})
    checkProducts(Chip, Mma, llvm::ArrayRef(NarrowTypes).take_front(2));
  checkProducts(90, Wgmma, llvm::ArrayRef(NarrowTypes).take_front(2));
}

TEST(Element, ScaleFactors) {
  for (uint64_t X = 0; X != 255; ++X) {
    Number N = decode(ElementType::UE8M0, X);
    ASSERT_TRUE(N.isFinite());
    EXPECT_EQ(std::ldexp(double(N.Significand), N.Exponent),
              std::ldexp(1.0, int(X) - 127));
  }
  EXPECT_TRUE(decode(ElementType::UE8M0, 255).isNaN());
  for (uint64_t X = 0; X != 256; ++X) {
    Number N = decode(ElementType::UE4M3, X);
    double V = hostValue(NarrowTypes[0], X & 0x7f);
    EXPECT_FALSE(N.IsNegative);
    if (std::isnan(V)) {
      EXPECT_TRUE(N.isNaN());
    } else {
      EXPECT_EQ(std::ldexp(double(N.Significand), N.Exponent - 3), V);
    }
  }
}

TEST(Element, Integers) {
  EXPECT_EQ(decodeInteger(ElementType::S8, 0x1ff), -1);
  EXPECT_EQ(decodeInteger(ElementType::U8, 0x1ff), 255);
  EXPECT_EQ(decodeInteger(ElementType::S4, 0x18), -8);
  EXPECT_EQ(decodeInteger(ElementType::U4, 0x18), 8);
}

TEST(Element, Names) {
  EXPECT_EQ(findElementType("ue8m0"), ElementType::UE8M0);
  EXPECT_EQ(findElementType("f8"), std::nullopt);
}

} // namespace
