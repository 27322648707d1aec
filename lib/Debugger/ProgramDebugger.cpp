//===- ProgramDebugger.cpp - The launches of a program --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugObserver.h"
#include "heddle/Debugger/Streams.h"
#include "llvm/Support/Errno.h"
#include <cassert>
#include <csignal>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::debugger {

namespace {

/// An interrupt is for the copy that runs the launch.
class IgnoredInterrupts {
public:
  IgnoredInterrupts() {
    struct sigaction Ignored = {};
    Ignored.sa_handler = SIG_IGN;
    sigaction(SIGINT, &Ignored, &Before);
  }
  ~IgnoredInterrupts() { sigaction(SIGINT, &Before, nullptr); }

private:
  struct sigaction Before = {};
};

} // namespace

Expected<bool> ProgramDebugger::show(View &V, RunFn Run) {
  auto Observer = std::make_unique<DebugObserver>(V, Front);
  DebugObserver &Seen = *Observer;
  if (Error E = Seen.open())
    return std::move(E);
  Seen.takeState(State);
  Front.flush();
  // The program's own text stands in front of the debugger's, and once.
  std::fflush(stdout);
  IgnoredInterrupts Ignored;
  const pid_t Child = fork();
  if (Child < 0)
    return createStringError("no copy of the process: " + sys::StrError());
  if (Child == 0) {
    TimeTravel::endWithParent();
    noteInterrupts();
    if (Expected<LaunchEnd> End = Run(std::move(Observer)))
      Seen.end(End->Fault, End->Output);
    else
      consumeError(End.takeError());
    // No instruction was issued: the program hears why from its own launch.
    _exit(0);
  }
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    continue;
  if (WIFSIGNALED(Status)) {
    Front.died(WTERMSIG(Status));
    return true;
  }
  Quest Said;
  // Where nobody has said anything, a copy has died or could not be made, the
  // program goes on, and its own launch says what is wrong.
  if (!Seen.travel().read(Said) || Said.Kind != Quest::Quit ||
      Said.ExitCode != 0)
    return true;
  if (Said.Leaves)
    State = Said.State;
  return Said.Leaves;
}

} // namespace heddle::debugger
