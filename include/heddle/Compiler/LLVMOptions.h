//===- LLVMOptions.h - LLVM's own options of a tool -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The libraries that are linked in register options with llvm::cl:
/// -print-after, -stop-after, -time-passes, -stats and hundreds more. Tools
/// that compile hand them on, and find the mistakes that LLVM keeps silent
/// about.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COMPILER_LLVMOPTIONS_H
#define HEDDLE_COMPILER_LLVMOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace heddle {

/// For parseCommandLine: how many arguments beyond itself LLVM's option \p Name
/// takes, or -1 when LLVM has none of that name.
int countLLVMOption(llvm::StringRef Name, bool HasValue);

/// Gives \p Options, as written on the command line of \p ToolName, to
/// llvm::cl. A pass that -print-before, -print-after, -start-before and their
/// like name must exist: \p IsIRPass knows those that are no machine passes. A
/// wrong name is compared with \p IRPassNames, the spellings of IR passes.
llvm::Error
setLLVMOptions(const char *ToolName, llvm::ArrayRef<std::string> Options,
               llvm::function_ref<bool(llvm::StringRef)> IsIRPass,
               llvm::function_ref<std::vector<std::string>()> IRPassNames);

/// Sets LLVM's options for a tool that runs the pipelines only.
llvm::Error setLLVMOptions(const char *ToolName,
                           llvm::ArrayRef<std::string> Options);

/// Whether -stop-after or -stop-before ends code generation early, with machine
/// IR as its result.
bool stopsCodeGeneration();

/// "start-after" or "start-before" where one of them is given: code generation
/// then begins in the middle, which takes machine IR. Empty otherwise.
llvm::StringRef startOfCodeGeneration();

/// Prints all of llvm::cl's options, for --help-hidden.
void printLLVMOptions();

/// Prints the counts of -stats and -time-passes; called once, when all is done.
void printLLVMReports(llvm::raw_ostream &OS);

} // namespace heddle

#endif // HEDDLE_COMPILER_LLVMOPTIONS_H
