//===- Session.h - Launches and all that looks on ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that composes how launches run: the engine with its host code
/// and its cache, checkers, schedules, traces, counters and limits. ptx-run,
/// jobs, the C API and the CUDA libraries are doors of it; each has one session
/// for all of its launches, so that what checkers know of memory goes from one
/// launch to the next.
///
/// \code
///   session::Settings S;                  // as the user wants it
///   auto Made = session::Session::create(S, Channels);
///   session::prepare(S, CompileOptions);  // before code is made
///   auto Request = (*Made)->request();    // grid, block ... are the caller's
///   (*Made)->launch(Module, Request, Memory);
///   (*Made)->finish();                    // writes all reports
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SESSION_SESSION_H
#define HEDDLE_SESSION_SESSION_H

#include "heddle/Explore/Explorer.h"
#include "heddle/Observe/EventTrace.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/Session/Settings.h"
#include "heddle/Session/StatsReport.h"
#include "heddle/Support/OutputFile.h"

namespace heddle::timing {
class LaunchClock;
} // namespace heddle::timing

namespace heddle::session {

/// The streams a session writes to where no setting names a file. They outlive
/// the session.
struct Channels {
  /// The name of the program in messages: "ptx-run".
  std::string Program;
  /// Traces, findings and counters as text.
  llvm::raw_ostream *Text;
  /// Whole documents: JSON, SARIF, host code.
  llvm::raw_ostream *Documents;
  /// Notes on the translation of kernels to host code.
  llvm::raw_ostream *Notes;
};

/// Asks the compiler for the notes that checkers and schedules need. Only
/// kernels compiled from PTX can have them.
void prepare(const Settings &For, CompileOptions &Options);

class Session {
public:
  /// Opens the files of traces and reads those of suppressions and schedules.
  static llvm::Expected<std::unique_ptr<Session>> create(Settings S,
                                                         Channels To);
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  const Settings &settings() const { return Chosen; }

  /// Adds a trace that belongs to the door and observes all launches from here
  /// on.
  void add(std::unique_ptr<sm::Observer> Trace);

  /// Returns a request with engine, observers and limits as the settings have
  /// them. The caller adds the kernel's arguments and grid, and may change the
  /// rest for this launch alone.
  runtime::LaunchRequest request() const;

  /// Launches as LoadedModule does, and records the launch in the reports.
  /// \p Name is its name there; if empty, that of its kernel. Safe to call from
  /// several host threads; launches with observers run one after another.
  llvm::Expected<sm::LaunchResult> launch(runtime::LoadedModule &Module,
                                          runtime::LaunchRequest Request,
                                          sm::GlobalMemory &Memory,
                                          llvm::StringRef Name = "");
  llvm::Expected<sm::LaunchResult>
  launchPacked(runtime::LoadedModule &Module, const object::Kernel &K,
               llvm::ArrayRef<uint8_t> Params, runtime::LaunchRequest Request,
               sm::GlobalMemory &Memory, llvm::StringRef Name = "");
  /// Returns how long the last launch took on its board, where times are
  /// wanted.
  std::optional<double> lastMicroseconds() const { return LastMicroseconds; }
  /// Adds a launch that failed before it ran to the reports.
  void recordUnlaunched(llvm::StringRef Name);
  /// Adds work to the reports that the host did in place of kernels: the call
  /// \p Name of a library took \p Seconds, and ended with \p TheFault if one is
  /// given.
  void recordCall(llvm::StringRef Name, double Seconds,
                  std::optional<sm::Fault> TheFault);

  /// The checkers' findings, for the session's own observers, which look on
  /// while a launch holds the session. Null without checkers.
  const sanitize::Findings *found() const { return Found.get(); }
  /// "found race-shared, init-global": the rules of findings by checkers and
  /// explored schedules since the last call; empty without new ones.
  std::string recentFindings();
  /// Lets checkers add the findings that are known only after the last launch.
  void finishFindings();
  /// Returns the number of findings by checkers so far.
  size_t numFindings();
  sanitize::Finding finding(size_t Index);
  /// Formats finding \p Index as reports do, with lines of the PTX.
  std::string findingText(size_t Index);

  /// Writes the text of findings that are new since the last call, if the
  /// format is text: a program may end at any time. reportFindings writes the
  /// rest.
  void showNewFindings();

