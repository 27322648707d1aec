//===- Modes.h - What ptx-run does ------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_MODES_H
#define HEDDLE_TOOLS_PTX_RUN_MODES_H

#include "Options.h"
#include "heddle/Runtime/Job.h"
#include "heddle/SM/EventTrace.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

enum ExitCode {
  Done = 0,
  Refused = 1,
  UsageOrFileError = 2,
  Faulted = 3,
  ExpectationFailed = 4,
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

  /// After the last launch: ends the time line, says whether it was cut.
  llvm::Error finish();

private:
  std::unique_ptr<llvm::raw_fd_ostream> TraceFile, EventsFile;
  std::unique_ptr<sm::EventTrace> Events;
};

/// Writes what --stats and --annotate ask for.
llvm::Error writeStats(const RunOptions &Options,
                       llvm::ArrayRef<NamedStats> Launches);

/// Writes \p Verdicts of the job at \p JobPath as JUnit XML to \p Path.
llvm::Error writeJUnit(llvm::StringRef Path, llvm::StringRef JobPath,
                       llvm::ArrayRef<runtime::Verdict> Verdicts);

/// Writes \p Bytes to \p Path, "-" being stdout.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Bytes);

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_MODES_H
