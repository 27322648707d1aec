//===- ScheduleReport.cpp - Schedules to explore and to replay ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Session/Session.h"
#include "heddle/Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <fmt/format.h>

using namespace llvm;

namespace heddle::session {

Error Session::setSchedule() {
  const ScheduleSettings &Schedule = Chosen.Schedule;
  if (Schedule.Runs) {
    Explorer = std::make_unique<explore::Explorer>(
        Schedule.Runs, Schedule.Seed, Schedule.IsLate.value_or(true));
    for (sm::Observer *Checker : Checkers)
      Explorer->showAllRuns(*Checker);
    Options.Run = [Runner = Explorer.get()](const sm::Executable &E,
                                            sm::GlobalMemory &Memory,
                                            const sm::LaunchConfig &Config) {
      return Runner->run(E, Memory, Config);
    };
  }
  if (Schedule.ReplayPath.empty())
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> File =
      readInputFile(Schedule.ReplayPath);
  if (!File)
    return File.takeError();
  Expected<explore::Schedule> Parsed =
      explore::parseSchedule(Schedule.ReplayPath, (*File)->getBuffer());
  if (!Parsed)
    return Parsed.takeError();
  // Where it was said, copies of all launches are late already, or none are.
  Replayer = std::make_unique<explore::Replayer>(Schedule.ReplayPath,
                                                 std::move(*Parsed),
                                                 /*Late=*/!Schedule.IsLate);
  Options.Run = [Runner = Replayer.get()](const sm::Executable &E,
                                          sm::GlobalMemory &Memory,
                                          const sm::LaunchConfig &Config) {
    return Runner->run(E, Memory, Config);
  };
  return Error::success();
}

/// The place where a warp gave way: "line 7", "line 7 of sum.ptx".
static std::string lineText(const explore::Preemption &P) {
  std::string Line = fmt::format("line {}", P.Line);
  return P.File.empty() ? Line : Line + " of " + P.File;
}

/// Lists the places where warps gave way, one a line.
static std::string preemptionText(const explore::Schedule &S) {
  std::string Text;
  for (const explore::Preemption &P : S.Preemptions)
    Text +=
        fmt::format("  warp {} of block ({},{},{}) gives way at {}\n", P.Warp,
                    P.Block[0], P.Block[1], P.Block[2], lineText(P));
  return Text;
}

/// "schedule 3 of 100 of kernel 'k' ends otherwise than the first"
static std::string differenceText(const explore::Explorer::Difference &D,
                                  const explore::Explorer &Of, uint64_t Runs) {
  std::string Launch = Of.numLaunches() > 1
                           ? fmt::format(", launch {},", D.Order.Launch + 1)
                           : "";
  return fmt::format(
      "schedule {} of {} of kernel '{}'{} ends otherwise than the first", D.Run,
      Runs, D.Order.Of.Kernel, Launch);
}

std::vector<std::string> Session::schedulePaths() const {
  assert(Explorer && "no schedules were explored");
  std::vector<std::string> Paths;
  for (const explore::Explorer::Difference &D : Explorer->differences()) {
    std::string Path = Chosen.Schedule.OutPath.empty()
                           ? D.Order.Of.Kernel + ".schedule"
                           : Chosen.Schedule.OutPath;
    // Differences of one kernel share a path; the number of the launch tells
    // the later ones from the first.
    if (is_contained(Paths, Path))
      Path += fmt::format(".{}", D.Order.Launch + 1);
    Paths.push_back(std::move(Path));
  }
  return Paths;
}

/// Without what is said of all schedules.
static sanitize::Finding findingOf(const explore::Explorer::Difference &D) {
  sanitize::Finding F;
  F.TheRule = sanitize::Rule::ScheduleDifference;
  F.Kernel = D.Order.Of.Kernel;
  F.SourceName = D.SourceName;
  assert(!D.What.empty() && "a difference of nothing");
  F.Place = D.What.front();
  const std::array<uint32_t, 3> &Block = D.Order.Of.Block;
  for (const explore::Preemption &P : D.Order.Preemptions) {
    sanitize::FindingSide S;
    S.File = P.File.empty() ? D.SourceName : P.File;
    S.Line = P.Line;
    S.What = "gives way";
    const uint32_t Thread = P.Warp * sm::Lanes;
    S.Thread = {Thread % Block[0], Thread / Block[0] % Block[1],
                Thread / Block[0] / Block[1]};
    S.Block = P.Block;
    F.Sides.push_back(std::move(S));
  }
  return F;
}

/// The options that run the schedule of \p Path again.
static std::string replayOptions(const ScheduleSettings &S, StringRef Path) {
  const StringRef Copies = !S.IsLate   ? ""
                           : *S.IsLate ? " --async=late"
                                       : " --async=now";
  return ("--schedule=replay:" + Path + Copies).str();
}

void Session::addSchedules() {
  if (!Explorer)
    return;
  const std::vector<std::string> Paths = schedulePaths();
  for (const auto &[N, D] : enumerate(Explorer->differences())) {
    assert(Found && N < Paths.size() && "a path for each schedule");
    sanitize::Finding F = findingOf(D);
    F.Message = differenceText(D, *Explorer, Chosen.Schedule.Runs);
    F.Missing = replayOptions(Chosen.Schedule, Paths[N]) + " runs it again";
    const auto Launch = uint32_t(D.Order.Launch);
    Found->add(F.TheRule, D.Order.Of.Kernel, Launch, Launch, {0, 0},
               [&F] { return std::move(F); });
  }
}

Expected<bool> Session::reportSchedules() {
  std::lock_guard<std::mutex> Guard(Looking);
  if (Replayer && !Replayer->wasUsed())
    return createStringError(
        "schedule '" + Chosen.Schedule.ReplayPath + "' is of launch " +
        Twine(Replayer->schedule().Launch + 1) + ", and there are not as many");
  if (!Explorer)
    return false;
  raw_ostream &OS = *Out.Text;
  std::string Stopped =
      Explorer->numStopped()
          ? fmt::format(", {} of them stopped because they took too long",
                        Explorer->numStopped())
          : "";
  ArrayRef<explore::Explorer::Difference> Differences = Explorer->differences();
  if (Differences.empty()) {
    OS << fmt::format("{}: {} more schedules end as the first did{}\n",
                      Out.Program, Explorer->numRuns(), Stopped);
    return false;
  }
  for (const auto &[D, Path] : zip(Differences, schedulePaths())) {
    OS << fmt::format("{}: {}{}\n", Out.Program,
                      differenceText(D, *Explorer, Chosen.Schedule.Runs),
                      std::exchange(Stopped, ""));
    for (const std::string &Line : D.What)
      OS << "  " << Line << '\n';
    if (D.More)
      OS << "  and " << D.More << " more words\n";
    OS << preemptionText(D.Order);
    if (Error E = writeOutputFile(Path, explore::scheduleText(D.Order)))
      return std::move(E);
    OS << "  " << replayOptions(Chosen.Schedule, Path) << " runs it again\n";
  }
  return true;
}

} // namespace heddle::session
