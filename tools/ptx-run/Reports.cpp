//===- Reports.cpp - Traces and JUnit files -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

/// Text of an attribute.
std::string escapeXML(StringRef Text) {
  std::string Clean = json::fixUTF8(Text);
  // XML 1.0 has no way to write other control characters.
  for (char &C : Clean)
    if (static_cast<unsigned char>(C) < ' ' && C != '\n')
      C = '?';
  std::string Result;
  raw_string_ostream OS(Result);
  printHTMLEscaped(Clean, OS);
  return Result;
}

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
  Result.Options.Count =
      Options.Stats != RunOptions::NoStats || Options.Annotate;
  sm::TraceOptions &Trace = Result.Options.Trace;
  Trace.MaxLines = Options.TraceLimit.value_or(Trace.MaxLines);
  if (!Options.EventsPath.empty()) {
    if (Error E = openFile(Options.EventsPath, Result.EventsFile))
      return std::move(E);
    Result.Events = std::make_unique<sm::EventTrace>(
        Result.EventsFile->os(), Options.TraceLimit.value_or(DefaultEvents));
    Trace.Events = Result.Events.get();
  }
  // A trace has standard error for itself.
  Result.Watch = std::make_unique<LaunchWatch>(
      /*MayShow=*/!Options.TextTrace || !Options.TracePath.empty());
  Result.Options.Monitor = Result.Watch.get();
  if (!Options.TextTrace)
    return Result;
  Trace.OS = &errs();
  if (Options.TracePath.empty())
    return Result;
  if (Error E = openFile(Options.TracePath, Result.TraceFile))
    return std::move(E);
  Trace.OS = &Result.TraceFile->os();
  return Result;
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
  return Error::success();
}

void reportInterrupt(const sm::LaunchMonitor &Monitor, StringRef Places) {
  errs() << fmt::format("ptx-run: interrupted, {} of {} CTAs are done\n",
                        Monitor.done(), Monitor.all())
         << Places;
}

void reportFault(const sm::Fault &F, StringRef Text,
                 const RunOptions &Options) {
  if (Options.Diagnostics.Format == DiagnosticOptions::Text)
    errs() << Text;
  else
    errs() << formatv("{0:2}\n", F.toJSON());
}

Error writeJUnit(StringRef Path, StringRef JobPath,
                 ArrayRef<runtime::Verdict> Verdicts) {
  size_t Failures = 0, Skipped = 0;
  double Seconds = 0;
  std::string Cases;
  for (const runtime::Verdict &V : Verdicts) {
    Failures += !V.Passed && !V.Skipped;
    Skipped += V.Skipped;
    Seconds += V.Seconds;
    Cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\" "
                         "time=\"{:.6f}\"",
                         escapeXML(JobPath), escapeXML(V.Name), V.Seconds);
    if (V.Passed)
      Cases += "/>\n";
    else
      Cases +=
          fmt::format(">\n      <{} message=\"{}\"/>\n"
                      "    </testcase>\n",
                      V.Skipped ? "skipped" : "failure", escapeXML(V.Reason));
  }
  std::string Suite = fmt::format(
      "name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" "
      "time=\"{:.6f}\"",
      escapeXML(JobPath), Verdicts.size(), Failures, Skipped, Seconds);
  return writeOutputFile(
      Path, fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<testsuites>\n  <testsuite {}>\n{}  </testsuite>\n"
                        "</testsuites>\n",
                        Suite, Cases));
}

} // namespace heddle
