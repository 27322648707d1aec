//===- TimeTravel.cpp - Copies of the process, to go back to --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TimeTravel.h"
#include "llvm/Support/Errno.h"
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace heddle::debugger {

/// Room for what the user has set up.
static constexpr size_t PageBytes = size_t(1) << 20;
/// A launch runs as long between two copies, or executes as many instructions,
/// whatever is less. Going back looks for the place from the last copy on, and
/// then goes there, so it takes twice as long at most.
static constexpr std::chrono::milliseconds Interval(300);
static constexpr uint64_t MostSteps = uint64_t(1) << 21;
/// Behind so many copies both grow, and with them the time to go back.
static constexpr unsigned ManyCopies = 200;

struct TimeTravel::Page {
  size_t Size;
  /// By processes that have ended since the way back began.
  uint64_t Replayed;
  char Text[PageBytes];
};

TimeTravel::~TimeTravel() {
  if (Shared)
    munmap(Shared, sizeof(Page));
}

Error TimeTravel::open() {
  void *Data = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Data == MAP_FAILED)
    return createStringError("no memory for the debugger: " + sys::StrError());
  Shared = static_cast<Page *>(Data);
  Shared->Size = 0;
  Shared->Replayed = 0;
  return Error::success();
}

void TimeTravel::endWithParent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void TimeTravel::write(const Quest &To) {
  std::string Text;
  raw_string_ostream TextStream(Text);
  TextStream << toJSON(To);
  Quest Short;
  if (Text.size() > PageBytes) {
    // Only what the user has typed can be that long.
    Text.clear();
    Short.Kind = Quest::Quit;
    Short.ExitCode = 2;
    TextStream << toJSON(Short);
  }
  std::memcpy(Shared->Text, Text.data(), Text.size());
  Shared->Size = Text.size();
}

bool TimeTravel::read(Quest &To) const {
  Expected<json::Value> Read =
      json::parse(StringRef(Shared->Text, Shared->Size));
  if (!Read) {
    consumeError(Read.takeError());
    return false;
  }
  json::Path::Root Root;
  To = Quest();
  return fromJSON(*Read, To, Root);
}

void TimeTravel::leave(const Quest &To) {
  write(To);
  Shared->Replayed += replayed();
  Front.flush();
  // Nothing is destroyed: the copies have all of it, too.
  _exit(0);
}

bool TimeTravel::isDue(uint64_t Step) {
  if (Step == 1)
    return true;
  if (Step % 1024 != 0)
    return false;
  const unsigned Factor = 1 + Copies / ManyCopies;
  return Step - LastCopy >= MostSteps * Factor ||
         Clock::now() - CopiedAt > Interval * Factor;
}

void TimeTravel::startWayBack() {
  Shared->Replayed = 0;
  WokenAt = 0;
}

TimeNotes TimeTravel::notes() const {
  return {LastStep, Copies, LastCopy, Shared->Replayed + replayed()};
}

bool TimeTravel::pass(uint64_t Step, Quest &To) {
  LastStep = Step;
  if (!isDue(Step))
    return false;
  sleep(Step, To);
  LastCopy = Step;
  CopiedAt = Clock::now();
  ++Copies;
  if (To.Kind == Quest::Forward)
    return false;
  WokenAt = Step;
  return true;
}

/// Whether the copy at \p Step can bring about what is wanted.
static bool canServe(const Quest &To, uint64_t Step) {
  return To.Kind == Quest::GoTo ? Step <= To.Target : Step < To.Target;
}

void TimeTravel::sleep(uint64_t Step, Quest &To) {
  To.Kind = Quest::Forward;
  while (true) {
    Front.flush();
    pid_t Child = fork();
    if (Child == 0)
      endWithParent();
    // Where there can be no copy the launch goes on without one.
    if (Child <= 0)
      return;
    int Status = 0;
    while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
      continue;
    Front.wake();
    if (WIFSIGNALED(Status)) {
      Front.died(WTERMSIG(Status));
      To.Kind = Quest::Quit;
      To.ExitCode = 2;
      write(To);
    }
    if (!read(To) || To.Kind == Quest::Quit)
      _exit(To.Kind == Quest::Quit ? To.ExitCode : 2);
    if (canServe(To, Step))
      continue;
    if (Step != 1)
      _exit(0);
    // There is nothing before the first instruction.
    To.Kind = Quest::GoTo;
    To.Target = 1;
    To.Why = Stop();
    To.Why.Reason = Stop::Beginning;
    write(To);
  }
}

} // namespace heddle::debugger
