//===- TensorForm.h - What tcgen05.mma multiplies ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MACHINE_TENSOR_TENSORFORM_H
#define HEDDLE_LIB_MACHINE_TENSOR_TENSORFORM_H

#include "TensorMemory.h"
#include "heddle/Matrix/DotProduct.h"

namespace heddle::sm {

/// The form of a product, which the instruction and its instruction descriptor
/// say together.
struct TensorForm {
  abi::TensorKind Kind = abi::TensorKind::F16;
  bool IsPair = false, IsStationary = false, IsSparse = false;
  unsigned M = 0, N = 0, K = 0;
  matrix::ElementType A = matrix::ElementType::F16,
                      B = matrix::ElementType::F16,
                      D = matrix::ElementType::F32,
                      Scale = matrix::ElementType::UE8M0;
  bool NegatesA = false, NegatesB = false;
  bool TransposesA = false, TransposesB = false;
  bool Saturates = false;
  /// Scale factors for each row of A, and the first byte of theirs.
  unsigned Factors = 0, ByteA = 0, ByteB = 0;

  /// Rows of A and of D that one CTA has.
  unsigned rows() const { return IsPair ? M / 2 : M; }
  /// Elements of a row of A that are stored.
  unsigned terms() const { return IsSparse ? K / 2 : K; }
  /// Elements of a chunk of 16 bytes of shared memory. Those of fewer than 8
  /// bits are 16, and padded, unless the kind has nothing else.
  unsigned perChunk(matrix::ElementType T) const;
  bool isPacked() const {
    return Kind == abi::TensorKind::MXF4 || Kind == abi::TensorKind::MXF4NVF4;
  }
  /// The cell of an element of D, from the address of D on.
  TensorCell cellOfD(unsigned Row, unsigned Column) const;
  /// The cell of the first element of a row of A in tensor memory.
  TensorCell cellOfA(unsigned Row) const;

  /// The rule of sm_\p Chip; none if it has no such product.
  std::optional<matrix::DotForm> sum(unsigned Chip) const;
};

/// Reads \p Description, the instruction descriptor of an instruction with
/// \p Mode, to \p To. Returns why there is no such product, or null.
const char *readForm(uint32_t Mode, uint32_t Description, TensorForm &To);

} // namespace heddle::sm

#endif // HEDDLE_LIB_MACHINE_TENSOR_TENSORFORM_H
