//===- SettingValues.cpp - What values of settings say --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettingValues.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/ABI/TargetArch.h"
#include "heddle/Session/SettingTable.h"
#include "heddle/Support/Number.h"
#include "heddle/Timing/Board.h"
#include "heddle/Timing/IssuePolicy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle::session {
namespace {

/// Gives \p Slot the value that is called \p Text.
template <class T>
Error choose(StringRef Option, StringRef Text, StringRef Form,
             std::initializer_list<std::pair<StringRef, T>> Names, T &Slot,
             std::optional<StringRef> AllOfText = std::nullopt) {
  for (const auto &[Name, Value] : Names)
    if (Name == Text) {
      Slot = Value;
      return Error::success();
    }
  return malformedValue(Option, AllOfText.value_or(Text), Form);
}

/// "a, b or c", of one of the names of all checkers with \p More behind them.
std::string checkerList(StringLiteral sanitize::CheckerInfo::*Name,
                        ArrayRef<StringRef> More) {
  SmallVector<StringRef, 8> All;
  for (const sanitize::CheckerInfo &C : sanitize::CheckerTable)
    All.push_back(C.*Name);
  All.append(More.begin(), More.end());
  return join(ArrayRef(All).drop_back(), ", ") + " or " + All.back().str();
}

/// explore:N[:SEED]
Error setExplore(StringRef Text, ScheduleSettings &Schedule) {
  auto [RunsText, SeedText] = Text.split(':');
  std::optional<uint64_t> Runs = parseNumber(RunsText), Seed = 0;
  if (Text.contains(':'))
    Seed = parseNumber(SeedText);
  if (!Runs || !*Runs || !Seed)
    return malformedValue("schedule", ("explore:" + Text).str(),
                          "explore:N[:SEED], with N from 1 on");
  Schedule.Runs = *Runs;
  Schedule.Seed = *Seed;
  return Error::success();
}

} // namespace

bool CheckSettings::any() const { return is_contained(Wanted, true); }

bool CheckSettings::needsUndefined() const {
  for (const auto &[C, Is] : zip_equal(sanitize::CheckerTable, Wanted))
    if (Is && C.NeedsUndefined)
      return true;
  return false;
}

Error setBranchOrder(StringRef Text, std::optional<abi::FirstSide> &Slot) {
  auto Named = StringSwitch<std::optional<abi::FirstSide>>(Text)
                   .Case("taken", abi::FirstSide::Taken)
                   .Case("fallthrough", abi::FirstSide::FallThrough)
                   .Default(std::nullopt);
  if (!Named)
    return malformedValue("branch-order", Text, "taken or fallthrough");
  Slot = Named;
  return Error::success();
}

Error setAsync(StringRef Text, std::optional<bool> &IsLate) {
  if (Text != "late" && Text != "now")
    return malformedValue("async", Text, "now or late");
  IsLate = Text == "late";
  return Error::success();
}

Error setTensorArch(StringRef Text, unsigned &Chip) {
  const abi::TargetArch *Arch =
      Text.starts_with("sm_") ? abi::findTargetArch(Text) : nullptr;
  if (!Arch)
    return malformedValue("tensor-arch", Text,
                          "the name of an architecture, as sm_80");
  Chip = Arch->Number;
  return Error::success();
}

Error setTimeout(StringRef Text, sm::ExecutionOptions &To) {
  // Some 30 years, which the host's clock can count.
  constexpr double Most = 1e9;
  double Seconds;
  if (Text.getAsDouble(Seconds) || !(Seconds > 0 && Seconds <= Most))
    return malformedValue("timeout", Text, "seconds, more than 0");
  To.TimeLimit = Seconds;
  return Error::success();
}

Error setHostIsa(StringRef Text, sm::ExecutionOptions &To) {
  Expected<sm::HostIsa> Isa = sm::supportedIsaOption(Text);
  if (!Isa)
    return Isa.takeError();
  To.Isa = *Isa;
  return Error::success();
}

Error setTextureCache(StringRef Text, sm::TextureCacheShape &To) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  sm::TextureCacheShape Shape;
  uint32_t *Fields[] = {&Shape.Bytes, &Shape.LineBytes, &Shape.Ways};
  bool Ok = Parts.size() <= 3;
  for (size_t I = 0; Ok && I != Parts.size(); ++I) {
    std::optional<uint64_t> Number = parseNumber(Parts[I], 1 << 20);
    Ok = Number.has_value();
    *Fields[I] = static_cast<uint32_t>(Number.value_or(0));
  }
  if (!Ok)
    return malformedValue("tex-cache", Text,
                          "BYTES[,LINE[,WAYS]], as in 8192,32,32");
  if (Error E = Shape.verify())
    return createStringError("option '--tex-cache': " + toString(std::move(E)));
  To = Shape;
  return Error::success();
}

Error setHostThreads(Settings &To, StringRef, const ParsedOption &O) {
  To.SuitsHostThreads = false;
  return setNumber("host-threads", O, 1, 1024, To.Execution.HostThreads);
}

Error setVerbose(Settings &To, StringRef Name, const ParsedOption &O) {
  return setFlag(Name, O, To.Engine.IsVerbose);
}

Error setEngine(StringRef Text, EngineSettings &To) {
  return choose<EngineSettings::KindType>(
      "engine", Text, "interpreter, translated or auto",
      {{"interpreter", EngineSettings::Interpreter},
       {"translated", EngineSettings::Translated},
       {"auto", EngineSettings::Auto}},
      To.Said.emplace());
}

