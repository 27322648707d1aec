//===- OldFatBinary.h - Fat binaries of CUDA 1.x to 3.x ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A structure in a program's data whose fields point to strings and ELF files,
/// for each kind of code a table: PTX, machine code as text and as ELF files.
///
/// Source: __cudaFatFormat.h of CUDA 2.3 and 3.2.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVERAPI_OLDFATBINARY_H
#define HEDDLE_DRIVERAPI_OLDFATBINARY_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace heddle::driver {

struct OldEntry {
  /// The PTX, or the file with machine code, where the program has it.
  llvm::StringRef Bytes;
  /// Returns 13 for sm_13 and compute_13.
  unsigned Architecture = 0;
  bool IsPTX = false;
};

/// Whether \p Start begins such a structure.
bool isOldFatBinary(llvm::StringRef Start);

/// Adds the entries of the structure at \p Data. Returns false where the
/// process cannot read what a field points to.
bool readOldFatBinary(const void *Data, std::vector<OldEntry> &Entries);

} // namespace heddle::driver

#endif // HEDDLE_DRIVERAPI_OLDFATBINARY_H
