//===- RaceCheck.cpp - Holds the race checker against a model -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceCheck.h"
#include "RaceModel.h"
#include "heddle/Compiler/Compiler.h"
#include "heddle/Runtime/Launcher.h"
#include "heddle/Sanitize/Checkers.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

/// Of a process, in memory that all see.
struct Tally {
  std::atomic<uint64_t> Current;
  /// Programs as they are made; without a step, those that race by the model,
  /// those that do not, and those of which the schedule decides; and those
  /// where the checker says otherwise.
  std::atomic<uint64_t> Whole, Racy, Quiet, Open, Failures;
};

constexpr uint64_t MaxInstructions = 20'000'000;

std::unique_ptr<runtime::LoadedModule> load(const RaceProgram &P, StringRef PTX,
                                            unsigned Level,
                                            std::string &Problem) {
  SourceMgr Sources;
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBuffer(PTX, "races.ptx"),
                             SMLoc());
  raw_string_ostream OS(Problem);
  Diagnostics Diags(Sources, OS);
  CompileOptions Options;
  Options.Arch = P.Chip;
  Options.OptLevel = Level;
  Options.Checks = true;
  Expected<std::unique_ptr<CompileResult>> Result = compilePTX(Options, Diags);
  Diags.finish();
  if (!Result)
    Problem += toString(Result.takeError());
  if (!Result || !*Result)
    return nullptr;
  const SmallVectorImpl<char> &Bytes = (*Result)->Output;
  Expected<object::Module> Object = object::readModule(
      MemoryBufferRef(StringRef(Bytes.data(), Bytes.size()), "races.ptx"));
  if (!Object) {
    Problem += toString(Object.takeError());
    return nullptr;
  }
  auto Module = std::make_unique<runtime::LoadedModule>(std::move(*Object));
  Module->setOperations(std::move((*Result)->Operations));
  return Module;
}

/// Runs \p PTX, and says what went wrong, if anything did.
std::string run(const RaceProgram &P, StringRef PTX, unsigned Level,
                sanitize::Findings &Found) {
  std::string Problem;
  std::unique_ptr<runtime::LoadedModule> Module = load(P, PTX, Level, Problem);
  if (!Module)
    return Problem;
  sm::GlobalMemory Memory;
  std::vector<runtime::ArgumentValue> Arguments;
  for (uint64_t Bytes : {uint64_t(P.regionBytes()) * P.Blocks, uint64_t(256),
                         uint64_t(P.threads()) * P.Blocks * 4}) {
    runtime::ArgumentValue V;
    V.Kind = runtime::ArgumentValue::Pointer;
    V.Address = cantFail(Memory.allocate(Bytes, "memory"));
    Arguments.push_back(V);
  }
  std::unique_ptr<sm::Observer> Checker = sanitize::makeRaceChecker({}, Found);
  runtime::LaunchRequest Request;
  Request.Grid.X = P.Blocks;
  Request.Block.X = P.threads();
  Request.Arguments = Arguments;
  Request.MaxInstructions = MaxInstructions;
  Request.Execution.Observers.push_back(Checker.get());
  if (P.Seed % 3) {
    Request.Execution.Order = sm::Schedule::Random;
    Request.Execution.Seed = P.Seed;
  }
  Expected<sm::LaunchResult> Launched = Module->launch(Request, Memory);
  if (!Launched)
    return toString(Launched.takeError());
  return Launched->TheFault ? Launched->TheFault->toText() : std::string();
}

