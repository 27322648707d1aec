//===- Copy.h - Copies as the driver describes them -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIMEAPI_COPY_H
#define HEDDLE_RUNTIMEAPI_COPY_H

#include "heddle-cuda/runtime_types.h"

namespace heddle::cudart {

/// Converts the copy \p P to the structure of the driver.
cudaError_t describeCopy(const cudaMemcpy3DParms &P, CUDA_MEMCPY3D &C);

/// Returns the range of a symbol copy: \p Bytes at \p Offset of the variable
/// \p Symbol.
cudaError_t symbolPart(const void *Symbol, size_t Bytes, size_t Offset,
                       void *&Place);

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_COPY_H
