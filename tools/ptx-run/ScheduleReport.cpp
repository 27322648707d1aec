//===- ScheduleReport.cpp - Schedules to explore and to replay ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "Launches.h"
#include "heddle/Support/InputFile.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace llvm;

namespace heddle {

Error Execution::setSchedule(const ScheduleRequest &Schedule) {
  if (Schedule.Runs) {
    Explorer =
        std::make_unique<explore::Explorer>(Schedule.Runs, Schedule.Seed);
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
  Replayer = std::make_unique<explore::Replayer>(Schedule.ReplayPath,
                                                 std::move(*Parsed));
  Options.Run = [Runner = Replayer.get()](const sm::Executable &E,
                                          sm::GlobalMemory &Memory,
                                          const sm::LaunchConfig &Config) {
    return Runner->run(E, Memory, Config);
  };
  return Error::success();
}

/// Where warps gave way, a line each.
static std::string preemptionText(const explore::Schedule &S) {
  std::string Text;
  for (const explore::Preemption &P : S.Preemptions)
    Text += fmt::format("  warp {} of block ({},{},{}) gives way at line {}\n",
                        P.Warp, P.Block[0], P.Block[1], P.Block[2], P.Line);
  return Text;
}

Expected<bool> Execution::reportSchedules(const RunOptions &Run) const {
  if (Replayer && !Replayer->wasUsed())
    return createStringError(
        "schedule '" + Run.Schedule.ReplayPath + "' is of launch " +
        Twine(Replayer->schedule().Launch + 1) + ", and there are not as many");
  if (!Explorer)
    return false;
  raw_ostream &OS = reportOS(Run);
  std::string Stopped =
      Explorer->numStopped()
          ? fmt::format(", {} of them stopped because they took too long",
                        Explorer->numStopped())
          : "";
  const std::optional<explore::Explorer::Difference> &D =
      Explorer->difference();
  if (!D) {
    OS << fmt::format("ptx-run: {} more schedules end as the first did{}\n",
                      Explorer->numRuns(), Stopped);
    return false;
  }
  const explore::LaunchIdentity &Of = D->Order.Of;
  OS << fmt::format("ptx-run: schedule {} of {} of kernel '{}' ends otherwise "
                    "than the first{}\n",
                    D->Run, Run.Schedule.Runs, Of.Kernel, Stopped);
  for (const std::string &Line : D->What)
    OS << "  " << Line << '\n';
  if (D->More)
    OS << "  and " << D->More << " more words\n";
  OS << preemptionText(D->Order);
  std::string Path = Run.Schedule.OutPath.empty() ? Of.Kernel + ".schedule"
                                                  : Run.Schedule.OutPath;
  if (Error E = writeOutputFile(Path, explore::scheduleText(D->Order)))
    return std::move(E);
  OS << "  --schedule=replay:" << Path << " runs it again\n";
  return true;
}

} // namespace heddle
