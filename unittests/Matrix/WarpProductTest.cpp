//===- WarpProductTest.cpp - What the lanes of a warp multiply ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every form against its elements one by one: which register holds which is
// said here by the formulas of the PTX manual, and not by Fragments.def.
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/WarpProduct.h"
#include "heddle/Matrix/SparseSelection.h"
#include "heddle/Support/SplitMix64.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"
#include <map>

using namespace heddle;
using namespace heddle::matrix;

namespace {

constexpr unsigned Lanes = 32;
using Rows = std::array<uint32_t, OperandRows * Lanes>;

/// Elements of a matrix by row, column and which of four products.
class Matrix {
public:
  uint64_t &at(unsigned Row, unsigned Column, unsigned Part = 0) {
    return Elements[{Row, Column, Part}];
  }

private:
  std::map<std::array<unsigned, 3>, uint64_t> Elements;
};

/// Where the manual has element \p N of the fragment of \p Lane.
struct Spot {
  unsigned Row, Column, Part;
};

Spot spotOfQuad(const MatrixForm &F, char Operand, unsigned Lane, unsigned I) {
  const unsigned Upper = Lane >= 16 ? 4 : 0, R = Lane % 4 + Upper;
  const unsigned Part = Lane / 4 % 4;
  switch (Operand) {
  case 'a':
    return F.Variant & QuadColumnA ? Spot{I + Upper, Lane % 4, Part}
                                   : Spot{R, I, Part};
  case 'b':
    return F.Variant & QuadColumnB ? Spot{I, R, Part}
                                   : Spot{Lane % 4, I + Upper, Part};
  case 'h':
    return {R, I, Part};
  default:
    return {(Lane & 1) + (I & 2) + Upper, (I & 4) + (Lane & 2) + (I & 1), Part};
  }
}

Spot spotOf(const MatrixForm &F, char Operand, unsigned Bits, unsigned Lane,
            unsigned N) {
  if (F.Unit == Quad)
    return spotOfQuad(F, Operand, Lane, N);
  const unsigned G = Lane / 4, Q = Lane % 4;
  const unsigned Each = Bits < 32 ? 32 / Bits : 1, R = N / Each, J = N % Each;
  switch (Operand) {
  case 'a':
    if (F.Rows == 16)
      return {G + 8 * (R & 1), (R >> 1) * 4 * Each + Q * Each + J, 0};
    return {G, R * 4 * Each + Q * Each + J, 0};
  case 'b':
    return {R * 4 * Each + Q * Each + J, G, 0};
  default:
    return {G + 8 * (N >> 1), 2 * Q + (N & 1), 0};
  }
}

/// The elements that registers \p R hold, \p Count in each lane, the first one
/// being number \p First of its fragment.
Matrix matrixOf(const MatrixForm &F, char Operand, const Rows &R, unsigned Bits,
                unsigned Count, unsigned First = 0) {
  Matrix M;
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    for (unsigned N = 0; N != Count; ++N) {
      const unsigned Bit = N * Bits;
      const uint32_t *Word = R.data() + Bit / 32 * Lanes + Lane;
      uint64_t V = Word[0] >> Bit % 32;
      if (Bits == 64)
        V |= uint64_t(Word[Lanes]) << 32;
      else if (Bits < 32)
        V &= (1u << Bits) - 1;
      Spot At = spotOf(F, Operand, Bits, Lane, First + N);
      M.at(At.Row, At.Column, At.Part) = V;
    }
  return M;
}

class WarpProductTest : public testing::TestWithParam<unsigned> {
protected:
  void SetUp() override { F = matrixForm(GetParam()); }

  /// Words in which floats are often normal and sometimes not.
  void fill(Rows &R, ElementType T) {
    for (uint32_t &Word : R) {
      Word = uint32_t(Random.next());
      if (T == ElementType::F32 || T == ElementType::TF32)
        Word = (Word & 0x87ffffff) | 0x38000000;
      if (T == ElementType::F16)
        Word &= 0xbfffbfff;
    }
    if (T == ElementType::F64)
      for (unsigned N = 0; N != R.size(); ++N)
        if (N / Lanes % 2)
          R[N] = (R[N] & 0x800fffff) | 0x3ff00000;
  }

