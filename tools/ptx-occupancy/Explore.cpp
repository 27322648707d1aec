//===- Explore.cpp - Sweeps, pressure and their pictures ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore.h"
#include "Peer.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Tuning/Chart.h"
#include "heddle/Tuning/PressureReport.h"
#include "heddle/Tuning/SweepReport.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

Error writeFile(StringRef Path, function_ref<void(raw_ostream &)> Print) {
  Expected<OutputFile> File = OutputFile::create(Path);
  if (!File)
    return File.takeError();
  Print(File->os());
  return File->commit();
}

/// Writes what --html and --svg ask for.
Error draw(tuning::Page Page, const OccupancyOptions &Options) {
  if (!Options.SVGPath.empty())
    if (Error E = writeFile(Options.SVGPath, [&](raw_ostream &OS) {
          tuning::printSVG(Page.Charts, OS);
        }))
      return E;
  if (Options.HTMLPath.empty())
    return Error::success();
  return writeFile(Options.HTMLPath, [&](raw_ostream &OS) {
    tuning::printHTML(std::move(Page), OS);
  });
}

/// A bar of progress on standard error, for people at a terminal.
class Progress {
public:
  void operator()(unsigned Done, unsigned Total) {
    if (!IsShown)
      return;
    constexpr unsigned Width = 40;
    unsigned Filled = Width * Done / Total;
    errs() << fmt::format("\r[{:<{}}] {}/{}", std::string(Filled, '#'), Width,
                          Done, Total);
    if (Done == Total)
      errs() << fmt::format("\r{:{}}\r", "", Width + 12);
  }

private:
  bool IsShown = sys::Process::StandardErrIsDisplayed();
};

/// The results to print and to draw.
struct Findings {
  std::vector<tuning::RegisterSweep> Sweeps;
  std::vector<tuning::PressureReport> Pressure;
};

/// Asks the peer once for each geometry.
Error addPeers(std::vector<tuning::RegisterSweep> &Sweeps,
               const OccupancyOptions &Options) {
  DenseMap<const abi::Geometry *, tuning::KernelUses> Known;
  for (tuning::RegisterSweep &S : Sweeps) {
    if (!Known.contains(S.Geometry)) {
      Expected<tuning::KernelUses> Uses =
          askPeer(Options, *S.Geometry, S.Asked,
                  Options.Entry.empty() ? StringRef() : S.Kernel);
      if (!Uses)
        return Uses.takeError();
      Known[S.Geometry] = std::move(*Uses);
    }
    S.addPeer(Known[S.Geometry]);
  }
  return Error::success();
}

Expected<int> sweep(const OccupancyOptions &Options, Findings &Found) {
  tuning::SweepOptions Sweep;
  Sweep.Compile = Options.Compile;
  Sweep.Path = Options.Input;
  Sweep.Geometries = Options.Geometries;
  Sweep.Threads = Options.Blocks.empty() ? 0 : Options.Blocks.front();
  Sweep.DynamicShared = Options.SharedBytes;
  Sweep.JobPath = Options.JobPath;
  Sweep.Time = Options.Time;
  Sweep.HostThreads = Options.HostThreads;
  Progress Bar;
  auto Sweeps = tuning::sweepRegisters(Sweep, errs(), Bar);
  if (!Sweeps)
    return Sweeps.takeError();
  if (Sweeps->empty())
    return Refused;
  if (!Options.Entry.empty())
    erase_if(*Sweeps, [&](const tuning::RegisterSweep &S) {
      return S.Kernel != Options.Entry;
    });
  if (Sweeps->empty())
    return createStringError("no kernel is called '" + Options.Entry + "'");
  Found.Sweeps = std::move(*Sweeps);
  if (!Options.Peer.empty())
    if (Error E = addPeers(Found.Sweeps, Options))
      return std::move(E);
  return Done;
}

