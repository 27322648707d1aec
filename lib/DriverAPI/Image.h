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
#include <memory>
#include <string>

namespace heddle::driver {

class JitOptions;

struct Image {
  object::Module Object;
  /// The object's bytes, as cuLinkComplete gives them.
  std::string Bytes;
  /// Empty for an object.
  std::string PTX;
  /// Of .target, 75; 0: not known.
  unsigned Capability = 0;
};

/// Compiles or reads what is at \p Data, which ends as its kind says: PTX with
/// a zero. \p Options take the messages.
CUresult readImage(const void *Data, JitOptions &Options,
                   std::shared_ptr<const Image> &Result);

/// The same where the image is all of \p Bytes, from a file called \p Name.
CUresult readImage(llvm::StringRef Bytes, llvm::StringRef Name,
                   JitOptions &Options, std::shared_ptr<const Image> &Result);

/// Reads \p Path as a string; false: there is no such file.
bool readFile(const char *Path, std::string &Bytes);

/// What messages and reports call PTX that comes from no file.
inline constexpr llvm::StringLiteral UnnamedPTX = "<ptx>";

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_IMAGE_H
