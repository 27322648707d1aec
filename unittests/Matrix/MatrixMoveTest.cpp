//===- MatrixMoveTest.cpp - Between rows of memory and fragments ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices whose elements say where they are, by the words of the PTX manual.
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/MatrixMove.h"
#include "gtest/gtest.h"
#include <array>

using namespace heddle::matrix;

namespace {

constexpr unsigned Lanes = 32;
using Rows = std::array<uint32_t, 4 * Lanes>;

/// Element \p N of \p Lane, of \p Bits bits, is \p V.
void set(Rows &R, unsigned Lane, unsigned N, unsigned Bits, unsigned V) {
  for (unsigned Bit = 0; Bit != Bits; ++Bit) {
    unsigned At = N * Bits + Bit;
    R[At / 32 * Lanes + Lane] |= (V >> Bit & 1) << At % 32;
  }
}

/// Of a matrix of 16-bit elements.
unsigned number(unsigned Matrix, unsigned Row, unsigned Column) {
  return Matrix << 8 | Row << 4 | Column;
}

/// Every lane has the row of a matrix that it has the address of.
Rows memoryOfHalves() {
  Rows R = {};
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    for (unsigned Column = 0; Column != 8; ++Column)
      set(R, Lane, Column, 16, number(Lane / 8, Lane % 8, Column));
  return R;
}

/// Lane L has row L / 4, and columns from 2 * (L % 4) on.
Rows fragmentOfHalves(bool Trans) {
  Rows R = {};
  for (unsigned Lane = 0; Lane != Lanes; ++Lane)
    for (unsigned N = 0; N != 8; ++N) {
      unsigned Long = 2 * (Lane % 4) + N % 2, Short = Lane / 4;
      set(R, Lane, N, 16,
          Trans ? number(N / 2, Long, Short) : number(N / 2, Short, Long));
    }
  return R;
}

} // namespace

TEST(MatrixMove, HalvesAreLoaded) {
  Rows To;
  moveMatrix(MatrixMove::LoadB16, memoryOfHalves().data(), To.data());
  EXPECT_EQ(To, fragmentOfHalves(false));
  moveMatrix(MatrixMove::LoadTransB16, memoryOfHalves().data(), To.data());
  EXPECT_EQ(To, fragmentOfHalves(true));
}

TEST(MatrixMove, HalvesAreStored) {
  Rows To = fragmentOfHalves(false);
  moveMatrix(MatrixMove::StoreB16, To.data(), To.data());
  EXPECT_EQ(To, memoryOfHalves());
  To = fragmentOfHalves(true);
  moveMatrix(MatrixMove::StoreTransB16, To.data(), To.data());
  EXPECT_EQ(To, memoryOfHalves());
}

TEST(MatrixMove, HalvesAreTransposed) {
  Rows To;
  moveMatrix(MatrixMove::TransposeB16, fragmentOfHalves(false).data(),
             To.data());
  EXPECT_EQ(To, fragmentOfHalves(true));
}

/// Rows of 16 elements of 8, 6 and 4 bits; what is behind them in memory is of
/// no interest.
TEST(MatrixMove, BytesAreLoaded) {
  for (auto [Plain, Trans, Bits] :
       {std::tuple(MatrixMove::LoadB8, MatrixMove::LoadTransB8, 8u),
        std::tuple(MatrixMove::LoadB6, MatrixMove::LoadTransB6, 6u),
        std::tuple(MatrixMove::LoadB4, MatrixMove::LoadTransB4, 4u)}) {
    auto Number = [=, B = Bits](unsigned Row, unsigned Column) {
      return (Row * 29 + Column * 7 + Row / 8 * Column) & ((1u << B) - 1);
    };
    Rows Memory = {}, Short = {}, Long = {}, To;
    for (unsigned Lane = 0; Lane != Lanes; ++Lane)
      for (unsigned N = 0; N != 16; ++N) {
        set(Memory, Lane, N, Bits, Number(Lane, N));
        // Register N / 4 is matrix N / 4; row g, columns 4q to 4q + 3.
        set(Short, Lane, N, 8,
            Number(8 * (N / 4) + Lane / 4, 4 * (Lane % 4) + N % 4));
        // Register 2i + h is matrix i: after the transposition, row g + 8h.
        set(Long, Lane, N, 8,
            Number(16 * (N / 8) + 4 * (Lane % 4) + N % 4,
                   Lane / 4 + 8 * (N / 4 % 2)));
      }
    if (Bits < 8)
      for (unsigned Lane = 0; Lane != Lanes; ++Lane)
        Memory[3 * Lanes + Lane] = ~Lane;
    moveMatrix(Plain, Memory.data(), To.data());
    EXPECT_EQ(To, Short) << Bits;
    moveMatrix(Trans, Memory.data(), To.data());
    EXPECT_EQ(To, Long) << Bits;
  }
}

TEST(MatrixMove, HasNames) {
  for (unsigned N = 0; N != numMatrixMoves(); ++N)
    EXPECT_EQ(findMatrixMove(matrixMoveName(MatrixMove(N))), MatrixMove(N));
  EXPECT_EQ(findMatrixMove("ldmatrix.m8n8.b8"), std::nullopt);
}
