//===- Options.cpp - The command line of ptxas-lite -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Compiler/LLVMOptions.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace heddle {
namespace {

Error setEmit(StringRef Name, CompileOptions &Options) {
  auto Kind = StringSwitch<std::optional<EmitKind>>(Name)
                  .Case("obj", EmitKind::Object)
                  .Case("asm", EmitKind::Assembly)
                  .Case("mir", EmitKind::MIR)
                  .Case("llvm", EmitKind::LLVM)
                  .Case("ptx", EmitKind::PTX)
                  .Case("ast", EmitKind::AST)
                  .Default(std::nullopt);
  if (!Kind)
    return createStringError("option '--emit' takes obj, asm, mir, llvm, ptx "
                             "or ast, not '" +
                             Name + "'");
  Options.Emit = *Kind;
  return Error::success();
}

using A = AssemblerOptions;
using N = StringRef;
using P = ParsedOption;

Error setOutput(A &To, N, const P &O) { return setText(O.Value, To.Output); }
Error setVerbose(A &To, N, const P &O) { return setFlag("v", O, To.Verbose); }
Error addEntry(A &To, N, const P &O) {
  return setText(O.Value, To.Compile.Entries.emplace_back());
}
Error setPart(A &To, N, const P &O) {
  return setFlag("c", O, To.Compile.IsPart);
}
Error setLines(A &To, N, const P &O) {
  return setFlag("g", O, To.Compile.LineTables);
}
Error setNoWarnings(A &To, N, const P &O) {
  return setFlag("w", O, To.Diagnostics.IgnoreWarnings);
}
Error setErrors(A &To, N, const P &O) {
  if (!O.HasValue || O.Value == "true" || O.Value == "false")
    return setFlag("Werror", O, To.Diagnostics.AllWarningsAreErrors);
  To.Diagnostics.WarningsAsErrors.insert(O.Value);
  return Error::success();
}
Error disableWarning(A &To, N, const P &O) {
  To.Diagnostics.DisabledWarnings.insert(O.Value);
  return Error::success();
}
Error warnOfSpills(A &To, N Name, const P &O) {
  return setFlag(Name, O, To.Compile.Warn.Spills);
}
Error warnOfLocal(A &To, N Name, const P &O) {
  return setFlag(Name, O, To.Compile.Warn.LocalMemory);
}
Error warnOfDoubles(A &To, N Name, const P &O) {
  return setFlag(Name, O, To.Compile.Warn.Doubles);
}
Error setRemarks(A &To, N, const P &O) {
  if (O.Value.empty())
    return createStringError("option '--remarks' needs a file name");
  To.Compile.Remarks = true;
  return setText(O.Value, To.Remarks);
}

Error setExplain(A &To, N, const P &O) {
  if (O.Value.empty())
    return createStringError("option '--explain' needs a file name");
  To.Compile.Remarks = true;
  return setText(O.Value, To.Explain);
}

constexpr OptionSetter<AssemblerOptions> OwnRows[] = {
    {{0, "o", OptionRow::Value, " FILE",
      "output (default: stem.cubin, with -c stem.o; text: stdout)"},
     setOutput},
    {{0, "output-file", OptionRow::Value}, setOutput},
    {{0, "v", OptionRow::Flag, "",
      "report registers, memory, code size, occupancy"},
     setVerbose},
    {{0, "verbose", OptionRow::Flag}, setVerbose},
    {{0, "emit", OptionRow::Value, "=KIND",
      "obj (default), asm, mir, llvm, ptx or ast", OptionRow::Supported,
      "obj|asm|mir|llvm|ptx|ast"},
     [](A &To, N, const P &O) { return setEmit(O.Value, To.Compile); }},
    {{0, "entry", OptionRow::Value, "=NAME",
      "only this kernel; may be repeated"},
     addEntry},
    {{0, "e", OptionRow::Value}, addEntry},
    {{0, "c", OptionRow::Flag, "", "make an object that is still to be linked"},
     setPart},
    {{0, "compile-only", OptionRow::Flag}, setPart},
    {{0, "S", OptionRow::Flag, "", "write a listing beside the PTX"},
     [](A &To, N Name, const P &O) { return setFlag(Name, O, To.Listing); }},
    {{0, "g", OptionRow::Flag, "",
      "source lines as DWARF; also --generate-line-info"},
     setLines},
    {{0, "device-debug", OptionRow::Flag}, setLines},
    {{0, "generate-line-info", OptionRow::Flag}, setLines},
    {{0, "lineinfo", OptionRow::Flag}, setLines},
    {{0, "j", OptionRow::Joined, "N", "--split-compile=N", OptionRow::Rare},
     [](A &To, N, const P &O) {
       return setNumber("split-compile", O, 1, 1024, To.Compile.Threads);
     }},
    {{0, "diagnostics", OptionRow::Value, "=text|json",
      "form of errors and warnings"},
     [](A &To, N, const P &O) {
       return setDiagnosticsFormat(O.Value, To.Diagnostics);
     }},
    {{0, "w", OptionRow::Flag, "", "no warnings"}, setNoWarnings},
    {{0, "disable-warnings", OptionRow::Flag}, setNoWarnings},
    {{0, "Werror", OptionRow::Optional, "[=NAME]",
      "warnings, or those called NAME, are errors"},
     setErrors},
    {{0, "warning-as-error", OptionRow::Flag}, setErrors},
    {{0, "Wno-", OptionRow::Joined, "NAME", "no warnings called NAME"},
     disableWarning},
    {{0, "warn-on-spills", OptionRow::Flag, "",
      "warn where values are spilled to local memory", OptionRow::Rare},
     warnOfSpills},
    {{0, "warn-spills", OptionRow::Flag}, warnOfSpills},
    {{0, "warn-on-local-memory-usage", OptionRow::Flag, "",
      "warn where local memory is used", OptionRow::Rare},
     warnOfLocal},
    {{0, "warn-lmem-usage", OptionRow::Flag}, warnOfLocal},
    {{0, "warn-on-double-precision-use", OptionRow::Flag, "",
      "warn of each instruction on f64", OptionRow::Rare},
     warnOfDoubles},
    {{0, "warn-double-usage", OptionRow::Flag}, warnOfDoubles},
    {{0, "max-errors", OptionRow::Value, "=N",
      "stop after N errors (default 20, 0: never)", OptionRow::Rare},
     [](A &To, N Name, const P &O) {
       return setNumber(Name, O, 0, UINT32_MAX, To.Diagnostics.MaxErrors);
     }},
    {{0, "remarks", OptionRow::Value, "=FILE",
      "optimization remarks as YAML; --pass-remarks: print", OptionRow::Rare},
     setRemarks},
    {{0, "explain", OptionRow::Value, "=FILE.html",
      "a page with all levels of the code and what each pass changed"},
     setExplain},
    {{0, "explain-stats", OptionRow::Value, "=FILE",
      "what --stats=json of ptx-run wrote, for the page", OptionRow::Rare},
     [](A &To, N, const P &O) { return setText(O.Value, To.ExplainStats); }},
    {{0, "preflight", OptionRow::Flag, "", "list all that the chip cannot run"},
     [](A &To, N Name, const P &O) { return setFlag(Name, O, To.Preflight); }},
    {{0, "list-chips", OptionRow::Flag, "", "list what -arch takes"},
     [](A &To, N Name, const P &O) { return setFlag(Name, O, To.ListChips); }},
    {{0, "print-layout", OptionRow::Value, "=NAME[,svg]",
      "which lane has which element, as mma.m16n8k16.f16; list: all",
      OptionRow::Rare},
     [](A &To, N, const P &O) { return setText(O.Value, To.Layout); }},
    {{0, "geometry", OptionRow::Value, "=NAME",
      "the SM, when it is not the chip's own"},
     [](A &To, N, const P &O) {
       return setGeometry(O.Value, To.Compile.Geometry);
     }},
};

OptionTable<CompileOptions> compileTable() { return compileOptionTable(); }
OptionTable<AssemblerOptions> ownTable() {
  return {OwnRows, compileTable().end()};
}

std::vector<OptionRow> allRows() {
  std::vector<OptionRow> All = ownTable().rows();
  const std::vector<OptionRow> Shared = compileTable().rows();
  All.insert(All.begin() + 2, Shared.begin(), Shared.end());
  // The help is to fit a screen.
  makeRare({"fma-as-mad"}, All);
  append_range(All, ignoredPtxasOptions());
  return All;
}

Error applyOption(const ParsedOption &O, AssemblerOptions &Options) {
  Expected<bool> IsTaken = compileTable().apply(O, Options.Compile);
  if (IsTaken && !*IsTaken)
    IsTaken = ownTable().apply(O, Options);
  assert((!IsTaken || *IsTaken) && "an option is in no table");
  return IsTaken.takeError();
}

/// Checks the options that go with one module only, and with one that is not
/// linked.
Error checkLinking(const AssemblerOptions &Options) {
  const EmitKind Emit = Options.Compile.Emit;
  if (Options.Inputs.size() > 1) {
    if (Options.Compile.IsPart)
      return createStringError("-c makes an object of one file; there are '" +
                               Options.Inputs[0] + "' and '" +
                               Options.Inputs[1] + "'");
    if (Emit == EmitKind::PTX || Emit == EmitKind::AST)
      return createStringError("--emit=ptx and --emit=ast show one module; "
                               "there are '" +
                               Options.Inputs[0] + "' and '" +
                               Options.Inputs[1] + "'");
    if (!Options.Remarks.empty())
      return createStringError("--remarks is about one module; there are '" +
                               Options.Inputs[0] + "' and '" +
                               Options.Inputs[1] + "'");
  }
  if (!Options.Compile.IsPart)
    return Error::success();
  if (Options.Compile.InputIsIR)
    return createStringError("'" + Options.Inputs.front() +
                             "' is not PTX; -c keeps PTX to be linked");
  if (Options.Listing || Emit != EmitKind::Object)
    return createStringError("-c makes no code yet; it does not go with -S "
                             "and --emit");
  return Error::success();
}

/// Refuses options that do not go together, and derives settings from the rest.
Error finish(AssemblerOptions &Options, ArrayRef<std::string> Files) {
  if (Options.ListChips || !Options.Layout.empty())
    return Error::success();
  if (Files.empty())
    return createStringError("no input file");
  Options.Inputs = Files.vec();
  const std::string &First = Options.Inputs.front();
  Options.Compile.InputIsIR = isIRFile(First);
  if (Error E = checkLinking(Options))
    return E;
  bool NeedsCode = Options.Compile.Emit != EmitKind::PTX &&
                   Options.Compile.Emit != EmitKind::AST;
  if (Options.Compile.InputIsIR && !NeedsCode)
    return createStringError("'" + First +
                             "' is not PTX; --emit=ptx and --emit=ast need it");
  if (Options.Listing && Options.Compile.Emit != EmitKind::Object)
    return createStringError("-S is a listing of the object; it does not go "
                             "with --emit");
  if (!Options.ExplainStats.empty() && Options.Explain.empty())
    return createStringError("--explain-stats goes with --explain only");
  if (!Options.Explain.empty() &&
      (Options.Compile.Emit != EmitKind::Object || Options.Compile.IsPart ||
       Options.Preflight || abi::isVirtualArch(Options.Compile.Arch)))
    return createStringError("--explain shows the code of an object; it does "
                             "not go with -c, --emit, --preflight and "
                             "compute_NN");
  Options.Compile.ExplainRegisters = Options.Verbose;
  // A warning that is to be an error is switched on, too.
  UseWarnings &Warn = Options.Compile.Warn;
  const StringSet<> &Errors = Options.Diagnostics.WarningsAsErrors;
  Warn.Doubles |= Errors.contains("double-precision");
  Warn.LocalMemory |= Errors.contains("local-memory-usage");
  Warn.Spills |= Errors.contains("spills");
  Options.CheckOnly = abi::isVirtualArch(Options.Compile.Arch);
  if (Options.CheckOnly && Options.Compile.InputIsIR)
    return createStringError("'" + First + "' is not PTX; '" +
                             Options.Compile.Arch + "' only checks PTX");
  if (Options.Preflight) {
    Options.Diagnostics.MaxErrors = 0;
    // A newer module is checked for the chip of silicon with the most features.
    Options.Compile.FallbackArch = "gt200";
  }
  return checkArch(Options.Compile.Arch,
                   /*AllowVirtual=*/Options.Compile.Emit == EmitKind::Object ||
                       !NeedsCode);
}

} // namespace

