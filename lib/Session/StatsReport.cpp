//===- StatsReport.cpp - What is written about counters -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/StatsReport.h"
#include "Annotation.h"
#include "WorkReport.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Timing/RooflinePage.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::session {
namespace {

using sm::Counters;

/// Counters by name; a \p Sparse object leaves out those that are zero.
json::Object countersAsJSON(const Counters &C, bool Sparse) {
  json::Object Object{{"lane_efficiency", C.laneEfficiency()}};
  for (const sm::CounterInfo &Info : sm::CounterTable)
    if (C[Info.Id] || !Sparse)
      Object[Info.Name] = C[Info.Id];
  return Object;
}

/// One line each; what did not happen is left out.
std::string countersAsText(const Counters &C) {
  std::string Text =
      fmt::format("{:>16.1f} %  lane_efficiency\n", 100 * C.laneEfficiency());
  for (const sm::CounterInfo &Info : sm::CounterTable)
    if (C[Info.Id])
      Text +=
          fmt::format("{:>18}  {} ({})\n", C[Info.Id], Info.Name, Info.Unit);
  return Text;
}

json::Object residencyAsJSON(const sm::Residency &R) {
  return json::Object{{"sms", R.NumSMs},
                      {"ctas", R.CTAs},
                      {"ctas_per_sm", R.CTAsPerSM},
                      {"warps_per_sm", R.WarpsPerSM},
                      {"max_warps_per_sm", R.MaxWarps},
                      {"limiters", R.Limiters},
                      {"waves", R.Waves}};
}

json::Object launchAsJSON(StringRef Name, const sm::LaunchResult &Result,
                          const WorkReport &Work,
                          const timing::LaunchTime *Time) {
  const sm::LaunchStats &Stats = Result.Stats;
  json::Object Launch{{"name", json::fixUTF8(Name)},
                      {"warp_instructions", Stats.WarpInstructions},
                      {"thread_instructions", Stats.ThreadInstructions}};
  if (Stats.Resident)
    Launch["residency"] = residencyAsJSON(*Stats.Resident);
  if (Time)
    timing::addTime(Launch, *Time);
  if (Result.TheFault)
    Launch["fault"] = Result.TheFault->toJSON();
  if (!Stats.Counted)
    return Launch;
  Launch["counters"] = countersAsJSON(*Stats.Counted, /*Sparse=*/false);
  if (json::Object Object = Work.toJSON(); !Object.empty())
    Launch["work"] = std::move(Object);
  json::Array Instructions, Lines;
  auto AddFile = [](json::Object &To, StringRef File) {
    if (!File.empty())
      To["file"] = json::fixUTF8(File);
  };
  for (const sm::InstructionCounts &I : Stats.ByInstruction) {
    json::Object Object{
        {"pc", I.Address},
        {"line", I.Line},
        {"text", I.Text},
        {"counters", countersAsJSON(I.Counted, /*Sparse=*/true)}};
    AddFile(Object, I.File);
    Instructions.push_back(std::move(Object));
  }
  for (const auto &[Where, C] : countsByLine(Stats.ByInstruction)) {
    json::Object Object{{"line", Where.second},
                        {"counters", countersAsJSON(C.Counted, true)}};
    AddFile(Object, Where.first);
    if (!C.Source.empty())
      Object["source"] = json::fixUTF8(C.Source);
    Lines.push_back(std::move(Object));
  }
  Launch["instructions"] = std::move(Instructions);
  Launch["lines"] = std::move(Lines);
  return Launch;
}

std::string residencyAsText(const sm::Residency &R) {
  return fmt::format("{:>18}  CTAs ({} of {} warps) fit an SM, limited by {}; "
                     "{} CTAs take {} wave{} of {} SMs\n",
                     R.CTAsPerSM, R.WarpsPerSM, R.MaxWarps, R.Limiters, R.CTAs,
                     R.Waves, R.Waves == 1 ? "" : "s", R.NumSMs);
}

std::string sumsAsText(StringRef Name, const sm::LaunchStats &Stats,
                       const WorkReport &Work) {
  std::string Text =
      fmt::format("stats: {}: {} warp-instructions, {} thread-instructions\n",
                  Name.str(), Stats.WarpInstructions, Stats.ThreadInstructions);
  if (Stats.Counted)
    Text += countersAsText(*Stats.Counted) + Work.text();
  if (Stats.Resident)
    Text += residencyAsText(*Stats.Resident);
  return Text;
}

Error writeTo(StringRef Path, raw_ostream &Else, StringRef Text) {
  if (!Path.empty())
    return writeOutputFile(Path, Text);
  Else << Text;
  Else.flush();
  return Error::success();
}

} // namespace

StatsReport::StatsReport(const StatsSettings &How, std::string Page)
    : Wanted(How), RooflinePath(std::move(Page)) {}
StatsReport::~StatsReport() = default;

void StatsReport::add(StringRef Name, const sm::LaunchResult &Result,
                      runtime::LoadedModule *Module,
                      const timing::LaunchTime *Time) {
  if (Time && Wanted.Form != StatsSettings::JSON)
    Times += timing::timeText(Name, *Time);
  if (Time && !RooflinePath.empty()) {
    ForPage.push_back({Name.str(), *Time});
    // The page has nothing of single instructions.
    ForPage.back().Time.Instructions.clear();
  }
  LaunchWork Work;
  // A launch that was refused has none.
  if (Observed && Result.Stats.Counted)
    Work = Observed->take();
  const WorkReport Report(Work, Module);
  switch (Wanted.Form) {
  case StatsSettings::None:
    break;
  case StatsSettings::Text:
    Sums += sumsAsText(Name, Result.Stats, Report);
    break;
  case StatsSettings::JSON:
    Launches.push_back(launchAsJSON(Name, Result, Report, Time));
    break;
  }
  if (Wanted.Annotate)
    Listings += annotationText(Name, Result.Stats, Work, Module, Time);
}

Error StatsReport::write(raw_ostream &Text, raw_ostream &Documents) {
  Text << Times;
  Text.flush();
  if (!RooflinePath.empty())
    if (Error E = writeOutputFile(RooflinePath, timing::rooflinePage(ForPage)))
      return E;
  switch (Wanted.Form) {
  case StatsSettings::None:
    break;
  case StatsSettings::Text:
    if (Error E = writeTo(Wanted.Path, Text, Sums))
      return E;
    break;
  case StatsSettings::JSON: {
    json::Value All =
        json::Object{{"schema", 1}, {"launches", std::move(Launches)}};
    if (Error E =
            writeTo(Wanted.Path, Documents, formatv("{0:2}\n", All).str()))
      return E;
    break;
  }
  }
  return Wanted.Annotate ? writeTo(Wanted.AnnotatePath, Text, Listings)
                         : Error::success();
}

} // namespace heddle::session
