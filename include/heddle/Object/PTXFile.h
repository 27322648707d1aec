//===- PTXFile.h - The PTX that code comes from -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files that an object was made from. When several modules are linked,
/// line numbers count on from one file to the next, so that one number is a
/// place in any of them. An object that is still to be linked holds their text.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_PTXFILE_H
#define HEDDLE_OBJECT_PTXFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::object {

struct PTXFile {
  std::string Name;
  /// The number that its line 1 has.
  uint32_t FirstLine = 1;
};

/// The bytes of .heddle.files.
llvm::SmallVector<char, 0> encodeFiles(llvm::ArrayRef<PTXFile> Files);

/// Reads what encodeFiles wrote. Fails on truncated or foreign bytes, and on
/// lines that do not ascend.
llvm::Expected<std::vector<PTXFile>> decodeFiles(llvm::ArrayRef<uint8_t> Bytes);

/// A module of PTX that was checked for a chip, and how it is to be lifted when
/// it is linked.
struct Part {
  std::string Text;
  bool FuseMulAdd = false;
  bool FmaAsMad = false;
  /// Most registers of kernels without .maxnreg; 0: the link decides.
  uint32_t MaxRegisters = 0;
};

/// The bytes of .heddle.part: all but the text.
llvm::SmallVector<char, 0> encodePart(const Part &P);

/// Reads what encodePart wrote. Fails on truncated or foreign bytes.
llvm::Expected<Part> decodePart(llvm::ArrayRef<uint8_t> Bytes);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_PTXFILE_H
