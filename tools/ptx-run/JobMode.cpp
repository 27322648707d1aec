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
#include "Stats.h"
#include "heddle/Support/OneLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

void printVerdict(const runtime::Verdict &V, const RunOptions &Options) {
  if (V.UnexpectedFault)
    reportFault(*V.UnexpectedFault, V.FaultText, Options);
  raw_ostream &OS = linesOS(Options);
  // Whoever reads the verdicts must not take a kernel's word for one.
  OS << prefixLines(V.Output, "| ");
  std::string Name = onOneLine(V.Name);
  OS << (V.Passed ? fmt::format("PASS {}\n", Name)
                  : fmt::format("FAIL {}: {}\n", Name, onOneLine(V.Reason)));
  // In order with the diagnostics when both go to one file.
  OS.flush();
}

/// A launch of which \p Findings were made has not passed, whatever it
/// computes.
void takeFindings(runtime::Verdict &V, const std::string &Findings) {
  if (Findings.empty())
    return;
  V.Reason = V.Passed ? Findings : V.Reason + "; " + Findings;
  V.Passed = false;
}

/// What is found only when nothing runs any more is of no single launch.
std::optional<runtime::Verdict> verdictAtEnd(const Execution &E) {
  E.finishFindings();
  runtime::Verdict V;
  V.Name = "after the last launch";
  V.Passed = true;
  takeFindings(V, E.recentFindings());
  if (V.Passed)
    return std::nullopt;
  return V;
}

std::vector<sm::Fault> unexpectedFaults(const runtime::JobResult &Result) {
  std::vector<sm::Fault> Faults;
  for (const runtime::Verdict &V : Result.Verdicts)
    if (V.UnexpectedFault)
      Faults.push_back(*V.UnexpectedFault);
  return Faults;
}

} // namespace

Expected<int> runJobFile(const RunOptions &Options) {
  Expected<runtime::Job> Job = runtime::readJob(Options.JobPath);
  if (!Job)
    return Job.takeError();
  if (Error E = checkFiles(Options, Job->Files))
    return std::move(E);
  Expected<Execution> Execution = Execution::create(Options);
  if (!Execution)
    return Execution.takeError();
  // What cannot be written is known before the launches.
  std::optional<OutputFile> JUnit;
  if (!Options.JUnitPath.empty()) {
    Expected<OutputFile> File = OutputFile::create(Options.JUnitPath);
    if (!File)
      return File.takeError();
    JUnit.emplace(std::move(*File));
  }
  runtime::JobOptions JobOptions;
  JobOptions.Execution = Execution->Options;
  JobOptions.Compile = Options.Compile;
  JobOptions.Diagnostics = Options.Diagnostics;
  JobOptions.Geometry = Options.Geometry;
  JobOptions.MaxInstructions = Options.MaxInstructions;
  std::vector<std::string> Findings;
  Expected<runtime::JobResult> Result =
      runtime::runJob(*Job, JobOptions, errs(), [&](runtime::Verdict V) {
        Findings.push_back(Execution->recentFindings());
        takeFindings(V, Findings.back());
        printVerdict(V, Options);
      });
  if (!Result)
    return Result.takeError();

  if (Result->Interrupted) {
    reportInterrupt(*Execution->Watch, *Result->Interrupted);
    if (Error E = Execution->finishPerfMap())
      return std::move(E);
    return Interrupted;
  }
  if (Error E = Execution->finish())
    return std::move(E);

  std::vector<NamedStats> Stats;
  for (const runtime::Verdict &V : Result->Verdicts)
    Stats.push_back({V.Name, V.Stats, Job->ModulePaths.front(), V.TheFault});
  for (auto [V, Found] : zip_equal(Result->Verdicts, Findings))
    takeFindings(V, Found);
  if (std::optional<runtime::Verdict> V = verdictAtEnd(*Execution)) {
    printVerdict(*V, Options);
    Result->Verdicts.push_back(std::move(*V));
  }
  Expected<bool> HasFindings =
      Execution->reportFindings(Options, unexpectedFaults(*Result));
  if (!HasFindings)
    return HasFindings.takeError();
  Expected<bool> HasSchedule = Execution->reportSchedules(Options);
  if (!HasSchedule)
    return HasSchedule.takeError();
  size_t Passed =
      std::count_if(Result->Verdicts.begin(), Result->Verdicts.end(),
                    [](const runtime::Verdict &V) { return V.Passed; });
  size_t Failed = Result->Verdicts.size() - Passed;
  linesOS(Options) << fmt::format("{} passed, {} failed\n", Passed, Failed);
  linesOS(Options).flush();
  if (Error E = writeStats(Options, Stats))
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
