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

/// When the kernels of an image become code.
enum class CompileTime {
  /// Where the text is long, one by one when a program uses them.
  WhenUsed,
  /// Before the image is there.
  AtOnce
};

/// Makes an image of \p Inputs, of which there is at least one. An object with
/// its code must be alone and is read; all else is compiled and linked, or
/// taken from the cache. Where no chip here can run some kernels of valid PTX,
/// the image has the others. Errors: CUDA_ERROR_UNSUPPORTED_PTX_VERSION if PTX
/// is newer than the driver; CUDA_ERROR_INVALID_PTX, with messages;
/// CUDA_ERROR_NO_BINARY_FOR_GPU if an object is NVIDIA's;
/// CUDA_ERROR_INVALID_IMAGE if an object is damaged, or is not alone.
CUresult makeImage(std::vector<CodeInput> Inputs, JitOptions &Options,
                   std::shared_ptr<const Image> &Result,
                   CompileTime When = CompileTime::WhenUsed);

/// Checks whether \p Input can become an image, alone or with others, as far as
/// that can be told without compiling it. Returns the errors of makeImage.
CUresult checkInput(const CodeInput &Input, JitOptions &Options);

/// A line of the log in the words of NVIDIA's driver, which programs look for.
/// Line 0: no place.
std::string logLine(llvm::StringRef File, unsigned Line, bool IsError,
                    llvm::StringRef Message);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_COMPILE_H
