//===- EntryPoints.cpp - What libcudart exports ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it is made from the tables, but for what nvcc's programs alone call.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Runtime.h"
#include <cstdio>
#include <cstdlib>

using namespace heddle::cudart;

/// Runs \p Body and remembers its error.
template <typename Fn>
static cudaError_t enter(const char *Name, bool PerThreadStream, Fn Body) {
  usesPerThreadStream() = PerThreadStream;
  cudaError_t Result = Body();
  if (Result != cudaSuccess && Result != cudaErrorNotReady)
    fail(Name, Result);
  return Result;
}

static cudaError_t refuse(const char *Name) {
  const char *Log = std::getenv("HEDDLE_LOG");
  if (Log && *Log && *Log != '0')
    std::fprintf(stderr,
                 "heddle: %s: cudaErrorNotSupported: this function is not "
                 "implemented\n",
                 Name);
  return fail(Name, cudaErrorNotSupported);
}

#define HEDDLE_EXPORT                                                          \
  extern "C" __attribute__((visibility("default"))) cudaError_t

#define HEDDLE_DEFINE(NAME, CALL, PER_THREAD, PARAMS, ARGS)                    \
  HEDDLE_EXPORT NAME PARAMS {                                                  \
    return enter(#NAME, PER_THREAD, [&] { return calls::CALL ARGS; });         \
  }
#define HEDDLE_DEFINE_Plain(NAME, CALL, PARAMS, ARGS)                          \
  HEDDLE_DEFINE(NAME, CALL, false, PARAMS, ARGS)
#define HEDDLE_DEFINE_Ptsz(NAME, CALL, PARAMS, ARGS)                           \
  HEDDLE_DEFINE(NAME, CALL, false, PARAMS, ARGS)                               \
  HEDDLE_DEFINE(NAME##_ptsz, CALL, true, PARAMS, ARGS)
#define HEDDLE_DEFINE_Ptds(NAME, CALL, PARAMS, ARGS)                           \
  HEDDLE_DEFINE(NAME, CALL, false, PARAMS, ARGS)                               \
  HEDDLE_DEFINE(NAME##_ptds, CALL, true, PARAMS, ARGS)
#define HEDDLE_CUDART(NAME, VARIANT, PARAMS, ARGS)                             \
  HEDDLE_DEFINE_##VARIANT(cuda##NAME, NAME, PARAMS, ARGS)
#include "heddle-cuda/runtime_functions.def"

#define HEDDLE_REFUSE(NAME)                                                    \
  HEDDLE_EXPORT NAME() { return refuse(#NAME); }
#define HEDDLE_REFUSE_Plain(NAME) HEDDLE_REFUSE(NAME)
#define HEDDLE_REFUSE_Ptsz(NAME) HEDDLE_REFUSE(NAME) HEDDLE_REFUSE(NAME##_ptsz)
#define HEDDLE_REFUSE_Ptds(NAME) HEDDLE_REFUSE(NAME) HEDDLE_REFUSE(NAME##_ptds)
#define HEDDLE_CUDART_UNSUPPORTED(NAME, VARIANT)                               \
  HEDDLE_REFUSE_##VARIANT(cuda##NAME)
#include "heddle-cuda/unsupported_runtime.def"
