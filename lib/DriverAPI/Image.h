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
#include <optional>
#include <string>
#include <vector>

namespace heddle::driver {

class JitOptions;
class LateKernels;

/// Code that a program hands over: PTX; an object of ours with its code or
/// still to be linked; or machine code of an old compiler of NVIDIA's.
struct CodeInput {
  std::string Bytes;
  /// The name of the input in messages and reports.
  std::string Name;

  /// Whether it is anything but PTX.
  bool isObject() const;
  bool operator==(const CodeInput &) const = default;
};

/// A kernel that could not be compiled although others of its image could, or
/// everything that was left out of the image.
struct RefusedKernel {
  /// The compiler's messages about it and the functions that it calls.
  std::string Why;
  /// Whether the user was told. Changed under the driver's lock.
  mutable bool WasReported = false;
};

/// Returns the \p Size bytes at \p Data as far as the process can read them:
/// the size may come from a damaged header.
llvm::StringRef readable(const void *Data, uint64_t Size);

/// Returns the text at \p Data, up to its zero; none if the memory ends before.
std::optional<llvm::StringRef> readableText(const void *Data);

struct Image {
  object::Module Object;
  /// The bytes of the object, as cuLinkComplete returns them.
  std::string Bytes;
  /// The inputs that were compiled and linked; empty for an object with its
  /// code.
  std::vector<CodeInput> Inputs;
  /// The names of managed variables.
  llvm::StringSet<> Managed;
  /// The highest number in .target of all inputs, 75 for sm_75; 0 if unknown.
  unsigned Capability = 0;
  /// Gives the object's kernels code when they are used; null: all have theirs.
  std::shared_ptr<LateKernels> Late;
  /// The kernels that have no code, by name, as far as that is known: the
  /// others may get it late. Changed under the driver's lock.
  mutable llvm::StringMap<RefusedKernel> Refused;
  /// The reason why parts of the program were left out; empty if none was.
  RefusedKernel LeftOut;
};

/// Returns the reason why \p Code has no code of a kernel called \p Name:
/// CUDA_ERROR_NOT_FOUND; CUDA_ERROR_INVALID_PTX if it could not be compiled; or
/// CUDA_ERROR_NO_BINARY_FOR_GPU if it may be in a part that was left out.
/// Reports the reason to stderr once.
CUresult refuseKernel(const Image &Code, llvm::StringRef Name);

/// Adds the code at \p Data to \p Inputs. Its kind tells where it ends; PTX
/// ends with a zero byte. A wrapper of a program that nvcc linked has one
/// container for each part of the program; those without code for the device
/// are left out if others have some. Messages go to \p Options.
CUresult findCode(const void *Data, JitOptions &Options,
                  std::vector<CodeInput> &Inputs);

/// Like findCode, for an image that consists of all of \p Bytes and comes from
/// a file called \p Name.
CUresult findCode(llvm::StringRef Bytes, llvm::StringRef Name,
                  JitOptions &Options, std::vector<CodeInput> &Inputs);

/// Finds the code of an image, and compiles and links it.
CUresult readImage(const void *Data, JitOptions &Options,
                   std::shared_ptr<const Image> &Result);
CUresult readImage(llvm::StringRef Bytes, llvm::StringRef Name,
                   JitOptions &Options, std::shared_ptr<const Image> &Result);

/// Reads the file at \p Path; returns false if there is none.
bool readFile(const char *Path, std::string &Bytes);

/// The name in messages and reports of PTX that comes from no file.
inline constexpr llvm::StringLiteral UnnamedPTX = "<ptx>";

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_IMAGE_H