  /// Each writes a report to its place. The first two return whether there was
  /// anything to report.
  llvm::Expected<bool> reportFindings(llvm::ArrayRef<sm::Fault> Faults);
  /// Fails if a schedule was to be replayed and no launch replayed it.
  llvm::Expected<bool> reportSchedules();
  llvm::Error reportStats();

  /// Writes the file with the names of host code, also after an interrupt: perf
  /// reads it then.
  llvm::Error finishPerfMap();
  /// Ends the time line, says whether it was cut, and gives the files of traces
  /// their names.
  llvm::Error finishTraces();

  /// Writes everything that follows the last launch, for a door that says
  /// nothing in between. Returns whether there were findings or faults. Fails
  /// while a launch with observers is under way.
  llvm::Expected<bool> finish();

private:
  Session(Settings S, Channels To);

  llvm::Error open();
  llvm::Error makeEngine();
  void addClock();
  llvm::Error addTraces();
  llvm::Error addCheckers();
  void addChecker(std::unique_ptr<sm::Observer> Checker);
  llvm::Error setSchedule();
  llvm::Error openFile(llvm::StringRef Path, std::optional<OutputFile> &File);
  /// As many SMs, and such, as the board has that decides the order of warps.
  void useBoard(const runtime::LoadedModule &Module,
                runtime::LaunchRequest &Request) const;
  /// Records the counts and the time of a launch.
  void record(runtime::LoadedModule &Module, llvm::StringRef Name,
              const sm::LaunchResult &Result);
  llvm::Error openLog();
  void log(llvm::StringRef Name, const runtime::LaunchRequest &Request,
           const sm::LaunchResult &Result, double Seconds);
  void writeLog(const std::string &Line);
  template <class Fn>
  llvm::Expected<sm::LaunchResult>
  observed(runtime::LoadedModule &Module, llvm::StringRef Name,
           runtime::LaunchRequest &Request, Fn Launch);
  /// Runs a launch without checkers when its kernel \p Name was not compiled
  /// with the notes that they need, and tells the user once.
  void leaveUnchecked(llvm::StringRef Name, sm::ExecutionOptions &Of);
  /// Remembers the lines that new findings quote.
  void quote(runtime::LoadedModule &Module);
  std::string textOf(size_t Index) const;
  void writeFindings(llvm::raw_ostream &OS);
  /// The paths of the files that the schedules found are written to.
  std::vector<std::string> schedulePaths() const;
  /// Adds the differences between explored schedules to the findings.
  void addSchedules();

  const Settings Chosen;
  const Channels Out;
  sm::ExecutionOptions Options;
  /// Held by launches with observers and by reports.
  std::mutex Looking;
  std::optional<OutputFile> TraceFile, EventsFile, PerfMap;
  /// Null if nobody wants the log. Lines are written as launches end, so that
  /// the log survives a process that does not.
  llvm::raw_ostream *Log = nullptr;
  std::unique_ptr<llvm::raw_fd_ostream> LogFile;
  uint64_t NumLaunches = 0;
  std::unique_ptr<sm::EventTrace> Events;
  std::vector<std::unique_ptr<sm::Observer>> Traces;
  /// One of Traces; null if nobody wants times.
  timing::LaunchClock *Clock = nullptr;
  std::optional<double> LastMicroseconds;
  /// The members of Traces that check.
  std::vector<sm::Observer *> Checkers;
  /// Kernels that the user was told are not checked.
  std::set<std::string> Unchecked;
  /// Null where the interpreter runs all kernels.
  std::unique_ptr<sm::Translator> Engine;
  /// Null where there is nothing to explore or replay.
  std::unique_ptr<explore::Explorer> Explorer;
  std::unique_ptr<explore::Replayer> Replayer;
  /// Null without checkers.
  std::unique_ptr<sanitize::Findings> Found;
  /// For each finding so far, the lines of PTX that its text quotes: its module
  /// may be unloaded by the time the text is written.
  using Place = std::tuple<std::string, unsigned, unsigned>;
  std::vector<std::map<Place, std::string>> Quotes;
  /// The number of findings whose text has been written.
  size_t NumShown = 0;
  std::optional<StatsReport> Stats;
  /// The faults of all launches, in the order of the launches.
  std::vector<sm::Fault> Faults;
};

} // namespace heddle::session

#endif // HEDDLE_SESSION_SESSION_H
