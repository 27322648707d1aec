//===- solver_types.h - Types of cuSOLVER -----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_SOLVER_TYPES_H
#define HEDDLE_CUDA_SOLVER_TYPES_H

/** \file Numbers of the binary interface of libcusolver.so.12. */

#include "blas_types.h"
#include "driver_types.h"
#include "library_types.h"

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;

typedef enum HEDDLE_CUDA_ENUM {
  HEDDLE_CUDA_LIBRARY_STATUSES(CUSOLVER),
  CUSOLVER_STATUS_NOT_SUPPORTED = 9
} cusolverStatus_t;

typedef enum HEDDLE_CUDA_ENUM {
  CUSOLVER_EIG_MODE_NOVECTOR = 0,
  CUSOLVER_EIG_MODE_VECTOR = 1
} cusolverEigMode_t;

typedef enum HEDDLE_CUDA_ENUM {
  CUSOLVERDN_GETRF = 0,
  CUSOLVERDN_POTRF = 1,
  CUSOLVERDN_SYEVBATCHED = 2
} cusolverDnFunction_t;

typedef enum HEDDLE_CUDA_ENUM {
  CUSOLVER_ALG_0 = 0,
  CUSOLVER_ALG_1 = 1,
  CUSOLVER_ALG_2 = 2
} cusolverAlgMode_t;

#endif // HEDDLE_CUDA_SOLVER_TYPES_H
