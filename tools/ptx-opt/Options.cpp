//===- Options.cpp - The command line of ptx-opt --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "heddle/ABI/Chips.h"
#include "heddle/ABI/Limits.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Compiler/LLVMOptions.h"
#include "heddle/Support/OptionTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace heddle {
namespace {

using T = OptOptions;
using N = StringRef;
using P = ParsedOption;

Error setArch(T &To, N, const P &O) {
  if (!O.Value.empty() && !abi::findChip(O.Value))
    return abi::unknownChip(O.Value);
  return setText(O.Value, To.Arch);
}
Error addMachinePasses(T &To, N, const P &O) {
  SmallVector<StringRef, 4> Names;
  StringRef(O.Value).split(Names, ',', -1, /*KeepEmpty=*/false);
  To.RunPasses.insert(To.RunPasses.end(), Names.begin(), Names.end());
  return Error::success();
}

Error setExplain(T &To, N, const P &O) {
  if (O.Value.empty())
    return createStringError("option '--explain' needs a file name");
  return setText(O.Value, To.Explain);
}

constexpr OptionSetter<OptOptions> Rows[] = {
    {{0, "passes", OptionRow::Value, "=PASS[,PASS...]",
      "passes to run, as LLVM's opt takes them"},
     [](T &To, N, const P &O) { return setText(O.Value, To.Pipeline); }},
    {{0, "O", OptionRow::Joined, "0 ... -O3", "run the passes of this level"},
     [](T &To, N Name, const P &O) {
       return setNumber(Name, O, 0, 3, To.Level.emplace());
     }},
    {{0, "run-pass", OptionRow::Value, "=PASS[,PASS...]",
      "machine passes to run on a .mir file"},
     addMachinePasses},
    {{0, "o", OptionRow::Value, " FILE", "output (default: standard output)"},
     [](T &To, N, const P &O) { return setText(O.Value, To.Output); }},
    {{0, "explain", OptionRow::Value, "=FILE.html",
      "a page with what each pass changed"},
     setExplain},
    {{0, "S", OptionRow::Flag, "", "print text (always so)", OptionRow::Rare},
     [](T &, N Name, const P &O) {
       bool Always;
       return setFlag(Name, O, Always);
     }},
    {{0, "arch", OptionRow::Value, "=CHIP",
      "chip to lift for (default: the module's .target)"},
     setArch},
    {{0, "mcpu", OptionRow::Value}, setArch},
    {{0, "fmad", OptionRow::Flag, "=true|false",
      "let unrounded f32 mul and add fuse (default false)"},
     [](T &To, N Name, const P &O) { return setFlag(Name, O, To.FuseMulAdd); }},
    {{0, "maxrregcount", OptionRow::Value, "=N",
      "registers that machine code may use"},
     [](T &To, N Name, const P &O) {
       return setNumber(Name, O, 0, abi::MaxRegisterOption, To.MaxRegisters);
     }},
    {{0, "load-pass-plugin", OptionRow::Value, "=FILE",
      "load passes from a library"},
     [](T &To, N, const P &O) {
       return setText(O.Value, To.Plugins.emplace_back());
     }},
    {{0, "inline", OptionRow::Value, "=auto|all|none",
      "device functions that become part of their caller", OptionRow::Rare},
     [](T &To, N, const P &O) { return setInline(O.Value, To.Inline); }},
    {{0, "assume-global", OptionRow::Flag, "",
      "unresolved generic accesses are global", OptionRow::Rare},
     [](T &To, N Name, const P &O) {
       return setFlag(Name, O, To.AssumeGlobal);
     }},
    {{0, "verify-each", OptionRow::Flag, "",
      "verify the module after each pass"},
     [](T &To, N Name, const P &O) { return setFlag(Name, O, To.VerifyEach); }},
    {{0, "print-passes", OptionRow::Flag, "", "list our own passes and stop"},
     [](T &To, N Name, const P &O) { return setFlag(Name, O, To.ListPasses); }},
    {{0, "print-pipeline-passes", OptionRow::Flag, "",
      "print what -O or -passes runs, as text for -passes, and stop"},
     [](T &To, N Name, const P &O) {
       return setFlag(Name, O, To.PrintPipeline);
     }},
};

OptionTable<OptOptions> table() { return {Rows, 1}; }

/// IR passes do not run on machine IR, nor machine passes on anything else.
Error checkInput(const OptOptions &Options) {
  bool IsMIR = sys::path::extension(Options.Input) == ".mir";
  bool HasIRPasses = Options.Level || !Options.Pipeline.empty();
  if (IsMIR && HasIRPasses)
    return createStringError("'" + Options.Input +
                             "' is machine IR, and -passes and -O run IR "
                             "passes; -run-pass names machine passes");
  if (IsMIR && !Options.Explain.empty())
    return createStringError("--explain shows IR passes; '" + Options.Input +
                             "' is machine IR");
  if (!IsMIR && !Options.RunPasses.empty())
    return createStringError("-run-pass runs on a .mir file, not on '" +
                             Options.Input + "'");
  return Error::success();
}

Error finish(OptOptions &Options, ArrayRef<std::string> Files) {
  if (Options.ListPasses)
    return Error::success();
  if (Options.Level && !Options.Pipeline.empty())
    return createStringError("-O and -passes do not go together; "
                             "--print-pipeline-passes -O" +
                             Twine(*Options.Level) +
                             " prints a text for -passes");
  if (Options.PrintPipeline && !Options.Level && Options.Pipeline.empty())
    return createStringError("--print-pipeline-passes needs -O or -passes");
  if (Options.PrintPipeline)
    return Error::success();
  Expected<std::string> Input = onlyInput(Files);
  if (!Input)
    return Input.takeError();
  Options.Input = std::move(*Input);
  return checkInput(Options);
}

} // namespace

Expected<OptOptions> parseOptOptions(ParsedCommandLine Parsed) {
  OptOptions Options;
  if (Error E = table().applyAll(Parsed.Options, Options))
    return std::move(E);
  Options.ForLLVM = std::move(Parsed.Foreign);
  if (Error E = finish(Options, Parsed.Files))
    return std::move(E);
  return Options;
}

ToolInfo optInfo() {
  ToolInfo Info;
  Info.Name = "ptx-opt";
  Info.Summary = "runs passes on PTX, IR or machine IR and prints the result";
  Info.Usage = "ptx-opt [-passes=PASS,...|-O2] FILE.ptx|.ll\n"
               "       ptx-opt -run-pass=PASS,... FILE.mir\n"
               "       ptx-opt -stop-after=PASS FILE.ptx|.ll\n";
  Info.Description =
      "Lifts PTX to LLVM IR, or reads IR, and runs passes on it: ours, LLVM's "
      "and those\nof plugins. Code generation can be stopped at any machine "
      "pass, and single\nmachine passes run on its output.\n";
  Info.Rows = table().rows();
  Info.ExitCodes = {
      {0, "done"}, {1, "the input was refused"}, {2, "usage or file error"}};
  Info.PrintHidden = printLLVMOptions;
  return Info;
}

} // namespace heddle
