//===- MatrixProducts.cpp - What an instruction multiplies ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Machine/MatrixProducts.h"
#include "TensorForm.h"
#include "heddle/ABI/MatrixOps.inc"
#include "heddle/ABI/TensorUnit.h"
#include "heddle/Matrix/MatrixForm.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle::sm {

using abi::TensorOp;
using llvm::Twine;

namespace {
/// The words of the operands of one lane: four quads, the first that of D.
struct Operands {
  const DecodedInst &I;
  const LaneContext &L;
  const unsigned Lane;

  uint32_t operator[](unsigned N) const {
    const uint32_t *Rows = L.Base[WarpRows] + size_t(I.DstRow) * Lanes;
    if (N >= 4) {
      const Source &S = I.Src[N / 4 - 1];
      Rows = L.Base[S.Base] + size_t(S.Row) * Lanes;
    }
    return Rows[size_t(N % 4) * Lanes + Lane];
  }
};
} // namespace

static bool isTensorProduct(const DecodedInst &I) {
  return I.is(MatrixOp::TensorThread) && TensorOp(I.Imm) == TensorOp::Multiply;
}

bool movesMatrix(const DecodedInst &I) { return I.is(MatrixOp::Move); }

bool multipliesMatrices(const DecodedInst &I) {
  return I.is(MatrixOp::Multiply) || I.is(MatrixOp::MultiplyMore) ||
         isTensorProduct(I);
}

/// Elements of D that one instruction of form \p F makes.
static unsigned resultsOf(const matrix::MatrixForm &F) {
  if (F.Family != matrix::MatrixVariants::QuadLayouts)
    return F.Rows * 8;
  // Four products of 8 by 8, of which four registers of a lane have all in f16,
  // and one half in f32.
  constexpr unsigned All = 4 * 8 * 8;
  return matrix::elementBits(F.D) == 16 ? All : All / 2;
}

std::optional<MatrixProduct> productOfWarp(const DecodedInst &I) {
  if (!I.is(MatrixOp::Multiply) && !I.is(MatrixOp::MultiplyMore))
    return std::nullopt;
  const matrix::MatrixForm F = matrix::matrixForm(I.Imm);
  const unsigned Terms = F.IsSparse ? F.K / 2 : F.K;
  return MatrixProduct{matrix::matrixFormName(F),
                       uint64_t(2) * resultsOf(F) * Terms};
}

std::optional<MatrixProduct>
productOfLane(const DecodedInst &I, const LaneContext &L, unsigned Lane) {
  if (!isTensorProduct(I))
    return std::nullopt;
  const Operands Of{I, L, Lane};
  TensorForm F;
  if (readForm(Of[abi::WordMode], Of[abi::WordDescription], F))
    return std::nullopt;
  const std::string Name =
      (Twine("tcgen05.") + (F.IsStationary ? "ws." : "") +
       (F.IsPair ? "pair." : "") + (F.IsSparse ? "sp." : "") + "m" +
       Twine(F.M) + "n" + Twine(F.N) + "k" + Twine(F.K) + "." +
       matrix::elementTypeName(F.D) + "." + matrix::elementTypeName(F.A) + "." +
       matrix::elementTypeName(F.B))
          .str();
  return MatrixProduct{Name, uint64_t(2) * F.M * F.N * F.terms()};
}

static unsigned halfOf(const TensorCell &At) { return At.Lane & 16 ? 2 : 1; }

static std::optional<TensorUse> useOfProduct(const Operands &Of) {
  TensorForm F;
  const uint32_t Mode = Of[abi::WordMode];
  if (Mode & abi::MultiplyHasDisabledLanes ||
      readForm(Mode, Of[abi::WordDescription], F))
    return std::nullopt;
  const TensorCell At = TensorCell::at(Of[abi::WordD]);
  const bool IsWhole = F.rows() == 128;
  if (!IsWhole && !F.IsPair && !F.IsStationary)
    return TensorUse{TensorUse::Product, At.Column, At.Column + F.N,
                     halfOf(At)};
  // What is left of the lanes has other columns.
  const unsigned Columns = IsWhole ? F.N : F.N * F.rows() / abi::TensorLanes;
  return TensorUse{TensorUse::Product, At.Column, At.Column + Columns, 3};
}

/// The columns of registers \p First to \p End of a load or store, before
/// packing. Of 16x32bx2 those of the first half.
static std::pair<unsigned, unsigned> columnsOf(abi::TensorShape Shape,
                                               unsigned First, unsigned End) {
  using enum abi::TensorShape;
  auto Rounded = [=](unsigned Step, unsigned Columns) {
    return std::pair(First / Step * Columns,
                     (End - 1) / Step * Columns + Columns);
  };
  switch (Shape) {
  case Lanes32x32b:
  case Lanes16x32bx2:
    return Rounded(1, 1);
  case Lanes16x64b:
    return Rounded(1, 2);
  case Lanes16x128b:
    return Rounded(2, 4);
  case Lanes16x256b:
    return Rounded(4, 8);
  }
  llvm_unreachable("covered switch");
}

bool usesTensorMemory(const DecodedInst &I) {
  const auto Op = TensorOp(I.Imm);
  return isTensorProduct(I) ||
         (I.is(MatrixOp::TensorWarp) &&
          (Op == TensorOp::Load || Op == TensorOp::Store));
}

std::optional<TensorUse> tensorUse(const DecodedInst &I, const LaneContext &L,
                                   unsigned Lane) {
  if (!usesTensorMemory(I))
    return std::nullopt;
  const Operands Of{I, L, Lane};
  if (isTensorProduct(I))
    return useOfProduct(Of);
  const TensorCell At = TensorCell::at(Of[0]);
  const uint32_t Mode = Of[1], First = Of[2],
                 Count = Mode >> abi::AccessCountShift;
  const auto Shape =
      abi::TensorShape(Mode & ((1u << abi::AccessShapeBits) - 1));
  if (Shape > abi::TensorShape::Lanes16x32bx2 || !Count)
    return std::nullopt;
  const unsigned Step = Mode >> abi::AccessPackedBit & 1 ? 2 : 1;
  const auto [From, To] = columnsOf(Shape, First, First + Count);
  return TensorUse{TensorOp(I.Imm) == TensorOp::Load ? TensorUse::Load
                                                     : TensorUse::Store,
                   At.Column + Step * From, At.Column + Step * To,
                   Shape == abi::TensorShape::Lanes32x32b ? 3 : halfOf(At)};
}

} // namespace heddle::sm
