//===- Rounded.h - Sums that are rounded at every step ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What chips without an instruction for it make of multiply-adds and additions
/// of IEEE 754.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_ROUNDED_H
#define HEDDLE_LIB_MATRIX_ROUNDED_H

#include "heddle/Matrix/DotProduct.h"

namespace heddle::matrix {

/// \p A + \p B of type \p T, to nearest even.
uint64_t roundedSum(ElementType T, uint64_t A, uint64_t B);

/// \p Bits of F32 or F16 as the other or the same, to nearest even.
uint64_t converted(ElementType From, uint64_t Bits, ElementType To);

/// See SumMethod.
uint64_t fmaChain(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                  llvm::ArrayRef<uint64_t> B, uint64_t C);
uint64_t doubleChain(const DotForm &F, llvm::ArrayRef<uint64_t> A,
                     llvm::ArrayRef<uint64_t> B, uint64_t C);

} // namespace heddle::matrix

#endif // HEDDLE_LIB_MATRIX_ROUNDED_H
