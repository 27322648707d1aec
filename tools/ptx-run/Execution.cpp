//===- Execution.cpp - How launches run, and the files of traces ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Launches.h"
#include "heddle/HostTranslate/Translator.h"
#include "heddle/Machine/TextTrace.h"
#include "heddle/Machine/TimelineTrace.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace heddle {
namespace {

Error openFile(StringRef Path, std::optional<OutputFile> &File) {
  Expected<OutputFile> Opened = OutputFile::create(Path);
  if (!Opened)
    return Opened.takeError();
  File.emplace(std::move(*Opened));
  return Error::success();
}

/// Some tens of megabytes, which viewers still open at once.
constexpr uint64_t DefaultEvents = 250000;

} // namespace

Expected<Execution> Execution::create(const RunOptions &Options) {
  Execution Result;
  Result.Options = Options.Execution;
  if (Options.Engine != RunOptions::Interpreter) {
    hosttranslate::TranslatorOptions Translation;
    Translation.IR = Options.EmitsIR ? &outs() : nullptr;
    Translation.Assembly = Options.EmitsAssembly ? &outs() : nullptr;
    if (!Options.PerfMapPath.empty()) {
      if (Error E = openFile(Options.PerfMapPath, Result.PerfMap))
        return std::move(E);
      Translation.PerfMap = &Result.PerfMap->os();
    }
    Translation.WhenItPays = Options.Engine == RunOptions::Auto;
    Translation.First = Options.FirstCode;
    Translation.Last = Options.LastCode;
    if (!Options.NoCache)
      Translation.CacheFolder = hosttranslate::defaultCacheFolder();
    // Who waits for code is told why there is none.
    if (Options.IsVerbose || Options.EmitsIR || Options.EmitsAssembly)
      Translation.Note = [](const std::string &Kernel,
                            const std::string &Text) {
        errs() << "ptx-run: kernel '" + Kernel + "': " + Text + "\n";
      };
    Result.Engine = hosttranslate::makeTranslator(Translation);
    Result.Options.Engine = Result.Engine.get();
  }
  Result.Options.Count =
      Options.Stats != RunOptions::NoStats || Options.Annotate;
  sm::TraceOptions Trace = Options.Trace;
  Trace.MaxLines = Options.TraceLimit.value_or(Trace.MaxLines);
  // A trace has standard error for itself.
  Result.Watch = std::make_unique<LaunchWatch>(
      /*MayShow=*/!Options.TextTrace || !Options.TracePath.empty());
  Result.Options.Monitor = Result.Watch.get();
  if (!Options.EventsPath.empty())
    if (Error E = openFile(Options.EventsPath, Result.EventsFile))
      return std::move(E);
  if (Options.TextTrace && !Options.TracePath.empty())
    if (Error E = openFile(Options.TracePath, Result.TraceFile))
      return std::move(E);
  if (Options.TextTrace)
    Result.add(std::make_unique<sm::TextTrace>(
        Result.TraceFile ? Result.TraceFile->os() : reportOS(Options), Trace));
  if (Error E = Result.addCheckers(Options))
    return std::move(E);
  if (Error E = Result.setSchedule(Options.Schedule))
    return std::move(E);
  if (Result.EventsFile) {
    Result.Events = std::make_unique<sm::EventTrace>(
        Result.EventsFile->os(), Options.TraceLimit.value_or(DefaultEvents));
    Result.add(std::make_unique<sm::TimelineTrace>(*Result.Events, Trace));
  }
  return Result;
}

void Execution::add(std::unique_ptr<sm::Observer> Trace) {
  Options.Observers.push_back(Trace.get());
  Traces.push_back(std::move(Trace));
}

Error Execution::finishPerfMap() {
  return PerfMap ? PerfMap->commit() : Error::success();
}

Error Execution::finish() {
  if (Events && Events->wasCut())
    errs() << "ptx-run: the trace was cut, as its last event says; "
              "--trace-limit=N allows more events, --trace-warp=N keeps one "
              "warp of each CTA\n";
  Events.reset();
  for (std::optional<OutputFile> *File : {&EventsFile, &TraceFile})
    if (*File)
      if (Error E = (*File)->commit())
        return E;
  return finishPerfMap();
}

} // namespace heddle
