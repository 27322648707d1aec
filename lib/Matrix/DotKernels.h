//===- DotKernels.h - dotProducts of every instruction set ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_MATRIX_DOTKERNELS_H
#define HEDDLE_LIB_MATRIX_DOTKERNELS_H

#include "heddle/Matrix/DotProducts.h"

namespace heddle::matrix {

// dotProducts returns the lanes, lowest bit first, whose sums it leaves to
// dotProduct: those with NaNs and infinities. doubleProducts rounds as the host
// does, and its NaNs are the host's. tileProducts returns false where it leaves
// all sums to dotProducts; integerTile is its part for integers.
#define HEDDLE_DOT_KERNEL(ISA)                                                 \
  namespace ISA {                                                              \
  uint32_t dotProducts(const DotForm &F, const DotOperands &X,                 \
                       const uint32_t *C, uint32_t *D);                        \
  void doubleProducts(const DoubleOperands &X, uint64_t *D);                   \
  bool tileProducts(const DotForm &F, const TileOperands &X, uint32_t *D);     \
  void integerTile(const DotForm &F, const TileOperands &X, uint32_t *D);      \
  }
HEDDLE_DOT_KERNEL(portable)
HEDDLE_DOT_KERNEL(avx2)
HEDDLE_DOT_KERNEL(avx512)
#undef HEDDLE_DOT_KERNEL

} // namespace heddle::matrix

#endif // HEDDLE_LIB_MATRIX_DOTKERNELS_H
