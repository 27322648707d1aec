//===- cuda_enum.h - Enumerations that take any number ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_CUDA_ENUM_H
#define HEDDLE_CUDA_CUDA_ENUM_H

/* A program may pass any number for an enumeration, which C++ only allows where
 * its type is told. C chooses the same. */
#ifdef __cplusplus
#define HEDDLE_CUDA_ENUM : unsigned
#else
#define HEDDLE_CUDA_ENUM
#endif

#endif /* HEDDLE_CUDA_CUDA_ENUM_H */
