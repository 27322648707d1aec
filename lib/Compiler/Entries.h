//===- Entries.h - The kernels that are compiled ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_ENTRIES_H
#define HEDDLE_LIB_COMPILER_ENTRIES_H

#include "Modules.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace heddle {

struct CompileOptions;

/// Removes the kernels from \p M that Options.Entries does not name. Fails if a
/// name there is none of a kernel.
llvm::Error keepEntries(llvm::Module &M, const CompileOptions &Options);

/// Returns the kernels of \p Modules in source order.
llvm::SmallVector<llvm::StringRef, 8> kernelsOf(const ModuleList &Modules);

/// Returns the kernels of \p Modules to compile; empty for all. Fails if a name
/// of Options.Entries is none of a kernel.
llvm::Expected<std::vector<std::string>>
kernelsToLift(const ModuleList &Modules, const CompileOptions &Options);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_ENTRIES_H
