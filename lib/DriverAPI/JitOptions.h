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

/// CUjit_options as their parallel arrays have them. Scalars lie in the value
/// itself.
class JitOptions {
public:
  JitOptions() = default;
  /// Reads \p Count options; error() says what is wrong with them.
  JitOptions(unsigned Count, const CUjit_option *Options, void **Values);

  CUresult error() const { return Bad; }
  unsigned maxRegisters() const { return MaxRegisters; }
  unsigned level() const { return Level; }
  bool wantsLines() const { return Lines; }
  bool isVerbose() const { return Verbose; }

  /// Messages, kept until writeLogs().
  std::string Errors;
  std::string Infos;
  /// Why parts of a program are not in its image, where others are: nobody is
  /// to hear of it who does not miss them.
  std::string LeftOut;

  /// Fills the program's buffers, each to its size and ended by a zero, and
  /// tells how much was written. Without a buffer for errors they go to the log
  /// of the driver.
  void writeLogs();

private:
  struct Buffer {
    char *Text = nullptr;
    size_t Capacity = 0;
    /// The value of the option that gave the capacity.
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
