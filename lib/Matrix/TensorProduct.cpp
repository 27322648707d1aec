//===- TensorProduct.cpp - A product of whole matrices --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/TensorProduct.h"
#include "heddle/Matrix/DotProducts.h"
#include "heddle/Matrix/SparseSelection.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <array>
#include <vector>

using namespace llvm;

namespace heddle::matrix {

namespace {

/// A row of D is computed as sets of 32 columns.
class TensorProduct {
public:
  TensorProduct(const DotForm &Form, const TensorOperands &Operands)
      : F(Form), X(Operands), Terms(unsigned(X.A.size()) / X.Rows),
        Left(size_t(Terms) * DotLanes), Right(Left.size()), Kept(X.Depth) {}

  void row(unsigned Row, MutableArrayRef<uint32_t> D);

private:
  void chooseKept(unsigned Row);
  void gatherColumns(unsigned First, unsigned Count);
  void scaled(unsigned Row, unsigned First, unsigned Count, uint32_t *Sums);
  /// Element number \p N of the column that goes with those of A.
  uint32_t elementOfB(unsigned Column, unsigned N) const;

  const DotForm &F;
  const TensorOperands &X;
  const unsigned Terms;
  /// A term is 32 words.
  std::vector<uint32_t> Left, Right;
  /// The place of each term in a column of B; for tf32, in each half of the
  /// word which of the halves of B's elements.
  SmallVector<uint64_t, 0> Kept;
};

} // namespace

void TensorProduct::chooseKept(unsigned Row) {
  const unsigned Each = chunkElements(X.Unit), Chunks = X.Depth / Each;
  const bool InHalves = X.Unit == ElementType::TF32;
  SmallVector<uint64_t, 8> Chunk(Each);
  Kept.clear();
  for (unsigned N = 0; N != Chunks; ++N) {
    for (unsigned I = 0; I != Each; ++I) {
      const uint64_t K = uint64_t(N) * Each + I;
      Chunk[I] = InHalves ? 2 * K | (2 * K + 1) << 16 : K;
    }
    keepOfChunk(X.Unit, X.Nibbles[size_t(Row) * Chunks + N], Chunk, Kept);
  }
  assert(Kept.size() == Terms && "half of the elements");
}

uint32_t TensorProduct::elementOfB(unsigned Column, unsigned N) const {
  const ArrayRef<uint32_t> Of = X.B.slice(size_t(Column) * X.Depth, X.Depth);
  if (X.Nibbles.empty())
    return Of[N];
  if (X.Unit != ElementType::TF32)
    return Of[Kept[N]];
  auto HalfOf = [&](uint64_t Unit) {
    return Of[Unit / 2] >> 16 * (Unit % 2) & 0xffff;
  };
  return HalfOf(Kept[N] & 0xffff) | HalfOf(Kept[N] >> 16) << 16;
}

void TensorProduct::gatherColumns(unsigned First, unsigned Count) {
  for (unsigned N = 0; N != Terms; ++N)
    for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
      Right[size_t(N) * DotLanes + Lane] =
          Lane < Count ? elementOfB(First + Lane, N) : 0;
}

void TensorProduct::scaled(unsigned Row, unsigned First, unsigned Count,
                           uint32_t *Sums) {
  SmallVector<uint64_t, 64> RowA(Terms), ColumnB(Terms);
  SmallVector<uint8_t, 64> OfA(Terms), OfB(Terms);
  const unsigned Block = X.Depth / X.Factors;
  for (unsigned Lane = 0; Lane != Count; ++Lane) {
    for (unsigned N = 0; N != Terms; ++N) {
      const size_t Factor = (X.Nibbles.empty() ? N : Kept[N]) / Block;
      RowA[N] = Left[size_t(N) * DotLanes];
      ColumnB[N] = Right[size_t(N) * DotLanes + Lane];
      OfA[N] = X.ScaleA[size_t(Row) * X.Factors + Factor];
      OfB[N] = X.ScaleB[size_t(First + Lane) * X.Factors + Factor];
    }
    Sums[Lane] =
        uint32_t(scaledDotProduct(F, RowA, ColumnB, OfA, OfB, Sums[Lane]));
  }
}

void TensorProduct::row(unsigned Row, MutableArrayRef<uint32_t> D) {
  if (!X.Nibbles.empty())
    chooseKept(Row);
  for (unsigned N = 0; N != Terms; ++N)
    std::fill_n(Left.begin() + ptrdiff_t(N) * DotLanes, DotLanes,
                X.A[size_t(Row) * Terms + N]);
  for (unsigned First = 0; First < X.Columns; First += DotLanes) {
    const unsigned Count = std::min(DotLanes, X.Columns - First);
    gatherColumns(First, Count);
    std::array<uint32_t, DotLanes> Sums = {};
    std::copy_n(D.begin() + First, Count, Sums.begin());
    if (X.Factors)
      scaled(Row, First, Count, Sums.data());
    else
      dotProducts(F, {Left.data(), Right.data(), Terms}, Sums.data(),
                  Sums.data());
    std::copy_n(Sums.begin(), Count, D.begin() + First);
  }
}

void multiplyTensors(const DotForm &F, const TensorOperands &X,
                     MutableArrayRef<uint32_t> D) {
  assert(D.size() == size_t(X.Rows) * X.Columns && "a word an element");
  TensorProduct P(F, X);
  for (unsigned Row = 0; Row != X.Rows; ++Row)
    P.row(Row, D.slice(size_t(Row) * X.Columns, X.Columns));
}

uint32_t scaleDown(ElementType T, uint32_t Value, unsigned Shift) {
  assert((T == ElementType::F16 || T == ElementType::F32) && "a float of D");
  const bool IsHalf = T == ElementType::F16;
  const APFloat V(IsHalf ? APFloat::IEEEhalf() : APFloat::IEEEsingle(),
                  APInt(IsHalf ? 16 : 32, Value & (IsHalf ? 0xffff : ~0u)));
  if (!V.isFinite())
    return Value;
  return uint32_t(scalbn(V, -int(Shift), RoundingMode::NearestTiesToEven)
                      .bitcastToAPInt()
                      .getZExtValue());
}

} // namespace heddle::matrix
