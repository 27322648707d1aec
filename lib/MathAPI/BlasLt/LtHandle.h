//===- LtHandle.h - Handles of cuBLASLt -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MATHAPI_BLASLT_LTHANDLE_H
#define HEDDLE_MATHAPI_BLASLT_LTHANDLE_H

#include "../Common/Handles.h"
#include "heddle-cuda/blaslt_types.h"

namespace heddle::math {

/// A handle has no settings: calls get the stream.
struct LtHandle {};

using LtHandles = Handles<LtHandle, cublasLtHandle_t>;

/// Whether the handle is one of this library or of cuBLAS.
bool isLtHandle(cublasLtHandle_t Handle);

} // namespace heddle::math

#endif // HEDDLE_MATHAPI_BLASLT_LTHANDLE_H
