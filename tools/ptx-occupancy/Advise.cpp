//===- Advise.cpp - What makes launches faster ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advise.h"
#include "Remedies.h"
#include "heddle/Support/InputFile.h"
#include "heddle/Support/TemporaryFile.h"
#include "heddle/Tuning/Sweep.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <fmt/format.h>

using namespace llvm;

namespace heddle {
namespace {

/// The figures that ptx-run prints for all launches of a job together.
struct Figures {
  /// The cycles of the grids; those of the launches stay as they are.
  int64_t Cycles = 0;
  int64_t WarpInstructions = 0;
  /// The warps of the launch with the fewest.
  int64_t WarpsPerSM = INT64_MAX;
};

/// None: launches are missing, or have no time.
std::optional<Figures> figuresIn(StringRef Text) {
  Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return std::nullopt;
  }
  const json::Object *Top = Parsed->getAsObject();
  const json::Array *Launches = Top ? Top->getArray("launches") : nullptr;
  if (!Launches || Launches->empty())
    return std::nullopt;
  Figures F;
  for (const json::Value &V : *Launches) {
    const json::Object *L = V.getAsObject();
    const std::optional<int64_t> Took =
        L ? L->getInteger("cycles") : std::nullopt;
    if (!Took)
      return std::nullopt;
    F.Cycles += *Took;
    F.WarpInstructions += L->getInteger("warp_instructions").value_or(0);
    if (const json::Object *R = L->getObject("residency"))
      F.WarpsPerSM =
          std::min(F.WarpsPerSM, R->getInteger("warps_per_sm").value_or(0));
  }
  return F;
}

/// A word as a shell takes it.
std::string quoted(const std::string &Word) {
  if (Word.find_first_of(" \t\n'\"\\$`&|;<>()*?[]#!{}") == std::string::npos)
    return Word;
  std::string Result = "'";
  for (char C : Word)
    Result += C == '\'' ? "'\\''" : std::string(1, C);
  return Result + "'";
}

/// Runs the launches of a job with options, by the program beside this one.
class Runner {
public:
  static Expected<Runner> create(const OccupancyOptions &Options);

  /// None: the options cannot be used, or a launch does not pass with them.
  Expected<std::optional<Figures>> run(ArrayRef<std::string> More) const;
  /// As the user would write it.
  std::string command(ArrayRef<std::string> More) const {
    std::string Line = "ptx-run";
    for (ArrayRef<std::string> Words : {ArrayRef(Base), More})
      for (const std::string &Word : Words)
        Line += " " + quoted(Word);
    return Line;
  }

private:
  std::string Program;
  std::vector<std::string> Base;
};

Expected<Runner> Runner::create(const OccupancyOptions &Options) {
  Runner R;
  const std::string Self =
      sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&figuresIn));
  SmallString<128> Beside = sys::path::parent_path(Self);
  sys::path::append(Beside, "ptx-run");
  R.Program = Beside.str();
  if (!sys::fs::can_execute(R.Program))
    return createStringError("--advise needs the ptx-run beside it: '" +
                             R.Program + "'");
  R.Base = {"--job=" + Options.JobPath,
            Options.TimeText.empty() ? "--time" : "--time=" + Options.TimeText};
  if (!Options.Compile.Arch.empty())
    R.Base.push_back("--arch=" + Options.Compile.Arch);
  return R;
}

Expected<std::optional<Figures>> Runner::run(ArrayRef<std::string> More) const {
  Expected<TemporaryFile> Stats = TemporaryFile::create("json");
  if (!Stats)
    return Stats.takeError();
  std::vector<std::string> All = {Program};
  append_range(All, Base);
  append_range(All, More);
  All.push_back("--stats=json:" + Stats->path().str());
  const SmallVector<StringRef, 8> Args(All.begin(), All.end());
  const std::optional<StringRef> Nowhere[] = {StringRef(), StringRef(),
                                              StringRef()};
  std::string Why;
  const int Exit =
      sys::ExecuteAndWait(Program, Args, std::nullopt, Nowhere, 0, 0, &Why);
  // One that cannot be started is the same for all options.
  if (Exit == -1)
    return createStringError("'" + Program + "': " + Why);
  if (Exit != 0)
    return std::nullopt;
  Expected<std::unique_ptr<MemoryBuffer>> Text = readInputFile(Stats->path());
  if (!Text)
    return Text.takeError();
  return figuresIn((*Text)->getBuffer());
}

/// Less than this is not worth an option.
constexpr double Worth = 0.99;

void print(const Remedy &R, StringRef Command, const Figures &Before,
           const Figures &After) {
  outs() << fmt::format(
      "{}: {} cycles for {}, {:.1f} % less\n"
      "  costs   {} warp-instructions for {}, {} warps an SM for {}\n"
      "  repeat  {}\n",
      R.What, After.Cycles, Before.Cycles,
      100 * (1 - double(After.Cycles) / double(Before.Cycles)),
      After.WarpInstructions, Before.WarpInstructions, After.WarpsPerSM,
      Before.WarpsPerSM, Command.str());
}

