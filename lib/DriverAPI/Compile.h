//===- Compile.h - PTX text to an image -------------------------*- C++ -*-===//
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

/// Compiles \p Text, called \p Name in messages, for the device; or finds what
/// it became before. CUDA_ERROR_UNSUPPORTED_PTX_VERSION: it is newer than the
/// driver; CUDA_ERROR_INVALID_PTX: messages say why.
CUresult compileText(llvm::StringRef Text, llvm::StringRef Name,
                     JitOptions &Options, std::shared_ptr<const Image> &Result);

/// Reads an object of ours in \p Bytes. CUDA_ERROR_NO_BINARY_FOR_GPU: it is
/// NVIDIA's; CUDA_ERROR_INVALID_IMAGE: it is damaged.
CUresult readObject(llvm::StringRef Bytes, JitOptions &Options,
                    std::shared_ptr<const Image> &Result);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_COMPILE_H
