//===- Settings.h - What users choose of launches ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All that a user may say about how launches run, who looks on and what is
/// written about them. Every door has all of it: command lines and the
/// environment of programs by SettingTable.h, other programs by its names.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SESSION_SETTINGS_H
#define HEDDLE_SESSION_SETTINGS_H

#include "heddle/ABI/DivergenceRules.h"
#include "heddle/Machine/TraceOptions.h"
#include "heddle/SM/Launch.h"
#include "heddle/SM/Translation.h"
#include "heddle/Sanitize/Checkers.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::timing {
class Board;
}

namespace heddle::session {

/// What runs kernels.
struct EngineSettings {
  /// Translated: host code where that is possible; Auto: where it pays.
  enum KindType { Interpreter, Translated, Auto };
  /// Unset: Auto, or Translated for who asks to see host code or says what it
  /// is to cover, however short the launch.
  std::optional<KindType> Said;
  bool IsAskedFor = false;
  KindType kind() const {
    return Said.value_or(IsAskedFor ? Translated : Auto);
  }
  /// What host code covers at first and later.
  sm::Coverage First = sm::Coverage::Usual, Last = sm::Coverage::Complete;
  /// Host code is not kept on disk.
  bool NoCache = false;
  /// It is said which engine runs a kernel, and why.
  bool IsVerbose = false;
  /// Host code is printed.
  bool EmitsIR = false, EmitsAssembly = false;
  /// Where names of host code go, for perf; empty: nowhere.
  std::string PerfMapPath;
};

/// Who looks for bugs, and where that is written.
struct CheckSettings {
  /// By place in sanitize::CheckerTable.
  std::array<bool, sanitize::NumCheckers> Wanted = {};
  sanitize::CheckOptions Options;
  uint64_t MaxFindings = 100;
  enum FormatType { Text, JSON, SARIF };
  FormatType Format = Text;
  /// Empty: text goes where text goes, documents where documents do.
  std::string Path;
  std::vector<std::string> SuppressPaths;
  /// Whether it was said what to check, if only that it is nothing.
  bool WasSaid = false;

  bool any() const;
  /// Whether code must tell what is read before it is written.
  bool needsUndefined() const;
};

/// Schedules beside the one of sm::LaunchOptions::Order.
struct ScheduleSettings {
  /// Runs of each launch; 0: it is not explored.
  uint64_t Runs = 0;
  uint64_t Seed = 0;
  /// Of the schedule to run again; empty: none.
  std::string ReplayPath;
  /// Where the schedule goes that was found.
  std::string OutPath;

  bool any() const { return Runs || !ReplayPath.empty(); }
};

/// Traces of what is executed.
struct TraceSettings {
  sm::TraceOptions Options;
  /// A line an instruction, and where to; the place of text where the path is
  /// empty.
  bool HasText = false;
  std::string TextPath;
  /// A time line for Perfetto, where not empty.
  std::string EventsPath;
  /// Events of a time line, or lines of text.
  std::optional<uint64_t> Limit;
};

/// Counters.
struct StatsSettings {
  enum FormType { None, Text, JSON };
  FormType Form = None;
  /// Empty: text goes where text goes, documents where documents do.
  std::string Path;
  /// PTX lines with their counts; the place of text where the path is empty.
  bool Annotate = false;
  std::string AnnotatePath;

  bool any() const { return Form != None || Annotate; }
};

/// How long launches take on a board.
struct TimeSettings {
  bool IsWanted = false;
  /// Null: each launch for the board that is its code's own.
  std::shared_ptr<const timing::Board> Board;
};

/// A line for each launch: what, how large, how long, how it ended.
struct LogSettings {
  bool IsWanted = false;
  /// Empty: where notes go.
  std::string Path;
};

struct Settings {
  /// Engine, Run, Count, Monitor and Observers are the session's business.
  sm::ExecutionOptions Execution;
  /// Null: the module's own.
  const abi::Geometry *Geometry = nullptr;
  /// Warp-instructions of a launch.
  uint64_t MaxInstructions = sm::LaunchConfig().MaxInstructions;
  /// Execution.HostThreads is not the user's word: as many threads as suit a
  /// launch.
  bool SuitsHostThreads = false;
  /// Which lanes go on first where a warp parts at a branch; unset: those that
  /// the module asks for.
  std::optional<abi::FirstSide> SideThatGoesOn;
  EngineSettings Engine;
  CheckSettings Checks;
  ScheduleSettings Schedule;
  TraceSettings Trace;
  StatsSettings Stats;
  TimeSettings Time;
  LogSettings Log;

  /// Whether there are findings to write: of checks, or of schedules in a
  /// document.
  bool hasFindings() const {
    return Checks.any() ||
           (Schedule.Runs && Checks.Format != CheckSettings::Text);
  }
  /// Whether code is made for those who look on. What order of warps a schedule
  /// means is told by places that only such code has.
  bool needsNotes() const { return Checks.any() || Schedule.any(); }
};

} // namespace heddle::session

#endif // HEDDLE_SESSION_SETTINGS_H
