//===- Options.cpp - The command line of ptx-occupancy --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "heddle/Compiler/CommandLine.h"
#include "heddle/Session/SettingTable.h"
#include "heddle/Support/Number.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <thread>

using namespace llvm;

namespace heddle {
namespace {

/// "256" or "16,16": the number of threads.
Expected<uint32_t> threadCount(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  constexpr uint64_t MostThreads = 65536;
  uint64_t Product = 1;
  bool Good = Parts.size() <= 3;
  for (StringRef Part : Parts) {
    uint64_t N = parseNumber(Part, MostThreads).value_or(0);
    Product *= N;
    Good &= N != 0 && Product <= MostThreads;
  }
  if (!Good)
    return createStringError("option '--block' takes a number of threads, N or "
                             "X,Y or X,Y,Z, not '" +
                             Text + "'");
  return static_cast<uint32_t>(Product);
}

Error setGeometries(StringRef Names, OccupancyOptions &Options) {
  SmallVector<StringRef, 8> List;
  Names.split(List, ',');
  Options.Geometries.clear();
  for (StringRef Name : List) {
    const abi::Geometry *G = abi::findGeometry(Name);
    if (!G)
      return abi::unknownGeometry(Name);
    if (is_contained(Options.Geometries, G))
      return createStringError("option '--geometry' names " + Twine(G->Name) +
                               " twice");
    Options.Geometries.push_back(G);
  }
  return Error::success();
}

/// ptxas by its name or its path.
Error setPeer(StringRef Program, OccupancyOptions &Options) {
  if (sys::path::filename(Program) != "ptxas")
    return createStringError("option '--peer' takes ptxas, or its path, not '" +
                             Program + "'");
  Options.Peer = Program;
  return Error::success();
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

Error setSweep(StringRef Name, OccupancyOptions &Options) {
  if (Name == "regs")
    Options.Sweep = OccupancyOptions::OverRegisters;
  else if (Name == "block")
    Options.Sweep = OccupancyOptions::OverBlocks;
  else
    return createStringError("option '--sweep' takes regs or block, not '" +
                             Name + "'");
  return Error::success();
}

using U = OccupancyOptions;
using N = StringRef;
using P = ParsedOption;

Error addBlock(U &To, N, const P &O) {
  Expected<uint32_t> Threads = threadCount(O.Value);
  if (!Threads)
    return Threads.takeError();
  To.Blocks.push_back(*Threads);
  return Error::success();
}
Error setHostThreads(U &To, N, const P &O) {
  return setNumber("host-threads", O, 1, 256, To.HostThreads);
}

constexpr OptionSetter<OccupancyOptions> OwnRows[] = {
    {{0, "regs", OptionRow::Value, "=N",
      "registers a thread uses: no file, a calculator"},
     [](U &To, N Name, const P &O) {
       return setNumber(Name, O, 0, 255, To.Registers.emplace());
     }},
    {{0, "block", OptionRow::Value, "=N|X,Y[,Z]",
      "threads of a CTA; may be repeated"},
     addBlock},
    {{0, "smem", OptionRow::Value, "=BYTES",
      "shared memory: with a file dynamic bytes, else all"},
     [](U &To, N Name, const P &O) {
       return setNumber(Name, O, 0, 1 << 20, To.SharedBytes);
     }},
    {{0, "geometry", OptionRow::Value, "=NAME[,NAME...]",
      "the SMs: a chip's, sm_NN or textbook"},
     [](U &To, N, const P &O) { return setGeometries(O.Value, To); }},
    {{0, "entry", OptionRow::Value, "=NAME", "only this kernel"},
     [](U &To, N, const P &O) { return setText(O.Value, To.Entry); }},
    {{0, "format", OptionRow::Value, "=text|json|csv", "form of the report"},
     [](U &To, N, const P &O) { return setFormat(O.Value, To); }},
    {{0, "sweep", OptionRow::Value, "=regs|block",
      "for every register budget, or block size"},
     [](U &To, N, const P &O) { return setSweep(O.Value, To); }},
    {{0, "job", OptionRow::Value, "=FILE.json",
      "with --sweep=regs: also run these launches"},
     [](U &To, N, const P &O) { return setText(O.Value, To.JobPath); }},
    {{0, "time", OptionRow::Optional, "[=BOARD|FILE.yaml]",
      "with --job: how long the launches take on a board"},
     [](U &To, N, const P &O) {
       To.TimeText = O.Value;
       return session::setTime(O, To.Time);
     }},
    {{0, "advise", OptionRow::Flag, "",
      "try what could be faster, and print what is"},
     [](U &To, N Name, const P &O) { return setFlag(Name, O, To.Advise); }},
    {{0, "pressure", OptionRow::Flag, "",
      "live registers by PTX line, values at the peak"},
     [](U &To, N Name, const P &O) { return setFlag(Name, O, To.Pressure); }},
    {{0, "peer", OptionRow::Value, "=ptxas",
      "NVIDIA's counts beside ours, of the ptxas that is installed"},
     [](U &To, N, const P &O) { return setPeer(O.Value, To); }},
    {{0, "html", OptionRow::Value, "=FILE", "a page with the curves"},
     [](U &To, N, const P &O) { return setText(O.Value, To.HTMLPath); }},
    {{0, "svg", OptionRow::Value, "=FILE", "the curves as a picture"},
     [](U &To, N, const P &O) { return setText(O.Value, To.SVGPath); }},
    {{0, "host-threads", OptionRow::Value, "=N",
      "budgets compiled at once (default: all cores)"},
     setHostThreads},
    {{0, "j", OptionRow::Joined}, setHostThreads},
};

OptionTable<CompileOptions> compileTable() { return compileOptionTable(); }
OptionTable<OccupancyOptions> ownTable() {
  return {OwnRows, compileTable().end()};
}

std::vector<OptionRow> allRows() {
  std::vector<OptionRow> All = ownTable().rows();
  append_range(All, compileTable().rows());
  return All;
}

Error applyOption(const ParsedOption &O, OccupancyOptions &Options) {
  Expected<bool> IsTaken = compileTable().apply(O, Options.Compile);
  if (IsTaken && !*IsTaken)
    IsTaken = ownTable().apply(O, Options);
  assert((!IsTaken || *IsTaken) && "an option is in no table");
  return IsTaken.takeError();
}

/// Another compiler's counts need a file of PTX, and are shown in a table.
Error checkPeer(const OccupancyOptions &Options) {
  if (Options.Peer.empty())
    return Error::success();
  if (Options.Input.empty() || Options.Input == "-" || isIRFile(Options.Input))
    return createStringError("'--peer' compiles PTX; name its file");
  if (Options.Pressure && Options.Sweep == OccupancyOptions::NoSweep)
    return createStringError("'--peer' has nothing to say about '--pressure'");
  return Error::success();
}

/// Checks the options that a sweep and its pictures need.
Error checkSweep(const OccupancyOptions &Options) {
  if (Options.Advise) {
    if (Options.Sweep != OccupancyOptions::NoSweep || Options.Pressure ||
        !Options.Peer.empty() || !Options.HTMLPath.empty() ||
        !Options.SVGPath.empty())
      return createStringError("'--advise' does not go with '--sweep', "
                               "'--pressure', '--peer' or pictures");
    if (Options.Input.empty() == Options.JobPath.empty() ||
        Options.Input == "-")
      return createStringError(
          "'--advise' takes a '--job', which names its module, or a file");
    if (Options.Time.IsWanted && Options.JobPath.empty())
      return createStringError("'--time' times the launches of a '--job'");
    if (Options.Format != tuning::OutputFormat::Text)
      return createStringError("'--advise' prints text alone");
    return Error::success();
  }
  bool Pictures = !Options.HTMLPath.empty() || !Options.SVGPath.empty();
  if (Options.Sweep == OccupancyOptions::OverRegisters || Options.Pressure) {
    if (Options.Input.empty() || Options.Input == "-")
      return createStringError(
          "'" + Twine(Options.Pressure ? "--pressure" : "--sweep=regs") +
          "' compiles PTX; name its file");
    if (Options.Blocks.size() > 1)
      return createStringError("a sweep takes one '--block'");
  } else if (!Options.JobPath.empty()) {
    return createStringError("'--job' goes with '--sweep=regs'");
  }
  if (Options.Time.IsWanted && Options.JobPath.empty())
    return createStringError("'--time' times the launches of a '--job'");
  if (Options.Pressure && Options.Sweep == OccupancyOptions::OverBlocks)
    return createStringError(
        "'--pressure' does not go with '--sweep=block', which compiles once");
  if (Options.Pressure && Options.Sweep == OccupancyOptions::OverRegisters &&
      Options.Format == tuning::OutputFormat::CSV)
    return createStringError("'--format=csv' is one table: '--sweep=regs' or "
                             "'--pressure', not both");
  if (!Options.SVGPath.empty() && Options.Sweep == OccupancyOptions::NoSweep)
    return createStringError("'--svg' draws a sweep: --sweep=regs or "
                             "--sweep=block");
  if (Pictures && Options.Sweep == OccupancyOptions::NoSweep &&
      !Options.Pressure)
    return createStringError("'--html' shows a sweep or the pressure: "
                             "--sweep=regs, --sweep=block or --pressure");
  return Error::success();
}

/// Refuses options that do not go together, and derives settings from the rest.
Error finish(OccupancyOptions &Options, ArrayRef<std::string> Files) {
  if (Files.size() > 1)
    return onlyInput(Files).takeError();
  if (!Files.empty() && Options.Registers)
    return createStringError("'--regs' is for the calculator; '" + Files[0] +
                             "' says how many registers there are");
  if (Files.empty() && !Options.Registers && !Options.Advise)
    return createStringError("no input file, and no '--regs' to reckon with");
  if (!Files.empty())
    Options.Input = Files.front();
  else if (Options.Geometries.empty() && !Options.Advise)
    Options.Geometries = {abi::findGeometry("g80")};
  if (Error E = checkPeer(Options))
    return E;
  if (Error E = checkSweep(Options))
    return E;
  return checkArch(Options.Compile.Arch, /*AllowVirtual=*/false);
}

/// The launches of a job are advised as the job says, on a chip and a board
/// that may be named.
Error checkAdvised(ArrayRef<ParsedOption> Given) {
  constexpr StringLiteral Passed[] = {"advise", "job", "time", "arch"};
  const std::vector<OptionRow> Rows = allRows();
  for (const ParsedOption &O : Given) {
    const char *Name = nullptr;
    bool IsPassed = false;
    for (const OptionRow &Row : Rows)
      if (Row.Id == O.Id) {
        Name = Name ? Name : Row.Name;
        IsPassed |= is_contained(Passed, StringRef(Row.Name));
      }
    if (Name && !IsPassed)
      return createStringError("'--advise' runs a job as it is; option '" +
                               Twine(Name) + "' does not go with it");
  }
  return Error::success();
}

} // namespace

Expected<OccupancyOptions>
parseOccupancyOptions(const ParsedCommandLine &Parsed) {
  OccupancyOptions Options;
  Options.HostThreads = std::max(1u, std::thread::hardware_concurrency());
  for (const ParsedOption &O : Parsed.Options)
    if (Error E = applyOption(O, Options))
      return std::move(E);
  if (Error E = finish(Options, Parsed.Files))
    return std::move(E);
  if (Options.Advise && !Options.JobPath.empty())
    if (Error E = checkAdvised(Parsed.Options))
      return std::move(E);
  return Options;
}

ToolInfo occupancyInfo() {
  ToolInfo Info;
  Info.Name = "ptx-occupancy";
  Info.Summary = "weighs a kernel's registers against occupancy";
  Info.Usage = "ptx-occupancy [options] FILE.ptx|.cubin   "
               "registers against occupancy, per kernel\n"
               "       ptx-occupancy --sweep=regs|block|--pressure "
               "[--html=FILE] FILE.ptx\n"
               "       ptx-occupancy --advise --job=FILE.json [--time=BOARD]\n"
               "       ptxas -v ... 2>&1 | ptx-occupancy -\n"
               "       ptx-occupancy --regs=N --block=N [--smem=BYTES] "
               "[--geometry=NAME,...]\n";
  Info.Description =
      "Reports for each kernel and block size how many CTAs and warps share an "
      "SM, what\nlimits them, and the smallest change that makes room for "
      "more.\n\n"
      "Sweeps compile for every register budget, or try every block size; "
      "--pressure\nshows which values are live where the most registers are.\n";
  Info.Rows = allRows();
  Info.ExitCodes = {
      {0, "done"}, {1, "the PTX was refused"}, {2, "usage or file error"}};
  return Info;
}

} // namespace heddle
