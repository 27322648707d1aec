//===- DotProducts.h - Elements of matrix products, 32 at once --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// dotProduct on the host's vectors, with the same bits.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATRIX_DOTPRODUCTS_H
#define HEDDLE_MATRIX_DOTPRODUCTS_H

#include "heddle/Matrix/DotProduct.h"

namespace heddle::matrix {

/// Sums that are computed together.
constexpr unsigned DotLanes = 32;

/// The operands of sums: element I of sum L is word I * DotLanes + L of A and
/// of B. A word holds 32 elements of B1.
struct DotOperands {
  const uint32_t *A, *B;
  /// Words for each sum.
  unsigned Count;
};

/// The operands of sums of F64.
struct DoubleOperands {
  const uint64_t *A, *B;
  unsigned Count;
};

/// Whether dotProducts does these: all but those of f64, which doubleProducts
/// does, and those with scale factors.
bool hasDotProducts(const DotForm &F);

/// Sums of \p X and of the DotLanes words at \p C, to those at \p D, which may
/// be the same.
void dotProducts(const DotForm &F, const DotOperands &X, const uint32_t *C,
                 uint32_t *D);

void doubleProducts(const DotForm &F, const DoubleOperands &X,
                    const uint64_t *C, uint64_t *D);

/// A kernel of dot products: the same code for one host instruction set.
struct DotKernel {
  const char *Name;
  void (*Run)(const DotForm &F, const DotOperands &X, const uint32_t *C,
              uint32_t *D);
  void (*RunDouble)(const DotForm &F, const DoubleOperands &X,
                    const uint64_t *C, uint64_t *D);
};

/// The kernels that this host executes, the best one last.
llvm::ArrayRef<DotKernel> dotKernels();

} // namespace heddle::matrix

#endif // HEDDLE_MATRIX_DOTPRODUCTS_H
