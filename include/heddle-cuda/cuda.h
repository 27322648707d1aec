//===- cuda.h - The CUDA driver API as libcuda exports it -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/**
 * \file
 * For programs that use the driver API where no CUDA toolkit is installed: the
 * binary interface of x86-64 Linux, with the names that programs use. A name
 * without a version stands for the version that CUDA 13.0 means by it; with
 * CUDA_API_PER_THREAD_DEFAULT_STREAM defined, stream 0 is the thread's own.
 * What each function does is in NVIDIA's documentation, what there is of it in
 * docs/CUDA.md.
 */

#ifndef HEDDLE_CUDA_CUDA_H
#define HEDDLE_CUDA_CUDA_H

#include "driver_types.h"

#define CUDA_VERSION 13000
#define cuGraphInstantiate cuGraphInstantiateWithFlags

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define HEDDLE_CU_VARIANT_Ptsz "_ptsz"
#define HEDDLE_CU_VARIANT_Ptds "_ptds"
#else
#define HEDDLE_CU_VARIANT_Ptsz
#define HEDDLE_CU_VARIANT_Ptds
#endif
#define HEDDLE_CU_VARIANT_Plain

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_CU(BASE, SUFFIX, SINCE, VARIANT, NEEDS, PARAMS, ARGS)           \
  CUresult cu##BASE PARAMS __asm__(                                            \
      "cu" #BASE #SUFFIX HEDDLE_CU_VARIANT_##VARIANT);
#define HEDDLE_CU_ALSO(BASE, SUFFIX, SINCE, VARIANT, NEEDS, PARAMS, ARGS)      \
  CUresult heddle_cu##BASE##SUFFIX PARAMS __asm__(                             \
      "cu" #BASE #SUFFIX HEDDLE_CU_VARIANT_##VARIANT);
#include "driver_functions.def"

#ifdef __cplusplus
}
#endif

#endif /* HEDDLE_CUDA_CUDA_H */
