//===- blaslt_types.h - Types of cuBLASLt -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * \file
 * Numbers of the binary interface of libcublasLt.so.13. Status, operations and
 * types of computation are those of cuBLAS.
 */

#ifndef HEDDLE_CUDA_BLASLT_TYPES_H
#define HEDDLE_CUDA_BLASLT_TYPES_H

#include "blas_types.h"

typedef struct cublasLtContext *cublasLtHandle_t;

/** Descriptors, which a program may also have in memory of its own. */
typedef struct {
  uint64_t data[8];
} cublasLtMatrixLayoutOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef struct {
  uint64_t data[32];
} cublasLtMatmulDescOpaque_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef struct {
  uint64_t data[8];
} cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;
typedef struct {
  uint64_t data[8];
} cublasLtMatmulAlgo_t;

typedef struct {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
} cublasLtMatmulHeuristicResult_t;

/** The numbers of attributes. */
enum {
#define HEDDLE_BLASLT_LAYOUT(NAME, NUMBER, TYPE, FIELD, DEFAULT)               \
  CUBLASLT_MATRIX_LAYOUT_##NAME = NUMBER,
#define HEDDLE_BLASLT_DESC(NAME, NUMBER, TYPE, FIELD, DEFAULT)                 \
  CUBLASLT_MATMUL_DESC_##NAME = NUMBER,
#define HEDDLE_BLASLT_PREF(NAME, NUMBER, TYPE, FIELD, DEFAULT)                 \
  CUBLASLT_MATMUL_PREF_##NAME = NUMBER,
#define HEDDLE_BLASLT_CONFIG(NAME, NUMBER, TYPE, FIELD, DEFAULT)               \
  CUBLASLT_ALGO_CONFIG_##NAME = NUMBER,
#define HEDDLE_BLASLT_CAP(NAME, NUMBER, TYPE, FIELD, DEFAULT)                  \
  CUBLASLT_ALGO_CAP_##NAME = NUMBER,
#include "blaslt_attributes.def"
};

enum { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1 };

enum {
  CUBLASLT_POINTER_MODE_HOST = 0,
  CUBLASLT_POINTER_MODE_DEVICE = 1,
  CUBLASLT_POINTER_MODE_DEVICE_VECTOR = 2,
  CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3,
  CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
};

/** Bits of what is done with the sums. */
enum {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_DRELU = 8 | 128,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_DGELU = 64 | 128,
  CUBLASLT_EPILOGUE_BGRADA = 256,
  CUBLASLT_EPILOGUE_BGRADB = 512,
  CUBLASLT_EPILOGUE_AUX_BIT = 128,
  CUBLASLT_EPILOGUE_BGRAD_BIT = 16
};

enum {
  CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F = 0,
  CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F = 3
};

#endif // HEDDLE_CUDA_BLASLT_TYPES_H
