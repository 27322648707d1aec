//===- MatrixForm.h - What a warp multiplies at once ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The members of the families of MatrixForms.def, found by number or by their
/// properties.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_MATRIXFORM_H
#define HEDDLE_MATRIX_MATRIXFORM_H

#include "heddle/Matrix/DotProduct.h"
#include <string>

namespace heddle::matrix {

/// The property, other than types, in which the members of a family differ.
enum class MatrixVariants : uint8_t {
  Plain,
  /// Variant 1 is .satfinite.
  Saturations,
  /// The variants round to nearest, down, up, towards zero.
  Roundings,
  /// Variant 1 is .and.popc.
  BitOperations,
  /// The variants are sets of QuadBits.
  QuadLayouts,
  /// There is one variant. This kind and those below have scale factors.
  OneScale,
  TwoScales,
  FourScales,
};

/// The variants of mma.m8n8k4: two layouts, and which four registers of D it
/// computes.
enum QuadBits : uint8_t { QuadColumnA = 1, QuadColumnB = 2, QuadUpper = 4 };

struct MatrixForm {
  MatrixUnit Unit = Mma;
  bool IsSparse = false;
  /// M, 8 or 16.
  uint8_t Rows = 16;
  /// For a sparse form, the K of B.
  uint16_t K = 0;
  ElementType A = ElementType::F16, B = ElementType::F16;
  ElementType C = ElementType::F32, D = ElementType::F32;
  MatrixVariants Family = MatrixVariants::Plain;
  uint8_t Variant = 0;

  bool operator==(const MatrixForm &) const = default;

  /// Returns the scale factors for each row of A: 0, 1, 2 or 4.
  unsigned scales() const;
  /// Returns whether there are operands other than A, B and C.
  bool hasMore() const { return IsSparse || scales(); }
  /// Returns the bits that an element of A or of B takes in a register.
  unsigned containerBits(ElementType T) const;
};

/// Returns the number of forms.
unsigned numMatrixForms();

/// Returns form \p Number, which is below numMatrixForms.
MatrixForm matrixForm(unsigned Number);

/// Returns the number of \p F; none if the table has no such form.
std::optional<unsigned> findMatrixForm(const MatrixForm &F);

/// "m16n8k16.f32.f16.f16.f32", with the words of its variant.
std::string matrixFormName(const MatrixForm &F);

/// Returns the rule by which sm_\p Chip sums the products of \p F; none if it
/// does not have the form.
std::optional<DotForm> dotForm(unsigned Chip, const MatrixForm &F);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_MATRIXFORM_H
