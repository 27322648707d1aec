//===- CodeImages.h - Machine code inside other files -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs of CUDA 1.x to 6.x carry their machine code with them: as text in a
/// string, as an ELF file among their data, or as an entry of a fat binary. Its
/// place in a program is known to pointers only, which differ by system, so the
/// bytes are looked through for what begins as such code does.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_OBJECT_CODEIMAGES_H
#define HEDDLE_OBJECT_CODEIMAGES_H

#include "heddle/Object/Module.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::object {

/// Machine code for compute capability 1.0 to 1.3 that a file holds.
struct CodeImage {
  /// A copy of a part of the file, unpacked.
  std::string Bytes;
  /// The place in the file of the part, or of what holds it packed.
  uint64_t Offset = 0;
  /// 13 of sm_13. 0: the code's header is damaged.
  unsigned ComputeCapability = 0;
};

/// Whether \p Bytes begin as a fat binary.
bool isFatBinary(llvm::StringRef Bytes);

/// How many bytes the ELF file has that \p Bytes begin with: up to where its
/// headers and sections end, as far as \p Bytes have the headers.
uint64_t bytesOfELF(llvm::StringRef Bytes);

/// The machine code in such a file, in the file's order, each once; the file
/// may be such code itself. What is for other chips is passed over, and so is
/// an entry of a fat binary whose packed bytes are damaged.
std::vector<CodeImage> findCodeImages(llvm::StringRef Bytes);

/// Whether \p Bytes are a fat binary, or a program or an object of a host, with
/// such code.
bool holdsCode(llvm::StringRef Bytes);

/// The module in such a file, or in a fat binary. Of several with the same
/// kernels, which are for several chips, it is that for the highest; others are
/// an error that names them.
llvm::Expected<Module> readContainedModule(llvm::StringRef Bytes);

/// The file does not say it, and what is assumed instead: a sentence for each
/// thing.
std::vector<std::string> assumptionsOf(const Kernel &K);

} // namespace heddle::object

#endif // HEDDLE_OBJECT_CODEIMAGES_H
