//===- Annotation.cpp - PTX lines with their counts -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Annotation.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/Timing/LaunchTime.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle::session {

using sm::CounterId;
using sm::Counters;

std::map<PTXLine, LineCounts>
countsByLine(ArrayRef<sm::InstructionCounts> Instructions) {
  std::map<PTXLine, LineCounts> Lines;
  for (const sm::InstructionCounts &I : Instructions) {
    LineCounts &L = Lines[{I.File, I.Line}];
    L.Counted.merge(I.Counted);
    L.Source = I.Source;
  }
  return Lines;
}

namespace {

/// The last column of a row: the counters of costs that have no column of their
/// own. Counters of instruction classes are left out.
std::string remarks(const Counters &C) {
  std::string Text;
  for (const sm::CounterInfo &Info : sm::CounterTable) {
    bool HasColumn = Info.Id <= CounterId::IssuedBarrier;
    if (!HasColumn && C[Info.Id])
      Text += fmt::format("{}{}={}", Text.empty() ? "" : " ", Info.Name,
                          C[Info.Id]);
  }
  return Text;
}

class Annotation {
public:
  Annotation(StringRef Launch, const sm::LaunchStats &Counted,
             const LaunchWork &Done, runtime::LoadedModule *Of,
             const timing::LaunchTime *When)
      : Name(Launch), Stats(Counted), Work(Done), Module(Of),
        Time(When && When->isThere() ? When : nullptr) {
    if (Time)
      for (const timing::InstructionTime &I : Time->Instructions)
        AllWaits += I.waited();
  }

  std::string text();

private:
  std::string row(const Counters &C, StringRef What,
                  const timing::InstructionTime *When = nullptr) const;
  /// The name of the stall that warps spent most time in before \p I issued.
  static std::string mainWait(const timing::InstructionTime &I);
  /// A PTX line without the tabs that would break the columns.
  std::string sourceLine(PTXLine Where);
  /// Sums the times of the microinstructions made from line \p Where.
  timing::InstructionTime timeOf(PTXLine Where) const;

  const StringRef Name;
  const sm::LaunchStats &Stats;
  const LaunchWork &Work;
  runtime::LoadedModule *const Module;
  const timing::LaunchTime *const Time;
  uint64_t AllWaits = 0;
};

std::string Annotation::mainWait(const timing::InstructionTime &I) {
  const auto *Most = std::max_element(I.Waits.begin(), I.Waits.end());
  return *Most ? timing::StallTable[Most - I.Waits.begin()].Key.str() : "";
}

std::string Annotation::row(const Counters &C, StringRef What,
                            const timing::InstructionTime *When) const {
  uint64_t Issued = C[CounterId::Issued];
  std::string Numbers;
  if (Issued)
    Numbers =
        fmt::format("{:6.2f} {:12} {:6.1f}",
                    100.0 * double(Issued) / double(Stats.WarpInstructions),
                    Issued, 100 * C.laneEfficiency());
  if (!Time)
    return fmt::format("{:26} | {}", Numbers, What.str());
  std::string Clocks;
  if (When && When->Issued)
    Clocks = fmt::format(
        "{:6.2f} {:>12} {:8}",
        AllWaits ? 100.0 * double(When->waited()) / double(AllWaits) : 0,
        When->waited(), mainWait(*When));
  return fmt::format("{:26} {:28} | {}", Numbers, Clocks, What.str());
}

std::string Annotation::sourceLine(PTXLine Where) {
  auto [File, Line] = Where;
  if (!Line)
    return " (no line)";
  StringRef Found = Module ? Module->sourceLine(File, Line) : "";
  if (Found.empty())
    return "";
  std::string Text = (" " + Found).str();
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  return Text;
}

std::string Annotation::text() {
  std::string Text = fmt::format(
      "annotate: {}: {} warp-instructions, {} thread-instructions\n{:>6} "
      "{:>12} {:>6} {}| {}\n",
      Name.str(), Stats.WarpInstructions, Stats.ThreadInstructions, "%",
      "issued", "lanes%",
      Time ? fmt::format("{:>6} {:>12} {:8} ", "wait%", "warp-clocks", "for")
           : "",
      "PTX line, microinstructions");
  std::map<PTXLine, LineCounts> Lines = countsByLine(Stats.ByInstruction);
  StringRef File;
  for (const auto &[Where, Sum] : Lines) {
    if (Where.first != File)
      Text += row({}, Where.first.str() + "\n");
    File = Where.first;
    const timing::InstructionTime OfLine = timeOf(Where);
    Text += row(Sum.Counted,
                fmt::format("{:5}:{}{}{}\n", Where.second, sourceLine(Where),
                            Sum.Source.empty() ? "" : "  ; ", Sum.Source),
                &OfLine);
    for (auto [N, I] : enumerate(Stats.ByInstruction)) {
      if (PTXLine(I.File, I.Line) != Where)
        continue;
      std::string Costs = remarks(I.Counted);
      if (auto Done = Work.find(I.Address); Done != Work.end())
        Costs += (Costs.empty() ? "" : " ") + WorkReport::remarks(Done->second);
      Text += row(I.Counted,
                  fmt::format("       {:#06x}  {}{}{}\n", I.Address, I.Text,
                              Costs.empty() ? "" : "  ; ", Costs),
                  Time ? &Time->Instructions[N] : nullptr);
    }
  }
  return Text;
}

timing::InstructionTime Annotation::timeOf(PTXLine Where) const {
  timing::InstructionTime Sum;
  if (Time)
    for (auto [N, I] : enumerate(Stats.ByInstruction))
      if (PTXLine(I.File, I.Line) == Where)
        Sum.add(Time->Instructions[N]);
  return Sum;
}

} // namespace

std::string annotationText(StringRef Name, const sm::LaunchStats &Stats,
                           const LaunchWork &Work,
                           runtime::LoadedModule *Module,
                           const timing::LaunchTime *Time) {
  return Annotation(Name, Stats, Work, Module, Time).text();
}

} // namespace heddle::session