  unsigned bits(ElementType T) const {
    return T == ElementType::B1 ? 1 : F.containerBits(T);
  }
  uint64_t element(ElementType T, uint64_t V) const {
    return T == ElementType::E2M1 && bits(T) == 8 ? V >> 2 : V;
  }

  MatrixForm F;
  SplitMix64 Random{GetParam() + 1};
};

} // namespace

static char lettersOf(const MatrixForm &F, ElementType T) {
  return F.Unit == Quad && T == ElementType::F16 ? 'h' : 'c';
}

TEST_P(WarpProductTest, IsThatOfItsElements) {
  unsigned Chip = 90;
  if (!dotForm(Chip, F))
    Chip = 120;
  std::optional<DotForm> Sum = dotForm(Chip, F);
  ASSERT_TRUE(Sum) << matrixFormName(F);
  Rows RA, RB, RC, More;
  fill(RA, F.A);
  fill(RB, F.B);
  fill(RC, F.C);
  for (uint32_t &Word : More)
    Word = uint32_t(Random.next());
  for (unsigned Lane = 0; Lane != Lanes; ++Lane) {
    // Kept in order, and factors near 1.
    uint32_t Nibbles = 0;
    for (unsigned N = 0; N != 8; ++N)
      Nibbles |= std::array{4u, 8u, 9u, 12u, 13u, 14u}[Random.next() % 6]
                 << 4 * N;
    if (F.A == ElementType::TF32)
      Nibbles = 0xe4e44e4e;
    More[MetadataRow * Lanes + Lane] = Nibbles;
    for (unsigned Row : {ScaleARow, ScaleBRow})
      More[Row * Lanes + Lane] = More[Row * Lanes + Lane] % 4 * 0x01000100 +
                                 (F.scales() == 4 ? 0x383a3c3e : 0x7e7f8081);
  }
  const unsigned Chunk = F.A == ElementType::TF32 ? 2 : bits(F.A) == 4 ? 8 : 4;
  const unsigned Chunks = F.K / Chunk;
  const unsigned Selectors =
      bits(F.A) >= 16 ? (Chunks <= 4 ? 4 : 2) : (Chunks <= 8 ? 2 : 1);
  const unsigned Selector = unsigned(Random.next() % Selectors);
  const unsigned Bytes = F.scales() == 1 ? 4 : F.scales() == 2 ? 2 : 1;
  const unsigned Step = F.scales() ? 4 / Bytes : 0;
  const unsigned ByteA = unsigned(Random.next() % Bytes) * Step,
                 ByteB = unsigned(Random.next() % Bytes) * Step,
                 ThreadA = unsigned(Random.next() % 2),
                 ThreadB = unsigned(Random.next() % 4);
  More[SelectorsRow * Lanes] = Selector << SparsityShift | ByteA << ByteAShift |
                               ThreadA << ThreadAShift | ByteB << ByteBShift |
                               ThreadB << ThreadBShift;

  const unsigned KA = F.K / (F.IsSparse ? 2 : 1);
  const unsigned Parts = F.Unit == Quad ? 4 : 1;
  auto Count = [&](unsigned Height, unsigned Width) {
    return Height * Width * Parts / Lanes;
  };
  Matrix A = matrixOf(F, 'a', RA, bits(F.A), Count(F.Rows, KA));
  Matrix B = matrixOf(F, 'b', RB, bits(F.B), Count(F.K, 8));
  auto Sums = [&](const Rows &R, ElementType T) {
    const bool IsHalved = F.Unit == Quad && T == ElementType::F32;
    return matrixOf(F, lettersOf(F, T), R, elementBits(T),
                    Count(F.Rows, 8) / (IsHalved ? 2 : 1),
                    IsHalved && F.Variant & QuadUpper ? 4 : 0);
  };
  Matrix C = Sums(RC, F.C);
  Rows RD = RC;
  // In the place of C, as registers may be.
  ASSERT_TRUE(multiply(Chip, GetParam(),
                       {RA.data(), RB.data(), RD.data(), More.data()},
                       RD.data()));
  Matrix D = Sums(RD, F.D);

  auto ScaleOf = [&](unsigned Row, unsigned Lane, unsigned Byte, uint64_t K) {
    return uint8_t(More[Row * Lanes + Lane] >>
                   8 * (Byte + K / (F.K / F.scales())));
  };
  for (unsigned Part = 0; Part != Parts; ++Part)
    for (unsigned Row = 0; Row != F.Rows; ++Row)
      for (unsigned Column = 0; Column != 8; ++Column) {
        const bool IsUpper = F.Variant & QuadUpper;
        if (F.Unit == Quad && F.D == ElementType::F32 &&
            IsUpper != (Column >= 4))
          continue;
        // A half of C that is not there.
        if (F.Unit == Quad && F.D == ElementType::F16 && F.C != F.D)
          continue;
        llvm::SmallVector<uint64_t, 64> Left, Right, All, Places;
        for (unsigned K = 0; K != F.K; ++K) {
          All.push_back(element(F.B, B.at(K, Column, Part)));
          Places.push_back(K);
        }
        for (unsigned K = 0; K != KA; ++K)
          Left.push_back(element(F.A, A.at(Row, K, Part)));
        Right = All;
        if (F.IsSparse) {
          ElementType T = bits(F.A) == 8 ? ElementType::U8 : F.A;
          llvm::ArrayRef<uint32_t> Metadata(More.data(), Lanes);
          Right = keptElements(T, Row, Selector, Metadata, All);
          if (F.scales())
            Places = keptElements(T, Row, Selector, Metadata, Places);
        }
        uint64_t Want;
        const uint64_t Start = C.at(Row, Column, Part);
        if (F.scales()) {
          llvm::SmallVector<uint8_t, 64> OfA, OfB;
          for (uint64_t K : Places) {
            OfA.push_back(ScaleOf(
                ScaleARow, 4 * (Row % 8) + 2 * ThreadA + Row / 8, ByteA, K));
            OfB.push_back(ScaleOf(ScaleBRow, 4 * Column + ThreadB, ByteB, K));
          }
          Want = scaledDotProduct(*Sum, Left, Right, OfA, OfB, Start);
        } else {
          Want = dotProduct(*Sum, Left, Right, Start);
        }
        ASSERT_EQ(D.at(Row, Column, Part), Want)
            << matrixFormName(F) << " row " << Row << " column " << Column
            << " part " << Part;
      }
}

TEST_P(WarpProductTest, IsFoundByWhatItIs) {
  EXPECT_EQ(findMatrixForm(F), GetParam()) << matrixFormName(F);
}

INSTANTIATE_TEST_SUITE_P(All, WarpProductTest,
                         testing::Range(0u, numMatrixForms()));

TEST(MatrixForm, NumbersFitTheInstruction) {
  EXPECT_LE(numMatrixForms(), 512u);
  MatrixForm None;
  None.K = 12;
  EXPECT_EQ(findMatrixForm(None), std::nullopt);
}

TEST(MatrixForm, AChipMayLackIt) {
  MatrixForm F;
  F.A = F.B = ElementType::E4M3;
  F.K = 32;
  std::optional<unsigned> Number = findMatrixForm(F);
  ASSERT_TRUE(Number);
  Rows R = {};
  EXPECT_FALSE(
      multiply(80, *Number, {R.data(), R.data(), R.data(), nullptr}, R.data()));
  EXPECT_TRUE(
      multiply(89, *Number, {R.data(), R.data(), R.data(), nullptr}, R.data()));
}
