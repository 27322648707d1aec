//===- CheckOptions.cpp - What --check and --schedule ask for -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckOptions.h"
#include "Options.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace heddle;

namespace {
/// Names of checks, and what they are called in Compute Sanitizer.
struct CheckName {
  StringLiteral Name, Tool;
  bool CheckRequest::*Is;
};
constexpr CheckName CheckNames[] = {
    {"memory", "memcheck", &CheckRequest::Memory},
    {"race", "racecheck", &CheckRequest::Race},
    {"init", "initcheck", &CheckRequest::Init},
    {"sync", "synccheck", &CheckRequest::Sync},
};
} // namespace

/// explore:N[:SEED]
static Error setExplore(StringRef Text, ScheduleRequest &Schedule) {
  auto [RunsText, SeedText] = Text.split(':');
  std::optional<uint64_t> Runs = parseNumber(RunsText), Seed = 0;
  if (Text.contains(':'))
    Seed = parseNumber(SeedText);
  if (!Runs || !*Runs || !Seed)
    return createStringError("option '--schedule' takes explore:N[:SEED], with "
                             "N from 1 on, not 'explore:" +
                             Text + "'");
  Schedule.Runs = *Runs;
  Schedule.Seed = *Seed;
  return Error::success();
}

Error heddle::setSchedule(StringRef Text, RunOptions &Options) {
  sm::ExecutionOptions &Execution = Options.Execution;
  auto [Order, SeedText] = Text.split(':');
  Options.Schedule.Runs = 0;
  Options.Schedule.ReplayPath.clear();
  if (Order == "explore")
    return setExplore(SeedText, Options.Schedule);
  if (Order == "replay" && !SeedText.empty()) {
    Options.Schedule.ReplayPath = SeedText.str();
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
    return createStringError(
        "option '--schedule' takes rr, oldest, random:SEED, explore:N[:SEED] "
        "or replay:FILE, not '" +
        Text + "'");
  Execution.Seed = Seed.value_or(0);
  return Error::success();
}

Error heddle::setCheck(StringRef Text, CheckRequest &Checks) {
  Checks.WasSaid = true;
  SmallVector<StringRef, 4> Names;
  Text.split(Names, ',');
  for (StringRef Name : Names) {
    bool IsKnown = Name == "all" || (Name == "none" && Names.size() == 1);
    for (const CheckName &C : CheckNames) {
      if (Name == C.Name || Name == "all")
        Checks.*C.Is = true;
      else if (Name == "none")
        Checks.*C.Is = false;
      IsKnown |= Name == C.Name;
    }
    if (!IsKnown)
      return createStringError("option '--check' takes memory, race, init, "
                               "sync, all or none, not '" +
                               Text + "'");
  }
  return Error::success();
}

Error heddle::setCheckTool(StringRef Name, CheckRequest &Checks) {
  Checks.WasSaid = true;
  for (const CheckName &C : CheckNames)
    if (Name == C.Tool) {
      Checks.*C.Is = true;
      return Error::success();
    }
  return createStringError("option '--tool' takes memcheck, racecheck, "
                           "initcheck or synccheck, not '" +
                           Name + "'");
}

Error heddle::setCheckFormat(StringRef Text, CheckRequest &Checks) {
  auto [Form, Path] = Text.split(':');
  if (Form == "text")
    Checks.Format = CheckRequest::Text;
  else if (Form == "json")
    Checks.Format = CheckRequest::JSON;
  else if (Form == "sarif")
    Checks.Format = CheckRequest::SARIF;
  else
    return createStringError("option '--check-format' takes text, json or "
                             "sarif, and :FILE, not '" +
                             Text + "'");
  Checks.Path = Path.str();
  return Error::success();
}

Error heddle::setWarpSynchronous(StringRef Text, CheckRequest &Checks) {
  if (Text != "yes" && Text != "no")
    return createStringError(
        "option '--warp-synchronous' takes yes or no, not '" + Text + "'");
  Checks.Options.WarpSynchronous = Text == "yes";
  return Error::success();
}
