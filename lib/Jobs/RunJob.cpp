//===- RunJob.cpp - All launches of a job ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Jobs/JobRunner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>

using namespace llvm;

namespace heddle::jobs {

using namespace runtime;

namespace {

/// Verdicts of a job whose module does not assemble.
JobResult refuse(const Job &J, session::Session &Session,
                 function_ref<void(const Verdict &)> Report) {
  StringRef Rejected = sm::faultName(sm::FaultKind::ModuleRejected);
  JobResult Result;
  Result.Refused = J.Launches.empty();
  for (auto [Index, L] : enumerate(J.Launches)) {
    Verdict V;
    V.Name = launchName(L, Index, nullptr);
    V.Passed = L.ExpectFault == Rejected;
    if (!V.Passed)
      V.Reason = "the module was refused";
    Result.Refused |= !V.Passed;
    Session.recordUnlaunched(V.Name);
    Report(V);
    Result.Verdicts.push_back(std::move(V));
  }
  return Result;
}

/// There is no verdict when \p Interrupted is set.
Expected<Verdict> runLaunch(JobRunner &Runner, size_t Index,
                            session::Session &Session, LoadedModule &Module,
                            sm::GlobalMemory &Memory,
                            sm::LaunchMonitor *Monitor,
                            std::optional<std::string> &Interrupted) {
  const auto Start = std::chrono::steady_clock::now();
  LaunchRequest Request = Session.request();
  Request.Execution.Monitor = Monitor;
  if (Error E = Runner.bind(Index, Request))
    return std::move(E);
  Expected<sm::LaunchResult> Result =
      Session.launch(Module, Request, Memory, Runner.name());
  if (!Result)
    return Result.takeError();
  if (Result->Interrupted) {
    Interrupted = std::move(Result->Interrupted);
    return Verdict();
  }
  Verdict V = Runner.end(std::move(*Result));
  V.Seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - Start)
          .count();
  return V;
}

/// The launch behind one that faulted.
Verdict skip(const Job &J, size_t Index, const LoadedModule &Module) {
  const JobLaunch &L = J.Launches[Index];
  Verdict V;
  V.Name = launchName(L, Index, Module.findEntry(L.Entry));
  V.Skipped = true;
  V.Reason = "not run: a launch before it faulted";
  return V;
}

} // namespace

Expected<std::unique_ptr<LoadedModule>>
loadModules(const Job &J, CompileOptions Compile,
            const session::Settings &Settings, raw_ostream &DiagnosticsOS,
            const DiagnosticOptions &Diagnostics) {
  if (Compile.Arch.empty())
    Compile.Arch = J.Arch;
  Compile.Geometry = Settings.Geometry;
  session::prepare(Settings, Compile);
  if (none_of(J.Launches, [](const JobLaunch &L) { return L.Entry.empty(); }))
    for (const JobLaunch &L : J.Launches)
      Compile.Launched.push_back(L.Entry);
  // A launch that is to find too few registers must find them.
  StringRef TooMany = sm::faultName(sm::FaultKind::LaunchRegisters);
  for (const JobLaunch &L : J.Launches)
    if (L.ExpectFault != TooMany)
      Compile.Launches.push_back({L.Entry, L.Block.count()});
  return loadModule(J.ModulePaths, Compile, DiagnosticsOS, Diagnostics);
}

Expected<JobResult> runJob(const Job &J, const JobOptions &Options,
                           session::Session &Session,
                           raw_ostream &DiagnosticsOS,
                           function_ref<void(const Verdict &)> Report) {
  Expected<std::unique_ptr<LoadedModule>> Module =
      loadModules(J, Options.Compile, Session.settings(), DiagnosticsOS,
                  Options.Diagnostics);
  if (!Module)
    return Module.takeError();
  if (!*Module)
    return refuse(J, Session, Report);

  JobResult Result;
  sm::GlobalMemory Memory;
  JobRunner Runner(J, **Module, Memory);
  if (Error E = Runner.load())
    return std::move(E);
  for (size_t Index = 0; Index != J.Launches.size(); ++Index) {
    if (Result.Faulted) {
      Verdict V = skip(J, Index, **Module);
      Session.recordUnlaunched(V.Name);
      Report(V);
      Result.Verdicts.push_back(std::move(V));
      continue;
    }
    Expected<Verdict> V = runLaunch(Runner, Index, Session, **Module, Memory,
                                    Options.Monitor, Result.Interrupted);
    if (!V)
      return V.takeError();
    if (Result.Interrupted)
      return Result;
    Result.Faulted = V->UnexpectedFault.has_value();
    Report(*V);
    Result.Verdicts.push_back(std::move(*V));
  }
  return Result;
}

Error setBlocks(Job &J, const sm::Dim3 &Block) {
  for (JobLaunch &L : J.Launches) {
    // A CTA without threads is refused by the launch itself.
    const auto Cover = [](uint32_t &Ctas, uint32_t Had, uint32_t Has) {
      const uint64_t Needed =
          divideCeil(uint64_t(Ctas) * Had, std::max<uint64_t>(Has, 1));
      Ctas = uint32_t(Needed);
      return Needed <= UINT32_MAX;
    };
    if (!Cover(L.Grid.X, L.Block.X, Block.X) ||
        !Cover(L.Grid.Y, L.Block.Y, Block.Y) ||
        !Cover(L.Grid.Z, L.Block.Z, Block.Z))
      return createStringError("launch '" + L.Name +
                               "' has too many threads for CTAs of this size");
    L.Block = Block;
  }
  return Error::success();
}

} // namespace heddle::jobs