Expected<AssemblerOptions> parseAssemblerOptions(ParsedCommandLine Parsed) {
  AssemblerOptions Options;
  for (const ParsedOption &O : Parsed.Options)
    if (Error E = applyOption(O, Options))
      return std::move(E);
  Options.Ignored = std::move(Parsed.Ignored);
  Options.ForLLVM = std::move(Parsed.Foreign);
  if (Error E = finish(Options, Parsed.Files))
    return std::move(E);
  return Options;
}

ToolInfo assemblerInfo() {
  ToolInfo Info;
  Info.Name = "ptxas-lite";
  Info.Summary = "assembles PTX for NVIDIA's Tesla chips";
  Info.Usage = "ptxas-lite [options] FILE.ptx|.o|.ll... "
               "(FILE may be -; -x=v, -x v, --x=v, --x v)\n";
  Info.Description =
      "Reads PTX, optimizes it, allocates registers, places reconvergence "
      "points and\nwrites an object with the machine code of one of the Tesla "
      "chips, G80 to GT200,\nwhich ptx-run executes and ptx-objdump shows.\n\n"
      "Several files are linked; -c makes objects for that. "
      "Without -arch the module's\n.target decides the chip. Options of "
      "NVIDIA's ptxas\nkeep their spelling.\n";
  Info.Rows = allRows();
  Info.ExitCodes = {{0, "done"},
                    {1, "the PTX was refused; diagnostics are on stderr"},
                    {2, "usage or file error"}};
  Info.PrintHidden = printLLVMOptions;
  return Info;
}

} // namespace heddle
