//===- Options.h - The command line of ptx-dbg ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_DBG_OPTIONS_H
#define HEDDLE_TOOLS_PTX_DBG_OPTIONS_H

#include "heddle/Debugger/Debugger.h"
#include "heddle/Support/Tool.h"

namespace heddle {

struct DebugOptions {
  debugger::LaunchSpec Launch;
  bool SpeaksProtocol = false;
  /// Lines that come before those of standard input.
  std::string Commands;
  bool IsBatch = false;
};

llvm::Expected<DebugOptions> parseDebugOptions(const ParsedCommandLine &Parsed);
ToolInfo debugInfo();

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_DBG_OPTIONS_H
