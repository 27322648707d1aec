//===- MatrixForm.cpp - What a warp multiplies at once --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Matrix/MatrixForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace heddle::matrix {

using enum ElementType;

namespace {

struct ResultTypes {
  ElementType D, C;
};

/// The sets of types that TYPES and RESULTS of the table name.
namespace types {
constexpr ElementType F16[] = {ElementType::F16}, BF16[] = {ElementType::BF16},
                      TF32[] = {ElementType::TF32}, F64[] = {ElementType::F64},
                      F8[] = {E4M3, E5M2},
                      F8F6F4[] = {E4M3, E5M2, E3M2, E2M3, E2M1},
                      Bytes[] = {S8, U8}, Nibbles[] = {S4, U4},
                      B1[] = {ElementType::B1}, E2M1[] = {ElementType::E2M1};
} // namespace types
namespace results {
constexpr ResultTypes Halves[] = {{F16, F16}, {F32, F32}},
                      MixedHalves[] = {{F16, F16},
                                       {F32, F32},
                                       {F32, F16},
                                       {F16, F32}},
                      QuadHalves[] = {{F16, F16}, {F32, F32}, {F32, F16}},
                      Singles[] = {{F32, F32}}, Doubles[] = {{F64, F64}},
                      Words[] = {{S32, S32}};
} // namespace results

enum Density : bool { Dense, Sparse };

/// A row of the table.
struct Family {
  MatrixUnit Unit;
  Density IsSparse;
  uint8_t Rows;
  uint16_t K;
  ArrayRef<ElementType> Types;
  ArrayRef<ResultTypes> Results;
  MatrixVariants Variants;

  unsigned variants() const {
    switch (Variants) {
    case MatrixVariants::Plain:
    case MatrixVariants::OneScale:
    case MatrixVariants::TwoScales:
    case MatrixVariants::FourScales:
      return 1;
    case MatrixVariants::Saturations:
    case MatrixVariants::BitOperations:
      return 2;
    case MatrixVariants::Roundings:
      return 4;
    case MatrixVariants::QuadLayouts:
      return 8;
    }
    llvm_unreachable("covered switch");
  }
  unsigned size() const {
    return unsigned(Types.size() * Types.size() * Results.size()) * variants();
  }
};

} // namespace

static ArrayRef<Family> families() {
  static const Family All[] = {
#define HEDDLE_MATRIX_FORMS(UNIT, DENSITY, ROWS, K, TYPES, RESULTS, VARIANTS)  \
  {UNIT,                                                                       \
   DENSITY,                                                                    \
   ROWS,                                                                       \
   K,                                                                          \
   types::TYPES,                                                               \
   results::RESULTS,                                                           \
   MatrixVariants::VARIANTS},
#include "heddle/Matrix/MatrixForms.def"
  };
  return All;
}

unsigned MatrixForm::scales() const {
  switch (Family) {
  case MatrixVariants::OneScale:
    return 1;
  case MatrixVariants::TwoScales:
    return 2;
  case MatrixVariants::FourScales:
    return 4;
  case MatrixVariants::Plain:
  case MatrixVariants::Saturations:
  case MatrixVariants::Roundings:
  case MatrixVariants::BitOperations:
  case MatrixVariants::QuadLayouts:
    return 0;
  }
  llvm_unreachable("covered switch");
}

/// Only kinds with two or more factors pack elements of fewer than 8 bits.
unsigned MatrixForm::containerBits(ElementType T) const {
  return isFloat(T) && scales() < 2 ? std::max(elementBits(T), 8u)
                                    : elementBits(T);
}

unsigned numMatrixForms() {
  unsigned Sum = 0;
  for (const Family &F : families())
    Sum += F.size();
  return Sum;
}

