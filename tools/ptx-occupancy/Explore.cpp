//===- Explore.cpp - Sweeps, pressure and their pictures ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modes.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/OutputFile.h"
#include "heddle/Tuning/Chart.h"
#include "heddle/Tuning/PressureReport.h"
#include "heddle/Tuning/SweepReport.h"
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

/// A bar on standard error, for people who wait at a terminal.
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

Expected<int> sweep(const OccupancyOptions &Options, tuning::Page &Page) {
  tuning::SweepOptions Sweep;
  Sweep.Compile = Options.Compile;
  Sweep.Path = Options.Input;
  Sweep.Geometry = Options.Geometry;
  Sweep.Threads = Options.Blocks.empty() ? 0 : Options.Blocks.front();
  Sweep.DynamicShared = Options.SharedBytes;
  Sweep.JobPath = Options.JobPath;
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
  tuning::printSweeps(*Sweeps, Options.Format, outs());
  raw_string_ostream Text(Page.Text);
  tuning::printSweeps(*Sweeps, tuning::OutputFormat::Text, Text);
  for (const tuning::RegisterSweep &S : *Sweeps)
    Page.Charts.push_back(tuning::chartOf(S));
  return Done;
}

Expected<int> pressure(const OccupancyOptions &Options, tuning::Page &Page) {
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
  std::vector<tuning::PressureReport> Reports =
      tuning::reportPressure(**Result, Source);
  if (!Options.Entry.empty())
    erase_if(Reports, [&](const tuning::PressureReport &R) {
      return R.Kernel != Options.Entry;
    });
  if (Reports.empty())
    return createStringError("no kernel is called '" + Options.Entry + "'");
  for (const tuning::PressureReport &R : Reports)
    Page.Pressure.push_back(tuning::pressureJSON(R));
  // A sweep's table comes with it; one document is enough on standard output.
  if (Options.Sweep == OccupancyOptions::NoSweep)
    tuning::printPressure(Reports, Options.Format, outs());
  return Done;
}

} // namespace

Expected<int> exploreFile(const OccupancyOptions &Options) {
  tuning::Page Page;
  Page.Title =
      "Registers and occupancy: " + sys::path::filename(Options.Input).str();
  if (Options.Sweep == OccupancyOptions::OverRegisters) {
    Expected<int> Exit = sweep(Options, Page);
    if (!Exit || *Exit != Done)
      return Exit;
  }
  // A page always explains the pressure.
  if (Options.Pressure || !Options.HTMLPath.empty()) {
    Expected<int> Exit = pressure(Options, Page);
    if (!Exit || *Exit != Done)
      return Exit;
  }
  if (Error E = draw(std::move(Page), Options))
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
