//===- Options.h - The command line of ptxas-lite ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTXAS_LITE_OPTIONS_H
#define HEDDLE_TOOLS_PTXAS_LITE_OPTIONS_H

#include "heddle/Compiler/Compiler.h"
#include "heddle/Support/Tool.h"

namespace heddle {

struct AssemblerOptions {
  CompileOptions Compile;
  DiagnosticOptions Diagnostics;
  /// Several are linked.
  std::vector<std::string> Inputs;
  /// Empty: the default of what is emitted.
  std::string Output;
  /// The file of optimization remarks as YAML; empty: none.
  std::string Remarks;
  /// The page of --explain, and the statistics that it shows; empty: none.
  std::string Explain, ExplainStats;
  bool Verbose = false;
  bool Listing = false;
  /// Report everything the chip cannot run; write nothing.
  bool Preflight = false;
  /// A compute_NN was asked for: parse and check only.
  bool CheckOnly = false;
  bool ListChips = false;
  /// The instruction and shape whose operands are shown; empty: none.
  std::string Layout;
  /// ptxas's options that were accepted without effect.
  std::vector<std::string> Ignored;
  /// LLVM's own options, for llvm::cl.
  std::vector<std::string> ForLLVM;
};

/// Reads \p Args, without the program's name.
ToolInfo assemblerInfo();

llvm::Expected<AssemblerOptions>
parseAssemblerOptions(ParsedCommandLine Parsed);

/// Options of NVIDIA's ptxas that change nothing here, so that its command
/// lines keep working.
llvm::ArrayRef<OptionRow> ignoredPtxasOptions();

} // namespace heddle

#endif // HEDDLE_TOOLS_PTXAS_LITE_OPTIONS_H
