//===- VectorTest.cpp - Vector code against the scalar truth --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/DotProducts.h"
#include "heddle/Support/FloatControl.h"
#include "heddle/Support/SplitMix64.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <array>
#include <vector>

using namespace heddle;
using namespace heddle::matrix;

namespace {

using Sums = std::array<uint32_t, DotLanes>;

struct Case {
  unsigned Chip;
  MatrixUnit Unit;
  ElementType A, B, C;
  /// Elements of a sum; of B1, words.
  unsigned K;
};

constexpr ElementType F16 = ElementType::F16, BF16 = ElementType::BF16,
                      TF32 = ElementType::TF32, F32 = ElementType::F32,
                      E4M3 = ElementType::E4M3, E5M2 = ElementType::E5M2,
                      E3M2 = ElementType::E3M2, E2M3 = ElementType::E2M3,
                      E2M1 = ElementType::E2M1, S32 = ElementType::S32;

constexpr Case Cases[] = {
    {70, Quad, F16, F16, F32, 4},
    {75, Mma, F16, F16, F16, 8},
    {80, Mma, F16, F16, F32, 16},
    {80, Mma, F16, F16, F16, 16},
    {80, Quad, F16, F16, F32, 4},
    {80, Quad, F16, F16, F16, 4},
    {80, Mma, BF16, BF16, F32, 16},
    {80, Mma, TF32, TF32, F32, 8},
    {89, Mma, E4M3, E5M2, F32, 32},
    {89, Mma, E5M2, E4M3, F16, 32},
    {90, Mma, F16, F16, F32, 16},
    {90, Mma, F16, F16, F16, 16},
    {90, Mma, BF16, BF16, F32, 16},
    {90, Mma, TF32, TF32, F32, 8},
    {90, Mma, E4M3, E4M3, F32, 32},
    {90, Mma, E5M2, E4M3, F16, 16},
    {90, Wgmma, E4M3, E5M2, F32, 32},
    {90, Wgmma, E5M2, E5M2, F16, 32},
    {100, Tcgen05, E3M2, E4M3, F32, 32},
    {120, Mma, E4M3, E4M3, F32, 32},
    {120, Mma, E2M3, E2M1, F32, 32},
    {120, Mma, E5M2, E5M2, F16, 32},
    {90, Mma, ElementType::S8, ElementType::U8, S32, 32},
    {90, Mma, ElementType::U4, ElementType::S4, S32, 64},
    {90, Mma, ElementType::B1, ElementType::B1, S32, 8},
};

/// How operands of one round are made.
enum class Style : uint8_t { AnyNumber, NearOne, FewTerms, Small, Specials };
constexpr unsigned Styles = 5;

/// Tiles of 128 sums.
constexpr unsigned TileRounds = 200;

/// Exponent and mantissa bits, and where the latter begin.
struct Fields {
  unsigned Exponent, Mantissa, Low;
};

Fields fieldsOf(ElementType T) {
  switch (T) {
#define HEDDLE_FLOAT_TYPE(NAME, TEXT, CONTAINER, EXPONENT, MANTISSA, SPECIALS) \
  case ElementType::NAME:                                                      \
    return {EXPONENT, MANTISSA, T == TF32 ? 13u : 0u};
#define HEDDLE_SCALE_TYPE(NAME, TEXT, EXPONENT, MANTISSA)                      \
  case ElementType::NAME:
#define HEDDLE_INTEGER_TYPE(NAME, TEXT, BITS, SIGNED) case ElementType::NAME:
#include "heddle/Matrix/ElementTypes.def"
    break;
  }
  return {0, 0, 0};
}

uint32_t element(ElementType T, Style S, SplitMix64 &Random) {
  const uint64_t Bits = Random.next();
  if (isInteger(T))
    return uint32_t(Bits);
  const Fields L = fieldsOf(T);
  const uint32_t Top = (1u << L.Exponent) - 1, Draw = uint32_t(Bits >> 48);
  if (S == Style::FewTerms && Draw & 3)
    return 0;
  uint32_t Field = uint32_t(Bits >> 32) & Top;
  if (S == Style::NearOne)
    Field = Top / 2 + Draw % 3 - (Top > 3);
  if (S == Style::Small)
    Field = Draw % (Top / 2 + 1);
  if (S != Style::Specials || Draw % 16)
    Field -= Field == Top;
  const uint32_t Low = L.Mantissa + L.Low;
  return uint32_t(Bits >> 63) << (L.Exponent + Low) | Field << Low |
         (uint32_t(Bits) & ((1u << Low) - 1));
}

struct Round {
  std::vector<uint32_t> A, B;
  Sums C;

