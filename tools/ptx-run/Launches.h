//===- Launches.h - Launches and what they run with -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TOOLS_PTX_RUN_LAUNCHES_H
#define HEDDLE_TOOLS_PTX_RUN_LAUNCHES_H

#include "LaunchWatch.h"
#include "Options.h"
#include "heddle/Explore/Explorer.h"
#include "heddle/Machine/EventTrace.h"
#include "heddle/Machine/Observer.h"
#include "heddle/SM/Translation.h"
#include "heddle/Support/OutputFile.h"

namespace heddle {

/// One launch, described by the command line. An error is exit code 2.
llvm::Expected<int> runLaunch(const RunOptions &Options);

/// The launches of a job file.
llvm::Expected<int> runJobFile(const RunOptions &Options);

/// How launches run, with the traces and their files, which live as long as
/// this.
class Execution {
public:
  static llvm::Expected<Execution> create(const RunOptions &Options);
  sm::ExecutionOptions Options;

  /// Another trace looks on from here on.
  void add(std::unique_ptr<sm::Observer> Trace);

  /// The monitor of Options.
  std::unique_ptr<LaunchWatch> Watch;

  /// "found race-shared, init-global": by checkers and explored schedules since
  /// this was last asked; empty if nothing was.
  std::string recentFindings() const;
  /// Lets checkers say what is known only after the last launch.
  void finishFindings() const;
  /// The same, and writes what checkers found. Whether that is anything.
  llvm::Expected<bool> reportFindings(const RunOptions &Run,
                                      llvm::ArrayRef<sm::Fault> Faults) const;

  /// Says what came of exploring schedules, and writes those that were found.
  /// Whether some were. Fails if a schedule was to be replayed and was not.
  llvm::Expected<bool> reportSchedules(const RunOptions &Run) const;

  /// Gives the names of host code their file, also after an interrupt: perf
  /// will ask for it.
  llvm::Error finishPerfMap();

  /// After the last launch: ends the time line, says whether it was cut, and
  /// gives the files their names.
  llvm::Error finish();

private:
  llvm::Error addCheckers(const RunOptions &Run);
  void addChecker(std::unique_ptr<sm::Observer> Checker);
  /// Where the schedules go that were found.
  std::vector<std::string> schedulePaths(const RunOptions &Run) const;
  /// Adds what came of exploring schedules to \p To.
  void addSchedules(const RunOptions &Run, sanitize::Findings &To) const;
  llvm::Error setSchedule(const ScheduleRequest &Schedule);

  std::optional<OutputFile> TraceFile, EventsFile, PerfMap;
  std::unique_ptr<sm::EventTrace> Events;
  std::vector<std::unique_ptr<sm::Observer>> Traces;
  /// Those of Traces that check.
  std::vector<sm::Observer *> Checkers;
  /// Null where the interpreter runs all kernels.
  std::unique_ptr<sm::Translator> Engine;
  /// Null where there is nothing to explore or replay.
  std::unique_ptr<explore::Explorer> Explorer;
  std::unique_ptr<explore::Replayer> Replayer;
  /// Null without checkers.
  std::unique_ptr<sanitize::Findings> Found;
};

} // namespace heddle

#endif // HEDDLE_TOOLS_PTX_RUN_LAUNCHES_H
