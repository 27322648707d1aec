//===- CommandLine.h - Options of every tool that compiles ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// -arch, -O, --maxrregcount and the others that ptxas-lite and ptx-run share.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COMPILER_COMMANDLINE_H
#define HEDDLE_COMPILER_COMMANDLINE_H

#include "heddle/Compiler/Compiler.h"
#include "heddle/Support/OptionTable.h"

namespace heddle {

/// The shared options, with ids from \p FirstId on.
OptionTable<CompileOptions> compileOptionTable(unsigned FirstId = 1);

/// The value of --diagnostics: text or json.
llvm::Error setDiagnosticsFormat(llvm::StringRef Text,
                                 DiagnosticOptions &Options);

/// An error unless \p Arch names a chip that code can be made for, or, if
/// \p AllowVirtual, a compute_NN. Empty is allowed.
llvm::Error checkArch(llvm::StringRef Arch, bool AllowVirtual);

/// --inline=auto|all|none
llvm::Error setInline(llvm::StringRef Text, InlineMode &Mode);

/// --geometry=NAME, the name of an SM that launches can run on.
llvm::Error setGeometry(llvm::StringRef Name, const abi::Geometry *&Slot);

} // namespace heddle

#endif // HEDDLE_COMPILER_COMMANDLINE_H
