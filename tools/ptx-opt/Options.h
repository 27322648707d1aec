//===- Options.h - The command line of ptx-opt ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_OPT_OPTIONS_H
#define HEDDLE_TOOLS_PTX_OPT_OPTIONS_H

#include "heddle/Optimizer/InlineMode.h"
#include "heddle/Support/Tool.h"
#include <optional>

namespace heddle {

struct OptOptions {
  std::string Input;
  std::string Output = "-";
  /// The page of --explain; empty: none.
  std::string Explain;
  /// -passes=, as LLVM's opt takes them.
  std::string Pipeline;
  /// -O: the passes of a level.
  std::optional<unsigned> Level;
  /// Empty: the module's .target decides.
  std::string Arch;
  bool FuseMulAdd = false;
  bool VerifyEach = false;
  bool AssumeGlobal = false;
  InlineMode Inline = InlineMode::Auto;
  bool ListPasses = false;
  /// Print the passes of -O or -passes as text for -passes, and stop.
  bool PrintPipeline = false;
  std::vector<std::string> Plugins;
  /// Machine passes for a .mir file.
  std::vector<std::string> RunPasses;
  unsigned MaxRegisters = 0;
  /// LLVM's own options, for llvm::cl.
  std::vector<std::string> ForLLVM;
};

ToolInfo optInfo();

llvm::Expected<OptOptions> parseOptOptions(ParsedCommandLine Parsed);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_OPT_OPTIONS_H
