//===- DoubleKernel.cpp - doubleProducts of one instruction set -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a file of its own, since compilers may move arithmetic over a change of
// the rounding mode where they see both.
//
//===----------------------------------------------------------------------===//

#include "DotKernels.h"

namespace heddle::matrix::HEDDLE_MATRIX_ISA {

void doubleProducts(const DoubleOperands &X, uint64_t *D) {
  double Sum[DotLanes], A[DotLanes], B[DotLanes];
  __builtin_memcpy(Sum, D, sizeof(Sum));
  for (unsigned I = 0; I != X.Count; ++I) {
    __builtin_memcpy(A, X.A + I * DotLanes, sizeof(A));
    __builtin_memcpy(B, X.B + I * DotLanes, sizeof(B));
    for (unsigned Lane = 0; Lane != DotLanes; ++Lane)
      Sum[Lane] = __builtin_fma(A[Lane], B[Lane], Sum[Lane]);
  }
  __builtin_memcpy(D, Sum, sizeof(Sum));
}

} // namespace heddle::matrix::HEDDLE_MATRIX_ISA
