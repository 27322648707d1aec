//===- Options.cpp - The command line of ptx-run --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Requests.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Compiler/LLVMOptions.h"
#include "heddle/Session/SettingTable.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle {
namespace {

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

Error setBreakRegisters(StringRef Text, sm::TraceOptions &Trace) {
  auto Named = StringSwitch<std::optional<sm::BreakRegisters>>(Text)
                   .Case("ptx", sm::BreakRegisters::PTX)
                   .Case("machine", sm::BreakRegisters::Machine)
                   .Case("both", sm::BreakRegisters::Both)
                   .Default(std::nullopt);
  if (!Named)
    return createStringError("option '--break-registers' takes ptx, machine "
                             "or both, not '" +
                             Text + "'");
  Trace.Registers = *Named;
  return Error::success();
}

Error setDiagnostics(StringRef Text, DiagnosticOptions &Diagnostics) {
  if (Error E = setDiagnosticsFormat(Text, Diagnostics))
    return E;
  // Faults follow as further objects, so that these are lines.
  if (Diagnostics.Format == DiagnosticOptions::JSON)
    Diagnostics.Format = DiagnosticOptions::JSONLines;
  return Error::success();
}

using R = RunOptions;
using N = StringRef;
using P = ParsedOption;

/// The options that only this tool has: a launch and the checks behind it.
constexpr OptionSetter<RunOptions> OwnRows[] = {
    {{0, "entry", OptionRow::Value, "=NAME",
      "kernel; may be left out when there is one"},
     [](R &To, N, const P &O) { return setText(O.Value, To.Entry); }},
    {{0, "grid", OptionRow::Value, "=X[,Y[,Z]]", "CTAs of the grid"},
     [](R &To, N Name, const P &O) { return setDim(Name, O.Value, To.Grid); }},
    {{0, "block", OptionRow::Value, "=X[,Y[,Z]]", "threads of a CTA"},
     [](R &To, N Name, const P &O) { return setDim(Name, O.Value, To.Block); }},
    {{0, "smem", OptionRow::Value, "=BYTES", "dynamic shared memory"},
     [](R &To, N Name, const P &O) {
       return setNumber(Name, O, 0, UINT32_MAX, To.DynamicSharedBytes);
     }},
    {{0, "arg", OptionRow::Value, "=ARG", "next argument, see below"},
     [](R &To, N, const P &O) {
       return session::addArgument(O.Value, To.Given);
     }},
    {{0, "set", OptionRow::Value, "=SYMBOL=ARG",
      "first contents of a .global or .const variable"},
     [](R &To, N, const P &O) {
       return session::addVariable(O.Value, To.Given);
     }},
    {{0, "tex", OptionRow::Value, "=NAME=SPEC[:CONTENTS]",
      "bind a texture, as in t=2d,u8x4,64x48,linear:@FILE"},
     [](R &To, N, const P &O) {
       return session::addImage(abi::ImageKind::Texture, O.Value, To.Given);
     }},
    {{0, "sampler", OptionRow::Value, "=NAME=SPEC", "bind a sampler of its own",
      OptionRow::Rare},
     [](R &To, N, const P &O) {
       return session::addImage(abi::ImageKind::Sampler, O.Value, To.Given);
     }},
    {{0, "surf", OptionRow::Value, "=NAME=SPEC[:CONTENTS]", "bind a surface",
      OptionRow::Rare},
     [](R &To, N, const P &O) {
       return session::addImage(abi::ImageKind::Surface, O.Value, To.Given);
     }},
    {{0, "print", OptionRow::Value, "=I[:TYPE[:N]]",
      "print the buffer of parameter I, a number or name"},
     [](R &To, N, const P &O) {
       return append(parsePrint(O.Value), To.Prints);
     }},
    {{0, "out", OptionRow::Value, "=I:FILE", "write it to FILE"},
     [](R &To, N, const P &O) { return append(parseOut(O.Value), To.Outs); }},
    {{0, "expect", OptionRow::Value, "=I:FILE[:TYPE[:TOL]]",
      "compare it with FILE"},
     [](R &To, N, const P &O) {
       return append(parseExpect(O.Value), To.Expects);
     }},
    {{0, "job", OptionRow::Value, "=FILE.json", "run the launches of a job"},
     [](R &To, N, const P &O) { return setText(O.Value, To.JobPath); }},
    {{0, "junit", OptionRow::Value, "=FILE", "job results as JUnit XML",
      OptionRow::Rare},
     [](R &To, N, const P &O) { return setText(O.Value, To.JUnitPath); }},
    {{0, "list-boards", OptionRow::Flag, "",
      "list what --time takes; with -v all of their numbers", OptionRow::Rare},
     [](R &To, N Name, const P &O) { return setFlag(Name, O, To.ListBoards); }},
    {{0, "verify-levels", OptionRow::Flag, "",
      "evaluate the PTX itself, too, and compare what launches leave in memory",
      OptionRow::Rare},
     [](R &To, N Name, const P &O) {
       return setFlag(Name, O, To.VerifyLevels);
     }},
    {{0, "diagnostics", OptionRow::Value, "=text|json",
      "form of errors, warnings and faults", OptionRow::Rare},
     [](R &To, N, const P &O) {
       return setDiagnostics(O.Value, To.Diagnostics);
     }},
    {{0, "watch", OptionRow::Value, "=I[INDEX][:TYPE]",
      "report each write to an element of buffer I"},
     [](R &To, N, const P &O) {
       return append(parseWatch(O.Value), To.Watches);
     }},
    {{0, "break", OptionRow::Value, "=[FILE:]LINE[,THREAD[,BLOCK]]",
      "show the registers at a line of the PTX"},
     [](R &To, N, const P &O) {
       return append(parseBreak(O.Value), To.Breaks);
     }},
    {{0, "break-registers", OptionRow::Value, "=ptx|machine|both",
      "those that --break shows (default ptx)", OptionRow::Rare,
      "ptx|machine|both"},
     [](R &To, N, const P &O) {
       return setBreakRegisters(O.Value, To.Settings.Trace.Options);
     }},
};

OptionTable<CompileOptions> compileTable() { return compileOptionTable(); }
OptionTable<RunOptions> ownTable() { return {OwnRows, compileTable().end()}; }

OptionTable<session::Settings> sharedTable() {
  return session::settingTable(ownTable().end());
}

constexpr char ArgumentHelp[] =
    "ARG: u8= ... s64= f16= f32=2.5 f64= b32=0x... bytes=HEX; buf=@FILE, "
    "zeros:BYTES,\n     undef:BYTES, TYPE:v,v,v, TYPE:iota:N, TYPE:fill:N:V, "
    "TYPE:rand:N:SEED or #I[+OFFSET]\n";

std::vector<OptionRow> allRows() {
  std::vector<OptionRow> All = ownTable().rows();
  append_range(All, compileTable().rows());
  append_range(All, sharedTable().rows());
  // The help is to fit a screen.
  makeRare({"fmad", "fma-as-mad", "assume-global", "inline", "occupancy"}, All);
  return All;
}

Error applyOption(const ParsedOption &O, RunOptions &Options) {
  Expected<bool> IsTaken = compileTable().apply(O, Options.Compile);
  if (IsTaken && !*IsTaken)
    IsTaken = ownTable().apply(O, Options);
  if (IsTaken && !*IsTaken)
    IsTaken = sharedTable().apply(O, Options.Settings);
  assert((!IsTaken || *IsTaken) && "an option is in no table");
  return IsTaken.takeError();
}

/// Refuses options that do not go together, and reports missing ones.
Error finish(RunOptions &Options, ArrayRef<std::string> Files) {
  if (Error E = checkArch(Options.Compile.Arch, /*AllowVirtual=*/false))
    return E;
  Options.Compile.Geometry = Options.Settings.Geometry;
  if (Options.ListBoards)
    return Error::success();
  if (!Options.JobPath.empty()) {
    bool HasLaunch = !Files.empty() || !Options.Entry.empty() || Options.Grid ||
                     !Options.Given.empty() || !Options.Prints.empty() ||
                     !Options.Outs.empty() || !Options.Expects.empty() ||
                     !Options.Watches.empty() || !Options.Breaks.empty();
    if (HasLaunch)
      return createStringError("--job names the module and its launches; it "
                               "does not go with a file, --entry, --grid, "
                               "--arg, --set, --tex, --sampler, "
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
  if (Error E = sharedTable().checkCompanions(Parsed.Options, Options.Settings))
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
