//===- JitOptions.h - Options of compiling at run time ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_JITOPTIONS_H
#define HEDDLE_DRIVERAPI_JITOPTIONS_H

#include "heddle-cuda/driver_types.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle::driver {

/// The options of a call, read from its parallel arrays. Scalars lie in the
/// pointer itself.
class JitOptions {
public:
  JitOptions() = default;
  /// Reads \p Count options; error() returns what is wrong with them.
  JitOptions(unsigned Count, const CUjit_option *Options, void **Values);

  CUresult error() const { return Bad; }
  unsigned maxRegisters() const { return MaxRegisters; }
  unsigned level() const { return Level; }
  bool wantsLines() const { return Lines; }
  bool isVerbose() const { return Verbose; }

  /// Messages, until writeLogs() passes them on.
  std::string Errors;
  std::string Infos;
  /// Why parts of a program are not in its image while others are. Only a
  /// program that misses them hears of it.
  std::string LeftOut;

  /// Fills the program's buffers, each up to its size with a final zero, and
  /// writes how much they hold. Without a buffer for errors, errors go to the
  /// log of the driver.
  void writeLogs();

private:
  struct Buffer {
    char *Text = nullptr;
    size_t Capacity = 0;
    /// The value of the option with the capacity, which receives the length.
    void **Written = nullptr;
    void write(llvm::StringRef Messages);
  };
  CUresult Bad = CUDA_SUCCESS;
  unsigned MaxRegisters = 0;
  unsigned Level = 3;
  bool Lines = false;
  bool Verbose = false;
  Buffer ErrorBuffer, InfoBuffer;
};

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_JITOPTIONS_H
