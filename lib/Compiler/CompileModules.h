//===- CompileModules.h - Trees to an object --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_COMPILER_COMPILEMODULES_H
#define HEDDLE_LIB_COMPILER_COMPILEMODULES_H

#include "Modules.h"

namespace heddle {

/// Refuses texts that there is no memory to compile.
llvm::Error checkRoom(const llvm::SourceMgr &Sources);

/// Does what compilePTX does behind parsing. \p Kernels: the kernels to
/// compile by their whole names; empty: those that Options.Entries means.
/// \p WithSources: see ParsedProgram.
llvm::Expected<std::unique_ptr<CompileResult>>
compileModules(const ModuleList &Modules, std::vector<std::string> Kernels,
               const CompileOptions &Options, bool WithSources,
               Diagnostics &Diags);

} // namespace heddle

#endif // HEDDLE_LIB_COMPILER_COMPILEMODULES_H
