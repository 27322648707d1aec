//===- Reports.cpp - Traces and JUnit files -------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reports.h"
#include "Files.h"
#include "Launches.h"
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

} // namespace

bool mayShowProgress(const RunOptions &Options) {
  // A trace has standard error for itself.
  return !Options.Settings.Trace.HasText ||
         !Options.Settings.Trace.TextPath.empty();
}

Expected<std::unique_ptr<session::Session>>
makeSession(const RunOptions &Options) {
  return session::Session::create(
      Options.Settings, {"ptx-run", &reportOS(Options), &outs(), &errs()});
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
    errs() << json::Value(F.toJSON()) << '\n';
}

void writeJUnit(raw_ostream &OS, StringRef JobPath,
                ArrayRef<jobs::Verdict> Verdicts) {
  size_t Failures = 0, Skipped = 0;
  double Seconds = 0;
  std::string Cases;
  for (const jobs::Verdict &V : Verdicts) {
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
  OS << fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<testsuites>\n  <testsuite {}>\n{}  </testsuite>\n"
                    "</testsuites>\n",
                    Suite, Cases);
}

} // namespace heddle
