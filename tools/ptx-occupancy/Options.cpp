//===- Options.cpp - The command line of ptx-occupancy --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "heddle/Compiler/CommandLine.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace heddle {
namespace {

enum OptionId : unsigned {
  OptRegisters = FirstToolOption,
  OptBlock,
  OptShared,
  OptGeometry,
  OptEntry,
  OptFormat,
  OptHelp,
  OptVersion,
};

constexpr OptionRow Rows[] = {
    {OptRegisters, "regs", OptionRow::Value, "=N",
     "registers a thread uses: no file, a calculator"},
    {OptBlock, "block", OptionRow::Value, "=N|X,Y[,Z]",
     "threads of a CTA; may be repeated"},
    {OptShared, "smem", OptionRow::Value, "=BYTES",
     "shared memory: with a file dynamic bytes, else all"},
    {OptGeometry, "geometry", OptionRow::Value, "=NAME",
     "the SM: g80 ... gt200, textbook, sm_20 ... sm_90"},
    {OptEntry, "entry", OptionRow::Value, "=NAME", "only this kernel"},
    {OptFormat, "format", OptionRow::Value, "=text|json|csv",
     "form of the report"},
    {OptVersion, "version", OptionRow::Flag, "", "print the version"},
    {OptHelp, "help", OptionRow::Flag, "", "this text"},
    {OptHelp, "h", OptionRow::Flag},
};

std::vector<OptionRow> allRows() {
  std::vector<OptionRow> All(std::begin(Rows), std::end(Rows));
  ArrayRef<OptionRow> Shared = compileOptionRows();
  All.insert(All.end() - 3, Shared.begin(), Shared.end());
  return All;
}

/// "256" or "16,16": the number of threads.
Expected<uint32_t> threadCount(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  uint64_t Product = 1;
  bool Good = Parts.size() <= 3;
  for (StringRef Part : Parts) {
    uint32_t N = 0;
    Good &= !Part.getAsInteger(10, N) && N != 0;
    Product *= N;
    Good &= Product <= 65536;
  }
  if (!Good)
    return createStringError("option '--block' takes a number of threads, N or "
                             "X,Y or X,Y,Z, not '" +
                             Text + "'");
  return static_cast<uint32_t>(Product);
}

Error setGeometry(StringRef Name, OccupancyOptions &Options) {
  Options.Geometry = abi::findGeometry(Name);
  if (Options.Geometry)
    return Error::success();
  std::string Known;
  for (const abi::Geometry &G : abi::geometries())
    Known += (Known.empty() ? "" : ", ") + std::string(G.Name);
  return createStringError("unknown geometry '" + Name + "'; known: " + Known);
}

Error setFormat(StringRef Name, OccupancyOptions &Options) {
  if (Name == "text")
    Options.Format = tuning::OutputFormat::Text;
  else if (Name == "json")
    Options.Format = tuning::OutputFormat::JSON;
  else if (Name == "csv")
    Options.Format = tuning::OutputFormat::CSV;
  else
    return createStringError(
        "option '--format' takes text, json or csv, not '" + Name + "'");
  return Error::success();
}

Error setFlag(StringRef Name, const ParsedOption &O, bool &Flag) {
  Expected<bool> On = flagValue(Name, O);
  if (!On)
    return On.takeError();
  Flag = *On;
  return Error::success();
}

Error applyOption(const ParsedOption &O, OccupancyOptions &Options) {
  Expected<bool> IsShared = applyCompileOption(O, Options.Compile);
  if (!IsShared)
    return IsShared.takeError();
  if (*IsShared)
    return Error::success();
  switch (O.Id) {
  case OptRegisters: {
    Expected<uint64_t> N = numberValue("regs", O, 0, 255);
    if (!N)
      return N.takeError();
    Options.Registers = static_cast<uint32_t>(*N);
    return Error::success();
  }
  case OptBlock: {
    Expected<uint32_t> Threads = threadCount(O.Value);
    if (!Threads)
      return Threads.takeError();
    Options.Blocks.push_back(*Threads);
    return Error::success();
  }
  case OptShared: {
    Expected<uint64_t> N = numberValue("smem", O, 0, 1 << 20);
    if (!N)
      return N.takeError();
    Options.SharedBytes = static_cast<uint32_t>(*N);
    return Error::success();
  }
  case OptGeometry:
    return setGeometry(O.Value, Options);
  case OptEntry:
    Options.Entry = O.Value;
    return Error::success();
  case OptFormat:
    return setFormat(O.Value, Options);
  case OptVersion:
    return setFlag("version", O, Options.ShowVersion);
  }
  return setFlag("help", O, Options.ShowHelp);
}

/// What does not go together, and what follows from the rest.
Error finish(OccupancyOptions &Options, ArrayRef<std::string> Files) {
  if (Options.ShowHelp || Options.ShowVersion)
    return Error::success();
  if (Files.size() > 1)
    return createStringError("more than one input file: '" + Files[0] +
                             "' and '" + Files[1] + "'");
  if (!Files.empty() && Options.Registers)
    return createStringError("'--regs' is for the calculator; '" + Files[0] +
                             "' says how many registers there are");
  if (Files.empty() && !Options.Registers)
    return createStringError("no input file, and no '--regs' to reckon with");
  if (!Files.empty())
    Options.Input = Files.front();
  else if (!Options.Geometry)
    Options.Geometry = abi::findGeometry("g80");
  return checkArch(Options.Compile.Arch, /*AllowVirtual=*/false);
}

} // namespace

Expected<OccupancyOptions> parseOccupancyOptions(ArrayRef<const char *> Args) {
  Expected<ParsedCommandLine> Parsed = parseCommandLine(allRows(), Args);
  if (!Parsed)
    return Parsed.takeError();
  OccupancyOptions Options;
  for (const ParsedOption &O : Parsed->Options)
    if (Error E = applyOption(O, Options))
      return std::move(E);
  if (Error E = finish(Options, Parsed->Files))
    return std::move(E);
  return Options;
}

std::string occupancyHelp() {
  return formatHelp("usage: ptx-occupancy [options] FILE.ptx|.cubin   "
                    "registers against occupancy, per kernel\n"
                    "       ptxas -v ... 2>&1 | ptx-occupancy -\n"
                    "       ptx-occupancy --regs=N --block=N [--smem=BYTES] "
                    "[--geometry=NAME]\n",
                    allRows());
}

} // namespace heddle
