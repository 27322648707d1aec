//===- ErrorCalls.cpp - Calls about errors --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace heddle::cudart;

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))

static void noteQuestion(cudaError_t Error) {
  if (const HeddlePrivateTable *T = driverTable(); T && Error != cudaSuccess)
    T->noteQuestion(int(Error));
}

static cudaError_t look() {
  if (lastError() != cudaSuccess)
    if (const HeddlePrivateTable *T = driverTable())
      T->noteLook();
  return lastError();
}

HEDDLE_EXPORT const char *cudaGetErrorName(cudaError_t Error) {
  noteQuestion(Error);
  switch (int(Error)) {
#define HEDDLE_RUNTIME_ERROR(CODE, RUNTIME, TEXT)                              \
  case CODE:                                                                   \
    return "cuda" #RUNTIME;
#include "heddle-cuda/errors.def"
  default:
    return "unrecognized error code";
  }
}

HEDDLE_EXPORT const char *cudaGetErrorString(cudaError_t Error) {
  noteQuestion(Error);
  switch (int(Error)) {
#define HEDDLE_RUNTIME_ERROR(CODE, RUNTIME, TEXT)                              \
  case CODE:                                                                   \
    return TEXT;
#include "heddle-cuda/errors.def"
  default:
    return "unrecognized error code";
  }
}

HEDDLE_EXPORT cudaError_t cudaGetLastError() {
  cudaError_t Last = look();
  lastError() = cudaSuccess;
  return Last;
}

HEDDLE_EXPORT cudaError_t cudaPeekAtLastError() { return look(); }
