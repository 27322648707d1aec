//===- fft_types.h - Types of cuFFT -----------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/** \file Numbers of the binary interface of libcufft.so.12. */

#ifndef HEDDLE_CUDA_FFT_TYPES_H
#define HEDDLE_CUDA_FFT_TYPES_H

#include "driver_types.h"
#include "library_types.h"

typedef int cufftHandle;

typedef enum HEDDLE_CUDA_ENUM {
  CUFFT_SUCCESS = 0,
  CUFFT_INVALID_PLAN = 1,
  CUFFT_ALLOC_FAILED = 2,
  CUFFT_INVALID_TYPE = 3,
  CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5,
  CUFFT_EXEC_FAILED = 6,
  CUFFT_SETUP_FAILED = 7,
  CUFFT_INVALID_SIZE = 8,
  CUFFT_NOT_IMPLEMENTED = 14,
  CUFFT_NOT_SUPPORTED = 16
} cufftResult;

typedef enum HEDDLE_CUDA_ENUM {
  CUFFT_C2C = 0x29,
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_Z2Z = 0x69,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c
} cufftType;

#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1

#endif // HEDDLE_CUDA_FFT_TYPES_H
