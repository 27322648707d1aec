//===- TensorProduct.h - A product of whole matrices ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of matrices that no registers hold: those of tcgen05.mma.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_TENSORPRODUCT_H
#define HEDDLE_MATRIX_TENSORPRODUCT_H

#include "heddle/Matrix/DotProduct.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle::matrix {

/// The operands of a product, an element a word, in its low bits.
struct TensorOperands {
  unsigned Rows = 0, Columns = 0;
  /// The elements of a column of B.
  unsigned Depth = 0;
  /// Row after row: Depth elements each, or half of them in a sparse A.
  llvm::ArrayRef<uint32_t> A;
  /// Column after column, of Depth elements each.
  llvm::ArrayRef<uint32_t> B;
  /// A sparse A has the nibbles of its metadata here, row after row. Of the
  /// chunks only the size counts of the type Unit.
  llvm::ArrayRef<uint8_t> Nibbles;
  ElementType Unit = ElementType::F16;
  /// Factors for each row of A and each column of B, one after another; none
  /// without scale factors.
  unsigned Factors = 0;
  llvm::ArrayRef<uint8_t> ScaleA, ScaleB;
};

/// Adds the product of \p X by \p F to \p D, row after row.
void multiplyTensors(const DotForm &F, const TensorOperands &X,
                     llvm::MutableArrayRef<uint32_t> D);

/// \p Value, of type \p T, which is f16 or f32, times 2^-\p Shift, rounded to
/// nearest even.
uint32_t scaleDown(ElementType T, uint32_t Value, unsigned Shift);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_TENSORPRODUCT_H
