//===- Options.h - The command line of ptx-run ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_OPTIONS_H
#define HEDDLE_TOOLS_PTX_RUN_OPTIONS_H

#include "heddle/Compiler/Compiler.h"
#include "heddle/Observe/BreakTrace.h"
#include "heddle/Runtime/Compare.h"
#include "heddle/Session/LaunchInputs.h"
#include "heddle/Session/Settings.h"
#include "heddle/Support/Tool.h"

namespace heddle {

enum ExitCode {
  Done = 0,
  Refused = 1,
  UsageOrFileError = 2,
  Faulted = 3,
  ExpectationFailed = 4,
  /// A checker found something.
  Found = 5,
  /// 128 and the number of SIGINT, as shells have it.
  Interrupted = 130,
};

/// The name of memory that --print, --out, --expect and --watch look at: the
/// buffer of a parameter, or, where Symbol is not empty, of the parameter of
/// that name or else a module variable.
struct BufferName {
  unsigned Parameter = 0;
  std::string Symbol;
};

/// --print=I[:TYPE[:N]]
struct PrintRequest {
  BufferName What;
  std::optional<runtime::ElementType> Type;
  uint64_t Count = UINT64_MAX;
};

/// --out=I:FILE
struct OutRequest {
  BufferName What;
  std::string Path;
};

/// --break=[FILE:]LINE[,THREAD[,BLOCK]]
struct BreakRequest {
  /// Empty: the first or only file.
  std::string File;
  sm::Breakpoint Point;
};

/// --watch=I[INDEX][:TYPE]
struct WatchRequest {
  BufferName What;
  uint64_t Index = 0;
  std::optional<runtime::ElementType> Type;
};

/// --expect=I:FILE[:TYPE[:TOL]]
struct ExpectRequest {
  BufferName What;
  std::string Path;
  runtime::Expectation Rule;
};

struct RunOptions {
  CompileOptions Compile;
  /// Several are linked.
  std::vector<std::string> Inputs;
  std::string JobPath;
  std::string JUnitPath;
  /// Lists the boards that --time knows; nothing runs.
  bool ListBoards = false;
  /// Holds each launch against what its PTX says.
  bool VerifyLevels = false;
  std::string Entry;
  std::optional<sm::Dim3> Grid, Block;
  uint32_t DynamicSharedBytes = 0;
  session::CommandInputs Given;
  std::vector<PrintRequest> Prints;
  std::vector<OutRequest> Outs;
  std::vector<ExpectRequest> Expects;
  std::vector<WatchRequest> Watches;
  std::vector<BreakRequest> Breaks;
  /// How launches run, and their observers.
  session::Settings Settings;
  DiagnosticOptions Diagnostics;
};

/// Reads \p Args, without the program's name.
ToolInfo runInfo();

llvm::Expected<RunOptions> parseRunOptions(const ParsedCommandLine &Parsed);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_OPTIONS_H
