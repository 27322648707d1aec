//===- WarpProduct.h - What the lanes of a warp multiply --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Products of matrices from the registers of 32 lanes to those of the result.
/// A register is a row of 32 words; the registers of an operand are
/// consecutive.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_WARPPRODUCT_H
#define HEDDLE_MATRIX_WARPPRODUCT_H

#include "heddle/Matrix/MatrixForm.h"

namespace heddle::matrix {

/// The limit on rows of an operand.
constexpr unsigned OperandRows = 4;

/// The rows of the fourth operand: the metadata of a sparse A, the scale
/// factors of A and of B, and the selectors. Lane 0 has these in fields: the
/// sparsity selector, then byte and thread of A's factors and of B's.
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
  /// The rows of MoreRow; read only for forms that have more operands.
  const uint32_t *More;
};

/// Returns the number of registers of each lane that D has.
unsigned resultRows(const MatrixForm &F);

/// Computes D = A * B + C for form number \p Form, by the rule of sm_\p Chip. D
/// may overlap the operands. Returns false, and changes nothing, if the chip
/// does not multiply such elements.
bool multiply(unsigned Chip, unsigned Form, const WarpOperands &X, uint32_t *D);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_WARPPRODUCT_H
