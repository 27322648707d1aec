//===- Reports.cpp - Statistics and JUnit files ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

std::string escapeXML(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    switch (C) {
    case '&':
      Result += "&amp;";
      break;
    case '<':
      Result += "&lt;";
      break;
    case '>':
      Result += "&gt;";
      break;
    case '"':
      Result += "&quot;";
      break;
    default:
      // XML 1.0 has no way to write other control characters.
      Result += static_cast<unsigned char>(C) < ' ' && C != '\n' ? '?' : C;
    }
  }
  return Result;
}

/// What was counted, by name.
json::Object countersAsJSON(const sm::Counters &C) {
  json::Object Object{{"lane_efficiency", C.laneEfficiency()}};
  for (const sm::CounterInfo &Info : sm::CounterTable)
    Object[Info.Name] = C[Info.Id];
  return Object;
}

/// One line each; what did not happen is left out.
std::string countersAsText(const sm::Counters &C) {
  std::string Text =
      fmt::format("{:>16.1f} %  lane_efficiency\n", 100 * C.laneEfficiency());
  for (const sm::CounterInfo &Info : sm::CounterTable)
    if (C[Info.Id])
      Text +=
          fmt::format("{:>18}  {} ({})\n", C[Info.Id], Info.Name, Info.Unit);
  return Text;
}

std::string statsAsJSON(ArrayRef<NamedStats> Launches) {
  json::Array List;
  for (const NamedStats &L : Launches) {
    json::Object Launch{{"name", L.Name},
                        {"warp_instructions", L.Stats.WarpInstructions},
                        {"thread_instructions", L.Stats.ThreadInstructions}};
    if (L.Stats.Counted)
      Launch["counters"] = countersAsJSON(*L.Stats.Counted);
    List.push_back(std::move(Launch));
  }
  json::Value Document =
      json::Object{{"schema", 1}, {"launches", std::move(List)}};
  return fmt::format("{}\n", formatv("{0:2}", Document).str());
}

std::string statsAsText(ArrayRef<NamedStats> Launches) {
  std::string Text;
  for (const NamedStats &L : Launches) {
    Text += fmt::format(
        "stats: {}: {} warp-instructions, {} thread-instructions\n", L.Name,
        L.Stats.WarpInstructions, L.Stats.ThreadInstructions);
    if (L.Stats.Counted)
      Text += countersAsText(*L.Stats.Counted);
  }
  return Text;
}

} // namespace

Expected<Execution> Execution::create(const RunOptions &Options) {
  Execution Result;
  Result.Options = Options.Execution;
  Result.Options.Count = Options.Stats != RunOptions::NoStats;
  if (!Options.TextTrace)
    return Result;
  if (Options.TracePath.empty()) {
    Result.Options.Trace.OS = &errs();
    return Result;
  }
  std::error_code EC;
  Result.TraceFile = std::make_unique<raw_fd_ostream>(Options.TracePath, EC);
  if (EC)
    return createStringError("cannot write '" + Options.TracePath +
                             "': " + EC.message());
  Result.Options.Trace.OS = Result.TraceFile.get();
  return Result;
}

Error writeFile(StringRef Path, StringRef Bytes) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (!EC) {
    OS << Bytes;
    OS.flush();
    EC = OS.error();
    OS.clear_error();
  }
  if (EC)
    return createStringError("cannot write '" + Path + "': " + EC.message());
  return Error::success();
}

Error writeStats(const RunOptions &Options, ArrayRef<NamedStats> Launches) {
  switch (Options.Stats) {
  case RunOptions::NoStats:
    return Error::success();
  case RunOptions::JSONStats:
    return writeFile(Options.StatsPath.empty() ? "-" : Options.StatsPath,
                     statsAsJSON(Launches));
  case RunOptions::TextStats:
    if (!Options.StatsPath.empty())
      return writeFile(Options.StatsPath, statsAsText(Launches));
    // stdout belongs to what --print shows.
    errs() << statsAsText(Launches);
    return Error::success();
  }
  llvm_unreachable("covered switch");
}

Error writeJUnit(StringRef Path, StringRef JobPath,
                 ArrayRef<runtime::Verdict> Verdicts) {
  size_t Failures = 0;
  double Seconds = 0;
  std::string Cases;
  for (const runtime::Verdict &V : Verdicts) {
    Failures += !V.Passed;
    Seconds += V.Seconds;
    Cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\" "
                         "time=\"{:.6f}\"",
                         escapeXML(JobPath), escapeXML(V.Name), V.Seconds);
    if (V.Passed)
      Cases += "/>\n";
    else
      Cases += fmt::format(">\n      <failure message=\"{}\"/>\n"
                           "    </testcase>\n",
                           escapeXML(V.Reason));
  }
  std::string Suite = fmt::format(
      "name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" time=\"{:.6f}\"",
      escapeXML(JobPath), Verdicts.size(), Failures, Seconds);
  return writeFile(
      Path, fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<testsuites>\n  <testsuite {}>\n{}  </testsuite>\n"
                        "</testsuites>\n",
                        Suite, Cases));
}

} // namespace heddle
