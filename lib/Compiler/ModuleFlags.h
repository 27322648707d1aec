//===- ModuleFlags.h - What IR says of its chip -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flags of IR modules that travel with printed IR: the geometry of launches,
/// and what a chip that stands for many was asked for as.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_MODULEFLAGS_H
#define HEDDLE_LIB_COMPILER_MODULEFLAGS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace heddle {

class Diagnostics;

namespace abi {
struct Chip;
} // namespace abi

/// Notes in \p M that \p Chip was asked for as \p Arch, if it stands for that.
void noteArch(llvm::Module &M, const abi::Chip &Chip, llvm::StringRef Arch);

/// The name of the chip of \p M, which is for \p Chip, in reports.
std::string archOf(const llvm::Module &M, const abi::Chip &Chip);

/// Reports a flag of \p M, which somebody may have written, that names nothing.
/// False after a report.
bool checkFlags(const llvm::Module &M, const abi::Chip &Chip,
                Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_MODULEFLAGS_H
