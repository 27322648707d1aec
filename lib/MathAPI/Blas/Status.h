//===- Status.h - What cuBLAS returns ---------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLAS_STATUS_H
#define HEDDLE_MATHAPI_BLAS_STATUS_H

#include "heddle-cuda/blas_types.h"

namespace heddle::math {

/// The version of cuBLAS that ours stands for.
inline constexpr int BlasVersion[] = {13, 1, 0};

/// Returns the status for \p Result of the driver.
cublasStatus_t statusOf(CUresult Result);

const char *statusName(cublasStatus_t Status);
const char *statusText(cublasStatus_t Status);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLAS_STATUS_H
