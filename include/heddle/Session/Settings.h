//===- Settings.h - What users choose of launches ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything a user can choose about launches: how they run, which observers
/// they have, and which reports are written. All doors share it: command lines
/// and the environment by SettingTable.h, the APIs by the names there.
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SESSION_SETTINGS_H
#define HEDDLE_SESSION_SETTINGS_H

#include "heddle/ABI/DivergenceRules.h"
#include "heddle/Observe/TraceOptions.h"
#include "heddle/SM/Launch.h"
#include "heddle/SM/Translation.h"
#include "heddle/Sanitize/Checkers.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::timing {
class Board;
enum class IssuePolicy : uint8_t;
} // namespace heddle::timing

namespace heddle::session {

/// The choice of the engine that runs kernels.
struct EngineSettings {
  /// Translated runs host code wherever it can be made; Auto, where it pays.
  enum KindType { Interpreter, Translated, Auto };
  /// If unset, the kind is Auto, or Translated if the user asks to see host
  /// code or chooses what it covers, however short the launch.
  std::optional<KindType> Said;
  bool IsAskedFor = false;
  KindType kind() const {
    return Said.value_or(IsAskedFor ? Translated : Auto);
  }
  /// The operations that host code covers at first, and once it pays.
  sm::Coverage First = sm::Coverage::Usual, Last = sm::Coverage::Complete;
  /// Keeps host code out of the cache on disk.
  bool NoCache = false;
  /// Notes say which engine runs a kernel, and why.
  bool IsVerbose = false;
  /// Notes show the host code.
  bool EmitsIR = false, EmitsAssembly = false;
  /// The file for perf with the names of host code; none if empty.
  std::string PerfMapPath;
};

/// The choice of checkers, and of the format and place of their reports.
struct CheckSettings {
  /// Indexed by place in sanitize::CheckerTable.
  std::array<bool, sanitize::NumCheckers> Wanted = {};
  sanitize::CheckOptions Options;
  uint64_t MaxFindings = 100;
  enum FormatType { Text, JSON, SARIF };
  FormatType Format = Text;
  /// If empty, text goes to the stream of text, documents to that of documents.
  std::string Path;
  std::vector<std::string> SuppressPaths;
  /// Whether the user chose checkers, if only to choose none.
  bool WasSaid = false;

  bool any() const;
  /// Whether code must tell reads of values that were never written.
  bool needsUndefined() const;
};

/// Schedules beside the one of sm::LaunchOptions::Order.
struct ScheduleSettings {
  /// The number of runs of each launch; 0 if schedules are not explored.
  uint64_t Runs = 0;
  uint64_t Seed = 0;
  /// The file with the schedule to replay; empty if there is none.
  std::string ReplayPath;
  /// The file for a schedule that was found.
  std::string OutPath;
  /// Warps issue when the clock says so, and kernels read it.
  bool IsTimed = false;

  /// Whether asynchronous copies happen as late as PTX allows. If unset, those
  /// of explored schedules behind the first do, and those of replayed ones.
  std::optional<bool> IsLate;

  /// Whether copies of all runs are late.
  bool isAllLate() const { return IsLate.value_or(false); }
  /// Whether launches are run more than once, or again.
  bool any() const { return Runs || !ReplayPath.empty(); }
};

/// Traces of what is executed.
struct TraceSettings {
  sm::TraceOptions Options;
  /// Whether there is a line for each instruction, and its file; the stream of
  /// text if the path is empty.
  bool HasText = false;
  std::string TextPath;
  /// The file of a time line for Perfetto; none if empty.
  std::string EventsPath;
  /// The limit on events of a time line, or lines of text.
  std::optional<uint64_t> Limit;
};

/// Counters.
struct StatsSettings {
  enum FormType { None, Text, JSON };
  FormType Form = None;
  /// If empty, text goes to the stream of text, documents to that of documents.
  std::string Path;
  /// Whether a listing shows PTX lines with their counts; it goes to the stream
  /// of text if the path is empty.
  bool Annotate = false;
  std::string AnnotatePath;

  bool any() const { return Form != None || Annotate; }
};

/// How long launches take on a board.
struct TimeSettings {
  bool IsWanted = false;
  /// If null, each launch is timed for the board that its code was compiled
  /// for.
  std::shared_ptr<const timing::Board> Board;
  /// Which of the ready warps of an SM issues.
  timing::IssuePolicy Policy = {};
  /// How many times the CTAs that the SMs hold at once are timed, of a larger
  /// grid; 0: all CTAs are.
  unsigned SampledWaves = 0;
  /// A page with a roofline; empty: nobody wants it.
  std::string RooflinePath;
};

/// A line for each launch: its kernel, its size, its time, how it ended.
struct LogSettings {
  bool IsWanted = false;
  /// If empty, lines go to the stream of notes.
  std::string Path;
};

struct Settings {
  /// The session sets Engine, Run, Count, Monitor and Observers.
  sm::ExecutionOptions Execution;
  /// If null, the geometry of the module.
  const abi::Geometry *Geometry = nullptr;
  /// The limit on warp-instructions of a launch.
  uint64_t MaxInstructions = sm::LaunchConfig().MaxInstructions;
  /// Whether the session chooses Execution.HostThreads to suit a launch;
  /// otherwise the user has.
  bool SuitsHostThreads = false;
  /// The side of a branch that a divergent warp runs first; if unset, the one
  /// that the module asks for.
  std::optional<abi::FirstSide> SideThatGoesOn;
  EngineSettings Engine;
  CheckSettings Checks;
  ScheduleSettings Schedule;
  TraceSettings Trace;
  StatsSettings Stats;
  TimeSettings Time;
  LogSettings Log;

  /// Whether there are findings to write: of checkers, or of schedules in a
  /// document.
  bool hasFindings() const {
    return Checks.any() ||
           (Schedule.Runs && Checks.Format != CheckSettings::Text);
  }
  /// Whether code needs notes for observers. Schedules need them because their
  /// places are named by notes, and late copies to know who waits.
  bool needsNotes() const {
    return Checks.any() || Schedule.any() || Schedule.isAllLate();
  }
};

} // namespace heddle::session

#endif // HEDDLE_SESSION_SETTINGS_H
