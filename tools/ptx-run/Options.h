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
#include "heddle/Machine/BreakTrace.h"
#include "heddle/Machine/TraceOptions.h"
#include "heddle/Runtime/Argument.h"
#include "heddle/Runtime/Compare.h"
#include "heddle/Runtime/Image.h"
#include "heddle/SM/Launch.h"
#include "heddle/SM/Translation.h"
#include "heddle/Sanitize/Checkers.h"
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

/// What --print, --out, --expect and --watch look at: the buffer of a
/// parameter, or, where Symbol is not empty, of the parameter of that name or
/// else a module variable.
struct BufferName {
  unsigned Parameter = 0;
  std::string Symbol;
};

/// --set=SYMBOL=ARG
struct SetRequest {
  std::string Symbol;
  runtime::Argument Value;
};

/// --tex=NAME=SPEC[:CONTENTS], and the same of --sampler and --surf
struct ImageRequest {
  runtime::ImageSpec Spec;
  /// Where none are given, zeros.
  std::optional<runtime::Argument> Contents;
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

/// --check and its companions.
struct CheckRequest {
  bool Race = false, Init = false, Memory = false, Sync = false;
  sanitize::CheckOptions Options;
  uint64_t MaxFindings = 100;
  enum FormatKind { Text, JSON, SARIF } Format = Text;
  /// Empty: text goes to stderr, documents to stdout.
  std::string Path;
  std::vector<std::string> SuppressPaths;
  /// Whether it was said what to check, if only that it is nothing.
  bool WasSaid = false;

  bool any() const { return Race || Init || Memory || Sync; }
};

/// --schedule=explore: and replay:
struct ScheduleRequest {
  /// Runs of each launch; 0: it is not explored.
  uint64_t Runs = 0;
  uint64_t Seed = 0;
  /// Of the schedule to run again; empty: none.
  std::string ReplayPath;
  /// Where the schedule goes that was found.
  std::string OutPath;

  bool any() const { return Runs || !ReplayPath.empty(); }
};

/// Whether there are findings to write: of checks, or of schedules in a
/// document.
inline bool hasFindings(const CheckRequest &Checks,
                        const ScheduleRequest &Schedule) {
  return Checks.any() || (Schedule.Runs && Checks.Format != CheckRequest::Text);
}

struct RunOptions {
  CompileOptions Compile;
  /// Several are linked.
  std::vector<std::string> Inputs;
  std::string JobPath;
  std::string JUnitPath;
  std::string Entry;
  std::optional<sm::Dim3> Grid, Block;
  uint32_t DynamicSharedBytes = 0;
  std::vector<runtime::Argument> Arguments;
  std::vector<SetRequest> Sets;
  std::vector<ImageRequest> Images;
  std::vector<PrintRequest> Prints;
  std::vector<OutRequest> Outs;
  std::vector<ExpectRequest> Expects;
  std::vector<WatchRequest> Watches;
  std::vector<BreakRequest> Breaks;
  const abi::Geometry *Geometry = nullptr;
  uint64_t MaxInstructions = uint64_t(1) << 36;
  sm::ExecutionOptions Execution;
  /// Translated: where that is possible; Auto: where it pays.
  enum EngineKind { Interpreter, Translated, Auto } Engine = Auto;
  /// What host code covers at first and later.
  sm::Coverage FirstCode = sm::Coverage::Usual,
               LastCode = sm::Coverage::Complete;
  /// Host code is not kept on disk.
  bool NoCache = false;
  /// Notes of the engine go to standard error.
  bool IsVerbose = false;
  /// What that makes is printed.
  bool EmitsIR = false, EmitsAssembly = false;
  /// --perf-map: where names of host code go; empty: nowhere.
  std::string PerfMapPath;
  sm::TraceOptions Trace;
  /// --trace=text: wanted, and where to; stderr when the path is empty.
  bool TextTrace = false;
  std::string TracePath;
  /// --trace=FILE: a time line for Perfetto, where not empty.
  std::string EventsPath;
  /// Events of a time line, or lines of text.
  std::optional<uint64_t> TraceLimit;
  enum StatsForm { NoStats, TextStats, JSONStats } Stats = NoStats;
  /// When empty, text goes to stderr and JSON to stdout.
  std::string StatsPath;
  /// --annotate: PTX lines with their counts, to stderr when the path is empty.
  bool Annotate = false;
  std::string AnnotatePath;
  CheckRequest Checks;
  ScheduleRequest Schedule;
  DiagnosticOptions Diagnostics;
};

/// Reads \p Args, without the program's name.
ToolInfo runInfo();

llvm::Expected<RunOptions> parseRunOptions(const ParsedCommandLine &Parsed);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_OPTIONS_H
