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
};

llvm::Expected<DebugOptions> parseDebugOptions(const ParsedCommandLine &Parsed);
ToolInfo debugInfo();

/// "8", "8x4", "8,4,2".
llvm::Expected<sm::Dim3> parseSize(llvm::StringRef Name, llvm::StringRef Text);
/// "5", "(5,0,0)".
std::optional<std::array<uint32_t, 3>> parseIndex(llvm::StringRef Text);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_DBG_OPTIONS_H
