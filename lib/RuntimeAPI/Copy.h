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

/// What the driver calls the copy \p P.
cudaError_t describeCopy(const cudaMemcpy3DParms &P, CUDA_MEMCPY3D &C);

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_COPY_H
