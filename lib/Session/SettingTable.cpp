//===- SettingTable.cpp - The names of settings ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/SettingTable.h"
#include "SettingValues.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Support/NearestWord.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

using namespace llvm;

namespace heddle::session {
namespace {

/// perf looks in this file for the names of code that the process generated.
std::string defaultPerfMap() {
  return "/tmp/perf-" + std::to_string(sys::Process::getProcessId()) + ".map";
}

/// "race|sync" of one of the names of all checkers, and what is behind them.
std::string checkerWords(StringLiteral sanitize::CheckerInfo::*Name,
                         StringRef More) {
  std::string Words;
  for (const sanitize::CheckerInfo &C : sanitize::CheckerTable)
    Words += (Words.empty() ? "" : "|") + (C.*Name).str();
  return Words + More.str();
}

const char *needsChecks(const Settings &S) {
  return S.Checks.WasSaid ? nullptr : "--check";
}
const char *needsReport(const Settings &S) {
  return S.Checks.WasSaid || S.Schedule.Runs
             ? nullptr
             : "--check or --schedule=explore:N";
}
const char *needsExplorer(const Settings &S) {
  return S.Schedule.Runs ? nullptr : "--schedule=explore:N";
}
const char *needsHostCode(const Settings &S) {
  return S.Engine.kind() != EngineSettings::Interpreter
             ? nullptr
             : "--engine=translated or --engine=auto";
}
const char *needsCounts(const Settings &S) {
  return S.Stats.any() ? nullptr : "--stats or --annotate";
}
const char *needsClock(const Settings &S) {
  return S.Time.IsWanted || S.Schedule.IsTimed ? nullptr
                                               : "--time or --schedule=timed";
}
const char *needsTimes(const Settings &S) {
  return S.Time.IsWanted ? nullptr : "--time";
}
const char *needsTextTrace(const Settings &S) {
  return S.Trace.HasText ? nullptr : "--trace=text";
}

using Row = OptionSetter<Settings>;

ArrayRef<Row> allRows() {
  static const std::string Geometries = abi::geometryNames("|");
  static const std::string Checks =
      checkerWords(&sanitize::CheckerInfo::Name, "|all|none");
  static const std::string CheckValue =
      "=" +
      join(split(checkerWords(&sanitize::CheckerInfo::Name, ""), '|'), ",") +
      "|all|none";
  static const std::string Tools =
      checkerWords(&sanitize::CheckerInfo::Tool, "");
  static const std::string ToolHelp =
      "the same by the names of Compute Sanitizer: " +
      join(split(Tools, '|'), " ");

  constexpr auto Value = OptionRow::Value;
  constexpr auto Optional = OptionRow::Optional;
  constexpr auto Flag = OptionRow::Flag;
  constexpr auto Rare = OptionRow::Rare;
  constexpr auto Supported = OptionRow::Supported;
  using S = Settings;
  using N = StringRef;
  using O = ParsedOption;

  static const Row Rows[] = {
      {{0, "geometry", Value, "=NAME", "the SM, when it is not the chip's own",
        Supported, Geometries.c_str()},
       [](S &To, N, const O &V) { return setGeometry(V.Value, To.Geometry); }},
      {{0, "max-instructions", Value, "=N",
        "warp-instructions a launch (default 2^36)"},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 1, UINT64_MAX, To.MaxInstructions);
       }},
      {{0, "timeout", Value, "=SECONDS", "time that a launch may take"},
       [](S &To, N, const O &V) { return setTimeout(V.Value, To.Execution); }},
      {{0, "wrap-addresses", Flag, "",
        "cut addresses to 16 bits where the chip does, instead of a fault",
        Rare},
       [](S &To, N Name, const O &V) {
         return setFlag(Name, V, To.Execution.WrapAddresses);
       }},
      {{0, "stats", Optional, "[=text|json[:FILE]]",
        "counters, see docs/counters.md", Supported, "text|json"},
       [](S &To, N, const O &V) { return setStats(V, To.Stats); }},
      {{0, "annotate", Optional, "[=FILE]",
        "PTX lines and microinstructions with their counts"},
       [](S &To, N, const O &V) {
         To.Stats.Annotate = true;
         return setText(V.Value, To.Stats.AnnotatePath);
       }},
      {{0, "time", Optional, "[=BOARD|FILE.yaml]",
        "how long launches take on a board, see docs/timing.md"},
       [](S &To, N, const O &V) { return setTime(V, To.Time); }},
      {{0, "time-policy", Value, "=NAME",
        "with a clock: which ready warp of an SM issues: rr, oldest or "
        "two-level (rr)",
        Rare, "rr|oldest|two-level"},
       [](S &To, N, const O &V) { return setTimePolicy(V.Value, To.Time); },
       needsClock},
      {{0, "time-sample", Optional, "[=WAVES]",
        "time a sample of the CTAs of large grids: so many times what the SMs "
        "hold (6)",
        Rare},
       [](S &To, N Name, const O &V) {
         To.Time.SampledWaves = 6;
         return V.HasValue ? setNumber(Name, V, 4, 1000, To.Time.SampledWaves)
                           : Error::success();
       },
       needsTimes},
      {{0, "roofline", Value, "=FILE.html",
        "with --time: a page with the launches under the board's roofline",
        Rare},
       [](S &To, N, const O &V) {
         return setText(V.Value, To.Time.RooflinePath);
       },
       needsTimes},
      {{0, "job-log", Optional, "[=FILE]",
        "a line for each launch: kernel, size, time, how it ended", Rare},
       [](S &To, N, const O &V) {
         To.Log.IsWanted = true;
         return setText(V.Value, To.Log.Path);
       }},
      {{0, "schedule", Value, "=ORDER",
        "order of warps: rr oldest random:SEED timed explore:N[:SEED] "
        "replay:FILE",
        Supported, "rr|oldest|random:|timed|explore:|replay:"},
       [](S &To, N, const O &V) { return setSchedule(V.Value, To); }},
      {{0, "branch-order", Value, "=SIDE",
        "which lanes go on first where a warp parts: taken or fallthrough "
        "(default: the module's)",
        Rare, "taken|fallthrough"},
       [](S &To, N, const O &V) {
         return setBranchOrder(V.Value, To.SideThatGoesOn);
       }},
      {{0, "schedule-file", Value, "=FILE",
        "where explore writes the schedule that it found (KERNEL.schedule)",
        Rare},
       [](S &To, N, const O &V) {
         return setText(V.Value, To.Schedule.OutPath);
       },
       needsExplorer},
      {{0, "async", Value, "=WHEN",
        "when asynchronous copies happen: late, as late as PTX allows, or "
        "now (the default but for explored and replayed schedules)",
        Rare, "now|late"},
       [](S &To, N, const O &V) {
         return setAsync(V.Value, To.Schedule.IsLate);
       }},
      {{0, "host-threads", Value, "=N", "host threads that run CTAs, also -jN"},
       setHostThreads},
      {{0, "j", OptionRow::Joined}, setHostThreads},
      {{0, "host-isa", Value, "=NAME", sm::HostIsaHelp, Rare, sm::HostIsaNames},
       [](S &To, N, const O &V) { return setHostIsa(V.Value, To.Execution); }},
      {{0, "engine", Value, "=NAME",
        "what runs kernels: interpreter, translated to the host's code, or "
        "auto: "
        "translated where that pays (auto)",
        Rare, "interpreter|translated|auto"},
       [](S &To, N, const O &V) { return setEngine(V.Value, To.Engine); }},
      {{0, "host-code", Value, "=NAME",
        "what host code is made for: what is usual, all (complete), or all "
        "once "
        "the rest has been worth it (growing)",
        Rare, "growing|usual|complete"},
       [](S &To, N, const O &V) { return setHostCode(V.Value, To.Engine); },
       needsHostCode},
      {{0, "emit", Value, "=host-llvm|host-asm",
        "print what translated kernels became", Rare, "host-llvm|host-asm"},
       [](S &To, N, const O &V) { return setEmit(V.Value, To.Engine); },
       needsHostCode},
      {{0, "perf-map", Optional, "[=FILE]",
        "name kernels and PTX lines in host code for perf report, in "
        "/tmp/perf-PID.map",
        Rare},
       [](S &To, N, const O &V) {
         return setText(V.Value.empty() ? defaultPerfMap() : V.Value,
                        To.Engine.PerfMapPath);
       },
       needsHostCode},
      {{0, "no-cache", Flag, "",
        "neither take host code from the user's cache nor keep it there", Rare},
       [](S &To, N Name, const O &V) {
         return setFlag(Name, V, To.Engine.NoCache);
       }},
      {{0, "v", Flag, "", "say which engine runs kernels, and why", Rare},
       setVerbose},
      {{0, "verbose", Flag}, setVerbose},
      {{0, "num-sms", Value, "=N",
        "SMs: CTAs that may wait for each other (default 16)", Rare},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 1, 1024, To.Execution.NumSMs);
       }},
      {{0, "tensor-arch", Value, "=sm_NN",
        "whose sums tensor instructions have, when it is not the module's chip",
        Rare},
       [](S &To, N, const O &V) {
         return setTensorArch(V.Value, To.Execution.TensorChip);
       }},
      {{0, "tex-cache", Value, "=BYTES[,LINE[,WAYS]]",
        "texture cache of two SMs, for --stats (default 8192,32,32)", Rare},
       [](S &To, N, const O &V) {
         return setTextureCache(V.Value, To.Execution.TextureCache);
       },
       needsCounts},
      {{0, "stack-size", Value, "=N",
        "bytes of each thread for functions that call themselves (default "
        "16384)",
        Rare},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 0, 1 << 20, To.Execution.StackBytes);
       }},
      {{0, "heap-size", Value, "=N",
        "bytes that kernels can allocate (default 8 MiB)", Rare},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 0, UINT32_MAX, To.Execution.HeapBytes);
       }},
      {{0, "trace", Value, "=FILE|text[:FILE]",
        "time line for Perfetto, or a line an instruction"},
       [](S &To, N, const O &V) { return setTrace(V.Value, To.Trace); }},
      {{0, "trace-warp", Value, "=N", "only this warp of each CTA", Rare},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 0, 63, To.Trace.Options.Warp.emplace());
       }},
      {{0, "trace-limit", Value, "=N",
        "end of the trace: events, or lines of text", Rare},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 1, UINT64_MAX, To.Trace.Limit.emplace());
       }},
      {{0, "lanes", Value, "=N", "show masks as N digits, lane 0 first", Rare},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 1, 32, To.Trace.Options.Lanes);
       }},
      {{0, "trace-values", Flag, "",
        "with --trace=text: show what registers hold", Rare},
       [](S &To, N Name, const O &V) {
         return setFlag(Name, V, To.Trace.Options.Values);
       },
       [](const S &Of) {
         return Of.Trace.Options.Values ? needsTextTrace(Of) : nullptr;
       }},
      {{0, "check", Value, CheckValue.c_str(),
        "look for bugs, see docs/checkers.md", Supported, Checks.c_str()},
       [](S &To, N, const O &V) { return setCheck(V.Value, To.Checks); }},
      {{0, "tool", Value, "=NAME", ToolHelp.c_str(), Rare, Tools.c_str()},
       [](S &To, N, const O &V) { return setCheckTool(V.Value, To.Checks); }},
      {{0, "check-errors", Value, "=N",
        "different findings that are shown (default 100)", Rare},
       [](S &To, N Name, const O &V) {
         return setNumber(Name, V, 1, UINT32_MAX, To.Checks.MaxFindings);
       },
       needsChecks},
      {{0, "check-format", Value, "=text|json|sarif[:FILE]",
        "how findings are written", Rare, "text|json|sarif"},
       [](S &To, N, const O &V) { return setCheckFormat(V.Value, To.Checks); },
       needsReport},
      {{0, "check-suppress", Value, "=FILE",
        "findings to leave out, by kind and line", Rare},
       [](S &To, N, const O &V) {
         return setText(V.Value, To.Checks.SuppressPaths.emplace_back());
       },
       needsChecks},
      {{0, "warp-synchronous", Value, "=yes|no",
        "whether lanes of a warp are ordered without bar.warp.sync", Rare,
        "yes|no"},
       [](S &To, N, const O &V) {
         return setWarpSynchronous(V.Value, To.Checks.Options);
       },
       needsChecks},
  };
  return Rows;
}

} // namespace