Expected<int> pressure(const OccupancyOptions &Options, Findings &Found) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Options.Input);
  if (!File)
    return File.takeError();
  std::string Source = (*File)->getBuffer().str();
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(std::move(*File), SMLoc());
  Diagnostics Diags(Sources, errs(), Options.Diagnostics);
  CompileOptions Compile = Options.Compile;
  Compile.InputIsIR = isIRFile(Options.Input);
  auto Result = compilePTX(Compile, Diags);
  Diags.finish();
  if (!Result)
    return Result.takeError();
  if (!*Result)
    return Refused;
  std::vector<tuning::PressureReport> &Reports = Found.Pressure;
  Reports = tuning::reportPressure(
      **Result, Source,
      {Options.Geometries, Options.Blocks.empty() ? 0 : Options.Blocks.front(),
       Options.SharedBytes});
  if (!Options.Entry.empty())
    erase_if(Reports, [&](const tuning::PressureReport &R) {
      return R.Kernel != Options.Entry;
    });
  if (Reports.empty())
    return createStringError("no kernel is called '" + Options.Entry + "'");
  return Done;
}

json::Array pressureJSON(ArrayRef<tuning::PressureReport> Reports) {
  json::Array Array;
  for (const tuning::PressureReport &R : Reports)
    Array.push_back(tuning::pressureJSON(R));
  return Array;
}

/// Prints all that was asked for, as one document.
void print(const Findings &Found, const OccupancyOptions &Options) {
  bool Sweeps = Options.Sweep == OccupancyOptions::OverRegisters;
  if (!Options.Pressure)
    return tuning::printSweeps(Found.Sweeps, Options.Format, outs());
  if (!Sweeps)
    return tuning::printPressure(Found.Pressure, Options.Format, outs());
  if (Options.Format == tuning::OutputFormat::JSON) {
    json::Object All{{"schema", 1},
                     {"sweeps", tuning::sweepsJSON(Found.Sweeps)},
                     {"pressure", pressureJSON(Found.Pressure)}};
    outs() << formatv("{0:2}\n", json::Value(std::move(All)));
    return;
  }
  tuning::printSweeps(Found.Sweeps, Options.Format, outs());
  outs() << '\n';
  tuning::printPressure(Found.Pressure, Options.Format, outs());
}

tuning::Page pageOf(const Findings &Found, const OccupancyOptions &Options) {
  tuning::Page Page;
  Page.Title =
      "Registers and occupancy: " + sys::path::filename(Options.Input).str();
  raw_string_ostream Text(Page.Text);
  tuning::printSweeps(Found.Sweeps, tuning::OutputFormat::Text, Text);
  Page.Charts = tuning::chartsOf(Found.Sweeps);
  Page.Pressure = pressureJSON(Found.Pressure);
  return Page;
}

} // namespace

Expected<int> exploreFile(const OccupancyOptions &Options) {
  Findings Found;
  if (Options.Sweep == OccupancyOptions::OverRegisters) {
    Expected<int> Exit = sweep(Options, Found);
    if (!Exit || *Exit != Done)
      return Exit;
  }
  // A page always explains the pressure.
  if (Options.Pressure || !Options.HTMLPath.empty()) {
    Expected<int> Exit = pressure(Options, Found);
    if (!Exit || *Exit != Done)
      return Exit;
  }
  print(Found, Options);
  if (Error E = draw(pageOf(Found, Options), Options))
    return std::move(E);
  return Done;
}

Error drawBlockSweeps(ArrayRef<tuning::OccupancyReport> Reports,
                      const OccupancyOptions &Options) {
  tuning::Page Page;
  Page.Title = "Block size and occupancy";
  raw_string_ostream Text(Page.Text);
  tuning::printReports(Reports, tuning::OutputFormat::Text, Text);
  for (const tuning::OccupancyReport &R : Reports)
    for (const tuning::KernelRows &K : R.Kernels)
      Page.Charts.push_back(tuning::chartOf(K, *R.Geometry));
  return draw(std::move(Page), Options);
}

} // namespace heddle
