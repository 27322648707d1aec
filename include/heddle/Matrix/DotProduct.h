//===- DotProduct.h - One element of a matrix product -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of tensor instructions, an element at a time and bit by bit: the
/// reference for the faster code. docs/tensor.md describes the rule.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_DOTPRODUCT_H
#define HEDDLE_MATRIX_DOTPRODUCT_H

#include "heddle/Matrix/SumRule.h"
#include "llvm/ADT/FloatingPointMode.h"

namespace heddle::matrix {

struct DotForm {
  const SumRule *Rule = nullptr;
  ElementType A = ElementType::F16, B = ElementType::F16;
  /// The types of the accumulator and of the result.
  ElementType C = ElementType::F32, D = ElementType::F32;
  /// Whether integers saturate: .satfinite.
  bool Saturates = false;
  /// Whether b1 uses .and.popc instead of .xor.popc.
  bool IsAnd = false;
  /// The rounding of f64.
  llvm::RoundingMode Rounding = llvm::RoundingMode::NearestTiesToEven;
  /// The type of scale factors, for methods that have them.
  ElementType Scale = ElementType::UE8M0;
};

/// Returns the form of sm_\p Chip's \p Unit for these types; none if it has
/// none. The result has the type of the accumulator.
std::optional<DotForm> dotForm(unsigned Chip, MatrixUnit Unit, ElementType A,
                               ElementType B, ElementType C);

/// Returns the form for kinds with scale factors of type \p Scale, MXF8 or
/// MXF4, whose sums are f32.
std::optional<DotForm> scaledDotForm(unsigned Chip, MatrixUnit Unit,
                                     InputClass Kind, ElementType A,
                                     ElementType B, ElementType Scale);

/// Returns the sum of all \p A[i] * \p B[i] and \p C. An element is in the low
/// bits of its word. Sparse instructions sum the elements that their metadata
/// select.
uint64_t dotProduct(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                    llvm::ArrayRef<uint64_t> B, uint64_t C);

/// Computes the dot product with scale factors for every element of A and of B.
uint64_t scaledDotProduct(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                          llvm::ArrayRef<uint64_t> B,
                          llvm::ArrayRef<uint8_t> ScaleA,
                          llvm::ArrayRef<uint8_t> ScaleB, uint64_t C);

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_DOTPRODUCT_H