  Round(const Case &X, Style S, SplitMix64 &Random)
      : A(X.K * DotLanes), B(X.K * DotLanes) {
    for (uint32_t &V : A)
      V = element(X.A, S, Random);
    for (uint32_t &V : B)
      V = element(X.B, S, Random);
    for (uint32_t &V : C)
      V = element(X.C, S, Random);
  }

  uint64_t scalar(const DotForm &F, unsigned K, unsigned Lane) const {
    std::vector<uint64_t> X, Y;
    for (unsigned I = 0; I != K; ++I) {
      uint32_t Left = A[I * DotLanes + Lane], Right = B[I * DotLanes + Lane];
      for (unsigned J = 0; J != (F.A == ElementType::B1 ? 32 : 1); ++J) {
        X.push_back(Left >> J);
        Y.push_back(Right >> J);
      }
    }
    return dotProduct(F, X, Y, C[Lane]);
  }
};

void checkRound(const DotForm &F, const Case &X, const Round &R) {
  Sums Expected;
  for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
    Expected[Lane] = uint32_t(R.scalar(F, X.K, Lane));
  for (const DotKernel &K : dotKernels()) {
    Sums D = R.C;
    K.Run(F, {R.A.data(), R.B.data(), X.K}, D.data(), D.data());
    ASSERT_EQ(D, Expected) << K.Name << ": sm_" << X.Chip << ' '
                           << elementTypeName(X.A).str() << ' '
                           << elementTypeName(X.B).str();
  }
}

class Vectors : public testing::TestWithParam<Case> {};

TEST_P(Vectors, AreAsScalars) {
  const Case &X = GetParam();
  std::optional<DotForm> F = dotForm(X.Chip, X.Unit, X.A, X.B, X.C);
  ASSERT_TRUE(F && hasDotProducts(*F));
  SplitMix64 Random(X.Chip);
  // 100,000 sums and some.
  for (unsigned N = 0; N != 3130 && !HasFatalFailure(); ++N) {
    F->IsAnd = F->Saturates = N % 2;
    checkRound(*F, X, Round(X, Style(N % Styles), Random));
  }
}

/// Elements of an operand of \p T: those of 8 bits and less, but integers, have
/// bytes, in which e2m1 has the place of a float with more of a fraction.
TileLayout::Operand operandOf(ElementType T, unsigned Elements) {
  TileLayout::Operand L;
  const unsigned Bits = elementBits(T);
  L.Bits = uint8_t(isInteger(T) || Bits > 8 ? Bits : 8);
  L.Shift = T == E2M1 ? 2 : 0;
  L.Registers = uint8_t(Elements * L.Bits / 32 / DotLanes);
  return L;
}

/// As mma has its operands: words of a row in four lanes, rows that are eight
/// apart in registers that follow each other.
TileLayout layoutOf(const Case &X) {
  TileLayout L;
  L.K = X.K;
  L.A = operandOf(X.A, TileRows * X.K);
  L.B = operandOf(X.B, TileColumns * X.K);
  for (unsigned M = 0; M != TileRows; ++M)
    L.RowOfA[M] = uint16_t(M % 8 * 4 + M / 8 * DotLanes);
  for (unsigned K = 0; K != X.K; ++K) {
    const unsigned WordA = K / L.A.perWord(), WordB = K / L.B.perWord();
    L.TermOfA[K] = uint16_t(K % L.A.perWord() * L.A.words() + WordA % 4 +
                            WordA / 4 * 2 * DotLanes);
    L.TermOfB[K] =
        uint16_t(K % L.B.perWord() * L.B.words() + WordB * TileColumns);
  }
  return L;
}

/// Registers with the elements of an operand.
struct TileRegisters {
  const TileLayout::Operand &L;
  std::vector<uint32_t> Words;

