//===- TensorForm.cpp - What tcgen05.mma multiplies -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorForm.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <iterator>

namespace heddle::sm {

using abi::TensorKind;
using matrix::ElementType;

static unsigned bitsAt(uint32_t Description, unsigned Low, unsigned Count) {
  return Description >> Low & ((1u << Count) - 1);
}

static bool isScaled(TensorKind Kind) { return Kind >= TensorKind::MXF8F6F4; }

/// The type of elements that \p Code stands for.
static std::optional<ElementType> typeOf(TensorKind Kind, unsigned Code) {
  using enum ElementType;
  static constexpr ElementType Halves[] = {F16, BF16}, Bytes[] = {U8, S8};
  // 2 is a code of no type.
  static constexpr std::optional<ElementType> Narrow[] = {
      E4M3, E5M2, std::nullopt, E2M3, E3M2, E2M1};
  auto Of = [Code](llvm::ArrayRef<ElementType> From) {
    return Code < From.size() ? std::optional(From[Code]) : std::nullopt;
  };
  switch (Kind) {
  case TensorKind::F16:
    return Of(Halves);
  case TensorKind::TF32:
    return Code == 2 ? std::optional(TF32) : std::nullopt;
  case TensorKind::F8F6F4:
  case TensorKind::MXF8F6F4:
    return Code < std::size(Narrow) ? Narrow[Code] : std::nullopt;
  case TensorKind::I8:
    return Of(Bytes);
  case TensorKind::MXF4:
  case TensorKind::MXF4NVF4:
    return Code == 1 ? std::optional(E2M1) : std::nullopt;
  }
  llvm_unreachable("covered switch");
}

static unsigned depthOf(TensorKind Kind) {
  switch (Kind) {
  case TensorKind::F16:
    return 16;
  case TensorKind::TF32:
    return 8;
  case TensorKind::F8F6F4:
  case TensorKind::I8:
  case TensorKind::MXF8F6F4:
    return 32;
  case TensorKind::MXF4:
  case TensorKind::MXF4NVF4:
    return 64;
  }
  llvm_unreachable("covered switch");
}

/// The type of D: one of f16, f32 and s32 by its code.
static std::optional<ElementType> resultOf(TensorKind Kind, unsigned Code) {
  if (isScaled(Kind))
    return ElementType::F32;
  if (Kind == TensorKind::I8)
    return Code == 2 ? std::optional(ElementType::S32) : std::nullopt;
  if (Code == 1)
    return ElementType::F32;
  return Code == 0 && Kind != TensorKind::TF32 ? std::optional(ElementType::F16)
                                               : std::nullopt;
}

static const char *sizeProblem(const TensorForm &F) {
  static constexpr unsigned Stationary[] = {32, 64, 128}, Alone[] = {64, 128},
                            Pairs[] = {128, 256};
  const llvm::ArrayRef<unsigned> Rows = F.IsStationary ? Stationary
                                        : F.IsPair     ? llvm::ArrayRef(Pairs)
                                                       : llvm::ArrayRef(Alone);
  if (!llvm::is_contained(Rows, F.M) || (isScaled(F.Kind) && F.rows() != 128))
    return "the instruction descriptor has an m that there is not";
  if (F.IsStationary && F.N != 64 && F.N != 128 && F.N != 256)
    return "the instruction descriptor has an n that is none of 64, 128, 256";
  const unsigned Step = F.IsPair || F.M == 128 ? 16 : 8;
  if (!F.N || F.N > 256 || F.N % Step)
    return F.M == 64 && !F.IsPair
               ? "the instruction descriptor has an n that is no multiple of 8 "
                 "up to 256"
               : "the instruction descriptor has an n that is no multiple of "
                 "16 up to 256";
  return nullptr;
}

/// Whether the kind has \p Factors scale factors for each row.
static bool hasFactors(TensorKind Kind, unsigned Factors) {
  switch (Kind) {
  case TensorKind::F16:
  case TensorKind::TF32:
  case TensorKind::F8F6F4:
  case TensorKind::I8:
    return Factors == 0;
  case TensorKind::MXF8F6F4:
    return Factors == 1;
  case TensorKind::MXF4:
    return Factors == 2;
  case TensorKind::MXF4NVF4:
    return Factors == 2 || Factors == 4;
  }
  llvm_unreachable("covered switch");
}

static const char *readScales(uint32_t Description, TensorForm &F) {
  F.ByteA = bitsAt(Description, 29, 2);
  F.ByteB = bitsAt(Description, 4, 2);
  if (!bitsAt(Description, 23, 1))
    F.Scale = ElementType::UE4M3;
  if (F.Scale == ElementType::UE4M3 && F.Kind != TensorKind::MXF4NVF4)
    return "the instruction descriptor has factors of ue4m3, which the kind "
           "has not";
  if (F.isPacked() && Description >> 31)
    return "the instruction descriptor has k = 96, which is not supported";
  if (F.ByteA % F.Factors || F.ByteB % F.Factors)
    return "the instruction descriptor has scale factors that cross a column";
  return nullptr;
}

const char *readForm(uint32_t Mode, uint32_t Description, TensorForm &F) {
  F.Kind = TensorKind(Mode >> abi::MultiplyKindShift & abi::MultiplyKindMask);
  F.Factors = Mode >> abi::MultiplyFactorsShift & abi::MultiplyFactorsMask;
  // PTX has no others, but machine code may.
  if (F.Kind > TensorKind::MXF4NVF4 || !hasFactors(F.Kind, F.Factors) ||
      (Mode & abi::MultiplyIsPair && Mode & abi::MultiplyIsStationary))
    return "the mode is that of no product";
  F.IsPair = Mode & abi::MultiplyIsPair;
  F.IsStationary = Mode & abi::MultiplyIsStationary;
  F.IsSparse = Mode & abi::MultiplyIsSparse;
  F.N = bitsAt(Description, 17, 6) << 3;
  F.M = isScaled(F.Kind) ? bitsAt(Description, 27, 2) << 7
                         : bitsAt(Description, 24, 5) << 4;
  F.K = depthOf(F.Kind) * (F.IsSparse ? 2 : 1);
  const auto A = typeOf(F.Kind, bitsAt(Description, 7, 3)),
             B = typeOf(F.Kind, bitsAt(Description, 10, F.isPacked() ? 2 : 3)),
             D = resultOf(F.Kind, bitsAt(Description, 4, 2));
  if (!A || !B || !D)
    return "the instruction descriptor has a type that the kind has not";
  F.A = *A;
  F.B = *B;
  F.D = *D;
  F.Saturates = F.Kind == TensorKind::I8 && bitsAt(Description, 3, 1);
  F.NegatesA = bitsAt(Description, 13, 1);
  F.NegatesB = bitsAt(Description, 14, 1);
  F.TransposesA = bitsAt(Description, 15, 1);
  F.TransposesB = bitsAt(Description, 16, 1);
  if (bool(bitsAt(Description, 2, 1)) != F.IsSparse)
    return F.IsSparse ? "the instruction descriptor is of a dense product"
                      : "the instruction descriptor is of a sparse product";
  if (F.Kind == TensorKind::I8 && (F.NegatesA || F.NegatesB))
    return "the instruction descriptor negates integers";
  if ((F.TransposesA || F.TransposesB) && F.isPacked())
    return "the instruction descriptor transposes elements of 4 bits";
  if (const char *Problem = sizeProblem(F))
    return Problem;
  if (F.IsSparse && F.rows() != 128)
    return "a sparse product has fewer than 128 rows in a block, which is not "
           "supported";
  if (F.IsSparse && !isScaled(F.Kind) && bitsAt(Description, 0, 2))
    return "the instruction descriptor has a sparsity selector, which is not "
           "supported";
  return isScaled(F.Kind) ? readScales(Description, F) : nullptr;
}

unsigned TensorForm::perChunk(ElementType T) const {
  const unsigned Bits = matrix::elementBits(T);
  if (isPacked())
    return 128 / Bits;
  return 128 / std::max(Bits, 8u);
}

/// With fewer rows than lanes, what is left of the lanes has other columns.
TensorCell TensorForm::cellOfD(unsigned Row, unsigned Column) const {
  if (rows() == 128)
    return {Row, Column};
  if (!IsPair && !IsStationary)
    return {32 * (Row / 16) + Row % 16, Column};
  const unsigned Columns = N / (128 / rows());
  return {Row + rows() * (Column / Columns), Column % Columns};
}

TensorCell TensorForm::cellOfA(unsigned Row) const {
  if (rows() == 64 && !IsPair && !IsStationary)
    return {32 * (Row / 16) + Row % 16, 0};
  return {Row, 0};
}

std::optional<matrix::DotForm> TensorForm::sum(unsigned Chip) const {
  if (Factors)
    return matrix::scaledDotForm(Chip, matrix::Tcgen05,
                                 isPacked() ? matrix::InputClass::MXF4
                                            : matrix::InputClass::MXF8,
                                 A, B, Scale);
  auto Sum = matrix::dotForm(Chip, matrix::Tcgen05, A, B, D);
  if (Sum)
    Sum->Saturates = Saturates;
  return Sum;
}

} // namespace heddle::sm
