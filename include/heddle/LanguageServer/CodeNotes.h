//===- CodeNotes.h - What the code of a PTX file costs ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LANGUAGESERVER_CODENOTES_H
#define HEDDLE_LANGUAGESERVER_CODENOTES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace heddle::lsp {

/// A kernel's registers and how many of it an SM holds.
struct KernelNote {
  std::string Name;
  unsigned Registers = 0;
  /// Values that are alive at once where most are.
  unsigned Pressure = 0;
  /// Threads of a CTA: what the kernel declares, else 256.
  unsigned Threads = 0;
  double Occupancy = 0;
  /// "registers", "warps, registers".
  std::string Limits;
};

/// The machine instructions that a line became.
struct LineNote {
  /// From 0.
  unsigned Line = 0;
  std::vector<std::string> Instructions;
};

struct CodeNotes {
  std::vector<KernelNote> Kernels;
  /// In the order of lines.
  std::vector<LineNote> Lines;
};

/// Compiles \p Text for its own .target, or for tx1 if no chip has that. No
/// notes where it cannot be compiled: the parser has told why, or the compiler
/// will.
CodeNotes noteCode(llvm::StringRef Text, llvm::StringRef Name);

} // namespace heddle::lsp

#endif // HEDDLE_LANGUAGESERVER_CODENOTES_H
