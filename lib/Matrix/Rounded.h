//===- Rounded.h - Sums that are rounded at every step ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IEEE multiply-adds and additions, as rounded by chips that have no
/// instruction for the whole sum.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_ROUNDED_H
#define HEDDLE_LIB_MATRIX_ROUNDED_H

#include "heddle/Matrix/DotProduct.h"

namespace heddle::matrix {

/// Returns \p A + \p B of type \p T, rounded to nearest even.
uint64_t roundedSum(ElementType T, uint64_t A, uint64_t B);

/// Converts \p Bits between F32 and F16, or to the same type, rounding to
/// nearest even.
uint64_t converted(ElementType From, uint64_t Bits, ElementType To);

/// Sums products by the SumMethod of the same name.
uint64_t fmaChain(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                  llvm::ArrayRef<uint64_t> B, uint64_t C);
uint64_t doubleChain(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                     llvm::ArrayRef<uint64_t> B, uint64_t C);

} // namespace heddle::matrix

#endif // HEDDLE_LIB_MATRIX_ROUNDED_H
