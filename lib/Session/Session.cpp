//===- Session.cpp - Launches and all that looks on -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/Session.h"
#include "heddle/Explore/LateCopies.h"
#include "heddle/HostTranslate/Translator.h"
#include "heddle/Machine/LaunchMonitor.h"
#include "heddle/Observe/TextTrace.h"
#include "heddle/Observe/TimelineTrace.h"
#include "heddle/Observe/WorkObserver.h"
#include "heddle/Timing/LaunchClock.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <chrono>
#include <fmt/format.h>
#include <thread>

using namespace llvm;

namespace heddle::session {

/// The default size of a time line: some tens of megabytes, which viewers still
/// open at once.
static constexpr uint64_t DefaultEvents = 250000;

Session::Session(Settings S, Channels To)
    : Chosen(std::move(S)), Out(std::move(To)), Options(Chosen.Execution) {
  assert(Out.Text && Out.Documents && Out.Notes && "a channel leads nowhere");
}

Session::~Session() = default;

Expected<std::unique_ptr<Session>> Session::create(Settings S, Channels To) {
  std::unique_ptr<Session> Made(new Session(std::move(S), std::move(To)));
  if (Error E = Made->open())
    return std::move(E);
  return Made;
}

Error Session::openFile(StringRef Path, std::optional<OutputFile> &File) {
  Expected<OutputFile> Opened = OutputFile::create(Path);
  if (!Opened)
    return Opened.takeError();
  File.emplace(std::move(*Opened));
  return Error::success();
}

Error Session::openLog() {
  const LogSettings &Wanted = Chosen.Log;
  if (!Wanted.IsWanted)
    return Error::success();
  Log = Out.Notes;
  if (Wanted.Path.empty())
    return Error::success();
  std::error_code EC;
  auto File =
      std::make_unique<raw_fd_ostream>(Wanted.Path, EC, sys::fs::OF_Text);
  if (EC)
    return cannotWrite(Wanted.Path, EC);
  File->SetUnbuffered();
  LogFile = std::move(File);
  Log = LogFile.get();
  return Error::success();
}

void Session::log(StringRef Name, const runtime::LaunchRequest &Request,
                  const sm::LaunchResult &Result, double Seconds) {
  if (!Log)
    return;
  auto Size = [](const sm::Dim3 &D) {
    return fmt::format("({},{},{})", D.X, D.Y, D.Z);
  };
  std::string End = "done";
  if (Result.Interrupted)
    End = "interrupted";
  else if (Result.TheFault)
    End = (Result.Stats.Resident ? "fault " : "refused ") +
          sm::faultName(Result.TheFault->Kind).str();
  writeLog(fmt::format("{}: launch {}: {} grid {} block {} smem {}: {:.3f} ms, "
                       "{} warp-instructions, {}\n",
                       Out.Program, ++NumLaunches, Name.str(),
                       Size(Request.Grid), Size(Request.Block),
                       Request.DynamicSharedBytes, Seconds * 1e3,
                       Result.Stats.WarpInstructions, End));
}

void Session::writeLog(const std::string &Line) {
  // In one piece, as others may write there, too.
  *Log << Line;
  if (!LogFile || !LogFile->has_error())
    return;
  // Said once; the launches go on.
  *Out.Notes << Out.Program << ": "
             << toString(cannotWrite(Chosen.Log.Path, LogFile->error()))
             << '\n';
  LogFile->clear_error();
  Log = nullptr;
}

Error Session::open() {
  if (Error E = openLog())
    return E;
  if (Error E = makeEngine())
    return E;
  Options.Count |= Chosen.Stats.any();
  if (Chosen.Stats.any() || Chosen.Time.IsWanted)
    Stats.emplace(Chosen.Stats, Chosen.Time.RooflinePath);
  if (Chosen.Stats.any()) {
    auto Work = std::make_unique<sm::WorkObserver>();
    Stats->setWork(*Work);
    add(std::move(Work));
  }
  if (Chosen.Time.IsWanted && Chosen.Schedule.any())
    return createStringError("--time is of one run of a launch; it does not go "
                             "with --schedule=explore and --schedule=replay");
  if (Chosen.Time.IsWanted || Chosen.Schedule.IsTimed)
    addClock();
  if (Error E = addTraces())
    return E;
  if (Error E = addCheckers())
    return E;
  if (Error E = setSchedule())
    return E;
  if (Chosen.Schedule.isAllLate())
    add(std::make_unique<explore::LateCopies>());
  if (!EventsFile)
    return Error::success();
  // Behind the checkers, whose findings it shows.
  const bool IsTimed = Chosen.Time.IsWanted;
  Events = std::make_unique<sm::EventTrace>(
      EventsFile->os(), Chosen.Trace.Limit.value_or(DefaultEvents),
      IsTimed ? sm::EventTrace::Unit::Picosecond
              : sm::EventTrace::Unit::WarpInstruction);
  if (IsTimed)
    Clock->showIn(*Events, Chosen.Trace.Options.Warp);
  else
    add(std::make_unique<sm::TimelineTrace>(*Events, Chosen.Trace.Options));
  return Error::success();
}

void Session::addClock() {
  timing::ClockOptions How;
  How.For = Chosen.Time.Board;
  How.Policy = Chosen.Time.Policy;
  How.IsLive = Chosen.Schedule.IsTimed;
  How.SampledWaves = Chosen.Time.SampledWaves;
  auto Made = std::make_unique<timing::LaunchClock>(std::move(How));
  Clock = Made.get();
  add(std::move(Made));
  if (!Chosen.Schedule.IsTimed)
    return;
  Options.Ctas = Clock;
  Options.MakePicker = [this] { return Clock->makePicker(); };
}

Error Session::makeEngine() {
  const EngineSettings &Wanted = Chosen.Engine;
  if (Wanted.kind() == EngineSettings::Interpreter)
    return Error::success();
  hosttranslate::TranslatorOptions Translation;
  Translation.IR = Wanted.EmitsIR ? Out.Documents : nullptr;
  Translation.Assembly = Wanted.EmitsAssembly ? Out.Documents : nullptr;
  if (!Wanted.PerfMapPath.empty()) {
    if (Error E = openFile(Wanted.PerfMapPath, PerfMap))
      return E;
    Translation.PerfMap = &PerfMap->os();
  }
  Translation.WhenItPays = Wanted.kind() == EngineSettings::Auto;
  Translation.First = Wanted.First;
  Translation.Last = Wanted.Last;
  if (!Wanted.NoCache)
    Translation.CacheFolder = hosttranslate::defaultCacheFolder();
  // A user who waits for host code is told why a kernel has none.
  if (Wanted.IsVerbose || Wanted.EmitsIR || Wanted.EmitsAssembly)
    Translation.Note = [this](const std::string &Kernel,
                              const std::string &Text) {
      *Out.Notes << Out.Program + ": kernel '" + Kernel + "': " + Text + "\n";
    };
  Engine = hosttranslate::makeTranslator(Translation);
  Options.Engine = Engine.get();
  return Error::success();
}

Error Session::addTraces() {
  const TraceSettings &Wanted = Chosen.Trace;
  if (!Wanted.EventsPath.empty())
    if (Error E = openFile(Wanted.EventsPath, EventsFile))
      return E;
  if (!Wanted.HasText)
    return Error::success();
  if (!Wanted.TextPath.empty())
    if (Error E = openFile(Wanted.TextPath, TraceFile))
      return E;
  sm::TraceOptions Trace = Wanted.Options;
  Trace.MaxLines = Wanted.Limit.value_or(Trace.MaxLines);
  add(std::make_unique<sm::TextTrace>(TraceFile ? TraceFile->os() : *Out.Text,
                                      Trace));
  return Error::success();
}

void prepare(const Settings &For, CompileOptions &Options) {
  Options.Checks = For.needsNotes();
  Options.MarksUndefined = For.Checks.needsUndefined();
  // Launches that may have all processors wait for their code.
  Options.Threads =
      std::max(Options.Threads, For.SuitsHostThreads
                                    ? std::thread::hardware_concurrency()
                                    : For.Execution.HostThreads);
}

void Session::add(std::unique_ptr<sm::Observer> Trace) {
  assert(Trace && "nobody looks on");
  Options.Observers.push_back(Trace.get());
  Traces.push_back(std::move(Trace));
}

runtime::LaunchRequest Session::request() const {
  runtime::LaunchRequest Request;
  Request.Execution = Options;
  Request.Geometry = Chosen.Geometry;
  Request.MaxInstructions = Chosen.MaxInstructions;
  Request.SuitsHostThreads = Chosen.SuitsHostThreads;
  return Request;
}

void Session::record(runtime::LoadedModule &Module, StringRef Name,
                     const sm::LaunchResult &Result) {
  if (Result.Interrupted)
    return;
  quote(Module);
  std::optional<timing::LaunchTime> Time;
  if (Clock)
    Time = Clock->takeTime();
  LastMicroseconds.reset();
  if (Time && Time->isThere())
    LastMicroseconds = Time->microseconds();
  if (Stats)
    Stats->add(Name, Result, &Module,
               Time && Chosen.Time.IsWanted ? &*Time : nullptr);
  if (Result.TheFault)
    Faults.push_back(*Result.TheFault);
}

void Session::leaveUnchecked(StringRef Name, sm::ExecutionOptions &Of) {
  std::string Kernel = Name.str();
  bool IsNew = Unchecked.insert(Kernel).second;
  if (IsNew)
    *Out.Notes << Out.Program + ": kernel '" + Kernel +
                      "' is not checked: its module was not compiled from "
                      "PTX for the checks that this run wants\n";
  erase_if(Of.Observers,
           [this](sm::Observer *O) { return is_contained(Checkers, O); });
  Of.Run = nullptr;
}

void Session::useBoard(const runtime::LoadedModule &Module,
                       runtime::LaunchRequest &Request) const {
  const unsigned Capability = Module.object().ComputeCapability;
  const std::shared_ptr<const timing::Board> Of = Clock->boardOf(Capability);
  if (!timing::misfit(Capability, *Of).empty())
    return;
  Request.Execution.NumSMs = Of->numSMs();
  if (!Request.Geometry)
    Request.Geometry = &Of->geometry();
}

template <class Fn>
Expected<sm::LaunchResult>
Session::observed(runtime::LoadedModule &Module, StringRef Name,
                  runtime::LaunchRequest &Request, Fn Launch) {
  if (Chosen.SideThatGoesOn)
    Module.setSideThatGoesOn(*Chosen.SideThatGoesOn);
  if (Chosen.Schedule.IsTimed)
    useBoard(Module, Request);
  // Observers see one launch at a time.
  std::unique_lock<std::mutex> Guard(Looking, std::defer_lock);
  if (!Options.Observers.empty() || Options.Run)
    Guard.lock();
  if (Chosen.needsNotes() && !Module.object().Operations)
    leaveUnchecked(Name, Request.Execution);
  if (Found && Guard.owns_lock())
    Found->startModule(Module.id());
  const auto Start = std::chrono::steady_clock::now();
  Expected<sm::LaunchResult> Result = Launch();
  auto Note = [this, Start, &Module](StringRef Of,
                                     const runtime::LaunchRequest &Wanted,
                                     const sm::LaunchResult &R) {
    const std::chrono::duration<double> Took =
        std::chrono::steady_clock::now() - Start;
    record(Module, Of, R);
    log(Of, Wanted, R, Took.count());
  };
  sm::LaunchMonitor *const Watch = Request.Execution.Monitor;
  if (Watch && Watch->suspended()) {
    Watch->suspended()->AtEnd.push_back(
        [this, Note, Of = Name.str(), Request](const sm::LaunchResult &R) {
          std::lock_guard<std::mutex> Held(Looking);
          Note(Of, Request, R);
        });
    return Result;
  }
  if (!Guard.owns_lock())
    Guard.lock();
  if (Result)
    Note(Name, Request, *Result);
  return Result;
}

Expected<sm::LaunchResult> Session::launch(runtime::LoadedModule &Module,
                                           runtime::LaunchRequest Request,
                                           sm::GlobalMemory &Memory,
                                           StringRef Name) {
  const object::Kernel *K = Module.findEntry(Request.Entry);
  if (Name.empty() && K)
    Name = K->Info.Name;
  return observed(Module, Name, Request,
                  [&] { return Module.launch(Request, Memory); });
}

Expected<sm::LaunchResult>
Session::launchPacked(runtime::LoadedModule &Module, const object::Kernel &K,
                      ArrayRef<uint8_t> Params, runtime::LaunchRequest Request,
                      sm::GlobalMemory &Memory, StringRef Name) {
  return observed(
      Module, Name.empty() ? StringRef(K.Info.Name) : Name, Request,
      [&] { return Module.launchPacked(K, Params, Request, Memory); });
}

void Session::recordUnlaunched(StringRef Name) {
  std::lock_guard<std::mutex> Guard(Looking);
  LastMicroseconds.reset();
  if (Stats)
    Stats->add(Name, sm::LaunchResult(), nullptr, nullptr);
}

void Session::recordCall(StringRef Name, double Seconds,
                         std::optional<sm::Fault> TheFault) {
  std::lock_guard<std::mutex> Guard(Looking);
  if (Stats)
    Stats->add(Name, sm::LaunchResult(), nullptr, nullptr);
  if (Events) {
    Events->slice({Events->newProcess(Name), 0}, Name, "library", Events->now(),
                  1, llvm::json::Object{{"milliseconds", Seconds * 1e3}});
    Events->tick();
  }
  if (Log)
    writeLog(fmt::format("{}: call: {}: {:.3f} ms, {}\n", Out.Program,
                         Name.str(), Seconds * 1e3,
                         TheFault ? "fault" : "done"));
  if (TheFault)
    Faults.push_back(std::move(*TheFault));
}

Error Session::reportStats() {
  std::lock_guard<std::mutex> Guard(Looking);
  return Stats ? Stats->write(*Out.Text, *Out.Documents) : Error::success();
}

Error Session::finishPerfMap() {
  return PerfMap ? PerfMap->commit() : Error::success();
}

Error Session::finishTraces() {
  if (Events && Events->wasCut())
    *Out.Notes << Out.Program
               << ": the trace was cut, as its last event says; "
                  "--trace-limit=N allows more events, --trace-warp=N keeps "
                  "one warp of each CTA\n";
  Events.reset();
  for (std::optional<OutputFile> *File : {&EventsFile, &TraceFile})
    if (*File)
      if (Error E = (*File)->commit())
        return E;
  return finishPerfMap();
}

Expected<bool> Session::finish() {
  // A process that ends does not wait for a thread that is in a launch.
  if (!Looking.try_lock())
    return createStringError("a launch is under way: nothing is reported");
  Looking.unlock();
  if (Error E = finishTraces())
    return std::move(E);
  Expected<bool> HasFindings = reportFindings(Faults);
  if (!HasFindings)
    return HasFindings;
  Expected<bool> HasSchedules = reportSchedules();
  if (!HasSchedules)
    return HasSchedules;
  if (Error E = reportStats())
    return std::move(E);
  return *HasFindings || *HasSchedules || !Faults.empty();
}

} // namespace heddle::session
