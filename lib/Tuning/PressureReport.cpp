//===- PressureReport.cpp - Live registers, line by line ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Tuning/PressureReport.h"
#include "CSV.h"
#include "ReportList.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <tuple>

using namespace llvm;

namespace heddle::tuning {

/// Puts the values first that cost least to do without; of equal ones those
/// that last longest, which are the ones worth a thought.
static void rank(std::vector<tesla::LiveValue> &Values) {
  auto Length = [](const tesla::LiveValue &V) {
    unsigned From = V.Defs.empty() ? 0 : V.Defs.front().Line;
    return V.LastUse.Line > From ? V.LastUse.Line - From : 0;
  };
  auto Key = [&](const tesla::LiveValue &V) {
    return std::tuple(V.IsOperand, V.Cost / std::max(V.Registers, 1u),
                      -int64_t(Length(V)));
  };
  // Among equal values the first in the code comes first.
  std::vector<const tesla::LiveValue *> Order;
  for (const tesla::LiveValue &V : Values)
    Order.push_back(&V);
  llvm::sort(Order, [&](const auto *A, const auto *B) {
    return std::pair(Key(*A), A) < std::pair(Key(*B), B);
  });
  std::vector<tesla::LiveValue> Ranked;
  Ranked.reserve(Values.size());
  for (const tesla::LiveValue *V : Order)
    Ranked.push_back(*V);
  Values = std::move(Ranked);
}

/// The step that fewer registers of \p K take on \p G, if they make room;
/// \p Values are ranked.
static std::optional<PressureStep> stepOn(const abi::Geometry &G,
                                          const KernelReport &K,
                                          ArrayRef<tesla::LiveValue> Values,
                                          const PressureOptions &Options) {
  PressureStep Step;
  Step.Geometry = &G;
  Step.Threads = threadsOf(K.Info, Options.Threads);
  const uint64_t Shared =
      object::sharedBytesOn(K.Info, G, Options.DynamicShared);
  for (const abi::OccupancyStep &S :
       abi::nextOccupancySteps(G, Step.Threads, K.Info.Registers, Shared)) {
    if (S.FewerRegisters == 0 || S.FewerShared != 0)
      continue;
    Step.Registers = K.Info.Registers - S.FewerRegisters;
    Step.After = S.After;
  }
  if (Step.Registers == 0)
    return std::nullopt;
  unsigned Live = K.Pressure.Peak;
  size_t Count = 0;
  for (const tesla::LiveValue &V : Values) {
    if (Live <= Step.Registers || V.IsOperand)
      break;
    Live -= std::min(Live, V.Registers);
    Step.Cost += V.Cost;
    ++Count;
  }
  if (Live <= Step.Registers)
    Step.Values = Count;
  return Step;
}

std::vector<PressureReport> reportPressure(const CompileResult &Result,
                                           StringRef Source,
                                           const PressureOptions &Options) {
  std::vector<std::string> Lines;
  for (StringRef Rest = Source; !Rest.empty();) {
    auto [Line, Behind] = Rest.split('\n');
    Lines.push_back(Line.rtrim().str());
    std::replace(Lines.back().begin(), Lines.back().end(), '\t', ' ');
    Rest = Behind;
  }
  std::vector<PressureReport> Reports;
  Reports.reserve(Result.Kernels.size());
  std::vector<const abi::Geometry *> Geometries = Options.Geometries;
  if (Geometries.empty())
    Geometries.push_back(Result.Geometry);
  for (const KernelReport &K : Result.Kernels) {
    PressureReport &R = Reports.emplace_back();
    R.Kernel = K.Info.Name;
    R.Registers = K.Info.Registers;
    R.Pressure = K.Pressure;
    R.Source = Lines;
    R.Origins = Result.Sources;
    rank(R.Pressure.AtPeak);
    for (const abi::Geometry *G : Geometries)
      if (auto Step = stepOn(*G, K, R.Pressure.AtPeak, Options))
        R.Steps.push_back(std::move(*Step));
  }
  return Reports;
}

namespace {

/// The text of line \p Line; empty where there is none.
StringRef sourceLine(const PressureReport &R, unsigned Line) {
  return Line == 0 || Line > R.Source.size()
             ? StringRef()
             : StringRef(R.Source[Line - 1]).trim();
}

/// Statements whose first operand is no result.
bool hasNoResult(StringRef Opcode) {
  static constexpr StringLiteral Stems[] = {
      "st",      "red",      "bra",       "brx",   "bar",
      "barrier", "ret",      "exit",      "trap",  "membar",
      "sust",    "prefetch", "prefetchu", "brkpt", "pmevent"};
  return llvm::is_contained(Stems, Opcode.split('.').first);
}

/// The register that the statement at \p Place sets; empty if there is none.
StringRef resultRegister(const PressureReport &R,
                         const tesla::PTXPlace &Place) {
  if (Place.Line == 0 || Place.Line > R.Source.size() || Place.Column == 0)
    return "";
  constexpr StringLiteral Blank = " \t";
  StringRef Rest = StringRef(R.Source[Place.Line - 1])
                       .drop_front(std::min<size_t>(
                           Place.Column - 1, R.Source[Place.Line - 1].size()));
  Rest = Rest.ltrim(Blank);
  if (Rest.starts_with("@"))
    Rest = Rest.drop_until([](char C) { return C == ' '; }).ltrim(Blank);
  StringRef Opcode = Rest.take_until([](char C) { return C == ' '; });
  Rest = Rest.drop_front(Opcode.size()).ltrim(Blank);
  if (hasNoResult(Opcode))
    return "";
  // A vector or a call's results, or up to the next operand.
  for (StringRef Pair : {"{}", "()"})
    if (Rest.starts_with(Pair.take_front()))
      return Rest.take_front(Rest.find(Pair.back()) + 1);
  return Rest.take_until([](char C) { return StringRef(",;|/").contains(C); })
      .rtrim(Blank);
}

/// "saxpy.cu:12": what the last instruction of line \p Line was made from.
std::string originOf(const PressureReport &R, unsigned Line) {
  return R.Origins.text(Line, UINT32_MAX);
}

/// The PTX that makes \p V, if one does.
StringRef originText(const PressureReport &R, const tesla::LiveValue &V) {
  for (const tesla::PTXPlace &P : V.Defs)
    if (P.Line != 0)
      return sourceLine(R, P.Line);
  return "";
}

/// The description of \p V: that of code generation, or the PTX register it is
/// in.
StringRef valueText(const PressureReport &R, const tesla::LiveValue &V) {
  if (!V.Name.empty())
    return V.Name;
  for (const tesla::PTXPlace &P : V.Defs)
    if (StringRef Register = resultRegister(R, P); !Register.empty())
      return Register;
  switch (V.Origin) {
  case tesla::ValueOrigin::Computed:
    return "(computed by the compiler)";
  case tesla::ValueOrigin::Load:
    return "(loaded by the compiler)";
  case tesla::ValueOrigin::Parameter:
    return "(a parameter)";
  case tesla::ValueOrigin::Constant:
    return "(a constant)";
  case tesla::ValueOrigin::SpecialRegister:
    return "(a special register)";
  }
  llvm_unreachable("covered switch");
}

StringRef originName(tesla::ValueOrigin Origin) {
  switch (Origin) {
  case tesla::ValueOrigin::Computed:
    return "computed";
  case tesla::ValueOrigin::Load:
    return "load";
  case tesla::ValueOrigin::Parameter:
    return "parameter";
  case tesla::ValueOrigin::Constant:
    return "constant";
  case tesla::ValueOrigin::SpecialRegister:
    return "special register";
  }
  llvm_unreachable("covered switch");
}

std::string definedAt(const tesla::LiveValue &V) {
  std::string Text;
  for (const tesla::PTXPlace &P : V.Defs)
    if (P.Line != 0)
      Text += (Text.empty() ? "" : ",") + std::to_string(P.Line);
  return Text.empty() ? "-" : Text;
}

/// "2.0"; nothing for what cannot be elsewhere.
std::string costText(const tesla::LiveValue &V) {
  std::string Text;
  if (!V.IsOperand)
    raw_string_ostream(Text) << format("%.1f", V.Cost);
  return Text.empty() ? "-" : Text;
}

void printValues(const PressureReport &R, raw_ostream &OS) {
  const std::vector<tesla::LiveValue> &Values = R.Pressure.AtPeak;
  size_t Width = StringRef("value").size();
  for (const tesla::LiveValue &V : Values)
    Width = std::max(Width, valueText(R, V).size());
  OS << "     cost  registers  defined  last used  "
     << left_justify("value", Width) << "  by\n";
  for (const tesla::LiveValue &V : Values) {
    OS << format("  %7s  %8u%c  %7s  %9u  ", costText(V).c_str(), V.Registers,
                 V.IsCheap ? '*' : ' ', definedAt(V).c_str(), V.LastUse.Line);
    StringRef By = originText(R, V);
    if (By.empty())
      OS << valueText(R, V) << '\n';
    else
      OS << left_justify(valueText(R, V), Width) << "  " << By << '\n';
  }
}

/// "next step with CTAs of 256 threads on g80: 20 registers -> ..."
void printStep(const PressureStep &S, raw_ostream &OS) {
  OS << "next step with CTAs of " << S.Threads << " threads on "
     << S.Geometry->Name << ": " << S.Registers << " registers -> "
     << S.After.ActiveCTAs << (S.After.ActiveCTAs == 1 ? " CTA" : " CTAs")
     << format(" (%.1f %%), ", S.After.percent());
  if (!S.Values)
    OS << "which the values that can be elsewhere do not make room for";
  else if (*S.Values == 0)
    OS << "and no more are live";
  else if (*S.Values == 1)
    OS << "without the first value" << format(" for %.1f instructions", S.Cost);
  else
    OS << "without the first " << *S.Values << " values"
       << format(" for %.1f instructions", S.Cost);
}

void printText(const PressureReport &R, raw_ostream &OS) {
  const tesla::KernelPressure &P = R.Pressure;
  constexpr unsigned BarWidth = 32;
  // Instructions of the chip before the first statement belong to no line.
  std::string Peak = P.PeakPlace.Line == 0
                         ? "at the entry"
                         : "in line " + std::to_string(P.PeakPlace.Line);
  OS << R.Kernel << ": at most " << P.Peak << " registers live, " << Peak
     << "; the code uses " << R.Registers << "\n\n"
     << "  line  live\n";
  for (const tesla::LinePressure &L : P.Lines) {
    unsigned Length = P.Peak == 0 ? 0 : (L.Registers * BarWidth) / P.Peak;
    std::string Bar(Length, '#');
    Bar.resize(BarWidth, ' ');
    OS << format("  %4u  %4u  ", L.Line, L.Registers) << Bar
       << (L.Line == P.PeakPlace.Line ? "> " : "  ") << sourceLine(R, L.Line);
    if (std::string Origin = originOf(R, L.Line); !Origin.empty())
      OS << "  ; " << Origin;
    OS << '\n';
  }
  OS << "\n  live " << Peak << "; * cheap to compute again";
  if (llvm::any_of(P.AtPeak, [](const tesla::LiveValue &V) {
        return StringRef(V.Name).contains('@');
      }))
    OS << "; @N what line N computes";
  OS << "; cost in executed instructions of doing without";
  OS << '\n';
  printValues(R, OS);
  for (const PressureStep &S : R.Steps) {
    OS << "  ";
    printStep(S, OS);
    OS << '\n';
  }
  if (P.CostlyPeak < P.Peak)
    OS << "  without the cheap ones: " << P.CostlyPeak << " registers\n";
}

json::Object stepJSON(const PressureStep &S) {
  std::string Text;
  raw_string_ostream OS(Text);
  printStep(S, OS);
  json::Object O{{"geometry", S.Geometry->Name},
                 {"block", S.Threads},
                 {"registers", S.Registers},
                 {"ctas", S.After.ActiveCTAs},
                 {"warps", S.After.ActiveWarps},
                 {"occupancy", S.After.percent()},
                 {"values", S.Values ? json::Value(*S.Values) : nullptr},
                 {"text", Text}};
  if (S.Values)
    O["cost"] = S.Cost;
  return O;
}

} // namespace

json::Value pressureJSON(const PressureReport &R) {
  json::Array Lines, Values, Steps;
  for (const tesla::LinePressure &L : R.Pressure.Lines) {
    json::Object Object{{"line", L.Line},
                        {"live", L.Registers},
                        {"source", json::fixUTF8(sourceLine(R, L.Line))}};
    if (std::string Origin = originOf(R, L.Line); !Origin.empty())
      Object["made_from"] = json::fixUTF8(Origin);
    Lines.push_back(std::move(Object));
  }
  for (const tesla::LiveValue &V : R.Pressure.AtPeak) {
    json::Array Defs;
    for (const tesla::PTXPlace &P : V.Defs)
      if (P.Line != 0)
        Defs.push_back(P.Line);
    Values.push_back(
        json::Object{{"registers", V.Registers},
                     {"defined", std::move(Defs)},
                     {"last_used", V.LastUse.Line},
                     {"cheap", V.IsCheap},
                     {"cost", V.IsOperand ? nullptr : json::Value(V.Cost)},
                     {"origin", originName(V.Origin)},
                     {"value", json::fixUTF8(valueText(R, V))},
                     {"source", json::fixUTF8(originText(R, V))}});
  }
  for (const PressureStep &S : R.Steps)
    Steps.push_back(stepJSON(S));
  return json::Object{{"kernel", json::fixUTF8(R.Kernel)},
                      {"registers", R.Registers},
                      {"peak", R.Pressure.Peak},
                      {"peak_line", R.Pressure.PeakPlace.Line},
                      {"peak_without_cheap", R.Pressure.CostlyPeak},
                      {"lines", std::move(Lines)},
                      {"next_steps", std::move(Steps)},
                      {"live_at_peak", std::move(Values)}};
}

void printPressure(ArrayRef<PressureReport> Reports, OutputFormat Format,
                   raw_ostream &OS) {
  switch (Format) {
  case OutputFormat::Text:
    printTexts(Reports, printText, OS);
    return;
  case OutputFormat::JSON:
    printJSON(Reports, "pressure", pressureJSON, OS);
    return;
  case OutputFormat::CSV:
    OS << "kernel,line,live\n";
    for (const PressureReport &R : Reports)
      for (const tesla::LinePressure &L : R.Pressure.Lines)
        OS << fieldCSV(R.Kernel) << ',' << L.Line << ',' << L.Registers << '\n';
  }
}

} // namespace heddle::tuning