/// Whether checker and model agree about a program; says so where they do not.
bool agree(const RaceProgram &P, bool IsRemoved, const RaceVerdict &Model) {
  const std::string PTX = writeRaces(P, IsRemoved);
  const unsigned Level = P.Seed % 2 ? 3 : 0;
  sanitize::Findings Found(/*Most=*/16);
  std::string Problem = run(P, PTX, Level, Found);
  const bool IsRight = Found.empty()
                           ? Model.Always.empty()
                           : !(Model.Always.empty() && Model.Maybe.empty());
  if (Problem.empty() && IsRight)
    return true;
  std::string Text = fmt::format("seed {}{}, -O{}: ", P.Seed,
                                 IsRemoved ? ", one step removed" : "", Level);
  if (!Problem.empty())
    Text += Problem;
  else if (Found.empty())
    Text += "not found: " + Model.Always;
  else
    Text += sanitize::findingText(
        Found.list().front(),
        [](StringRef, unsigned, unsigned) { return std::string(); });
  outs() << Text << (Text.back() == '\n' ? "" : "\n");
  outs().flush();
  return false;
}

void checkOne(uint64_t Seed, Tally &T) {
  RaceProgram P = generateRaces(Seed);
  // The generator's rule and the model judge alike, or one of them is wrong.
  RaceVerdict Model = findRace(P, /*IsRemoved=*/false);
  for (const std::string &Race : {Model.Always, Model.Maybe})
    if (!Race.empty()) {
      outs() << fmt::format("seed {}: made with a race: {}\n", Seed, Race);
      ++T.Failures;
    }
  ++T.Whole;
  T.Failures += !agree(P, false, Model);
  Model = findRace(P, /*IsRemoved=*/true);
  ++(!Model.Always.empty() ? T.Racy : Model.Maybe.empty() ? T.Quiet : T.Open);
  T.Failures += !agree(P, true, Model);
}

void work(const RaceCheckOptions &Options, uint64_t First, Tally &T) {
  for (uint64_t N = First; N < Options.Count; N += Options.Jobs) {
    T.Current = N;
    alarm(Options.TimeoutSeconds);
    checkOne(Options.Seed + N, T);
  }
}

/// Goes on with the next program where a process dies of one.
void superviseOne(const RaceCheckOptions &Options, uint64_t First, Tally &T) {
  while (First < Options.Count) {
    outs().flush();
    pid_t Child = fork();
    if (Child == 0) {
      work(Options, First, T);
      outs().flush();
      _exit(0);
    }
    int Status = 0;
    waitpid(Child, &Status, 0);
    if (WIFEXITED(Status))
      return;
    outs() << fmt::format("seed {}: {}\n", Options.Seed + T.Current,
                          WTERMSIG(Status) == SIGALRM ? "timed out"
                                                      : "crashed");
    ++T.Failures;
    First = T.Current + Options.Jobs;
  }
}

} // namespace

uint64_t checkRaces(const RaceCheckOptions &Options) {
  const size_t Bytes = sizeof(Tally) * Options.Jobs;
  void *Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return 1;
  // Zeroed, which is what these atomics start as.
  auto *Tallies = static_cast<Tally *>(Memory);
  outs().flush();
  std::vector<pid_t> Jobs;
  for (unsigned N = 0; N != Options.Jobs; ++N) {
    pid_t Child = fork();
    if (Child == 0) {
      superviseOne(Options, N, Tallies[N]);
      outs().flush();
      _exit(0);
    }
    Jobs.push_back(Child);
  }
  for (pid_t Job : Jobs)
    waitpid(Job, nullptr, 0);
  uint64_t Whole = 0, Racy = 0, Quiet = 0, Open = 0, Failures = 0;
  for (unsigned N = 0; N != Options.Jobs; ++N) {
    Whole += Tallies[N].Whole;
    Racy += Tallies[N].Racy;
    Quiet += Tallies[N].Quiet;
    Open += Tallies[N].Open;
    Failures += Tallies[N].Failures;
  }
  outs() << fmt::format("{} programs without races; without one barrier or "
                        "fence, {} with, {} still without, and {} as the "
                        "schedule has it: {} wrong\n",
                        Whole, Racy, Quiet, Open, Failures);
  munmap(Memory, Bytes);
  // What did not run did not agree.
  return Failures + (Whole != Options.Count);
}

} // namespace heddle::ptxrandom
