//===- ptx-format.cpp - Lays PTX out in one style -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 a file is not in the style or not PTX, 2 usage or file
// error.
//
//===----------------------------------------------------------------------===//

#include "heddle/Format/Format.h"
#include "heddle/Support/Diagnostics.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OptionTable.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/Tool.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

namespace {

enum ExitCode { Done = 0, Differs = 1, UsageOrFileError = 2 };

struct FormatOptions {
  std::vector<std::string> Inputs;
  std::string Output = "-";
  bool InPlace = false;
  bool ChecksOnly = false;
};

constexpr OptionSetter<FormatOptions> Rows[] = {
    {{0, "o", OptionRow::Value, " FILE", "output (default: standard output)"},
     [](FormatOptions &To, StringRef, const ParsedOption &O) {
       return setText(O.Value, To.Output);
     }},
    {{0, "i", OptionRow::Flag, "", "write each file in place"},
     [](FormatOptions &To, StringRef Name, const ParsedOption &O) {
       return setFlag(Name, O, To.InPlace);
     }},
    {{0, "check", OptionRow::Flag, "",
      "write nothing; name the files that are not in the style"},
     [](FormatOptions &To, StringRef Name, const ParsedOption &O) {
       return setFlag(Name, O, To.ChecksOnly);
     }},
};

OptionTable<FormatOptions> table() { return {Rows, 1}; }

Expected<FormatOptions> parseOptions(const ParsedCommandLine &Parsed) {
  FormatOptions Options;
  if (Error E = table().applyAll(Parsed.Options, Options))
    return std::move(E);
  Options.Inputs = Parsed.Files;
  bool HasOutput = Options.Output != "-";
  if (Options.InPlace + Options.ChecksOnly + HasOutput > 1)
    return createStringError("of -o, -i and --check only one can be given");
  if (Options.Inputs.empty())
    return createStringError("no input file");
  if (!Options.InPlace && !Options.ChecksOnly && Options.Inputs.size() != 1)
    return createStringError("several files go with -i and --check only");
  if (Options.InPlace && is_contained(Options.Inputs, "-"))
    return createStringError("standard input has no place that -i could write");
  if (HasOutput)
    if (Error E =
            checkOutputs(Options.Inputs, RequestedOutput{Options.Output, "-o"}))
      return std::move(E);
  return Options;
}

/// Formats one file and says how that went.
int formatFile(const Tool &Self, const FormatOptions &Options, StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Path);
  if (!File)
    return Self.fail(File.takeError());
  std::string Before = (*File)->getBuffer().str();
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(std::move(*File), SMLoc());
  DiagnosticOptions Shown;
  Shown.Color = Self.color();
  Diagnostics Diags(Sources, errs(), Shown);
  std::optional<std::string> After = format::formatPTX(Diags);
  Diags.finish();
  if (!After)
    return Differs;
  if (Options.ChecksOnly) {
    if (*After == Before)
      return Done;
    outs() << (Path == "-" ? "<stdin>" : Path) << '\n';
    return Differs;
  }
  if (Options.InPlace && *After == Before)
    return Done;
  if (Error E =
          writeOutputFile(Options.InPlace ? Path : Options.Output, *After))
    return Self.fail(std::move(E));
  return Done;
}

ToolInfo formatInfo() {
  ToolInfo Info;
  Info.Name = "ptx-format";
  Info.Summary = "lays PTX out in one style";
  Info.Usage = "ptx-format FILE.ptx [-o FILE]\n"
               "       ptx-format -i|--check FILE.ptx...\n";
  Info.Description =
      "Changes blanks and line breaks of PTX text, and nothing else: an object "
      "that is\nmade of the result is the same. Comments stay where they "
      "stand, and one blank\nline stays between two statements.\n";
  Info.Rows = table().rows();
  Info.ExitCodes = {{0, "done"},
                    {1, "a file is not in the style, or is not PTX"},
                    {2, "usage or file error"}};
  return Info;
}

} // namespace

static int run(int argc, char **argv) {
  Tool Self(formatInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<FormatOptions> Options = parseOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  int Exit = Done;
  for (StringRef Path : Options->Inputs)
    Exit = std::max(Exit, formatFile(Self, *Options, Path));
  return Exit;
}

int main(int argc, char **argv) {
  ToolProcess Process("ptx-format");
  return Process.finish(run(argc, argv));
}
