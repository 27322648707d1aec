//===- Files.cpp - What a call of ptx-run reads and writes ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "heddle/Support/OutputFile.h"

using namespace llvm;

namespace heddle {
namespace {

std::vector<RequestedOutput> outputsOf(const RunOptions &Options) {
  std::vector<RequestedOutput> Outputs;
  auto Add = [&](StringRef Path, StringRef Option, bool IsText) {
    if (!Path.empty())
      Outputs.push_back({Path.str(), Option.str(), IsText});
  };
  for (const OutRequest &R : Options.Outs)
    Add(R.Path, "--out", /*IsText=*/false);
  Add(Options.JUnitPath, "--junit", /*IsText=*/false);
  const session::Settings &S = Options.Settings;
  Add(S.Trace.EventsPath, "--trace", /*IsText=*/false);
  Add(S.Trace.TextPath, "--trace", /*IsText=*/true);
  if (S.Stats.Form == session::StatsSettings::JSON)
    Add(S.Stats.Path.empty() ? "-" : S.Stats.Path, "--stats", /*IsText=*/false);
  else
    Add(S.Stats.Path, "--stats", /*IsText=*/true);
  Add(S.Engine.PerfMapPath, "--perf-map", /*IsText=*/true);
  Add(S.Stats.AnnotatePath, "--annotate", /*IsText=*/true);
  Add(S.Log.Path, "--job-log", /*IsText=*/true);
  Add(S.Schedule.OutPath, "--schedule-file", /*IsText=*/false);
  if (S.hasFindings() && S.Checks.Format != session::CheckSettings::Text)
    Add(S.Checks.Path.empty() ? "-" : S.Checks.Path, "--check-format",
        /*IsText=*/false);
  else if (S.Checks.any())
    Add(S.Checks.Path, "--check-format", /*IsText=*/true);
  return Outputs;
}

std::vector<std::string> inputsOf(const RunOptions &Options) {
  std::vector<std::string> Inputs;
  auto Add = [&](StringRef Path) {
    if (!Path.empty())
      Inputs.push_back(Path.str());
  };
  for (StringRef Path : Options.Inputs)
    Add(Path);
  Add(Options.JobPath);
  for (StringRef Path : Options.Settings.Checks.SuppressPaths)
    Add(Path);
  Add(Options.Settings.Schedule.ReplayPath);
  for (const runtime::Argument &A : Options.Given.Arguments)
    Add(A.Path);
  for (const session::VariableInput &V : Options.Given.Variables)
    Add(V.Value.Path);
  for (const session::ImageInput &I : Options.Given.Images)
    if (I.Contents)
      Add(I.Contents->Path);
  for (const ExpectRequest &R : Options.Expects)
    Add(R.Path);
  return Inputs;
}

/// Whether lines are asked for that do not go to a file.
bool hasLines(const RunOptions &Options) {
  const session::TraceSettings &Trace = Options.Settings.Trace;
  const session::StatsSettings &Stats = Options.Settings.Stats;
  return (Trace.HasText && Trace.TextPath.empty()) ||
         (Stats.Form == session::StatsSettings::Text && Stats.Path.empty()) ||
         (Stats.Annotate && Stats.AnnotatePath.empty()) ||
         !Options.Watches.empty() || !Options.Breaks.empty() ||
         !Options.Prints.empty() || !Options.Expects.empty() ||
         !Options.JobPath.empty();
}

} // namespace

Error checkFiles(const RunOptions &Options, ArrayRef<std::string> MoreInputs) {
  std::vector<std::string> Inputs = inputsOf(Options);
  Inputs.insert(Inputs.end(), MoreInputs.begin(), MoreInputs.end());
  if (Options.Diagnostics.Format != DiagnosticOptions::Text &&
      &linesOS(Options) == &errs() && hasLines(Options))
    return createStringError(
        "no stream is left for lines of text: standard error has JSON, and "
        "standard output has a document; name a file for one of them, as in "
        "--stats=json:FILE");
  return checkOutputs(Inputs, outputsOf(Options));
}

raw_ostream &linesOS(const RunOptions &Options) {
  for (const RequestedOutput &Output : outputsOf(Options))
    if (!Output.IsText && isStandardOutput(Output.Path))
      return errs();
  return outs();
}

raw_ostream &reportOS(const RunOptions &Options) {
  return Options.Diagnostics.Format == DiagnosticOptions::Text
             ? errs()
             : linesOS(Options);
}

} // namespace heddle
