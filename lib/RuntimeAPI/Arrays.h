//===- Arrays.h - Arrays as the driver describes them -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIMEAPI_ARRAYS_H
#define HEDDLE_RUNTIMEAPI_ARRAYS_H

#include "heddle-cuda/runtime_types.h"

namespace heddle::cudart {

/// The format and the number of channels of \p D.
cudaError_t toDriver(const cudaChannelFormatDesc &D, CUarray_format &Format,
                     unsigned &Channels);
cudaError_t toRuntime(CUarray_format Format, unsigned Channels,
                      cudaChannelFormatDesc &D);

/// The descriptor of \p Array, and the size of its elements.
cudaError_t describeArray(CUarray Array, CUDA_ARRAY3D_DESCRIPTOR &D,
                          size_t &ElementBytes);

} // namespace heddle::cudart

#endif // HEDDLE_RUNTIMEAPI_ARRAYS_H
