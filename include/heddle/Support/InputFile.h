//===- InputFile.h - Files that tools read ----------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a file as a whole. LLVM's MemoryBuffer::getFile maps large files, and
/// a process that maps a file which another program shortens dies of SIGBUS; it
/// also reads a device until memory is used up.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_INPUTFILE_H
#define HEDDLE_SUPPORT_INPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>

namespace heddle {

/// The most bytes that a file of PTX, IR, an object or a job may have.
constexpr uint64_t MaxTextBytes = uint64_t(1) << 30;

/// The most bytes that are read from a pipe or a device, whose end nobody
/// knows.
constexpr uint64_t MaxStreamBytes = uint64_t(1) << 28;

/// The contents of \p Path, "-" being standard input, with a null byte behind
/// them. Fails with "cannot read 'PATH': REASON", also when there are more than
/// \p MaxBytes, or MaxStreamBytes if \p Path is no regular file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInputFile(llvm::StringRef Path, uint64_t MaxBytes = MaxTextBytes);

} // namespace heddle

#endif // HEDDLE_SUPPORT_INPUTFILE_H