MatrixForm matrixForm(unsigned Number) {
  for (const Family &F : families()) {
    if (Number >= F.size()) {
      Number -= F.size();
      continue;
    }
    auto Next = [&](size_t Count) {
      const unsigned Place = Number % unsigned(Count);
      Number /= unsigned(Count);
      return Place;
    };
    MatrixForm M;
    M.Variant = uint8_t(Next(F.variants()));
    const ResultTypes &R = F.Results[Next(F.Results.size())];
    M.B = F.Types[Next(F.Types.size())];
    M.A = F.Types[Number];
    M.C = R.C;
    M.D = R.D;
    M.Unit = F.Unit;
    M.IsSparse = F.IsSparse;
    M.Rows = F.Rows;
    M.K = F.K;
    M.Family = F.Variants;
    return M;
  }
  llvm_unreachable("the number is none of a form");
}

std::optional<unsigned> findMatrixForm(const MatrixForm &Wanted) {
  unsigned First = 0;
  for (const Family &F : families()) {
    const unsigned Size = F.size();
    if (F.Unit == Wanted.Unit && bool(F.IsSparse) == Wanted.IsSparse &&
        F.Rows == Wanted.Rows && F.K == Wanted.K && F.Variants == Wanted.Family)
      for (unsigned N = First; N != First + Size; ++N)
        if (matrixForm(N) == Wanted)
          return N;
    First += Size;
  }
  return std::nullopt;
}

static std::string variantName(const MatrixForm &F) {
  static constexpr StringLiteral Roundings[] = {".rn", ".rm", ".rp", ".rz"};
  switch (F.Family) {
  case MatrixVariants::Plain:
    return "";
  case MatrixVariants::Saturations:
    return F.Variant ? ".satfinite" : "";
  case MatrixVariants::Roundings:
    return Roundings[F.Variant].str();
  case MatrixVariants::BitOperations:
    return F.Variant ? ".and.popc" : ".xor.popc";
  case MatrixVariants::QuadLayouts:
    return (Twine(F.Variant & QuadColumnA ? ".col" : ".row") +
            (F.Variant & QuadColumnB ? ".col" : ".row") +
            (F.Variant & QuadUpper ? ".upper" : ""))
        .str();
  case MatrixVariants::OneScale:
    return ".scale_vec::1X.ue8m0";
  case MatrixVariants::TwoScales:
    return ".scale_vec::2X.ue8m0";
  case MatrixVariants::FourScales:
    return ".scale_vec::4X.ue4m3";
  }
  llvm_unreachable("covered switch");
}

std::string matrixFormName(const MatrixForm &F) {
  return (Twine(F.Unit == Wmma    ? "wmma."
                : F.Unit == Wgmma ? "wgmma."
                                  : "") +
          (F.IsSparse ? "sp." : "") + "m" + Twine(unsigned(F.Rows)) + "n8k" +
          Twine(unsigned(F.K)) + "." + elementTypeName(F.D) + "." +
          elementTypeName(F.A) + "." + elementTypeName(F.B) + "." +
          elementTypeName(F.C) + variantName(F))
      .str();
}

std::optional<DotForm> dotForm(unsigned Chip, const MatrixForm &F) {
  static constexpr RoundingMode Roundings[] = {
      RoundingMode::NearestTiesToEven, RoundingMode::TowardNegative,
      RoundingMode::TowardPositive, RoundingMode::TowardZero};
  if (const unsigned Scales = F.scales())
    return scaledDotForm(Chip, F.Unit,
                         Scales == 1 ? InputClass::MXF8 : InputClass::MXF4, F.A,
                         F.B, Scales == 4 ? UE4M3 : UE8M0);
  std::optional<DotForm> Sum = dotForm(Chip, F.Unit, F.A, F.B, F.C);
  if (!Sum)
    return std::nullopt;
  Sum->D = F.D;
  Sum->Saturates = F.Family == MatrixVariants::Saturations && F.Variant;
  Sum->IsAnd = F.Family == MatrixVariants::BitOperations && F.Variant;
  if (F.Family == MatrixVariants::Roundings)
    Sum->Rounding = Roundings[F.Variant];
  return Sum;
}

} // namespace heddle::matrix
