//===- Stats.cpp - What --stats and --annotate write ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same counts three times: sums of a launch as text, everything as JSON,
// and a listing of the PTX with what each line and its microinstructions cost.
//
//===----------------------------------------------------------------------===//

#include "Stats.h"
#include "Files.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OutputFile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

using namespace llvm;

namespace heddle {
namespace {

using sm::CounterId;
using sm::Counters;

/// What was counted, by name; without what did not happen if \p Sparse.
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

struct LineCounts {
  Counters Counted;
  /// What the line was made from.
  std::string Source;
};

/// A file, as InstructionCounts has it, and a line.
using PTXLine = std::pair<StringRef, uint32_t>;

/// Sums over the microinstructions of each PTX line; line 0 has those of none.
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

json::Object residencyAsJSON(const sm::Residency &R) {
  return json::Object{{"sms", R.NumSMs},
                      {"ctas", R.CTAs},
                      {"ctas_per_sm", R.CTAsPerSM},
                      {"warps_per_sm", R.WarpsPerSM},
                      {"max_warps_per_sm", R.MaxWarps},
                      {"limiters", R.Limiters},
                      {"waves", R.Waves}};
}

json::Object launchAsJSON(const NamedStats &L) {
  json::Object Launch{{"name", json::fixUTF8(L.Name)},
                      {"warp_instructions", L.Stats.WarpInstructions},
                      {"thread_instructions", L.Stats.ThreadInstructions}};
  if (L.Stats.Resident)
    Launch["residency"] = residencyAsJSON(*L.Stats.Resident);
  if (L.TheFault)
    Launch["fault"] = L.TheFault->toJSON();
  if (!L.Stats.Counted)
    return Launch;
  Launch["counters"] = countersAsJSON(*L.Stats.Counted, /*Sparse=*/false);
  json::Array Instructions, Lines;
  auto AddFile = [](json::Object &To, StringRef File) {
    if (!File.empty())
      To["file"] = json::fixUTF8(File);
  };
  for (const sm::InstructionCounts &I : L.Stats.ByInstruction) {
    json::Object Object{
        {"pc", I.Address},
        {"line", I.Line},
        {"text", I.Text},
        {"counters", countersAsJSON(I.Counted, /*Sparse=*/true)}};
    AddFile(Object, I.File);
    Instructions.push_back(std::move(Object));
  }
  for (const auto &[Where, C] : countsByLine(L.Stats.ByInstruction)) {
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

/// What a row of a listing says besides the counts that have columns: what
/// costs, and not which class an instruction has.
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

/// The PTX around the instructions of one launch.
class Annotation {
public:
  explicit Annotation(const NamedStats &Named) : L(Named) {}

  std::string text();

private:
  struct PTXText {
    std::unique_ptr<MemoryBuffer> Buffer;
    SmallVector<StringRef, 0> Lines;
  };

  const PTXText &read(StringRef Path);
  std::string row(const Counters &C, StringRef What) const;
  /// A PTX line without the tabs that would break the columns.
  std::string sourceLine(PTXLine Where);

  const NamedStats &L;
  StringMap<PTXText> Files;
};

/// An object has its lines only; its source is not asked for.
const Annotation::PTXText &Annotation::read(StringRef Path) {
  auto [It, IsNew] = Files.try_emplace(Path);
  PTXText &Text = It->second;
  if (!IsNew || !Path.ends_with(".ptx"))
    return Text;
  Expected<std::unique_ptr<MemoryBuffer>> Read = readInputFile(Path);
  if (!Read) {
    consumeError(Read.takeError());
    return Text;
  }
  Text.Buffer = std::move(*Read);
  Text.Buffer->getBuffer().split(Text.Lines, '\n');
  return Text;
}

std::string Annotation::row(const Counters &C, StringRef What) const {
  uint64_t Issued = C[CounterId::Issued];
  std::string Numbers;
  if (Issued)
    Numbers =
        fmt::format("{:6.2f} {:12} {:6.1f}",
                    100.0 * double(Issued) / double(L.Stats.WarpInstructions),
                    Issued, 100 * C.laneEfficiency());
  return fmt::format("{:26} | {}", Numbers, What.str());
}

std::string Annotation::sourceLine(PTXLine Where) {
  auto [File, Line] = Where;
  if (!Line)
    return " (no line)";
  ArrayRef<StringRef> Lines = read(File.empty() ? L.SourcePath : File).Lines;
  if (Line > Lines.size())
    return "";
  std::string Text = (" " + Lines[Line - 1].trim()).str();
  std::replace(Text.begin(), Text.end(), '\t', ' ');
  return Text;
}

std::string Annotation::text() {
  std::string Text = fmt::format(
      "annotate: {}: {} warp-instructions, {} thread-instructions\n{:>6} "
      "{:>12} {:>6} | {}\n",
      L.Name, L.Stats.WarpInstructions, L.Stats.ThreadInstructions, "%",
      "issued", "lanes%", "PTX line, microinstructions");
  std::map<PTXLine, LineCounts> Lines = countsByLine(L.Stats.ByInstruction);
  StringRef File;
  for (const auto &[Where, Sum] : Lines) {
    if (Where.first != File)
      Text += row({}, Where.first.str() + "\n");
    File = Where.first;
    Text += row(Sum.Counted,
                fmt::format("{:5}:{}{}{}\n", Where.second, sourceLine(Where),
                            Sum.Source.empty() ? "" : "  ; ", Sum.Source));
    for (const sm::InstructionCounts &I : L.Stats.ByInstruction) {
      if (PTXLine(I.File, I.Line) != Where)
        continue;
      std::string Costs = remarks(I.Counted);
      Text += row(I.Counted,
                  fmt::format("       {:#06x}  {}{}{}\n", I.Address, I.Text,
                              Costs.empty() ? "" : "  ; ", Costs));
    }
  }
  return Text;
}

std::string statsAsJSON(ArrayRef<NamedStats> Launches) {
  json::Array List;
  for (const NamedStats &L : Launches)
    List.push_back(launchAsJSON(L));
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
    if (L.Stats.Resident)
      Text += residencyAsText(*L.Stats.Resident);
  }
  return Text;
}

Error writeReport(const RunOptions &Options, StringRef Path, StringRef Text) {
  if (!Path.empty())
    return writeOutputFile(Path, Text);
  // stdout belongs to what --print shows.
  reportOS(Options) << Text;
  return Error::success();
}

Error writeForm(const RunOptions &Options, ArrayRef<NamedStats> Launches) {
  switch (Options.Stats) {
  case RunOptions::NoStats:
    return Error::success();
  case RunOptions::JSONStats:
    return writeOutputFile(Options.StatsPath.empty() ? "-" : Options.StatsPath,
                           statsAsJSON(Launches));
  case RunOptions::TextStats:
    return writeReport(Options, Options.StatsPath, statsAsText(Launches));
  }
  llvm_unreachable("covered switch");
}

} // namespace

Error writeStats(const RunOptions &Options, ArrayRef<NamedStats> Launches) {
  if (Error E = writeForm(Options, Launches))
    return E;
  if (!Options.Annotate)
    return Error::success();
  std::string Text;
  for (const NamedStats &L : Launches)
    Text += Annotation(L).text();
  return writeReport(Options, Options.AnnotatePath, Text);
}

} // namespace heddle
