//===- Image.h - Code that programs hand in ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX text, a fat binary or an object: what cuModuleLoadData and its like
/// take, compiled for the device.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_IMAGE_H
#define HEDDLE_DRIVERAPI_IMAGE_H

#include "heddle-cuda/driver_types.h"
#include "heddle/Object/Module.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle::driver {

class JitOptions;

/// Code that a program hands over: PTX, or an object of ours with its code or
/// still to be linked.
struct CodeInput {
  std::string Bytes;
  /// What messages and reports call it.
  std::string Name;

  bool isObject() const;
  bool operator==(const CodeInput &) const = default;
};

/// A kernel that could not be compiled, unlike others of its image, or all that
/// was left out of it.
struct RefusedKernel {
  /// Lines of the compiler about it and the functions that it calls.
  std::string Why;
  /// Whether the user was told. Changed under the driver's lock.
  mutable bool WasReported = false;
};

/// The \p Size bytes at \p Data as far as the process can read them: what a
/// damaged header or a caller says may be anything.
llvm::StringRef readable(const void *Data, uint64_t Size);

struct Image {
  object::Module Object;
  /// The object's bytes, as cuLinkComplete gives them.
  std::string Bytes;
  /// What was compiled and linked; empty for an object with its code.
  std::vector<CodeInput> Inputs;
  /// Names of the variables that the host shares.
  llvm::StringSet<> Managed;
  /// Of .target, 75, the highest of all inputs; 0: not known.
  unsigned Capability = 0;
  /// By name. They are not in the object.
  llvm::StringMap<RefusedKernel> Refused;
  /// Why parts of the program are not here; empty: they all are.
  RefusedKernel LeftOut;
};

/// Why there is no kernel called \p Name in \p Code: CUDA_ERROR_NOT_FOUND;
/// CUDA_ERROR_INVALID_PTX if it could not be compiled; or
/// CUDA_ERROR_NO_BINARY_FOR_GPU if it may be in a part that was left out.
/// stderr gets to know once.
CUresult refuseKernel(const Image &Code, llvm::StringRef Name);

/// Adds to \p Inputs the code that is at \p Data, which ends as its kind says:
/// PTX with a zero. A wrapper of a program that nvcc linked has a container for
/// each of its parts; those without code for the device are left out where
/// others have some. \p Options take the messages.
CUresult findCode(const void *Data, JitOptions &Options,
                  std::vector<CodeInput> &Inputs);

/// The same where the image is all of \p Bytes, from a file called \p Name.
CUresult findCode(llvm::StringRef Bytes, llvm::StringRef Name,
                  JitOptions &Options, std::vector<CodeInput> &Inputs);

/// Finds the code of an image, and compiles and links it.
CUresult readImage(const void *Data, JitOptions &Options,
                   std::shared_ptr<const Image> &Result);
CUresult readImage(llvm::StringRef Bytes, llvm::StringRef Name,
                   JitOptions &Options, std::shared_ptr<const Image> &Result);

/// Reads \p Path as a string; false: there is no such file.
bool readFile(const char *Path, std::string &Bytes);

/// What messages and reports call PTX that comes from no file.
inline constexpr llvm::StringLiteral UnnamedPTX = "<ptx>";

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_IMAGE_H