Error setHostCode(StringRef Text, EngineSettings &To) {
  using sm::Coverage;
  using Pair = std::pair<Coverage, Coverage>;
  Pair Both;
  if (Error E =
          choose<Pair>("host-code", Text, "growing, usual or complete",
                       {{"growing", {Coverage::Usual, Coverage::Complete}},
                        {"usual", {Coverage::Usual, Coverage::Usual}},
                        {"complete", {Coverage::Complete, Coverage::Complete}}},
                       Both))
    return E;
  std::tie(To.First, To.Last) = Both;
  To.IsAskedFor = true;
  return Error::success();
}

Error setEmit(StringRef Text, EngineSettings &To) {
  bool IsIR = false;
  if (Error E = choose<bool>("emit", Text, "host-llvm or host-asm",
                             {{"host-llvm", true}, {"host-asm", false}}, IsIR))
    return E;
  (IsIR ? To.EmitsIR : To.EmitsAssembly) = true;
  To.IsAskedFor = true;
  return Error::success();
}

Error setSchedule(StringRef Text, Settings &To) {
  sm::ExecutionOptions &Execution = To.Execution;
  auto [Order, SeedText] = Text.split(':');
  To.Schedule.Runs = 0;
  To.Schedule.ReplayPath.clear();
  To.Schedule.IsTimed = Text == "timed";
  if (To.Schedule.IsTimed)
    return Error::success();
  if (Order == "explore")
    return setExplore(SeedText, To.Schedule);
  if (Order == "replay" && !SeedText.empty()) {
    To.Schedule.ReplayPath = SeedText.str();
    return Error::success();
  }
  std::optional<uint64_t> Seed = parseNumber(SeedText);
  if (Text == "rr")
    Execution.Order = sm::Schedule::RoundRobin;
  else if (Text == "oldest")
    Execution.Order = sm::Schedule::Oldest;
  else if (Order == "random" && Seed)
    Execution.Order = sm::Schedule::Random;
  else
    return malformedValue(
        "schedule", Text,
        "rr, oldest, random:SEED, timed, explore:N[:SEED] or replay:FILE");
  Execution.Seed = Seed.value_or(0);
  return Error::success();
}

Error setTrace(StringRef Text, TraceSettings &To) {
  auto [Form, Path] = Text.split(':');
  if (Text.empty())
    return createStringError("option '--trace' takes a file or text[:FILE]");
  if (Form != "text") {
    To.EventsPath = Text.str();
    return Error::success();
  }
  To.HasText = true;
  To.TextPath = Path.str();
  return Error::success();
}

Error setStats(const ParsedOption &O, StatsSettings &To) {
  auto [Form, Path] = StringRef(O.Value).split(':');
  if (O.HasValue && Form != "text" && Form != "json")
    return malformedValue("stats", O.Value, "text or json[:FILE]");
  To.Form = Form == "json" ? StatsSettings::JSON : StatsSettings::Text;
  To.Path = Path.str();
  return Error::success();
}

Error setTime(const ParsedOption &O, TimeSettings &To) {
  To.IsWanted = true;
  To.Board = nullptr;
  if (!O.HasValue)
    return Error::success();
  Expected<std::shared_ptr<const timing::Board>> Board =
      timing::boardOption(O.Value);
  if (!Board)
    return createStringError("option '--time': " + toString(Board.takeError()));
  To.Board = std::move(*Board);
  return Error::success();
}

Error setTimePolicy(StringRef Text, TimeSettings &To) {
  using timing::IssuePolicy;
  return choose<IssuePolicy>("time-policy", Text, "rr, oldest or two-level",
                             {{"rr", IssuePolicy::RoundRobin},
                              {"oldest", IssuePolicy::Oldest},
                              {"two-level", IssuePolicy::TwoLevel}},
                             To.Policy);
}

Error setCheck(StringRef Text, CheckSettings &To) {
  To.WasSaid = true;
  SmallVector<StringRef, 4> Names;
  Text.split(Names, ',');
  for (StringRef Name : Names) {
    const bool IsAll = Name == "all", IsNone = Name == "none";
    bool IsKnown = IsAll || (IsNone && Names.size() == 1);
    for (auto [C, Is] : zip_equal(sanitize::CheckerTable, To.Wanted)) {
      if (Name == C.Name || IsAll)
        Is = true;
      else if (IsNone)
        Is = false;
      IsKnown |= Name == C.Name;
    }
    if (!IsKnown)
      return malformedValue(
          "check", Text,
          checkerList(&sanitize::CheckerInfo::Name, {"all", "none"}));
  }
  return Error::success();
}

Error setCheckTool(StringRef Text, CheckSettings &To) {
  To.WasSaid = true;
  for (auto [C, Is] : zip_equal(sanitize::CheckerTable, To.Wanted))
    if (Text == C.Tool) {
      Is = true;
      return Error::success();
    }
  return malformedValue("tool", Text,
                        checkerList(&sanitize::CheckerInfo::Tool, {}));
}

Error setCheckFormat(StringRef Text, CheckSettings &To) {
  auto [Form, Path] = Text.split(':');
  To.Path = Path.str();
  return choose<CheckSettings::FormatType>("check-format", Form,
                                           "text, json or sarif, and :FILE",
                                           {{"text", CheckSettings::Text},
                                            {"json", CheckSettings::JSON},
                                            {"sarif", CheckSettings::SARIF}},
                                           To.Format, Text);
}

Error setWarpSynchronous(StringRef Text, sanitize::CheckOptions &To) {
  bool Is = false;
  if (Error E = choose<bool>("warp-synchronous", Text, "yes or no",
                             {{"yes", true}, {"no", false}}, Is))
    return E;
  To.WarpSynchronous = Is;
  return Error::success();
}

} // namespace heddle::session
