//===- CubinLines.h - Source lines of machine code --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The line programs of NVIDIA's objects: DWARF 2, whose addresses are those of
/// a kernel where a relocation says which.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_OBJECT_CUBINLINES_H
#define HEDDLE_LIB_OBJECT_CUBINLINES_H

#include "heddle/Object/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::object {

struct DebugLine {
  uint64_t Address = 0;
  /// An index into DebugLines::Files.
  uint32_t File = 0;
  /// 0: no line has the code from here on.
  uint32_t Line = 0;
  uint32_t Column = 0;
};

/// Rows with ascending addresses.
struct LineSequence {
  /// The place in the section of the address that a relocation may change.
  uint64_t AddressAt = 0;
  std::vector<DebugLine> Rows;
};

struct DebugLines {
  std::vector<std::string> Files;
  std::vector<LineSequence> Sequences;
};

/// Gives the lines of \p Lines to the kernels of \p M. \p Find tells the kernel
/// of a sequence, or null, and what is added to its addresses.
void addLines(
    Module &M, const DebugLines &Lines,
    llvm::function_ref<Kernel *(const LineSequence &, uint64_t &)> Find);

/// Reads the section .debug_line, whose addresses have \p AddressBytes; with
/// \p OnlyFile .nv_debug_line_sass, whose lines are all of one file.
llvm::Expected<DebugLines> readDebugLines(llvm::StringRef Section,
                                          unsigned AddressBytes,
                                          llvm::StringRef OnlyFile = "");

} // namespace heddle::object

#endif // HEDDLE_LIB_OBJECT_CUBINLINES_H
