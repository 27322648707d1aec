//===- library_types.h - Types of the libraries of CUDA ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_LIBRARY_TYPES_H
#define HEDDLE_CUDA_LIBRARY_TYPES_H

#include "driver_types.h"

/** What an element is. */
typedef enum HEDDLE_CUDA_ENUM {
  CUDA_R_32F = 0,
  CUDA_R_64F = 1,
  CUDA_R_16F = 2,
  CUDA_R_8I = 3,
  CUDA_C_32F = 4,
  CUDA_C_64F = 5,
  CUDA_R_8U = 8,
  CUDA_R_32I = 10,
  CUDA_R_16BF = 14,
  CUDA_R_8F_E4M3 = 28,
  CUDA_R_8F_E5M2 = 29
} cudaDataType_t;

typedef enum HEDDLE_CUDA_ENUM {
  MAJOR_VERSION = 0,
  MINOR_VERSION = 1,
  PATCH_LEVEL = 2
} libraryPropertyType;

/** The statuses that cuSOLVER and cuSPARSE have both, as enumerators. */
#define HEDDLE_CUDA_LIBRARY_STATUSES(LIBRARY)                                  \
  LIBRARY##_STATUS_SUCCESS = 0, LIBRARY##_STATUS_NOT_INITIALIZED = 1,          \
  LIBRARY##_STATUS_ALLOC_FAILED = 2, LIBRARY##_STATUS_INVALID_VALUE = 3,       \
  LIBRARY##_STATUS_ARCH_MISMATCH = 4, LIBRARY##_STATUS_MAPPING_ERROR = 5,      \
  LIBRARY##_STATUS_EXECUTION_FAILED = 6, LIBRARY##_STATUS_INTERNAL_ERROR = 7,  \
  LIBRARY##_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8

#endif // HEDDLE_CUDA_LIBRARY_TYPES_H
