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
#include "heddle/Machine/EventTrace.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/Session/Settings.h"
#include "heddle/Session/StatsReport.h"
#include "heddle/Support/OutputFile.h"

namespace heddle::timing {
class LaunchClock;
} // namespace heddle::timing

namespace heddle::session {

/// Where a session writes what no setting names a file for. The streams outlive
/// it.
struct Channels {
  /// Who speaks: "ptx-run".
  std::string Program;
  /// Traces, findings and counters as text.
  llvm::raw_ostream *Text;
  /// Whole documents: JSON, SARIF, host code.
  llvm::raw_ostream *Documents;
  /// What became of kernels on their way to host code.
  llvm::raw_ostream *Notes;
};

/// Asks for the code that who looks on needs. Only PTX becomes such code.
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

  /// A trace of the door's own looks on from here on.
  void add(std::unique_ptr<sm::Observer> Trace);

  /// A launch as the settings have it: engine, observers, limits. What is
  /// launched is the caller's, who may change the rest for this launch alone.
  runtime::LaunchRequest request() const;

  /// As of LoadedModule, and takes part in reports. \p Name is what they call
  /// the launch; empty: its kernel. Safe to call from several host threads;
  /// launches that are looked at run one after another.
  llvm::Expected<sm::LaunchResult> launch(runtime::LoadedModule &Module,
                                          runtime::LaunchRequest Request,
                                          sm::GlobalMemory &Memory,
                                          llvm::StringRef Name = "");
  llvm::Expected<sm::LaunchResult>
  launchPacked(runtime::LoadedModule &Module, const object::Kernel &K,
               llvm::ArrayRef<uint8_t> Params, runtime::LaunchRequest Request,
               sm::GlobalMemory &Memory, llvm::StringRef Name = "");
  /// One that did not come to run has its place in reports, too.
  void recordUnlaunched(llvm::StringRef Name);

  /// "found race-shared, init-global": by checkers and explored schedules since
  /// this was last asked; empty if nothing was.
  std::string recentFindings();
  /// Lets checkers say what is known only after the last launch.
  void finishFindings();
  /// What checkers found so far.
  size_t numFindings();
  sanitize::Finding finding(size_t Index);
  /// As reports have it, with lines of the PTX.
  std::string findingText(size_t Index);

  /// Writes the text of what was found since this was last called, where text
  /// is asked for, for programs that may end at any time; the rest follows with
  /// reportFindings.
  void showNewFindings();

  /// The reports, each to its place. The first two: whether there was anything.
  llvm::Expected<bool> reportFindings(llvm::ArrayRef<sm::Fault> Faults);
  /// Fails if a schedule was to be replayed and was not.
  llvm::Expected<bool> reportSchedules();
  llvm::Error reportStats();

  /// Gives the names of host code their file, also after an interrupt: perf
  /// will ask for it.
  llvm::Error finishPerfMap();
  /// Ends the time line, says whether it was cut, and gives the files of traces
  /// their names.
  llvm::Error finishTraces();

  /// All that follows the last launch, for a door that says nothing in between:
  /// whether anything was found, or faulted. Fails where a launch that is
  /// looked at is under way.
  llvm::Expected<bool> finish();

private:
  Session(Settings S, Channels To);

  llvm::Error open();
  llvm::Error makeEngine();
  llvm::Error addTraces();
  llvm::Error addCheckers();
  void addChecker(std::unique_ptr<sm::Observer> Checker);
  llvm::Error setSchedule();
  llvm::Error openFile(llvm::StringRef Path, std::optional<OutputFile> &File);
  /// What a launch comes to, in the list of them.
  void record(runtime::LoadedModule &Module, llvm::StringRef Name,
              const sm::LaunchResult &Result);
  llvm::Error openLog();
  void log(llvm::StringRef Name, const runtime::LaunchRequest &Request,
           const sm::LaunchResult &Result, double Seconds);
  template <class Fn>
  llvm::Expected<sm::LaunchResult>
  observed(runtime::LoadedModule &Module, llvm::StringRef Name,
           runtime::LaunchRequest &Request, Fn Launch);
  /// What checkers need to know of the kernel called \p Name, nobody has.
  void leaveUnchecked(llvm::StringRef Name, sm::ExecutionOptions &Of);
  /// Remembers the lines that new findings quote.
  void quote(runtime::LoadedModule &Module);
  std::string textOf(size_t Index) const;
  void writeFindings(llvm::raw_ostream &OS);
  /// Where the schedules go that were found.
  std::vector<std::string> schedulePaths() const;
  /// Adds what came of exploring schedules to the findings.
  void addSchedules();

  const Settings Chosen;
  const Channels Out;
  sm::ExecutionOptions Options;
  /// Held by launches that are looked at, and by reports.
  std::mutex Looking;
  std::optional<OutputFile> TraceFile, EventsFile, PerfMap;
  /// Null: nobody wants it. It is written as launches end, and stays if the
  /// process does not.
  llvm::raw_ostream *Log = nullptr;
  std::unique_ptr<llvm::raw_fd_ostream> LogFile;
  uint64_t NumLaunches = 0;
  std::unique_ptr<sm::EventTrace> Events;
  std::vector<std::unique_ptr<sm::Observer>> Traces;
  /// One of Traces; null: nobody wants times.
  timing::LaunchClock *Clock = nullptr;
  /// Those of Traces that check.
  std::vector<sm::Observer *> Checkers;
  /// Kernels that the user knows are not checked.
  std::set<std::string> Unchecked;
  /// Null where the interpreter runs all kernels.
  std::unique_ptr<sm::Translator> Engine;
  /// Null where there is nothing to explore or replay.
  std::unique_ptr<explore::Explorer> Explorer;
  std::unique_ptr<explore::Replayer> Replayer;
  /// Null without checkers.
  std::unique_ptr<sanitize::Findings> Found;
  /// Of each finding so far, the lines that its text quotes: the module that
  /// has them may be gone when that is written.
  using Place = std::tuple<std::string, unsigned, unsigned>;
  std::vector<std::map<Place, std::string>> Quotes;
  /// Findings whose text has been written.
  size_t NumShown = 0;
  std::optional<StatsReport> Stats;
  /// Of launches, in their order.
  std::vector<sm::Fault> Faults;
};

} // namespace heddle::session

#endif // HEDDLE_SESSION_SESSION_H
