//===- WarpProduct.h - What the lanes of a warp multiply --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the registers of 32 lanes to sums and back. A register is a row of 32
/// words; those of an operand follow each other.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_WARPPRODUCT_H
#define HEDDLE_MATRIX_WARPPRODUCT_H

#include "heddle/Matrix/MatrixForm.h"

namespace heddle::matrix {

/// Rows that an operand has at most.
constexpr unsigned OperandRows = 4;

/// What there is beside A, B and C, a row each: the metadata of a sparse A, the
/// scale factors of A and those of B, and how they are chosen, in fields of
/// lane 0: the sparsity selector, then byte and thread of A's factors and of
/// B's.
enum MoreRow : unsigned { MetadataRow, ScaleARow, ScaleBRow, SelectorsRow };
enum SelectorShift : unsigned {
  SparsityShift = 0,
  ByteAShift = 8,
  ThreadAShift = 10,
  ByteBShift = 16,
  ThreadBShift = 18,
};

struct WarpOperands {
  const uint32_t *A, *B, *C;
  /// Rows of MoreRow; only of forms that have more.
  const uint32_t *More;
};

/// Registers of each lane that D has.
unsigned resultRows(const MatrixForm &F);

/// D := A * B + C, the form being number \p Form, by the rule of sm_\p Chip. D
/// may lie where the operands do. False, and nothing changes: that chip does
/// not multiply such elements.
bool multiply(unsigned Chip, unsigned Form, const WarpOperands &X, uint32_t *D);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_WARPPRODUCT_H
