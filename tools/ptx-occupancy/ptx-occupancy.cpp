//===- ptx-occupancy.cpp - Registers against occupancy --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit codes: 0 done, 1 the PTX was refused, 2 usage or file error.
//
//===----------------------------------------------------------------------===//

#include "Advise.h"
#include "Explore.h"
#include "Peer.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Support/ToolProcess.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace heddle;

namespace {

/// The occupancy of \p Uses on \p G. \p Asked: the architecture that the code
/// was asked for.
Expected<tuning::OccupancyReport> reportOn(const tuning::KernelUses &Uses,
                                           const abi::Geometry &G,
                                           StringRef Asked,
                                           const OccupancyOptions &Options) {
  SmallVector<uint32_t, 0> Blocks(Options.Blocks.begin(), Options.Blocks.end());
  if (Options.Sweep == OccupancyOptions::OverBlocks)
    Blocks = tuning::allBlockSizes(G);
  if (Options.Peer.empty())
    return tuning::reportOccupancy(Uses, G, Blocks, Options.SharedBytes);
  Expected<tuning::KernelUses> Peer =
      askPeer(Options, G, Asked,
              Options.Entry.empty() ? StringRef() : Uses.Kernels.front().Name);
  if (!Peer)
    return Peer.takeError();
  return tuning::reportOccupancy(Uses, G, Blocks, Options.SharedBytes, &*Peer);
}

Error printUses(ArrayRef<tuning::KernelUses> Files, StringRef Asked,
                const OccupancyOptions &Options) {
  const bool Sweeps = Options.Sweep == OccupancyOptions::OverBlocks;
  std::vector<tuning::OccupancyReport> Reports;
  for (const tuning::KernelUses &Uses : Files) {
    std::vector<const abi::Geometry *> Geometries = Options.Geometries;
    if (Geometries.empty())
      Geometries.push_back(Uses.Geometry);
    for (const abi::Geometry *G : Geometries) {
      if (!G)
        return createStringError("the limits of '" + Uses.Arch +
                                 "' are not known; --geometry names others");
      Expected<tuning::OccupancyReport> Report =
          reportOn(Uses, *G, Asked, Options);
      if (!Report)
        return Report.takeError();
      Reports.push_back(std::move(*Report));
    }
  }
  tuning::printReports(Reports, Options.Format, outs());
  return Sweeps ? drawBlockSweeps(Reports, Options) : Error::success();
}

Error calculate(const OccupancyOptions &Options) {
  tuning::KernelUses Uses;
  tuning::KernelUse &Use = Uses.Kernels.emplace_back();
  Use.Registers = *Options.Registers;
  return printUses(Uses, /*Asked=*/"", Options);
}

Error reportPtxasOutput(const OccupancyOptions &Options) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = readInputFile("-");
  if (!Text)
    return Text.takeError();
  Expected<std::vector<tuning::KernelUses>> Files =
      tuning::readPtxasOutput((*Text)->getBuffer());
  if (!Files)
    return Files.takeError();
  if (!Options.Entry.empty())
    for (tuning::KernelUses &Uses : *Files)
      erase_if(Uses.Kernels, [&](const tuning::KernelUse &Use) {
        return Use.Name != Options.Entry;
      });
  erase_if(*Files,
           [](const tuning::KernelUses &Uses) { return Uses.Kernels.empty(); });
  if (Files->empty())
    return createStringError("no kernel is called '" + Options.Entry + "'");
  return printUses(*Files, /*Asked=*/"", Options);
}

Expected<int> reportFile(const OccupancyOptions &Options) {
  auto Module = runtime::loadModule({Options.Input}, Options.Compile, errs(),
                                    Options.Diagnostics);
  if (!Module)
    return Module.takeError();
  if (!*Module)
    return Refused;
  const object::Module &Object = (*Module)->object();
  tuning::KernelUses Uses;
  Uses.CountedBy = "Heddle";
  const abi::Chip &Chip = *abi::findChip(Object.ComputeCapability);
  Uses.Arch = abi::reportedName(Chip);
  Uses.Geometry = &Object.occupancyGeometry();
  if (Options.Entry.empty()) {
    for (const object::Kernel &K : Object.Kernels)
      Uses.Kernels.push_back(tuning::useOf(K.Info));
  } else if (const object::Kernel *K = (*Module)->findEntry(Options.Entry)) {
    Uses.Kernels.push_back(tuning::useOf(K->Info));
  } else {
    return createStringError((*Module)->unknownEntry(Options.Entry).Message);
  }
  if (Uses.Kernels.empty())
    return createStringError("'" + Options.Input + "' has no kernel");
  if (Error E = printUses(Uses, Object.Arch, Options))
    return std::move(E);
  return Done;
}

/// None of the output files may be an input.
Error checkFiles(const OccupancyOptions &Options) {
  SmallVector<RequestedOutput, 2> Outputs;
  if (!Options.SVGPath.empty())
    Outputs.push_back({Options.SVGPath, "--svg"});
  if (!Options.HTMLPath.empty())
    Outputs.push_back({Options.HTMLPath, "--html"});
  SmallVector<std::string, 2> Inputs = {Options.Input};
  if (!Options.JobPath.empty())
    Inputs.push_back(Options.JobPath);
  return checkOutputs(Inputs, Outputs);
}

Expected<int> report(const OccupancyOptions &Options) {
  if (Error E = checkFiles(Options))
    return std::move(E);
  if (Options.Advise)
    return advise(Options);
  if (Options.Sweep == OccupancyOptions::OverRegisters || Options.Pressure)
    return exploreFile(Options);
  if (!Options.Input.empty() && Options.Input != "-")
    return reportFile(Options);
  Error E =
      Options.Input.empty() ? calculate(Options) : reportPtxasOutput(Options);
  if (E)
    return std::move(E);
  return Done;
}

} // namespace

static int run(int argc, char **argv) {
  Tool Self(occupancyInfo(), argc, argv);
  std::optional<ParsedCommandLine> Parsed = Self.parse();
  if (!Parsed)
    return Self.exitCode();
  Expected<OccupancyOptions> Options = parseOccupancyOptions(*Parsed);
  if (!Options)
    return Self.failUsage(Options.takeError());
  Options->Diagnostics.Color = Self.color();
  Expected<int> Exit = report(*Options);
  return Exit ? *Exit : Self.fail(Exit.takeError());
}

int main(int argc, char **argv) {
  ToolProcess Process("ptx-occupancy");
  return Process.finish(run(argc, argv));
}
