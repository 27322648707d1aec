//===- MatrixForm.h - What a warp multiplies at once ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The members of the families of MatrixForms.def, by number and by what they
/// are.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_MATRIXFORM_H
#define HEDDLE_MATRIX_MATRIXFORM_H

#include "heddle/Matrix/DotProduct.h"
#include <string>

namespace heddle::matrix {

/// What the members of a family differ in, beside types.
enum class MatrixVariants : uint8_t {
  Plain,
  /// 1: .satfinite.
  Saturations,
  /// Nearest, down, up, towards zero.
  Roundings,
  /// 1: .and.popc.
  BitOperations,
  /// QuadBits.
  QuadLayouts,
  /// No more than one; what follows has scale factors.
  OneScale,
  TwoScales,
  FourScales,
};

/// Variants of mma.m8n8k4: layouts, and which four registers of D are meant.
enum QuadBits : uint8_t { QuadColumnA = 1, QuadColumnB = 2, QuadUpper = 4 };

struct MatrixForm {
  MatrixUnit Unit = Mma;
  bool IsSparse = false;
  /// 8 or 16.
  uint8_t Rows = 16;
  /// Of a sparse form, that of B.
  uint16_t K = 0;
  ElementType A = ElementType::F16, B = ElementType::F16;
  ElementType C = ElementType::F32, D = ElementType::F32;
  MatrixVariants Family = MatrixVariants::Plain;
  uint8_t Variant = 0;

  bool operator==(const MatrixForm &) const = default;

  /// Factors of a row of A: 0, 1, 2 or 4.
  unsigned scales() const;
  /// Whether there is more to read than A, B and C.
  bool hasMore() const { return IsSparse || scales(); }
  /// Bits that an element of A or of B has in a register.
  unsigned containerBits(ElementType T) const;
};

/// How many there are.
unsigned numMatrixForms();

/// Form \p Number, which is below numMatrixForms.
MatrixForm matrixForm(unsigned Number);

/// The number of \p F; nothing where the table has no such form.
std::optional<unsigned> findMatrixForm(const MatrixForm &F);

/// "m16n8k16.f32.f16.f16.f32", and what else there is to say.
std::string matrixFormName(const MatrixForm &F);

/// How sm_\p Chip adds up what \p F multiplies; nothing where it does not.
std::optional<DotForm> dotForm(unsigned Chip, const MatrixForm &F);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_MATRIXFORM_H