/// The options of the compiler that were given, but for those of registers.
std::string compilerWords(const CompileOptions &Options) {
  std::string Words;
  if (!Options.Arch.empty())
    Words += " --arch=" + quoted(Options.Arch);
  if (Options.OptLevel != CompileOptions().OptLevel)
    Words += fmt::format(" -O{}", Options.OptLevel);
  if (Options.FuseMulAdd)
    Words += " --fmad";
  if (Options.FmaAsMad)
    Words += " --fma-as-mad";
  if (Options.AssumeGlobal)
    Words += " --assume-global";
  if (Options.Inline != InlineMode::Auto)
    Words +=
        Options.Inline == InlineMode::All ? " --inline=all" : " --inline=none";
  return Words;
}

/// Register budgets as they compile; nothing runs.
Expected<int> adviseUnrun(const OccupancyOptions &Options) {
  tuning::SweepOptions Sweep;
  Sweep.Compile = Options.Compile;
  Sweep.Path = Options.Input;
  Sweep.Geometries = Options.Geometries;
  Sweep.Threads = Options.Blocks.empty() ? 0 : Options.Blocks.front();
  Sweep.DynamicShared = Options.SharedBytes;
  Sweep.HostThreads = Options.HostThreads;
  auto Sweeps =
      tuning::sweepRegisters(Sweep, errs(), [](unsigned, unsigned) {});
  if (!Sweeps)
    return Sweeps.takeError();
  if (Sweeps->empty())
    return Refused;
  if (!Options.Entry.empty()) {
    erase_if(*Sweeps, [&](const tuning::RegisterSweep &S) {
      return S.Kernel != Options.Entry;
    });
    if (Sweeps->empty())
      return createStringError("no kernel is called '" + Options.Entry + "'");
  }
  for (const tuning::RegisterSweep &S : *Sweeps) {
    const auto Chosen = find_if(S.Points, [&](const tuning::SweepPoint &P) {
      return S.Chosen && P.Registers == *S.Chosen;
    });
    const tuning::SweepPoint *Best = nullptr;
    auto Warps = [](const tuning::SweepPoint &P) {
      return P.Occupancy.ActiveWarps;
    };
    auto Spills = [](const tuning::SweepPoint &P) {
      return P.SpillLoads + P.SpillStores;
    };
    if (Chosen != S.Points.end())
      for (const tuning::SweepPoint &P : S.Points)
        if (Warps(P) >= Warps(*Chosen) && Spills(P) <= Spills(*Chosen) &&
            P.Instructions <=
                Chosen->Instructions + Chosen->Instructions / 50 &&
            (Warps(P) > Warps(*Chosen) || Spills(P) < Spills(*Chosen)) &&
            (!Best || Warps(P) > Warps(*Best)))
          Best = &P;
    if (!Best) {
      outs() << fmt::format("{}: no budget is better than the compiler's\n",
                            S.Kernel);
      continue;
    }
    outs() << fmt::format(
        "{}: {} registers for {}: {} warps an SM for {}, {} spills for {}\n"
        "  costs   {} instructions for {}\n"
        "  repeat  ptxas-lite {}{} -v --entry={} --occupancy=off "
        "--maxrregcount={} -o {}\n",
        S.Kernel, Best->Registers, Chosen->Registers, Warps(*Best),
        Warps(*Chosen), Spills(*Best), Spills(*Chosen), Best->Instructions,
        Chosen->Instructions, quoted(Options.Input),
        compilerWords(Options.Compile), quoted(S.Kernel), Best->Budget,
        quoted(S.Kernel + ".cubin"));
  }
  return Done;
}

} // namespace

Expected<int> advise(const OccupancyOptions &Options) {
  if (Options.JobPath.empty())
    return adviseUnrun(Options);
  Expected<jobs::Job> Job = jobs::readJob(Options.JobPath);
  if (!Job)
    return Job.takeError();
  Expected<std::vector<Remedy>> Remedies = remediesFor(*Job);
  if (!Remedies)
    return Remedies.takeError();
  Expected<Runner> Run = Runner::create(Options);
  if (!Run)
    return Run.takeError();
  Expected<std::optional<Figures>> Before = Run->run({});
  if (!Before)
    return Before.takeError();
  if (!*Before)
    return createStringError(
        "the launches do not pass, or have no time, as they are: " +
        Run->command({}));
  outs() << fmt::format("{} cycles: {}\n", (*Before)->Cycles, Run->command({}));
  bool HasFound = false;
  for (const Remedy &R : *Remedies) {
    std::optional<Figures> Best;
    std::string Option;
    for (const std::string &O : R.Options) {
      Expected<std::optional<Figures>> After = Run->run({O});
      if (!After)
        return After.takeError();
      if (*After && (!Best || (*After)->Cycles < Best->Cycles)) {
        Best = **After;
        Option = O;
      }
    }
    if (!Best || double(Best->Cycles) > double((*Before)->Cycles) * Worth)
      continue;
    HasFound = true;
    print(R, Run->command({Option}), **Before, *Best);
  }
  if (!HasFound)
    outs() << "nothing that was tried is faster by one percent\n";
  return Done;
}

} // namespace heddle
