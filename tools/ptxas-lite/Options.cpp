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

enum OptionId : unsigned {
  OptOutput = FirstToolOption,
  OptVerbose,
  OptEmit,
  OptEntry,
  OptListing,
  OptLineTables,
  OptDiagnostics,
  OptNoWarnings,
  OptWarningsAreErrors,
  OptNoWarning,
  OptMaxErrors,
  OptRemarks,
  OptPreflight,
  OptListChips,
  OptGeometry,
  OptCompileOnly,
  OptWarnDoubles,
  OptWarnLocal,
  OptWarnSpills,
};

constexpr OptionRow Rows[] = {
    {OptOutput, "o", OptionRow::Value, " FILE",
     "output (default: stem.cubin, with -c stem.o; text: stdout)"},
    {OptOutput, "output-file", OptionRow::Value},
    {OptVerbose, "v", OptionRow::Flag, "",
     "report registers, memory, code size, occupancy"},
    {OptVerbose, "verbose", OptionRow::Flag},
    {OptEmit, "emit", OptionRow::Value, "=KIND",
     "obj (default), asm, mir, llvm, ptx or ast", OptionRow::Supported,
     "obj|asm|mir|llvm|ptx|ast"},
    {OptEntry, "entry", OptionRow::Value, "=NAME",
     "only this kernel; may be repeated"},
    {OptEntry, "e", OptionRow::Value},
    {OptCompileOnly, "c", OptionRow::Flag, "",
     "make an object that is still to be linked"},
    {OptCompileOnly, "compile-only", OptionRow::Flag},
    {OptListing, "S", OptionRow::Flag, "", "write a listing beside the PTX"},
    {OptLineTables, "g", OptionRow::Flag, "",
     "source lines as DWARF; also --generate-line-info"},
    {OptLineTables, "device-debug", OptionRow::Flag},
    {OptLineTables, "generate-line-info", OptionRow::Flag},
    {OptLineTables, "lineinfo", OptionRow::Flag},
    {OptDiagnostics, "diagnostics", OptionRow::Value, "=text|json",
     "form of errors and warnings"},
    {OptNoWarnings, "w", OptionRow::Flag, "", "no warnings"},
    {OptNoWarnings, "disable-warnings", OptionRow::Flag},
    {OptWarningsAreErrors, "Werror", OptionRow::Optional, "[=NAME]",
     "warnings, or those called NAME, are errors"},
    {OptWarningsAreErrors, "warning-as-error", OptionRow::Flag},
    {OptNoWarning, "Wno-", OptionRow::Joined, "NAME",
     "no warnings called NAME"},
    {OptWarnSpills, "warn-on-spills", OptionRow::Flag, "",
     "warn where values are spilled to local memory", OptionRow::Rare},
    {OptWarnSpills, "warn-spills", OptionRow::Flag},
    {OptWarnLocal, "warn-on-local-memory-usage", OptionRow::Flag, "",
     "warn where local memory is used", OptionRow::Rare},
    {OptWarnLocal, "warn-lmem-usage", OptionRow::Flag},
    {OptWarnDoubles, "warn-on-double-precision-use", OptionRow::Flag, "",
     "warn of each instruction on f64", OptionRow::Rare},
    {OptWarnDoubles, "warn-double-usage", OptionRow::Flag},
    {OptMaxErrors, "max-errors", OptionRow::Value, "=N",
     "stop after N errors (default 20, 0: never)", OptionRow::Rare},
    {OptRemarks, "remarks", OptionRow::Value, "=FILE",
     "optimization remarks as YAML; --pass-remarks: print", OptionRow::Rare},
    {OptPreflight, "preflight", OptionRow::Flag, "",
     "list all that the chip cannot run"},
    {OptListChips, "list-chips", OptionRow::Flag, "", "list what -arch takes"},
    {OptGeometry, "geometry", OptionRow::Value, "=NAME",
     "the SM, when it is not the chip's own"},
};

std::vector<OptionRow> allRows() {
  std::vector<OptionRow> All(std::begin(Rows), std::end(Rows));
  ArrayRef<OptionRow> Shared = compileOptionRows();
  All.insert(All.begin() + 2, Shared.begin(), Shared.end());
  // The help is to fit a screen.
  for (OptionRow &Row : All)
    if (Row.Id == OptFmaAsMad)
      Row.Status = OptionRow::Rare;
  ArrayRef<OptionRow> Ignored = ignoredPtxasOptions();
  All.insert(All.end(), Ignored.begin(), Ignored.end());
  return All;
}

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

Error applyDiagnosticOption(const ParsedOption &O, DiagnosticOptions &Options) {
  switch (O.Id) {
  case OptDiagnostics:
    return setDiagnosticsFormat(O.Value, Options);
  case OptNoWarnings:
    return setFlag("w", O, Options.IgnoreWarnings);
  case OptWarningsAreErrors:
    if (O.HasValue && O.Value != "true" && O.Value != "false") {
      Options.WarningsAsErrors.insert(O.Value);
      return Error::success();
    }
    return setFlag("Werror", O, Options.AllWarningsAreErrors);
  case OptNoWarning:
    Options.DisabledWarnings.insert(O.Value);
    return Error::success();
  }
  Expected<uint64_t> Max = numberValue("max-errors", O, 0, UINT32_MAX);
  if (!Max)
    return Max.takeError();
  Options.MaxErrors = static_cast<unsigned>(*Max);
  return Error::success();
}

Error applyOption(const ParsedOption &O, AssemblerOptions &Options) {
  Expected<bool> IsShared = applyCompileOption(O, Options.Compile);
  if (!IsShared)
    return IsShared.takeError();
  if (*IsShared)
    return Error::success();
  switch (O.Id) {
  case OptOutput:
    Options.Output = O.Value;
    return Error::success();
  case OptVerbose:
    return setFlag("v", O, Options.Verbose);
  case OptEmit:
    return setEmit(O.Value, Options.Compile);
  case OptEntry:
    Options.Compile.Entries.push_back(O.Value);
    return Error::success();
  case OptListing:
    return setFlag("S", O, Options.Listing);
  case OptLineTables:
    return setFlag("g", O, Options.Compile.LineTables);
  case OptRemarks:
    if (O.Value.empty())
      return createStringError("option '--remarks' needs a file name");
    Options.Remarks = O.Value;
    Options.Compile.Remarks = true;
    return Error::success();
  case OptPreflight:
    return setFlag("preflight", O, Options.Preflight);
  case OptListChips:
    return setFlag("list-chips", O, Options.ListChips);
  case OptGeometry:
    return setGeometry(O.Value, Options.Compile);
  case OptCompileOnly:
    return setFlag("c", O, Options.Compile.IsPart);
  case OptWarnDoubles:
    return setFlag("warn-on-double-precision-use", O,
                   Options.Compile.Warn.Doubles);
  case OptWarnLocal:
    return setFlag("warn-on-local-memory-usage", O,
                   Options.Compile.Warn.LocalMemory);
  case OptWarnSpills:
    return setFlag("warn-on-spills", O, Options.Compile.Warn.Spills);
  }
  return applyDiagnosticOption(O, Options.Diagnostics);
}

/// What goes with one module only, and with one that is not linked.
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

/// What does not go together, and what follows from the rest.
Error finish(AssemblerOptions &Options, ArrayRef<std::string> Files) {
  if (Options.ListChips)
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
  Options.Compile.ExplainRegisters = Options.Verbose;
  // Who wants errors of them wants to hear of them.
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
    // What stands between a newer module and silicon: the chip that has most.
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
