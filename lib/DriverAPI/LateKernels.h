//===- LateKernels.h - Kernels compiled when they are used ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs built with templates have hundreds of kernels in an image, and
/// launch a few. The text is checked when the image is loaded; a kernel becomes
/// code when a program asks for it. Callers hold the driver's lock.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_LATEKERNELS_H
#define HEDDLE_DRIVERAPI_LATEKERNELS_H

#include "Image.h"
#include "heddle/Compiler/ParsedProgram.h"

namespace heddle::driver {

class LateKernels {
public:
  /// \p Program was parsed from \p Sources.
  LateKernels(std::unique_ptr<llvm::SourceMgr> Sources,
              std::unique_ptr<ParsedProgram> Program, CompileOptions How);

  /// Gives \p Made what its kernels share, and each of them without code. One
  /// kernel is compiled for that; those that cannot be are refused. Returns
  /// false if none can be.
  bool begin(Image &Made);

  /// Returns the code of the kernel called \p Name of the image that has
  /// \p Object, whose variables its relocations mean. Null with success: it
  /// cannot be compiled, and \p Why has the messages.
  llvm::Expected<const object::Kernel *>
  find(llvm::StringRef Name, const object::Module &Object, std::string &Why);

private:
  llvm::Expected<std::string> compile(llvm::StringRef Name, bool WithSources,
                                      std::string &Why);
  llvm::Expected<object::Module> read(llvm::StringRef Bytes) const;

  std::unique_ptr<llvm::SourceMgr> Sources;
  /// Null when each kernel has code.
  std::unique_ptr<ParsedProgram> Program;
  const CompileOptions How;
  size_t NumKernels;
  llvm::StringMap<object::Kernel> Made;
  /// The places of variables in the image.
  llvm::StringMap<uint32_t> Variables;
};

/// Finds the code of the kernel called \p Name, and compiles it if necessary.
/// Errors are those of refuseKernel, and CUDA_ERROR_OUT_OF_MEMORY.
CUresult codeOf(const Image &Code, llvm::StringRef Name,
                const object::Kernel *&Result);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_LATEKERNELS_H