  explicit TileRegisters(const TileLayout::Operand &Of)
      : L(Of), Words(L.words()) {}

  /// Word \p N, in the order of TileLayout for B.
  uint32_t &word(unsigned N, bool IsB) {
    return Words[IsB ? N / 32 * 32 + N % 8 * 4 + N / 8 % 4 : N];
  }
  void set(unsigned At, uint32_t Bits, ElementType T, bool IsB) {
    const uint32_t Mask = ~0u >> (32 - elementBits(T));
    word(At % L.words(), IsB) |= (Bits & Mask)
                                 << (At / L.words() * L.Bits + L.Shift);
  }
};

/// A tile of random elements, whose sums \p K computes if it can; whether it
/// did.
bool checkTile(const DotKernel &K, const DotForm &F, const Case &X, Style S,
               SplitMix64 &Random) {
  const TileLayout L = layoutOf(X);
  std::vector<uint32_t> A(size_t(TileRows) * X.K), B(size_t(TileColumns) * X.K);
  TileRegisters InA(L.A), InB(L.B);
  for (unsigned I = 0; I != A.size(); ++I) {
    A[I] = element(X.A, S, Random);
    InA.set(L.RowOfA[I / X.K] + L.TermOfA[I % X.K], A[I], X.A, false);
  }
  for (unsigned I = 0; I != B.size(); ++I) {
    B[I] = element(X.B, S, Random);
    InB.set(L.TermOfB[I / TileColumns] + I % TileColumns, B[I], X.B, true);
  }
  const bool IsHalf = X.C == F16;
  const unsigned Sums = TileRows * TileColumns;
  std::vector<uint32_t> C(IsHalf ? Sums / 2 : Sums), D(C.size());
  for (uint32_t &V : C)
    V = element(X.C, S, Random) | (IsHalf ? element(X.C, S, Random) << 16 : 0);
  auto SumOf = [&](const std::vector<uint32_t> &Words, unsigned M, unsigned N) {
    const unsigned Lane = M % 8 * 4 + N / 2;
    return IsHalf ? Words[M / 8 * 32 + Lane] >> N % 2 * 16 & 0xffff
                  : Words[(M / 8 * 2 + N % 2) * 32 + Lane];
  };
  if (!K.RunTile(F, {InA.Words.data(), InB.Words.data(), C.data(), L},
                 D.data()))
    return false;
  for (unsigned Sum = 0; Sum != Sums; ++Sum) {
    const unsigned M = Sum / TileColumns, N = Sum % TileColumns;
    std::vector<uint64_t> Row, Column;
    for (unsigned I = 0; I != X.K; ++I) {
      Row.push_back(A[M * X.K + I]);
      Column.push_back(B[I * TileColumns + N]);
    }
    EXPECT_EQ(SumOf(D, M, N),
              uint32_t(dotProduct(F, Row, Column, SumOf(C, M, N))))
        << K.Name << ": sm_" << X.Chip << ' ' << elementTypeName(X.A).str();
  }
  return true;
}

TEST_P(Vectors, TilesAreAsScalars) {
  const Case &X = GetParam();
  std::optional<DotForm> F = dotForm(X.Chip, X.Unit, X.A, X.B, X.C);
  ASSERT_TRUE(F);
  // B has a whole register at least.
  if (!hasTileProducts(*F, X.K) || !operandOf(X.B, TileColumns * X.K).Registers)
    return;
  SplitMix64 Random(X.Chip + 7);
  for (const DotKernel &K : dotKernels()) {
    unsigned Done = 0;
    for (unsigned N = 0; N != TileRounds && !HasFailure(); ++N) {
      F->Saturates = N % 2;
      Done += checkTile(K, *F, X, Style(N % Styles), Random);
    }
    // Numbers near 1 at least.
    EXPECT_GE(Done, TileRounds / Styles) << K.Name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Vectors, testing::ValuesIn(Cases));

TEST(Vectors, ConvertedAccumulators) {
  // sm_70 rounds an f32 accumulator to f16 before it adds to it.
  std::optional<DotForm> F = dotForm(70, Quad, F16, F16, F32);
  F->D = F16;
  const Case X = {70, Quad, F16, F16, F32, 4};
  SplitMix64 Random(1);
  for (unsigned N = 0; N != 100; ++N)
    checkRound(*F, X, Round(X, Style::NearOne, Random));
}

#if defined(HEDDLE_HAS_FLOAT_CONTROL)
TEST(Vectors, HostModeDoesNotMatter) {
  const FloatControl Saved = readFloatControl();
  SplitMix64 Random(2);
  for (const Case &X : Cases) {
    std::optional<DotForm> F = dotForm(X.Chip, X.Unit, X.A, X.B, X.C);
    for (unsigned N = 0; N != 4 * Styles; ++N) {
      writeFloatControl(floatControlFor(FloatRounding(N % 4), true));
      checkRound(*F, X, Round(X, Style(N % Styles), Random));
      writeFloatControl(Saved);
    }
  }
}
#endif

/// f64 near 1 or of any exponent, now and then a special one.
uint64_t doubleElement(unsigned Round, SplitMix64 &Random) {
  const uint64_t Bits = Random.next(), Draw = Random.next();
  uint64_t Field = Round % 3 ? 1021 + Draw % 5 : Draw % 2047;
  if (Round % 4 == 3 && Draw >> 60 == 0)
    Field = Draw >> 59 & 1 ? 2047 : 0;
  uint64_t Mantissa = Bits & 0xfffffffffffff;
  if (Field == 2047 && Draw >> 58 & 1)
    Mantissa = 0;
  return (Bits >> 63) << 63 | Field << 52 | Mantissa;
}

struct DoubleRound {
  static constexpr unsigned K = 4;
  std::array<uint64_t, K * DotLanes> A, B;
  std::array<uint64_t, DotLanes> C;

  DoubleRound(unsigned Round, SplitMix64 &Random) {
    for (uint64_t &V : A)
      V = doubleElement(Round, Random);
    for (uint64_t &V : B)
      V = doubleElement(Round, Random);
    for (uint64_t &V : C)
      V = doubleElement(Round, Random);
  }

  uint64_t scalar(const DotForm &F, unsigned Lane) const {
    std::array<uint64_t, K> X, Y;
    for (unsigned I = 0; I != K; ++I) {
      X[I] = A[I * DotLanes + Lane];
      Y[I] = B[I * DotLanes + Lane];
    }
    return dotProduct(F, X, Y, C[Lane]);
  }
};

TEST(Vectors, DoublesAreAsScalars) {
  constexpr llvm::RoundingMode Modes[] = {
      llvm::RoundingMode::NearestTiesToEven, llvm::RoundingMode::TowardZero,
      llvm::RoundingMode::TowardNegative, llvm::RoundingMode::TowardPositive};
  DotForm F =
      *dotForm(90, Mma, ElementType::F64, ElementType::F64, ElementType::F64);
  SplitMix64 Random(3);
  for (unsigned N = 0; N != 3130; ++N) {
    F.Rounding = Modes[N / 12 % 4];
    const DoubleRound R(N, Random);
    std::array<uint64_t, DotLanes> Expected;
    for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
      Expected[Lane] = R.scalar(F, Lane);
    for (const DotKernel &Kernel : dotKernels()) {
      std::array<uint64_t, DotLanes> D = R.C;
      Kernel.RunDouble(F, {R.A.data(), R.B.data(), DoubleRound::K}, D.data(),
                       D.data());
      ASSERT_EQ(D, Expected) << Kernel.Name << ", round " << N;
    }
  }
}

TEST(Vectors, WhatIsNotOfWords) {
  EXPECT_FALSE(hasDotProducts(
      *dotForm(90, Mma, ElementType::F64, ElementType::F64, ElementType::F64)));
  EXPECT_FALSE(hasDotProducts(*scaledDotForm(120, Mma, InputClass::MXF4, E2M1,
                                             E2M1, ElementType::UE8M0)));
}

} // namespace
