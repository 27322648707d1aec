//===- Sweep.cpp - A kernel for every register budget ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Tuning/Sweep.h"
#include "heddle/ABI/Chips.h"
#include "heddle/Jobs/Job.h"
#include "heddle/Support/HostThreads.h"
#include "heddle/Support/InputFile.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cassert>
#include <mutex>

using namespace llvm;

namespace heddle::tuning {
namespace {

/// The result of compiling for one budget.
struct Trial {
  std::unique_ptr<CompileResult> Result;
  /// Why there is none, or why nothing could be executed.
  std::string Problem;
  /// By kernel: executed warp-instructions and local accesses.
  StringMap<std::pair<uint64_t, uint64_t>> Executed;
  StringMap<double> Microseconds;
  std::vector<std::string> Failures;
};

/// The geometry that code is made and launched for, in addition to those for
/// which occupancy is computed; null: the chip's own.
const abi::Geometry *launchGeometry(const SweepOptions &Options) {
  return Options.Geometries.size() == 1 ? Options.Geometries.front() : nullptr;
}

class Sweeper {
public:
  Sweeper(const SweepOptions &Options, StringRef Source)
      : Options(Options), Source(Source) {}

  Trial compile(const CompileOptions &Compile) const;
  Trial choose() const;
  Error readJobFile();
  std::vector<Trial> runAll(function_ref<void(unsigned, unsigned)> Progress);

private:
  void execute(uint32_t Budget, Trial &T) const;

  const SweepOptions &Options;
  StringRef Source;
  std::optional<jobs::Job> Job;
};

CompileOptions compileOptions(const SweepOptions &Options, uint32_t Budget,
                              OccupancyAim Aim) {
  CompileOptions Compile = Options.Compile;
  Compile.MaxRegisters = Budget;
  Compile.Occupancy = Aim;
  Compile.InputIsIR = isIRFile(Options.Path);
  return Compile;
}

Trial Sweeper::compile(const CompileOptions &Compile) const {
  Trial T;
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBufferCopy(Source, Options.Path), SMLoc());
  raw_string_ostream OS(T.Problem);
  Diagnostics Diags(Sources, OS);
  auto Result = compilePTX(Compile, Diags);
  Diags.finish();
  if (!Result)
    T.Problem = toString(Result.takeError());
  else
    T.Result = std::move(*Result);
  return T;
}

/// Compiles the file as the compiler itself chooses, for CTAs of the size that
/// is swept.
Trial Sweeper::choose() const {
  CompileOptions Compile = compileOptions(Options, Options.Compile.MaxRegisters,
                                          Options.Compile.Occupancy);
  Trial Alone = compile(Compile);
  if (!Alone.Result)
    return Alone;
  Compile.Geometry = launchGeometry(Options);
  for (const KernelReport &K : Alone.Result->Kernels)
    Compile.Launches.push_back(
        {K.Info.Name, threadsOf(K.Info, Options.Threads)});
  Trial Sized = compile(Compile);
  return Sized.Result ? std::move(Sized) : std::move(Alone);
}

Error Sweeper::readJobFile() {
  if (Options.JobPath.empty())
    return Error::success();
  Expected<jobs::Job> Read = jobs::readJob(Options.JobPath);
  if (!Read)
    return Read.takeError();
  Job = std::move(*Read);
  // The file that is swept, whatever the job names.
  Job->ModulePaths = {Options.Path};
  return Error::success();
}

/// Runs the job with code of \p Budget.
void Sweeper::execute(uint32_t Budget, Trial &T) const {
  assert(Job && "nothing to execute");
  jobs::JobOptions JobOptions;
  JobOptions.Compile = compileOptions(Options, Budget, {OccupancyAim::Off, 0});
  session::Settings Settings;
  Settings.Geometry = launchGeometry(Options);
  Settings.Execution.Count = true;
  Settings.Engine.Said = session::EngineSettings::Interpreter;
  Settings.Time = Options.Time;
  raw_null_ostream Nowhere;
  // Without files there is nothing to open.
  std::unique_ptr<session::Session> Session = cantFail(
      session::Session::create(Settings, {"", &Nowhere, &Nowhere, &Nowhere}));
  auto Note = [&](const jobs::Verdict &V) {
    if (!V.Passed)
      T.Failures.push_back(V.Name + " with " + std::to_string(Budget) +
                           " registers: " + V.Reason);
    auto &[Issued, Local] = T.Executed[V.Kernel];
    Issued += V.Stats.WarpInstructions;
    if (V.Stats.Counted)
      Local += (*V.Stats.Counted)[sm::CounterId::LocalLoads] +
               (*V.Stats.Counted)[sm::CounterId::LocalStores];
    if (std::optional<double> Took = Session->lastMicroseconds())
      T.Microseconds[V.Kernel] += *Took;
  };
  auto Result = jobs::runJob(*Job, JobOptions, *Session, Nowhere, Note);
  if (!Result)
    T.Failures.push_back(toString(Result.takeError()));
}

std::vector<Trial>
Sweeper::runAll(function_ref<void(unsigned, unsigned)> Progress) {
  const unsigned Count = LastBudget - FirstBudget + 1;
  std::vector<Trial> Trials(Count);
  std::atomic<unsigned> Next = 0;
  unsigned Finished = 0;
  std::mutex Mutex;
  HostThreads(Options.HostThreads).run([&](unsigned) {
    for (unsigned I; (I = Next++) < Count;) {
      uint32_t Budget = FirstBudget + I;
      Trials[I] =
          compile(compileOptions(Options, Budget, {OccupancyAim::Off, 0}));
      if (Trials[I].Result && Job)
        execute(Budget, Trials[I]);
      std::lock_guard<std::mutex> Lock(Mutex);
      Progress(++Finished, Count);
    }
  });
  return Trials;
}

const KernelReport *findKernel(const CompileResult *Result, StringRef Name) {
  if (Result)
    for (const KernelReport &K : Result->Kernels)
      if (K.Info.Name == Name)
        return &K;
  return nullptr;
}

/// The row of \p K under \p Budget.
SweepPoint pointOf(const KernelReport &K, uint32_t Budget, const Trial &T,
                   const RegisterSweep &Sweep, uint32_t DynamicShared) {
  SweepPoint P;
  P.Budget = Budget;
  P.Registers = K.Info.Registers;
  P.SpillStores = K.Info.SpillStores;
  P.SpillLoads = K.Info.SpillLoads;
  P.LocalBytes = K.Info.LocalBytes;
  P.Instructions = K.Instructions;
  P.Occupancy = abi::computeOccupancy(
      *Sweep.Geometry, Sweep.Threads, P.Registers,
      object::sharedBytesOn(K.Info, *Sweep.Geometry, DynamicShared));
  if (auto It = T.Executed.find(K.Info.Name); It != T.Executed.end()) {
    P.Executed = It->second.first;
    P.LocalAccesses = It->second.second;
  }
  if (auto It = T.Microseconds.find(K.Info.Name); It != T.Microseconds.end())
    P.Microseconds = It->second;
  return P;
}

RegisterSweep sweepOf(const KernelReport &Chosen, const CompileResult &Result,
                      ArrayRef<Trial> Trials, const abi::Geometry &G,
                      const SweepOptions &Options) {
  RegisterSweep Sweep;
  Sweep.Kernel = Chosen.Info.Name;
  Sweep.Arch = abi::reportedName(*abi::findChip(Result.Chip));
  Sweep.Asked = Result.Arch;
  Sweep.Geometry = &G;
  Sweep.DynamicShared = Options.DynamicShared;
  Sweep.Threads = threadsOf(Chosen.Info, Options.Threads);
  if (abi::computeOccupancy(*Sweep.Geometry, Sweep.Threads,
                            Chosen.Info.Registers,
                            object::sharedBytesOn(Chosen.Info, *Sweep.Geometry,
                                                  Options.DynamicShared))
          .ActiveCTAs != 0)
    Sweep.Chosen = Chosen.Info.Registers;
  assert(Trials.size() == LastBudget - FirstBudget + 1 &&
         "a trial for each budget");
  for (auto [I, T] : enumerate(Trials)) {
    if (const KernelReport *K = findKernel(T.Result.get(), Sweep.Kernel))
      Sweep.Points.push_back(
          pointOf(*K, FirstBudget + I, T, Sweep, Options.DynamicShared));
    append_range(Sweep.Failures, T.Failures);
  }
  return Sweep;
}

} // namespace

