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
#include "heddle/Support/CommandLine.h"

namespace heddle {

/// Ids of the shared rows; a tool's own start at FirstToolOption.
enum CompileOptionId : unsigned {
  OptArch = 1,
  OptLevelO,
  OptLevelLong,
  OptMaxRegisters,
  OptOccupancy,
  OptFuseMulAdd,
  OptFmaAsMad,
  OptAssumeGlobal,
  OptInline,
  OptMaxModuleBytes,
  OptRegisterNames,
  OptVerifyEach,
  OptPassPlugin,
  FirstToolOption,
};

/// The shared rows, to stand in front of a tool's own.
llvm::ArrayRef<OptionRow> compileOptionRows();

/// Applies \p O to \p Options. False when it is not one of the shared rows.
llvm::Expected<bool> applyCompileOption(const ParsedOption &O,
                                        CompileOptions &Options);

/// The value of --diagnostics: text or json.
llvm::Error setDiagnosticsFormat(llvm::StringRef Text,
                                 DiagnosticOptions &Options);

/// An error unless \p Arch names a chip that code can be made for, or, if
/// \p AllowVirtual, a compute_NN. Empty is allowed.
llvm::Error checkArch(llvm::StringRef Arch, bool AllowVirtual);

/// --geometry=NAME: of an SM that launches can run on.
llvm::Error setGeometry(llvm::StringRef Name, CompileOptions &Options);

} // namespace heddle

#endif // HEDDLE_COMPILER_COMMANDLINE_H
