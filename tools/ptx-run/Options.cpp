//===- Options.cpp - The command line of ptx-run --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "CheckOptions.h"
#include "Requests.h"
#include "heddle/ABI/Geometry.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Compiler/LLVMOptions.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace heddle {
namespace {

enum OptionId : unsigned {
  OptEntry = FirstToolOption,
  OptGrid,
  OptBlock,
  OptShared,
  OptArg,
  OptSet,
  OptTexture,
  OptSampler,
  OptSurface,
  OptPrint,
  OptOut,
  OptExpect,
  OptJob,
  OptJUnit,
  OptGeometry,
  OptMaxInstructions,
  OptTimeout,
  OptWrapAddresses,
  OptStats,
  OptAnnotate,
  OptSchedule,
  OptScheduleFile,
  OptDiagnostics,
  OptHostThreads,
  OptHostIsa,
  OptEngine,
  OptEmit,
  OptPerfMap,
  OptNoCache,
  OptHostCode,
  OptVerbose,
  OptNumSMs,
  OptTextureCache,
  OptStackSize,
  OptHeapSize,
  OptTrace,
  OptTraceWarp,
  OptTraceLimit,
  OptLanes,
  OptTraceValues,
  OptWatch,
  OptBreak,
  OptBreakRegisters,
  OptCheck,
  OptCheckTool,
  OptCheckErrors,
  OptCheckFormat,
  OptCheckSuppress,
  OptWarpSynchronous,
};

constexpr OptionRow Rows[] = {
    {OptEntry, "entry", OptionRow::Value, "=NAME",
     "kernel; may be left out when there is one"},
    {OptGrid, "grid", OptionRow::Value, "=X[,Y[,Z]]", "CTAs of the grid"},
    {OptBlock, "block", OptionRow::Value, "=X[,Y[,Z]]", "threads of a CTA"},
    {OptShared, "smem", OptionRow::Value, "=BYTES", "dynamic shared memory"},
    {OptArg, "arg", OptionRow::Value, "=ARG", "next argument, see below"},
    {OptSet, "set", OptionRow::Value, "=SYMBOL=ARG",
     "first contents of a .global or .const variable"},
    {OptTexture, "tex", OptionRow::Value, "=NAME=SPEC[:CONTENTS]",
     "bind a texture, as in t=2d,u8x4,64x48,linear:@FILE"},
    {OptSampler, "sampler", OptionRow::Value, "=NAME=SPEC",
     "bind a sampler of its own", OptionRow::Rare},
    {OptSurface, "surf", OptionRow::Value, "=NAME=SPEC[:CONTENTS]",
     "bind a surface", OptionRow::Rare},
    {OptPrint, "print", OptionRow::Value, "=I[:TYPE[:N]]",
     "print the buffer of parameter I, a number or name"},
    {OptOut, "out", OptionRow::Value, "=I:FILE", "write it to FILE"},
    {OptExpect, "expect", OptionRow::Value, "=I:FILE[:TYPE[:TOL]]",
     "compare it with FILE"},
    {OptJob, "job", OptionRow::Value, "=FILE.json",
     "run the launches of a job"},
    {OptJUnit, "junit", OptionRow::Value, "=FILE", "job results as JUnit XML",
     OptionRow::Rare},
    {OptGeometry, "geometry", OptionRow::Value, "=NAME",
     "the SM, when it is not the chip's own"},
    {OptMaxInstructions, "max-instructions", OptionRow::Value, "=N",
     "warp-instructions a launch (default 2^36)"},
    {OptTimeout, "timeout", OptionRow::Value, "=SECONDS",
     "time that a launch may take"},
    {OptWrapAddresses, "wrap-addresses", OptionRow::Flag, "",
     "cut addresses to 16 bits where the chip does, instead of a fault",
     OptionRow::Rare},
    {OptStats, "stats", OptionRow::Optional, "[=text|json[:FILE]]",
     "counters, see docs/counters.md", OptionRow::Supported, "text|json"},
    {OptAnnotate, "annotate", OptionRow::Optional, "[=FILE]",
     "PTX lines and microinstructions with their counts"},
    {OptDiagnostics, "diagnostics", OptionRow::Value, "=text|json",
     "form of errors, warnings and faults", OptionRow::Rare},
    {OptSchedule, "schedule", OptionRow::Value, "=ORDER",
     "order of warps: rr oldest random:SEED explore:N[:SEED] replay:FILE",
     OptionRow::Supported, "rr|oldest|random:|explore:|replay:"},
    {OptScheduleFile, "schedule-file", OptionRow::Value, "=FILE",
     "where explore writes the schedule that it found (KERNEL.schedule)",
     OptionRow::Rare},
    {OptHostThreads, "host-threads", OptionRow::Value, "=N",
     "host threads that run CTAs, also -jN"},
    {OptHostThreads, "j", OptionRow::Joined},
    {OptHostIsa, "host-isa", OptionRow::Value, "=NAME", sm::HostIsaHelp,
     OptionRow::Rare, sm::HostIsaNames},
    {OptEngine, "engine", OptionRow::Value, "=NAME",
     "what runs kernels: interpreter, translated to the host's code, or auto: "
     "translated where that pays (auto)",
     OptionRow::Rare, "interpreter|translated|auto"},
    {OptHostCode, "host-code", OptionRow::Value, "=NAME",
     "what host code is made for: what is usual, all (complete), or all once "
     "the rest has been worth it (growing)",
     OptionRow::Rare, "growing|usual|complete"},
    {OptEmit, "emit", OptionRow::Value, "=host-llvm|host-asm",
     "print what translated kernels became", OptionRow::Rare,
     "host-llvm|host-asm"},
    {OptPerfMap, "perf-map", OptionRow::Optional, "[=FILE]",
     "name kernels and PTX lines in host code for perf report, in "
     "/tmp/perf-PID.map",
     OptionRow::Rare},
    {OptNoCache, "no-cache", OptionRow::Flag, "",
     "neither take host code from the user's cache nor keep it there",
     OptionRow::Rare},
    {OptVerbose, "v", OptionRow::Flag, "",
     "say which engine runs kernels, and why", OptionRow::Rare},
    {OptVerbose, "verbose", OptionRow::Flag},
    {OptNumSMs, "num-sms", OptionRow::Value, "=N",
     "SMs: CTAs that may wait for each other (default 16)", OptionRow::Rare},
    {OptTextureCache, "tex-cache", OptionRow::Value, "=BYTES[,LINE[,WAYS]]",
     "texture cache of two SMs, for --stats (default 8192,32,32)",
     OptionRow::Rare},
    {OptStackSize, "stack-size", OptionRow::Value, "=N",
     "bytes of each thread for functions that call themselves (default 16384)",
     OptionRow::Rare},
    {OptHeapSize, "heap-size", OptionRow::Value, "=N",
     "bytes that kernels can allocate (default 8 MiB)", OptionRow::Rare},
    {OptTrace, "trace", OptionRow::Value, "=FILE|text[:FILE]",
     "time line for Perfetto, or a line an instruction"},
    {OptTraceWarp, "trace-warp", OptionRow::Value, "=N",
     "only this warp of each CTA", OptionRow::Rare},
    {OptTraceLimit, "trace-limit", OptionRow::Value, "=N",
     "end of the trace: events, or lines of text", OptionRow::Rare},
    {OptLanes, "lanes", OptionRow::Value, "=N",
     "show masks as N digits, lane 0 first", OptionRow::Rare},
    {OptTraceValues, "trace-values", OptionRow::Flag, "",
     "with --trace=text: show what registers hold", OptionRow::Rare},
    {OptWatch, "watch", OptionRow::Value, "=I[INDEX][:TYPE]",
     "report each write to an element of buffer I"},
    {OptBreak, "break", OptionRow::Value, "=[FILE:]LINE[,THREAD[,BLOCK]]",
     "show the registers at a line of the PTX"},
    {OptBreakRegisters, "break-registers", OptionRow::Value,
     "=ptx|machine|both", "those that --break shows (default ptx)",
     OptionRow::Rare, "ptx|machine|both"},
    {OptCheck, "check", OptionRow::Value, "=memory,race,init,sync|all|none",
     "look for bugs, see docs/checkers.md", OptionRow::Supported,
     "memory|race|init|sync|all|none"},
    {OptCheckTool, "tool", OptionRow::Value, "=NAME",
     "the same by the names of Compute Sanitizer: memcheck racecheck initcheck "
     "synccheck",
     OptionRow::Rare, "memcheck|racecheck|initcheck|synccheck"},
    {OptCheckErrors, "check-errors", OptionRow::Value, "=N",
     "different findings that are shown (default 100)", OptionRow::Rare},
    {OptCheckFormat, "check-format", OptionRow::Value,
     "=text|json|sarif[:FILE]", "how findings are written", OptionRow::Rare,
     "text|json|sarif"},
    {OptCheckSuppress, "check-suppress", OptionRow::Value, "=FILE",
     "findings to leave out, by kind and line", OptionRow::Rare},
    {OptWarpSynchronous, "warp-synchronous", OptionRow::Value, "=yes|no",
     "whether lanes of a warp are ordered without bar.warp.sync",
     OptionRow::Rare, "yes|no"},
};

constexpr char ArgumentHelp[] =
    "ARG: u8= ... s64= f16= f32=2.5 f64= b32=0x... bytes=HEX; buf=@FILE, "
    "zeros:BYTES,\n     undef:BYTES, TYPE:v,v,v, TYPE:iota:N, TYPE:fill:N:V, "
    "TYPE:rand:N:SEED or #I[+OFFSET]\n";

std::vector<OptionRow> allRows() {
  static const std::string Geometries = abi::geometryNames("|");
  std::vector<OptionRow> All(std::begin(Rows), std::end(Rows));
  ArrayRef<OptionRow> Shared = compileOptionRows();
  All.insert(All.begin() + 11, Shared.begin(), Shared.end());
  // The help is to fit a screen.
  for (OptionRow &Row : All)
    if (Row.Id == OptFmaAsMad || Row.Id == OptAssumeGlobal ||
        Row.Id == OptInline || Row.Id == OptOccupancy)
      Row.Status = OptionRow::Rare;
    else if (Row.Id == OptGeometry)
      Row.Words = Geometries.c_str();
  return All;
}

template <typename T> Error store(Expected<T> Value, T &Slot) {
  if (!Value)
    return Value.takeError();
  Slot = std::move(*Value);
  return Error::success();
}
template <typename T> Error append(Expected<T> Value, std::vector<T> &List) {
  if (!Value)
    return Value.takeError();
  List.push_back(std::move(*Value));
  return Error::success();
}

Error setDim(StringRef Name, StringRef Text, std::optional<sm::Dim3> &Slot) {
  Expected<sm::Dim3> D = parseDim(Name, Text);
  if (!D)
    return D.takeError();
  Slot = *D;
  return Error::success();
}

Error setStats(const ParsedOption &O, RunOptions &Options) {
  auto [Form, Path] = StringRef(O.Value).split(':');
  if (O.HasValue && Form != "text" && Form != "json")
    return createStringError("option '--stats' takes text or json[:FILE], "
                             "not '" +
                             O.Value + "'");
  Options.Stats =
      Form == "json" ? RunOptions::JSONStats : RunOptions::TextStats;
  Options.StatsPath = Path.str();
  return Error::success();
}

Error setHostIsa(StringRef Name, sm::ExecutionOptions &Execution) {
  Expected<sm::HostIsa> Isa = sm::supportedIsaOption(Name);
  if (!Isa)
    return Isa.takeError();
  Execution.Isa = *Isa;
  return Error::success();
}

Error setHostCode(StringRef Name, RunOptions &Options) {
  using sm::Coverage;
  using Pair = std::pair<Coverage, Coverage>;
  auto Named =
      StringSwitch<std::optional<Pair>>(Name)
          .Case("growing", Pair(Coverage::Usual, Coverage::Complete))
          .Case("usual", Pair(Coverage::Usual, Coverage::Usual))
          .Case("complete", Pair(Coverage::Complete, Coverage::Complete))
          .Default(std::nullopt);
  if (!Named)
    return createStringError("option '--host-code' takes growing, usual or "
                             "complete, not '" +
                             Name + "'");
  std::tie(Options.FirstCode, Options.LastCode) = *Named;
  return Error::success();
}

Error setEngine(StringRef Name, RunOptions &Options) {
  auto Named = StringSwitch<std::optional<RunOptions::EngineKind>>(Name)
                   .Case("interpreter", RunOptions::Interpreter)
                   .Case("translated", RunOptions::Translated)
                   .Case("auto", RunOptions::Auto)
                   .Default(std::nullopt);
  if (!Named)
    return createStringError("option '--engine' takes interpreter, translated "
                             "or auto, not '" +
                             Name + "'");
  Options.Engine = *Named;
  return Error::success();
}

/// Where perf looks for names of code that this process made.
std::string defaultPerfMap() {
  return "/tmp/perf-" + std::to_string(sys::Process::getProcessId()) + ".map";
}

Error setEmit(StringRef Name, RunOptions &Options) {
  if (Name != "host-llvm" && Name != "host-asm")
    return createStringError(
        "option '--emit' takes host-llvm or host-asm, not '" + Name + "'");
  (Name == "host-llvm" ? Options.EmitsIR : Options.EmitsAssembly) = true;
  return Error::success();
}

Error setBreakRegisters(StringRef Name, sm::TraceOptions &Trace) {
  auto Named = StringSwitch<std::optional<sm::BreakRegisters>>(Name)
                   .Case("ptx", sm::BreakRegisters::PTX)
                   .Case("machine", sm::BreakRegisters::Machine)
                   .Case("both", sm::BreakRegisters::Both)
                   .Default(std::nullopt);
  if (!Named)
    return createStringError("option '--break-registers' takes ptx, machine "
                             "or both, not '" +
                             Name + "'");
  Trace.Registers = *Named;
  return Error::success();
}

Error setTimeout(StringRef Text, sm::ExecutionOptions &Execution) {
  // Some 30 years, which the host's clock can count.
  constexpr double Most = 1e9;
  double Seconds;
  if (Text.getAsDouble(Seconds) || !(Seconds > 0 && Seconds <= Most))
    return createStringError("option '--timeout' takes seconds, more than 0, "
                             "not '" +
                             Text + "'");
  Execution.TimeLimit = Seconds;
  return Error::success();
}

Error setTrace(StringRef Text, RunOptions &Options) {
  auto [Form, Path] = Text.split(':');
  if (Text.empty())
    return createStringError("option '--trace' takes a file or text[:FILE]");
  if (Form != "text") {
    Options.EventsPath = Text.str();
    return Error::success();
  }
  Options.TextTrace = true;
  Options.TracePath = Path.str();
  return Error::success();
}

/// An unsigned number up to \p Most.
template <typename T>
Error setNumber(StringRef Name, const ParsedOption &O, uint64_t Least,
                uint64_t Most, T &Slot) {
  Expected<uint64_t> N = numberValue(Name, O, Least, Most);
  if (!N)
    return N.takeError();
  Slot = unsigned(*N);
  return Error::success();
}

Error applyOption(const ParsedOption &O, RunOptions &Options) {
  Expected<bool> IsShared = applyCompileOption(O, Options.Compile);
  if (!IsShared)
    return IsShared.takeError();
  if (*IsShared)
    return Error::success();
  switch (O.Id) {
  case OptEntry:
    Options.Entry = O.Value;
    return Error::success();
  case OptGrid:
    return setDim("grid", O.Value, Options.Grid);
  case OptBlock:
    return setDim("block", O.Value, Options.Block);
  case OptShared: {
    Expected<uint64_t> Bytes = numberValue("smem", O, 0, UINT32_MAX);
    if (!Bytes)
      return Bytes.takeError();
    Options.DynamicSharedBytes = static_cast<uint32_t>(*Bytes);
    return Error::success();
  }
  case OptArg:
    return append(runtime::parseArgument(O.Value), Options.Arguments);
  case OptSet:
    return append(parseSet(O.Value), Options.Sets);
  case OptTexture:
    return append(parseImage(abi::ImageKind::Texture, O.Value), Options.Images);
  case OptSampler:
    return append(parseImage(abi::ImageKind::Sampler, O.Value), Options.Images);
  case OptSurface:
    return append(parseImage(abi::ImageKind::Surface, O.Value), Options.Images);
  case OptPrint:
    return append(parsePrint(O.Value), Options.Prints);
  case OptOut:
    return append(parseOut(O.Value), Options.Outs);
  case OptExpect:
    return append(parseExpect(O.Value), Options.Expects);
  case OptJob:
    Options.JobPath = O.Value;
    return Error::success();
  case OptJUnit:
    Options.JUnitPath = O.Value;
    return Error::success();
  case OptGeometry:
    if (Error E = setGeometry(O.Value, Options.Compile))
      return E;
    Options.Geometry = Options.Compile.Geometry;
    return Error::success();
  case OptMaxInstructions:
    return store(numberValue("max-instructions", O, 1, UINT64_MAX),
                 Options.MaxInstructions);
  case OptWrapAddresses:
    return store(flagValue("wrap-addresses", O),
                 Options.Execution.WrapAddresses);
  case OptTimeout:
    return setTimeout(O.Value, Options.Execution);
  case OptStats:
    return setStats(O, Options);
  case OptAnnotate:
    Options.Annotate = true;
    Options.AnnotatePath = O.Value;
    return Error::success();
  case OptDiagnostics:
    if (Error E = setDiagnosticsFormat(O.Value, Options.Diagnostics))
      return E;
    // Faults follow.
    if (Options.Diagnostics.Format == DiagnosticOptions::JSON)
      Options.Diagnostics.Format = DiagnosticOptions::JSONLines;
    return Error::success();
  case OptSchedule:
    return setSchedule(O.Value, Options);
  case OptScheduleFile:
    Options.Schedule.OutPath = O.Value;
    return Error::success();
  case OptHostThreads:
    return setNumber("host-threads", O, 1, 1024, Options.Execution.HostThreads);
  case OptHostIsa:
    return setHostIsa(O.Value, Options.Execution);
  case OptEngine:
    return setEngine(O.Value, Options);
  case OptHostCode:
    return setHostCode(O.Value, Options);
  case OptPerfMap:
    Options.PerfMapPath = O.Value.empty() ? defaultPerfMap() : O.Value;
    return Error::success();
  case OptNoCache:
    return store(flagValue("no-cache", O), Options.NoCache);
  case OptVerbose:
    return store(flagValue("v", O), Options.IsVerbose);
  case OptEmit:
    return setEmit(O.Value, Options);
  case OptNumSMs:
    return setNumber("num-sms", O, 1, 1024, Options.Execution.NumSMs);
  case OptTextureCache:
    return store(parseTextureCache(O.Value), Options.Execution.TextureCache);
  case OptStackSize:
    return setNumber("stack-size", O, 0, 1 << 20, Options.Execution.StackBytes);
  case OptHeapSize:
    return setNumber("heap-size", O, 0, UINT32_MAX,
                     Options.Execution.HeapBytes);
  case OptTrace:
    return setTrace(O.Value, Options);
  case OptTraceWarp:
    return setNumber("trace-warp", O, 0, 63, Options.Trace.Warp);
  case OptTraceLimit: {
    Expected<uint64_t> Limit = numberValue("trace-limit", O, 1, UINT64_MAX);
    if (!Limit)
      return Limit.takeError();
    Options.TraceLimit = *Limit;
    return Error::success();
  }
  case OptTraceValues:
    return store(flagValue("trace-values", O), Options.Trace.Values);
  case OptWatch:
    return append(parseWatch(O.Value), Options.Watches);
  case OptBreak:
    return append(parseBreak(O.Value), Options.Breaks);
  case OptBreakRegisters:
    return setBreakRegisters(O.Value, Options.Trace);
  case OptCheck:
    return setCheck(O.Value, Options.Checks);
  case OptCheckTool:
    return setCheckTool(O.Value, Options.Checks);
  case OptCheckErrors:
    return store(numberValue("check-errors", O, 1, UINT32_MAX),
                 Options.Checks.MaxFindings);
  case OptCheckFormat:
    return setCheckFormat(O.Value, Options.Checks);
  case OptCheckSuppress:
    Options.Checks.SuppressPaths.push_back(O.Value);
    return Error::success();
  case OptWarpSynchronous:
    return setWarpSynchronous(O.Value, Options.Checks);
  case OptLanes:
    return setNumber("lanes", O, 1, 32, Options.Trace.Lanes);
  }
  llvm_unreachable("a row without a case");
}

/// Options that say more about another, which is missing.
Error checkCompanions(const ParsedCommandLine &Parsed,
                      const RunOptions &Options) {
  for (const ParsedOption &O : Parsed.Options) {
    auto Lacks = [&](StringRef What) {
      const OptionRow *Row =
          find_if(Rows, [&](const OptionRow &R) { return R.Id == O.Id; });
      return createStringError(Twine("--") + Row->Name + " goes with " + What +
                               " only");
    };
    switch (O.Id) {
    case OptCheckErrors:
    case OptCheckSuppress:
    case OptWarpSynchronous:
      if (!Options.Checks.WasSaid)
        return Lacks("--check");
      break;
    case OptCheckFormat:
      if (!Options.Checks.WasSaid && !Options.Schedule.Runs)
        return Lacks("--check or --schedule=explore:N");
      break;
    case OptTextureCache:
      if (Options.Stats == RunOptions::NoStats && !Options.Annotate)
        return Lacks("--stats or --annotate");
      break;
    case OptScheduleFile:
      if (!Options.Schedule.Runs)
        return Lacks("--schedule=explore:N");
      break;
    case OptEmit:
    case OptHostCode:
    case OptPerfMap:
      if (Options.Engine == RunOptions::Interpreter)
        return Lacks("--engine=translated or --engine=auto");
      break;
    default: // The others go with anything.
      break;
    }
  }
  return Error::success();
}

Error checkImages(ArrayRef<ImageRequest> Images) {
  for (auto [N, R] : enumerate(Images))
    for (const ImageRequest &Before : Images.take_front(N))
      if (Before.Spec.Kind == R.Spec.Kind && Before.Spec.Name == R.Spec.Name)
        return createStringError("option '--" + imageOption(R.Spec.Kind) +
                                 "': " + runtime::imageKindName(R.Spec.Kind) +
                                 " '" + R.Spec.Name + "' is bound twice");
  return Error::success();
}

/// What does not go together, and what is missing.
Error finish(RunOptions &Options, ArrayRef<std::string> Files) {
  if (Error E = checkArch(Options.Compile.Arch, /*AllowVirtual=*/false))
    return E;
  // A schedule is told by places that only the code for checkers has.
  Options.Compile.Checks = Options.Checks.any() || Options.Schedule.any();
  Options.Compile.MarksUndefined = Options.Checks.Init;
  if (!Options.JobPath.empty()) {
    bool HasLaunch = !Files.empty() || !Options.Entry.empty() || Options.Grid ||
                     Options.Block || !Options.Arguments.empty() ||
                     !Options.Sets.empty() || !Options.Images.empty() ||
                     !Options.Prints.empty() || !Options.Outs.empty() ||
                     !Options.Expects.empty() || !Options.Watches.empty() ||
                     !Options.Breaks.empty();
    if (HasLaunch)
      return createStringError("--job names the module and its launches; it "
                               "does not go with a file, --entry, --grid, "
                               "--block, --arg, --set, --tex, --sampler, "
                               "--surf, --print, --out, --expect, --watch or "
                               "--break");
    return Error::success();
  }
  if (Files.empty())
    return createStringError("no input file");
  for (const std::string &Input : Files)
    if (StringRef(Input).ends_with_insensitive(".json"))
      return createStringError(
          "'" + Input + "' is a job by its name: run it with --job=" + Input);
  if (!Options.JUnitPath.empty())
    return createStringError("--junit goes with --job only");
  if (Error E = checkImages(Options.Images))
    return E;
  if (Options.Trace.Values && !Options.TextTrace)
    return createStringError("--trace-values goes with --trace=text only");
  if (!Options.Grid && !Options.Block)
    return createStringError("a launch needs --grid and --block, how many CTAs "
                             "and how many threads each has: --grid=2 "
                             "--block=256");
  if (!Options.Grid)
    return createStringError("--block says how many threads a CTA has; a "
                             "launch needs --grid, too, how many CTAs: "
                             "--grid=2");
  if (!Options.Block)
    return createStringError("--grid says how many CTAs there are; a launch "
                             "needs --block, too, how many threads each has: "
                             "--block=256");
  Options.Inputs = Files.vec();
  if (!Options.Breaks.empty())
    Options.Compile.RegisterNames = true;
  return Error::success();
}

} // namespace

