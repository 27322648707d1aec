//===- Calls.h - The calls of the runtime API -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function for each row of runtime_functions.def. Each file of them has a
/// subject.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIMEAPI_CALLS_H
#define HEDDLE_RUNTIMEAPI_CALLS_H

#include "heddle-cuda/runtime_types.h"

namespace heddle::cudart::calls {

#define HEDDLE_CUDART(NAME, VARIANT, PARAMS, ARGS) cudaError_t NAME PARAMS;
#include "heddle-cuda/runtime_functions.def"

} // namespace heddle::cudart::calls

#endif // HEDDLE_RUNTIMEAPI_CALLS_H
