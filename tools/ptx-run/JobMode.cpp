//===- JobMode.cpp - ptx-run --job ----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Launches.h"
#include "Reports.h"
#include "heddle/Jobs/Job.h"
#include "heddle/Support/OneLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

void printVerdict(const jobs::Verdict &V, const RunOptions &Options) {
  if (V.UnexpectedFault)
    reportFault(*V.UnexpectedFault, V.FaultText, Options);
  raw_ostream &OS = linesOS(Options);
  // A reader of the verdicts must not take a kernel's output for one.
  OS << prefixLines(V.Output, "| ");
  std::string Name = onOneLine(V.Name);
  OS << (V.Passed ? fmt::format("PASS {}\n", Name)
                  : fmt::format("FAIL {}: {}\n", Name, onOneLine(V.Reason)));
  // In order with the diagnostics when both go to one file.
  OS.flush();
}

/// A launch of which \p Findings were made has not passed, whatever it
/// computes.
void takeFindings(jobs::Verdict &V, const std::string &Findings) {
  if (Findings.empty())
    return;
  V.Reason = V.Passed ? Findings : V.Reason + "; " + Findings;
  V.Passed = false;
}

/// Findings that are made only at the end belong to no single launch.
std::optional<jobs::Verdict> verdictAtEnd(session::Session &Session) {
  Session.finishFindings();
  jobs::Verdict V;
  V.Name = "after the last launch";
  V.Passed = true;
  takeFindings(V, Session.recentFindings());
  if (V.Passed)
    return std::nullopt;
  return V;
}

std::vector<sm::Fault> unexpectedFaults(const jobs::JobResult &Result) {
  std::vector<sm::Fault> Faults;
  for (const jobs::Verdict &V : Result.Verdicts)
    if (V.UnexpectedFault)
      Faults.push_back(*V.UnexpectedFault);
  return Faults;
}

} // namespace

Expected<int> runJobFile(const RunOptions &Options) {
  Expected<jobs::Job> Job = jobs::readJob(Options.JobPath);
  if (!Job)
    return Job.takeError();
  if (Options.Block)
    if (Error E = jobs::setBlocks(*Job, *Options.Block))
      return std::move(E);
  if (Error E = checkFiles(Options, Job->Files))
    return std::move(E);
  LaunchWatch Watch(mayShowProgress(Options));
  Expected<std::unique_ptr<session::Session>> Made = makeSession(Options);
  if (!Made)
    return Made.takeError();
  session::Session &Session = **Made;
  // A report that cannot be written is known before the launches.
  std::optional<OutputFile> JUnit;
  if (!Options.JUnitPath.empty()) {
    Expected<OutputFile> File = OutputFile::create(Options.JUnitPath);
    if (!File)
      return File.takeError();
    JUnit.emplace(std::move(*File));
  }
  jobs::JobOptions JobOptions;
  JobOptions.Compile = Options.Compile;
  JobOptions.Diagnostics = Options.Diagnostics;
  JobOptions.Monitor = &Watch;
  std::vector<std::string> Findings;
  Expected<jobs::JobResult> Result =
      jobs::runJob(*Job, JobOptions, Session, errs(), [&](jobs::Verdict V) {
        Findings.push_back(Session.recentFindings());
        takeFindings(V, Findings.back());
        printVerdict(V, Options);
      });
  if (!Result)
    return Result.takeError();

  if (Result->Interrupted) {
    reportInterrupt(Watch, *Result->Interrupted);
    if (Error E = Session.finishPerfMap())
      return std::move(E);
    return Interrupted;
  }
  if (Error E = Session.finishTraces())
    return std::move(E);

  for (auto [V, Found] : zip_equal(Result->Verdicts, Findings))
    takeFindings(V, Found);
  if (std::optional<jobs::Verdict> V = verdictAtEnd(Session)) {
    printVerdict(*V, Options);
    Result->Verdicts.push_back(std::move(*V));
  }
  Expected<bool> HasFindings =
      Session.reportFindings(unexpectedFaults(*Result));
  if (!HasFindings)
    return HasFindings.takeError();
  Expected<bool> HasSchedule = Session.reportSchedules();
  if (!HasSchedule)
    return HasSchedule.takeError();
  size_t Passed =
      std::count_if(Result->Verdicts.begin(), Result->Verdicts.end(),
                    [](const jobs::Verdict &V) { return V.Passed; });
  size_t Failed = Result->Verdicts.size() - Passed;
  linesOS(Options) << fmt::format("{} passed, {} failed\n", Passed, Failed);
  linesOS(Options).flush();
  if (Error E = Session.reportStats())
    return std::move(E);
  if (JUnit) {
    writeJUnit(JUnit->os(), Options.JobPath, Result->Verdicts);
    if (Error E = JUnit->commit())
      return std::move(E);
  }
  if (Result->Refused)
    return Refused;
  if (Result->Faulted)
    return Faulted;
  if (*HasFindings || *HasSchedule)
    return Found;
  return Failed != 0 ? ExpectationFailed : Done;
}

} // namespace heddle
