//===- Modes.h - What ptx-run does ------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_MODES_H
#define HEDDLE_TOOLS_PTX_RUN_MODES_H

#include "LaunchWatch.h"
#include "Options.h"
#include "heddle/Runtime/Job.h"
#include "heddle/SM/EventTrace.h"
#include "heddle/Support/OutputFile.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

enum ExitCode {
  Done = 0,
  Refused = 1,
  UsageOrFileError = 2,
  Faulted = 3,
  ExpectationFailed = 4,
  /// 128 and the number of SIGINT, as shells have it.
  Interrupted = 130,
};

/// One launch, described by the command line. An error is exit code 2.
llvm::Expected<int> runLaunch(const RunOptions &Options);

/// The launches of a job file.
llvm::Expected<int> runJobFile(const RunOptions &Options);

struct NamedStats {
  std::string Name;
  sm::LaunchStats Stats;
  /// The PTX or the object that the kernel comes from.
  std::string SourcePath;
  std::optional<sm::Fault> TheFault;
};

/// How launches run, with the traces' files, which live as long as this.
class Execution {
public:
  static llvm::Expected<Execution> create(const RunOptions &Options);
  sm::ExecutionOptions Options;
  /// The monitor of Options.
  std::unique_ptr<LaunchWatch> Watch;

  /// After the last launch: ends the time line, says whether it was cut, and
  /// gives the files their names.
  llvm::Error finish();

private:
  std::optional<OutputFile> TraceFile, EventsFile;
  std::unique_ptr<sm::EventTrace> Events;
};

/// Writes what --stats and --annotate ask for.
llvm::Error writeStats(const RunOptions &Options,
                       llvm::ArrayRef<NamedStats> Launches);

/// Writes \p Verdicts of the job at \p JobPath as JUnit XML to \p Path.
llvm::Error writeJUnit(llvm::StringRef Path, llvm::StringRef JobPath,
                       llvm::ArrayRef<runtime::Verdict> Verdicts);

/// Fails when an output file of \p Options is an input of the same call, one of
/// \p MoreInputs, or another output.
llvm::Error checkFiles(const RunOptions &Options,
                       llvm::ArrayRef<std::string> MoreInputs = {});

/// Where lines for people go, verdicts and what --print shows: standard output,
/// unless that is to have a document or bytes, then standard error.
llvm::raw_ostream &linesOS(const RunOptions &Options);

/// Says on standard error that a launch was interrupted, and \p Places, where
/// its warps were.
void reportInterrupt(const sm::LaunchMonitor &Monitor, llvm::StringRef Places);

/// Reports \p F, as text \p Text, on standard error, in the form that
/// --diagnostics asks for.
void reportFault(const sm::Fault &F, llvm::StringRef Text,
                 const RunOptions &Options);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_MODES_H
