//===- Supervisor.cpp - Many programs in several processes ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Supervisor.h"
#include "Reducer.h"
#include "Writer.h"
#include "heddle/Support/OutputFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::ptxrandom {
namespace {

/// What a worker tells its parent, in memory that both see.
struct Progress {
  /// Index of the program at hand.
  std::atomic<uint64_t> Current;
  std::atomic<uint64_t> Done;
  std::atomic<uint64_t> Statements;
  std::atomic<unsigned> Failures;
  /// Programs that ran only without their --maxrregcount.
  std::atomic<uint64_t> OutOfRegisters;
};

/// What all of them see.
struct Board {
  /// Index of the first program that nobody has taken: some take far longer
  /// than others.
  std::atomic<uint64_t> Next;
  std::atomic<bool> Stop;
};

/// For what is the same in all processes, zeroed, which is what its atomics
/// start as; null: the system has no memory for it.
template <class T> T *mapShared(size_t Count) {
  void *Memory = mmap(nullptr, Count * sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return Memory == MAP_FAILED ? nullptr : static_cast<T *>(Memory);
}

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point Start) {
  return std::chrono::duration<double>(Clock::now() - Start).count();
}

/// The verdict that a process's end stands for.
Verdict verdictOf(int Status) {
  if (WIFEXITED(Status))
    return Verdict(WEXITSTATUS(Status));
  return WTERMSIG(Status) == SIGALRM ? Verdict::TimedOut : Verdict::Crashed;
}

class Supervisor {
public:
  explicit Supervisor(const SupervisorOptions &O) : Options(O) {}
  unsigned run();

private:
  pid_t start(unsigned Worker);
  void work(Progress &Mine);
  Verdict judgeApart(const Program &P);
  void report(uint64_t Seed, const Judgement &J);
  void ended(unsigned Worker, int Status);
  void printProgress(Clock::time_point Start);
  uint64_t total(std::atomic<uint64_t> Progress::*Field) const;
  unsigned failures() const;