OptionTable<Settings> settingTable(unsigned FirstId) {
  return {allRows(), FirstId};
}

Error setByName(Settings &S, StringRef Name, StringRef Value) {
  OptionTable<Settings> Table = settingTable();
  if (const Row *R = Table.find(Name))
    return R->Set(S, R->Row.Name,
                  {0, Value.str(), /*HasValue=*/!Value.empty()});
  SmallVector<StringRef, 64> Names;
  for (const Row &R : Table.setters())
    Names.push_back(R.Row.Name);
  const StringRef Near = nearestWord(Name, Names);
  const std::string Hint =
      Near.empty() ? "" : ("; did you mean '" + Near + "'?").str();
  return createStringError("there is no setting '" + Name + "'" + Hint);
}

std::string environmentName(StringRef Name) {
  std::string Result = "HEDDLE_" + Name.upper();
  std::replace(Result.begin(), Result.end(), '-', '_');
  return Result;
}

/// Several processes have one environment and want files of their own.
static std::string withProcess(StringRef Value) {
  std::string Text = Value.str();
  const std::string Id = std::to_string(sys::Process::getProcessId());
  for (size_t At = 0; (At = Text.find("%p", At)) != std::string::npos;)
    Text.replace(At, 2, Id);
  return Text;
}

Error setFromEnvironment(Settings &S) {
  for (const Row &R : settingTable().setters()) {
    std::string Variable = environmentName(R.Row.Name);
    const char *Value = std::getenv(Variable.c_str());
    // One that is set to nothing is not set, as shells see it.
    if (!Value || !*Value)
      continue;
    // A name without a value has no other way to be said here.
    const bool IsBare =
        R.Row.Kind == OptionRow::Optional && StringRef(Value) == "1";
    ParsedOption O{0, IsBare ? "" : withProcess(Value), !IsBare};
    if (R.Row.Kind == OptionRow::Flag && StringRef(Value) != "true" &&
        StringRef(Value) != "false")
      O.Value = StringRef(Value) == "0" ? "false" : "true";
    if (Error E = R.Set(S, R.Row.Name, O))
      return createStringError(Variable + ": " + toString(std::move(E)));
  }
  return Error::success();
}

} // namespace heddle::session