Expected<std::vector<RegisterSweep>>
sweepRegisters(const SweepOptions &Options, raw_ostream &DiagnosticsOS,
               function_ref<void(unsigned, unsigned)> Progress) {
  Expected<std::unique_ptr<MemoryBuffer>> File = readInputFile(Options.Path);
  if (!File)
    return File.takeError();
  Sweeper S(Options, (*File)->getBuffer());
  if (Error E = S.readJobFile())
    return std::move(E);
  Trial Chosen = S.choose();
  std::vector<RegisterSweep> Sweeps;
  if (!Chosen.Result) {
    DiagnosticsOS << Chosen.Problem;
    return Sweeps;
  }
  std::vector<Trial> Trials = S.runAll(Progress);
  std::vector<const abi::Geometry *> Geometries = Options.Geometries;
  if (Geometries.empty())
    Geometries.push_back(Chosen.Result->Geometry);
  for (const KernelReport &K : Chosen.Result->Kernels)
    for (const abi::Geometry *G : Geometries)
      Sweeps.push_back(sweepOf(K, *Chosen.Result, Trials, *G, Options));
  return Sweeps;
}

void RegisterSweep::addPeer(const KernelUses &Uses) {
  const KernelUse *Use = Uses.find(Kernel);
  if (!Use)
    return;
  uint32_t Shared = Use->SharedBytes + DynamicShared;
  if (!Geometry->LaunchStateInShared)
    Shared -= Use->SystemShared;
  Peer = PeerUse{
      Uses.CountedBy, Use->Registers,
      abi::computeOccupancy(*Geometry, Threads, Use->Registers, Shared)};
}

} // namespace heddle::tuning
