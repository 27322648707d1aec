//===- PublishedTest.cpp - Sums that others have measured -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums that tell the rules of chips apart, from bit-accurate models fitted to
// silicon: MMA-Sim (arXiv 2511.10909); Fasi, Higham, Mikaitis and Pranesh,
// "Numerical behavior of NVIDIA tensor cores" (2021).
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProduct.h"
#include "gtest/gtest.h"
#include <vector>

using namespace heddle::matrix;

namespace {

/// A factor of A and one of B at column K of A; all others are zero.
struct Term {
  unsigned K;
  uint64_t A, B;
};

uint64_t sumOf(unsigned Chip, MatrixUnit Unit, ElementType T, ElementType D,
               unsigned K, uint64_t C, std::vector<Term> Terms) {
  std::optional<DotForm> F = dotForm(Chip, Unit, T, T, D);
  EXPECT_TRUE(F) << "sm_" << Chip;
  std::vector<uint64_t> A(K), B(K);
  for (const Term &X : Terms) {
    A[X.K] = X.A;
    B[X.K] = X.B;
  }
  return dotProduct(*F, A, B, C);
}

/// Numbers of f16 and f32.
constexpr uint64_t One = 0x3c00, Half = 0x3800, MinusOne = 0xbc00;
constexpr uint64_t TwoToMinus12 = 0x0c00, TwoToMinus13 = 0x0800;
constexpr uint64_t Infinity = 0x7c00, Largest = 0x7bff;
constexpr uint64_t SingleOne = 0x3f800000, TwoTo24 = 0x4b800000;
constexpr uint64_t MinusTwoTo24 = 0xcb800000;

/// \p Count equal terms from column \p First on.
std::vector<Term> repeated(unsigned First, unsigned Count, uint64_t A,
                           uint64_t B) {
  std::vector<Term> Terms;
  for (unsigned I = 0; I != Count; ++I)
    Terms.push_back({First + I, A, B});
  return Terms;
}

std::vector<Term> with(Term T, std::vector<Term> Others) {
  Others.push_back(T);
  return Others;
}

/// m16n8k16 of f16 with sums of f32.
struct Vector {
  const char *What;
  uint64_t C;
  std::vector<Term> Terms;
  uint64_t OnAmpere, OnHopper;
};

std::vector<Vector> halfVectors() {
  const Term OneOne = {0, One, One};
  const auto Small = [](unsigned First, unsigned Count, uint64_t B) {
    return repeated(First, Count, TwoToMinus12, B);
  };
  return {
      {"a small term", 0, with(OneOne, Small(1, 1, TwoToMinus12)), 0x3f800000,
       0x3f800000},
      {"four small ones", 0, with(OneOne, Small(1, 4, TwoToMinus12)),
       0x3f800002, 0x3f800002},
      {"four smaller ones", 0, with(OneOne, Small(1, 4, TwoToMinus13)),
       0x3f800000, 0x3f800001},
      {"eight and the accumulator", SingleOne, Small(0, 8, TwoToMinus13),
       0x3f800000, 0x3f800002},
      {"sixteen and the accumulator", SingleOne, Small(0, 16, TwoToMinus12),
       0x3f800008, 0x3f800008},
      {"one block", TwoTo24, {OneOne, {1, One, One}}, 0x4b800001, 0x4b800001},
      {"two blocks", TwoTo24, {OneOne, {8, One, One}}, 0x4b800000, 0x4b800001},
      {"cancelling",
       MinusTwoTo24,
       {{0, 0x7400, 0x6400}, {1, Half, One}},
       0x00000000,
       0x3f000000},
      {"cut toward zero",
       SingleOne,
       {{0, TwoToMinus12 | 0x8000, TwoToMinus13}},
       0x3f800000,
       0x3f7fffff},
      {"not normalized",
       0,
       {{0, 0x3e00, 0x3e00}, {1, TwoToMinus12, TwoToMinus12}},
       0x40100000,
       0x40100000},
      {"subnormal numbers", 0, {{0, 1, 1}}, 0x27800000, 0x27800000},
      {"large numbers", 0, repeated(0, 16, Largest, Largest), 0x517fc004,
       0x517fc004},
      {"infinity times zero", 0, {{0, Infinity, 0}}, 0x7fffffff, 0x7fffffff},
      {"opposed infinities",
       0,
       {{0, Infinity, One}, {1, Infinity, MinusOne}},
       0x7fffffff,
       0x7fffffff},
  };
}

TEST(Published, HalfSums) {
  for (const Vector &V : halfVectors()) {
    auto On = [&V](unsigned Chip) {
      return sumOf(Chip, Mma, ElementType::F16, ElementType::F32, 16, V.C,
                   V.Terms);
    };
    EXPECT_EQ(On(80), V.OnAmpere) << V.What;
    EXPECT_EQ(On(90), V.OnHopper) << V.What;
    EXPECT_EQ(On(100), V.OnHopper) << V.What;
  }
}

TEST(Published, BytesLoseBitsOnHopper) {
  auto Sum = [](unsigned Chip, MatrixUnit Unit, uint64_t C, Term T) {
    return sumOf(Chip, Unit, ElementType::E4M3, ElementType::F32, 32, C, {T});
  };
  EXPECT_EQ(Sum(90, Wgmma, SingleOne, {0, 0x08, 0x02}), 0x3f800000u);
  EXPECT_EQ(Sum(90, Wgmma, SingleOne, {0, 0x08, 0x04}), 0x3f800400u);
  // The accumulator itself is cut.
  EXPECT_EQ(Sum(90, Wgmma, SingleOne + 8, {0, 0, 0}), SingleOne);
  EXPECT_EQ(Sum(100, Tcgen05, SingleOne, {0, 0x08, 0x02}), 0x3f800200u);
}

TEST(Published, HalfAccumulators) {
  for (auto [Chip, Expected] : {std::pair(80u, 0x6800u), {90u, 0x6801u}})
    EXPECT_EQ(sumOf(Chip, Mma, ElementType::F16, ElementType::F16, 16, 0x6800,
                    {{0, One, One}, {8, One, One}}),
              Expected);
}

TEST(Published, WideExponents) {
  // The low 13 bits of tf32 are dropped.
  EXPECT_EQ(sumOf(80, Mma, ElementType::TF32, ElementType::F32, 8, 0,
                  {{0, 0x3f801fff, SingleOne}}),
            SingleOne);
  EXPECT_EQ(sumOf(80, Mma, ElementType::BF16, ElementType::F32, 16, 0,
                  {{0, 0x7f00, 0x4000}}),
            0x7f800000u);
  EXPECT_EQ(sumOf(80, Mma, ElementType::BF16, ElementType::F32, 16, 0,
                  {{0, 0x0380, 0x3580}}),
            0x200u);
}

TEST(Published, ChipsWithoutAnInstruction) {
  EXPECT_FALSE(
      dotForm(75, Mma, ElementType::BF16, ElementType::BF16, ElementType::F32));
  EXPECT_FALSE(dotForm(120, Wgmma, ElementType::F16, ElementType::F16,
                       ElementType::F32));
  EXPECT_FALSE(
      dotForm(90, Mma, ElementType::F16, ElementType::BF16, ElementType::F32));
  EXPECT_FALSE(
      dotForm(90, Mma, ElementType::F16, ElementType::F16, ElementType::S32));
  EXPECT_FALSE(
      dotForm(90, Mma, ElementType::BF16, ElementType::BF16, ElementType::F16));
}

} // namespace
