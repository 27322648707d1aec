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
#include "heddle/Compiler/LLVMOptions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace heddle {
namespace {

enum OptionId : unsigned {
  OptPasses = 1,
  OptLevel,
  OptOutput,
  OptText,
  OptArch,
  OptFuseMulAdd,
  OptPlugin,
  OptVerifyEach,
  OptListPasses,
  OptPrintPipeline,
  OptRunPass,
  OptMaxRegisters,
};

constexpr OptionRow Rows[] = {
    {OptPasses, "passes", OptionRow::Value, "=PASS[,PASS...]",
     "passes to run, as LLVM's opt takes them"},
    {OptLevel, "O", OptionRow::Joined, "0 ... -O3",
     "run the passes of this level"},
    {OptRunPass, "run-pass", OptionRow::Value, "=PASS[,PASS...]",
     "machine passes to run on a .mir file"},
    {OptOutput, "o", OptionRow::Value, " FILE",
     "output (default: standard output)"},
    {OptText, "S", OptionRow::Flag, "", "print text (always so)",
     OptionRow::Rare},
    {OptArch, "arch", OptionRow::Value, "=CHIP",
     "chip to lift for (default: the module's .target)"},
    {OptArch, "mcpu", OptionRow::Value},
    {OptFuseMulAdd, "fmad", OptionRow::Flag, "=true|false",
     "let unrounded f32 mul and add fuse (default false)"},
    {OptMaxRegisters, "maxrregcount", OptionRow::Value, "=N",
     "registers that machine code may use"},
    {OptPlugin, "load-pass-plugin", OptionRow::Value, "=FILE",
     "load passes from a library"},
    {OptVerifyEach, "verify-each", OptionRow::Flag, "",
     "verify the module after each pass"},
    {OptListPasses, "print-passes", OptionRow::Flag, "",
     "list our own passes and stop"},
    {OptPrintPipeline, "print-pipeline-passes", OptionRow::Flag, "",
     "print what -O or -passes runs, as text for -passes, and stop"},
};

template <typename T>
Error setNumber(StringRef Name, const ParsedOption &O, uint64_t Most, T &Slot) {
  Expected<uint64_t> N = numberValue(Name, O, 0, Most);
  if (!N)
    return N.takeError();
  Slot = static_cast<unsigned>(*N);
  return Error::success();
}

Error applyOption(const ParsedOption &O, OptOptions &Options) {
  switch (OptionId(O.Id)) {
  case OptPasses:
    Options.Pipeline = O.Value;
    return Error::success();
  case OptLevel:
    return setNumber("O", O, 3, Options.Level);
  case OptOutput:
    Options.Output = O.Value;
    return Error::success();
  case OptText: {
    bool Always;
    return setFlag("S", O, Always);
  }
  case OptArch:
    if (!O.Value.empty() && !abi::findChip(O.Value))
      return abi::unknownChip(O.Value);
    Options.Arch = O.Value;
    return Error::success();
  case OptFuseMulAdd:
    return setFlag("fmad", O, Options.FuseMulAdd);
  case OptPlugin:
    Options.Plugins.push_back(O.Value);
    return Error::success();
  case OptVerifyEach:
    return setFlag("verify-each", O, Options.VerifyEach);
  case OptListPasses:
    return setFlag("print-passes", O, Options.ListPasses);
  case OptPrintPipeline:
    return setFlag("print-pipeline-passes", O, Options.PrintPipeline);
  case OptRunPass: {
    SmallVector<StringRef, 4> Names;
    StringRef(O.Value).split(Names, ',', -1, /*KeepEmpty=*/false);
    Options.RunPasses.insert(Options.RunPasses.end(), Names.begin(),
                             Names.end());
    return Error::success();
  }
  case OptMaxRegisters:
    return setNumber("maxrregcount", O, abi::MaxRegisterOption,
                     Options.MaxRegisters);
  }
  llvm_unreachable("a row without a case");
}

/// IR passes do not run on machine IR, nor machine passes on anything else.
Error checkInput(const OptOptions &Options) {
  bool IsMIR = sys::path::extension(Options.Input) == ".mir";
  bool HasIRPasses = Options.Level || !Options.Pipeline.empty();
  if (IsMIR && HasIRPasses)
    return createStringError("'" + Options.Input +
                             "' is machine IR, and -passes and -O run IR "
                             "passes; -run-pass names machine passes");
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
  for (const ParsedOption &O : Parsed.Options)
    if (Error E = applyOption(O, Options))
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
  Info.Rows.assign(std::begin(Rows), std::end(Rows));
  Info.ExitCodes = {
      {0, "done"}, {1, "the input was refused"}, {2, "usage or file error"}};
  Info.PrintHidden = printLLVMOptions;
  return Info;
}

} // namespace heddle