  const SupervisorOptions &Options;
  /// Of each worker.
  Progress *Shared = nullptr;
  Board *Common = nullptr;
  SmallVector<pid_t, 8> Workers;
};

/// In a process of its own, without its messages.
Verdict Supervisor::judgeApart(const Program &P) {
  outs().flush();
  pid_t Child = fork();
  if (Child == 0) {
    int Null = open("/dev/null", O_WRONLY);
    dup2(Null, STDERR_FILENO);
    dup2(Null, STDOUT_FILENO);
    alarm(Options.TimeoutSeconds);
    _exit(int(judge(P, Options.Runner).Result));
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  return verdictOf(Status);
}

/// Reduces the program of \p Seed, writes it to a file and says so.
void Supervisor::report(uint64_t Seed, const Judgement &J) {
  alarm(0);
  Program P = generateProgram(Seed, Options.Generator);
  if (judgeApart(P) == Verdict::OutOfRegisters)
    P.MaxRegisters = 0;
  std::string Details = J.Details;
  if (Options.Reduce) {
    P = reduce(P, [&](const Program &Smaller) {
      return judgeApart(Smaller) == J.Result;
    });
    if (J.Result != Verdict::Crashed && J.Result != Verdict::TimedOut)
      Details = judge(P, Options.Runner).Details;
  }
  std::string Path = fmt::format("{}/random-{}.ptx", Options.Folder, Seed);
  std::string Heading =
      fmt::format("seed {}: {}", Seed, verdictName(J.Result).str());
  std::string Source = fmt::format("// {}, -arch={}", Heading, P.Chip);
  if (P.MaxRegisters)
    Source += fmt::format(" --maxrregcount={}", P.MaxRegisters);
  Source += "\n" + writePTX(P);
  Error Problem = writeOutputFile(Path, Source);
  unsigned Statements = countStatements(P.Body);
  std::string Text =
      fmt::format("{} ({} statement{}, in {})\n{}{}", Heading, Statements,
                  Statements == 1 ? "" : "s", Path, Details,
                  Details.empty() || Details.back() == '\n' ? "" : "\n");
  if (Problem)
    Text += fmt::format("{}; the program:\n{}", toString(std::move(Problem)),
                        Source);
  outs() << Text;
  outs().flush();
}

void Supervisor::work(Progress &Mine) {
  while (!Common->Stop) {
    const uint64_t I = Common->Next++;
    if (I >= Options.Count)
      return;
    Mine.Current = I;
    alarm(Options.TimeoutSeconds);
    Program P = generateProgram(Options.Seed + I, Options.Generator);
    Judgement J = judge(P, Options.Runner);
    if (J.Result == Verdict::OutOfRegisters) {
      ++Mine.OutOfRegisters;
      P.MaxRegisters = 0;
      J = judge(P, Options.Runner);
    }
    alarm(0);
    if (J.Result != Verdict::Agrees) {
      ++Mine.Failures;
      report(Options.Seed + I, J);
    }
    Mine.Statements += countStatements(P.Body);
    ++Mine.Done;
  }
}

pid_t Supervisor::start(unsigned Worker) {
  outs().flush();
  pid_t Child = fork();
  if (Child != 0)
    return Child;
  work(Shared[Worker]);
  outs().flush();
  _exit(0);
}

/// A worker is done, or died on its current program.
void Supervisor::ended(unsigned Worker, int Status) {
  Workers[Worker] = 0;
  if (WIFEXITED(Status))
    return;
  Progress &His = Shared[Worker];
  ++His.Failures;
  ++His.Done;
  report(Options.Seed + His.Current, {verdictOf(Status), ""});
  Workers[Worker] = start(Worker);
}

uint64_t Supervisor::total(std::atomic<uint64_t> Progress::*Field) const {
  uint64_t Sum = 0;
  for (unsigned I = 0; I != Options.Jobs; ++I)
    Sum += Shared[I].*Field;
  return Sum;
}

unsigned Supervisor::failures() const {
  unsigned Sum = 0;
  for (unsigned I = 0; I != Options.Jobs; ++I)
    Sum += Shared[I].Failures;
  return Sum;
}

void Supervisor::printProgress(Clock::time_point Start) {
  uint64_t Done = total(&Progress::Done);
  double Seconds = secondsSince(Start);
  outs() << fmt::format("{} of {} programs, {} failures, {:.0f} s, {:.1f} a "
                        "second\n",
                        Done, Options.Count, failures(), Seconds,
                        double(Done) / std::max(Seconds, 1e-3));
  outs().flush();
}

unsigned Supervisor::run() {
  Shared = mapShared<Progress>(Options.Jobs);
  Common = mapShared<Board>(1);
  if (!Shared || !Common)
    return 1;
  // Nobody looks at the cores.
  rlimit NoCores = {0, 0};
  setrlimit(RLIMIT_CORE, &NoCores);

  Clock::time_point Start = Clock::now(), LastPrint = Start;
  for (unsigned I = 0; I != Options.Jobs; ++I)
    Workers.push_back(start(I));
  auto IsRunning = [](pid_t Worker) { return Worker != 0; };
  while (any_of(Workers, IsRunning)) {
    for (unsigned I = 0; I != Options.Jobs; ++I) {
      int Status = 0;
      if (Workers[I] && waitpid(Workers[I], &Status, WNOHANG) == Workers[I])
        ended(I, Status);
    }
    if (failures() >= Options.MaxFailures)
      Common->Stop = true;
    if (Options.ProgressSeconds &&
        secondsSince(LastPrint) >= Options.ProgressSeconds) {
      printProgress(Start);
      LastPrint = Clock::now();
    }
    usleep(20000);
  }
  printProgress(Start);
  if (uint64_t Limited = total(&Progress::OutOfRegisters))
    outs() << fmt::format("{} had too few registers for a --maxrregcount of "
                          "theirs, and ran without it\n",
                          Limited);
  unsigned Failures = failures();
  munmap(Shared, Options.Jobs * sizeof(Progress));
  munmap(Common, sizeof(Board));
  return Failures;
}

} // namespace

unsigned superviseRun(const SupervisorOptions &Options) {
  return Supervisor(Options).run();
}

} // namespace heddle::ptxrandom
