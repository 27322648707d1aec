//===- Compile.h - PTX and objects to an image ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_COMPILE_H
#define HEDDLE_DRIVERAPI_COMPILE_H

#include "Image.h"

namespace heddle::driver {

/// Makes an image of \p Inputs, of which there is one at least: reads an object
/// with its code, which must be alone, and otherwise compiles and links, or
/// finds what they became before. Where some kernels are sound PTX that no chip
/// here can run, the image has the others. CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
/// PTX is newer than the driver; CUDA_ERROR_INVALID_PTX: messages say why;
/// CUDA_ERROR_NO_BINARY_FOR_GPU: an object is NVIDIA's;
/// CUDA_ERROR_INVALID_IMAGE: one is damaged, or is not alone.
CUresult makeImage(std::vector<CodeInput> Inputs, JitOptions &Options,
                   std::shared_ptr<const Image> &Result);

/// Whether \p Input can become an image, alone or with others, as far as it
/// shows by itself; the errors of makeImage.
CUresult checkInput(const CodeInput &Input, JitOptions &Options);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_COMPILE_H