Expected<RunOptions> parseRunOptions(const ParsedCommandLine &Parsed) {
  RunOptions Options;
  for (const ParsedOption &O : Parsed.Options)
    if (Error E = applyOption(O, Options))
      return std::move(E);
  auto IsGiven = [&](unsigned Id) {
    return any_of(Parsed.Options,
                  [&](const ParsedOption &O) { return O.Id == Id; });
  };
  // Who asks for host code has it made, however short the launch.
  if (!IsGiven(OptEngine) && (IsGiven(OptEmit) || IsGiven(OptHostCode)))
    Options.Engine = RunOptions::Translated;
  if (Error E = checkCompanions(Parsed, Options))
    return std::move(E);
  if (Error E = finish(Options, Parsed.Files))
    return std::move(E);
  return Options;
}

ToolInfo runInfo() {
  ToolInfo Info;
  Info.Name = "ptx-run";
  Info.Summary = "runs PTX kernels on an interpreter of NVIDIA's Tesla chips";
  Info.Usage = "ptx-run FILE(.ptx|.cubin|.o)... --grid=X --block=X [options]\n"
               "       ptx-run --job=FILE.json [options]\n";
  Info.Description =
      "Launches a kernel of a PTX file, which is assembled first, or of an "
      "object that\nptxas-lite wrote, and prints, writes or compares the "
      "buffers afterwards. One --arg\nfor each parameter, in order. Several "
      "files of PTX, and objects of ptxas-lite -c,\nare linked first.\n\n"
      "A job file names a module, launches and the results they must have.\n";
  Info.Rows = allRows();
  Info.ExitCodes = {{0, "done"},
                    {1, "the PTX was refused"},
                    {2, "usage or file error"},
                    {3, "the kernel or its launch faulted"},
                    {4, "an expectation failed"},
                    {5, "a checker found something"},
                    {130, "interrupted by SIGINT"}};
  Info.Epilog = ArgumentHelp;
  Info.PrintHidden = printLLVMOptions;
  return Info;
}

} // namespace heddle
